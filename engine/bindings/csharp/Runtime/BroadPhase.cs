using System;
using System.Runtime.InteropServices;

namespace Jostle
{
    /// <summary>Finds the pairs of bounds that touch. Keep it from frame to frame.</summary>
    public sealed unsafe class BroadPhase : NativeObject
    {
        private readonly int dimensions;

        /// <summary>Of 2 or 3 dimensions; the kind is one of <c>Native.JST_BROAD_PHASE_</c> and so
        /// on.</summary>
        public BroadPhase(int dimensions, int kind = Native.JST_BROAD_PHASE_AUTO, Pool pool = null)
        {
            this.dimensions = dimensions;
            var def = new jst_broad_phase_def
            {
                size = (uint)sizeof(jst_broad_phase_def),
                dimensions = (uint)dimensions,
                kind = kind,
                pool = Pool.Of(pool),
            };
            jst_broad_phase_s* made;
            JostleException.Check(Native.jst_broad_phase_create(&def, &made));
            SetHandle((IntPtr)made);
        }

        /// <summary>The pairs of bounds that touch, good until the next call with this.</summary>
        public ReadOnlySpan<jst_pair> Pairs(ref jst_bounds bounds)
        {
            jst_pair* pairs;
            ulong count;
            fixed (jst_bounds* given = &bounds)
            {
                var self = (jst_broad_phase_s*)Pointer;
                JostleException.Check(
                    Native.jst_broad_phase_pairs(self, given, null, &pairs, &count));
            }
            return new ReadOnlySpan<jst_pair>(pairs, checked((int)count));
        }

        /// <summary>The pairs of balls whose bounds touch. A center is a struct that begins with
        /// its two or three floats.</summary>
        public ReadOnlySpan<jst_pair> PairsOfBalls<T>(
            ReadOnlySpan<T> centers, ReadOnlySpan<float> radii) where T : struct
        {
            if (centers.Length != radii.Length)
            {
                throw new ArgumentException("there are not as many radii as centers");
            }
            var floats = Arrays.Floats(centers, dimensions, out int stride);
            fixed (float* first = &Arrays.First(floats), radius = &Arrays.First(radii))
            {
                var bounds = new jst_bounds
                {
                    size = (uint)sizeof(jst_bounds),
                    count = (UIntPtr)centers.Length,
                    center = Arrays.Vectors(first, dimensions, stride),
                    radius = Arrays.Numbers(radius),
                };
                return Pairs(ref bounds);
            }
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            return Native.jst_broad_phase_destroy((jst_broad_phase_s*)handle) == Native.JST_OK;
        }
    }

    /// <summary>Lists of the points within a radius of each point.</summary>
    public sealed unsafe class Neighbors : NativeObject
    {
        private readonly int dimensions;
        private UIntPtr* offsets;
        private uint* indices;

        /// <summary>With a skin, lists are kept until points moved so far together.</summary>
        public Neighbors(int dimensions, float radius, float skin = 0, Pool pool = null)
        {
            this.dimensions = dimensions;
            var def = new jst_neighbors_def
            {
                size = (uint)sizeof(jst_neighbors_def),
                dimensions = (uint)dimensions,
                radius = radius,
                skin = skin,
                pool = Pool.Of(pool),
            };
            jst_neighbors_s* made;
            JostleException.Check(Native.jst_neighbors_create(&def, &made));
            SetHandle((IntPtr)made);
        }

        /// <summary>Number of lists.</summary>
        public int Count { get; private set; }

        /// <summary>Finds the lists of points, and tells whether they were made anew.</summary>
        public bool Update<T>(ReadOnlySpan<T> points) where T : struct
        {
            var self = (jst_neighbors_s*)Pointer;
            Count = 0;
            uint rebuilt;
            var floats = Arrays.Floats(points, dimensions, out int stride);
            fixed (float* first = &Arrays.First(floats))
            {
                var given = new jst_points
                {
                    size = (uint)sizeof(jst_points),
                    count = (UIntPtr)points.Length,
                    position = Arrays.Vectors(first, dimensions, stride),
                };
                JostleException.Check(Native.jst_neighbors_update(self, &given, null, &rebuilt));
            }
            UIntPtr count;
            fixed (UIntPtr** offsets = &this.offsets)
            fixed (uint** indices = &this.indices)
            {
                JostleException.Check(Native.jst_neighbors_get(self, offsets, indices, &count));
            }
            Count = checked((int)count);
            return rebuilt != 0;
        }

        /// <summary>The neighbors of a point, good until the next update.</summary>
        public ReadOnlySpan<uint> Of(int point)
        {
            if ((uint)point >= (uint)Count || IsClosed)
            {
                throw new ArgumentOutOfRangeException(nameof(point));
            }
            ulong begin = (ulong)offsets[point], end = (ulong)offsets[point + 1];
            return new ReadOnlySpan<uint>(indices + begin, checked((int)(end - begin)));
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            return Native.jst_neighbors_destroy((jst_neighbors_s*)handle) == Native.JST_OK;
        }
    }
}
