using System;
using System.Runtime.InteropServices;

namespace Jostle
{
    /// <summary>Shapes that live from step to step, each with a handle. What a step found is good
    /// until the next call with the world.</summary>
    public sealed unsafe class World : NativeObject
    {
        private readonly int dimensions;

        /// <summary>An empty one of 2 or 3 dimensions. Shapes that are not farther apart than the
        /// margin are contacts as well.</summary>
        public World(int dimensions, float margin = 0, Pool pool = null)
        {
            this.dimensions = dimensions;
            var def = Def(dimensions, margin, pool);
            jst_world_s* made;
            JostleException.Check(Native.jst_world_create(&def, &made));
            SetHandle((IntPtr)made);
        }

        /// <summary>The world whose bytes <see cref="Save"/> gave.</summary>
        public World(int dimensions, ReadOnlySpan<byte> bytes, float margin = 0, Pool pool = null)
        {
            this.dimensions = dimensions;
            var def = Def(dimensions, margin, pool);
            jst_world_s* made;
            fixed (byte* first = &MemoryMarshal.GetReference(bytes))
            {
                var count = (UIntPtr)bytes.Length;
                JostleException.Check(Native.jst_world_load(&def, first, count, &made));
            }
            SetHandle((IntPtr)made);
        }

        private static jst_pipeline_def Def(int dimensions, float margin, Pool pool)
        {
            return new jst_pipeline_def
            {
                size = (uint)sizeof(jst_pipeline_def),
                dimensions = (uint)dimensions,
                margin = margin,
                pool = Pool.Of(pool),
            };
        }

        private jst_world_s* Self => (jst_world_s*)Pointer;

        /// <summary>A shape of which nothing is said yet but its kind, one of
        /// <c>Native.JST_SHAPE_</c> and so on.</summary>
        public static jst_shape Shape(int kind)
        {
            return new jst_shape { size = (uint)sizeof(jst_shape), kind = kind };
        }

        /// <summary>A ball, in 2D a disk: there the third coordinate is not read.</summary>
        public static jst_shape Ball(float x, float y, float z, float radius)
        {
            var shape = Shape(Native.JST_SHAPE_BALL);
            shape.center[0] = x;
            shape.center[1] = y;
            shape.center[2] = z;
            shape.radius = radius;
            return shape;
        }

        /// <summary>A box in 2D, turned by an angle in radians.</summary>
        public static jst_shape Box(float x, float y, float halfX, float halfY, float angle)
        {
            var shape = Shape(Native.JST_SHAPE_BOX);
            shape.center[0] = x;
            shape.center[1] = y;
            shape.half[0] = halfX;
            shape.half[1] = halfY;
            shape.rotation[0] = (float)Math.Cos(angle);
            shape.rotation[1] = (float)Math.Sin(angle);
            return shape;
        }

        /// <summary>What most shapes are beside their geometry, to be changed.</summary>
        public static jst_attributes Attributes()
        {
            var made = new jst_attributes { size = (uint)sizeof(jst_attributes) };
            JostleException.Check(Native.jst_attributes_default(&made));
            return made;
        }

        /// <summary>Puts a shape in, and tells its handle.</summary>
        public ulong Insert(jst_shape shape)
        {
            return Insert(shape, Attributes());
        }

        /// <summary>The same with attributes.</summary>
        public ulong Insert(jst_shape shape, jst_attributes attributes)
        {
            ulong handle;
            var one = (UIntPtr)1;
            JostleException.Check(
                Native.jst_world_insert(Self, &shape, one, &attributes, &handle));
            return handle;
        }

        /// <summary>Takes a shape out.</summary>
        public void Remove(ulong handle)
        {
            JostleException.Check(Native.jst_world_remove(Self, &handle, (UIntPtr)1));
        }

        /// <summary>What a shape is like.</summary>
        public jst_shape Get(ulong handle)
        {
            var shape = Shape(Native.JST_SHAPE_BALL);
            JostleException.Check(Native.jst_world_get(Self, handle, &shape));
            return shape;
        }

        /// <summary>Replaces a shape, which keeps its handle.</summary>
        public void Set(ulong handle, jst_shape shape)
        {
            JostleException.Check(Native.jst_world_set(Self, &handle, &shape, (UIntPtr)1));
        }

        /// <summary>Replaces many shapes.</summary>
        public void Set(ReadOnlySpan<ulong> handles, ReadOnlySpan<jst_shape> shapes)
        {
            if (shapes.Length != handles.Length)
            {
                throw new ArgumentException("there are not as many shapes as handles");
            }
            fixed (ulong* first = &MemoryMarshal.GetReference(handles))
            fixed (jst_shape* shape = &MemoryMarshal.GetReference(shapes))
            {
                var count = (UIntPtr)handles.Length;
                JostleException.Check(Native.jst_world_set(Self, first, shape, count));
            }
        }

        /// <summary>Puts many shapes elsewhere by their centers. A center is a struct that begins
        /// with its two or three floats.</summary>
        public void SetCenters<T>(ReadOnlySpan<ulong> handles, ReadOnlySpan<T> centers)
            where T : struct
        {
            if (centers.Length != handles.Length)
            {
                throw new ArgumentException("there are not as many centers as handles");
            }
            var floats = Arrays.Floats(centers, dimensions, out int stride);
            fixed (ulong* first = &MemoryMarshal.GetReference(handles))
            fixed (float* number = &Arrays.First(floats))
            {
                var vectors = Arrays.Vectors(number, dimensions, stride);
                var count = (UIntPtr)handles.Length;
                JostleException.Check(
                    Native.jst_world_set_centers(Self, first, &vectors, count));
            }
        }

        /// <summary>Finds everything about the shapes as they are now.</summary>
        public void Step()
        {
            JostleException.Check(Native.jst_world_step(Self));
        }

        /// <summary>The handles of shapes by the indices that they had in the last step.</summary>
        public ReadOnlySpan<ulong> Handles()
        {
            ulong* handles;
            UIntPtr count;
            JostleException.Check(Native.jst_world_handles(Self, &handles, &count));
            return new ReadOnlySpan<ulong>(handles, checked((int)count));
        }

        /// <summary>The pairs that touch, by index, or those of another list:
        /// <c>Native.JST_PAIRS_</c> and so on.</summary>
        public ReadOnlySpan<jst_pair> Pairs(int list = Native.JST_PAIRS_TOUCHING)
        {
            jst_pair* pairs;
            ulong count;
            JostleException.Check(Native.jst_world_pairs(Self, list, &pairs, &count));
            return new ReadOnlySpan<jst_pair>(pairs, checked((int)count));
        }

        /// <summary>The contacts of a world in 2D, and the points of all of them.</summary>
        public ReadOnlySpan<jst_contact_2> Contacts2(out ReadOnlySpan<jst_point_2> points)
        {
            jst_contact_2* contacts;
            jst_point_2* of;
            UIntPtr count, pointCount;
            JostleException.Check(
                Native.jst_world_contacts_2(Self, &contacts, &count, &of, &pointCount));
            points = new ReadOnlySpan<jst_point_2>(of, checked((int)pointCount));
            return new ReadOnlySpan<jst_contact_2>(contacts, checked((int)count));
        }

        /// <summary>The contacts of a world in 3D, and the points of all of them.</summary>
        public ReadOnlySpan<jst_contact_3> Contacts3(out ReadOnlySpan<jst_point_3> points)
        {
            jst_contact_3* contacts;
            jst_point_3* of;
            UIntPtr count, pointCount;
            JostleException.Check(
                Native.jst_world_contacts_3(Self, &contacts, &count, &of, &pointCount));
            points = new ReadOnlySpan<jst_point_3>(of, checked((int)pointCount));
            return new ReadOnlySpan<jst_contact_3>(contacts, checked((int)count));
        }

        /// <summary>Which pairs are new with the last step, and which are gone.</summary>
        public ReadOnlySpan<jst_handle_pair> Events(
            out ReadOnlySpan<jst_handle_pair> ended, int list = Native.JST_PAIRS_TOUCHING)
        {
            jst_handle_pair* begun;
            jst_handle_pair* gone;
            UIntPtr count, goneCount;
            JostleException.Check(
                Native.jst_world_events(Self, list, &begun, &count, &gone, &goneCount));
            ended = new ReadOnlySpan<jst_handle_pair>(gone, checked((int)goneCount));
            return new ReadOnlySpan<jst_handle_pair>(begun, checked((int)count));
        }

        /// <summary>Everything that the next step depends on, as bytes.</summary>
        public ReadOnlySpan<byte> Save()
        {
            byte* bytes;
            UIntPtr count;
            JostleException.Check(Native.jst_world_save(Self, &bytes, &count));
            return new ReadOnlySpan<byte>(bytes, checked((int)count));
        }

        /// <summary>Why two shapes are reported by the last step, or are not, in words.</summary>
        public string Explain(ulong a, ulong b)
        {
            byte* text;
            JostleException.Check(Native.jst_world_explain(Self, a, b, &text));
            return Text.Of(text);
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            return Native.jst_world_destroy((jst_world_s*)handle) == Native.JST_OK;
        }
    }
}
