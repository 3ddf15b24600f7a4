using System;
using System.Runtime.InteropServices;

namespace Jostle
{
    /// <summary>A call that failed, with what the library said.</summary>
    public sealed class JostleException : Exception
    {
        /// <summary>The status, one of <c>Native.JST_ERROR_</c> and so on.</summary>
        public int Status { get; }

        private JostleException(int status, string text) : base(text)
        {
            Status = status;
        }

        /// <summary>Throws where a call of <see cref="Native"/> failed.</summary>
        public static unsafe void Check(int status)
        {
            if (status != Native.JST_OK)
            {
                throw new JostleException(status, Text.Of(Native.jst_last_error()));
            }
        }
    }

    internal static class Text
    {
        /// <summary>A text in UTF-8 that ends with a zero byte.</summary>
        internal static unsafe string Of(byte* text)
        {
            int length = 0;
            while (text[length] != 0)
            {
                length++;
            }
            return System.Text.Encoding.UTF8.GetString(text, length);
        }
    }

    /// <summary>An object of the library's, which is destroyed with this.</summary>
    public abstract class NativeObject : SafeHandle
    {
        /// <summary>None yet.</summary>
        protected NativeObject() : base(IntPtr.Zero, true)
        {
        }

        /// <inheritdoc/>
        public override bool IsInvalid => handle == IntPtr.Zero;

        /// <summary>For calls of <see cref="Native"/>; an error where it was disposed of.</summary>
        public unsafe void* Pointer
        {
            get
            {
                if (IsClosed || IsInvalid)
                {
                    throw new ObjectDisposedException(GetType().Name);
                }
                return (void*)handle;
            }
        }
    }

    /// <summary>Threads that work together. Null stands for the library's own.</summary>
    public sealed unsafe class Pool : NativeObject
    {
        /// <summary>So many threads, or as many as the machine has processors for 0.</summary>
        public Pool(int threads = 0)
        {
            var def = new jst_pool_def
            {
                size = (uint)sizeof(jst_pool_def),
                threads = (uint)threads,
            };
            jst_pool_s* made;
            JostleException.Check(Native.jst_pool_create(&def, &made));
            SetHandle((IntPtr)made);
        }

        internal static jst_pool_s* Of(Pool pool)
        {
            return pool == null ? null : (jst_pool_s*)pool.Pointer;
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            return Native.jst_pool_destroy((jst_pool_s*)handle) == Native.JST_OK;
        }
    }

    /// <summary>Arrays of the caller's as the library takes them, without a copy.</summary>
    public static unsafe class Arrays
    {
        /// <summary>Vectors of two or three floats in records of so many bytes: a pinned array of
        /// Vector3, or the memory of a NativeArray of float3.</summary>
        public static jst_vectors Vectors(float* first, int axes, int stride)
        {
            return new jst_vectors
            {
                axis0 = first,
                axis1 = first + 1,
                axis2 = axes > 2 ? first + 2 : null,
                stride = (UIntPtr)stride,
                format = Native.JST_F32,
            };
        }

        /// <summary>One float for each of many, one behind the other.</summary>
        public static jst_numbers Numbers(float* first)
        {
            return new jst_numbers { data = first, format = Native.JST_F32 };
        }

        /// <summary>The floats of an array of vectors, and bytes from one vector to the next.
        /// </summary>
        internal static ReadOnlySpan<float> Floats<T>(
            ReadOnlySpan<T> vectors, int axes, out int stride) where T : struct
        {
            var floats = MemoryMarshal.Cast<T, float>(vectors);
            int each = vectors.Length == 0 ? axes : floats.Length / vectors.Length;
            if (each < axes)
            {
                throw new ArgumentException(typeof(T).Name + " is no vector of so many floats");
            }
            stride = each * sizeof(float);
            return floats;
        }

        /// <summary>The first of a span, for <c>fixed</c>; null of an empty one.</summary>
        internal static ref float First(ReadOnlySpan<float> floats)
        {
            return ref MemoryMarshal.GetReference(floats);
        }
    }
}
