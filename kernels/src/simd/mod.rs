//! Eight lanes of `f32` and the few operations that the kernels need on them.
//!
//! A backend is a zero-sized token whose existence proves that the processor has its instructions,
//! so every operation is safe to call. They have the same operations and the same bits:
//!
//! * [`Portable`]: `wide`'s `f32x8`; SSE2, SIMD128 or plain scalars, whatever the build's baseline
//!   is
//! * `Neon`, on aarch64: two registers of four lanes
//! * `Avx2`, on x86-64: 256-bit registers
//! * `Avx512`, on x86-64: the same registers and masks, with compressing moves instead of a table
//!
//! The trait [`Lanes`] is as small as the kernels allow: an operation is added when a kernel needs
//! it. `min(a, b)` is `if a < b { a } else { b }` and `max(a, b)` is `if a > b { a } else { b }` on
//! every backend, also for NaN and for zeros of either sign. There is no fused multiply-add.
//!
//! * `lanes`: the trait
//! * `level`: [`SimdLevel`], which backend runs, chosen once per pass at run time
//! * `portable`, `neon`, `avx2`, `avx512`: the backends
//! * [`prefetch`]: loading cache lines ahead of their use

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lanes;
mod level;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
pub mod prefetch;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use lanes::{LANES, Lanes, Quad, set_bits};
pub use level::{LEVEL_VARIABLE, Pass, SimdLevel, SimdLevelError};
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use portable::Portable;
