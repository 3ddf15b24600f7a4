//! SIMD levels: detected once, forced by name, dispatched once per pass.
//!
//! A crate that links these kernels without any compiler flags still runs AVX2 or AVX-512 code:
//! [`SimdLevel::run`] enters a `#[target_feature]` function into which the whole pass is inlined.
//! Every level computes the same bits (no fused multiply-add, no reciprocal estimates), so the
//! level is a matter of speed alone.

use std::{fmt, sync::OnceLock};

use crate::lane::{Lanes, Portable};

#[cfg(target_arch = "x86_64")]
use crate::lane::{Avx2, Avx512};

/// The environment variable that forces a level by name.
pub const LEVEL_VARIABLE: &str = "JOSTLE_LEVEL";

/// An instruction set the kernels were compiled for and this processor has.
///
/// A value of this type is a proof: it can only be made for a level that was detected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimdLevel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Work that is generic over lanes, run at a level by [`SimdLevel::run`].
pub trait Pass {
    /// What the pass returns.
    type Output;

    /// Whether AVX-512 makes it faster, as where lanes are packed or sixteen registers are too few.
    /// If not, the level of that name runs it with the lanes of AVX2, and it is compiled once less.
    const AVX512: bool = false;

    /// Does the work. Implementations must be `#[inline(always)]`, or their body is compiled
    /// without the level's instructions.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

impl SimdLevel {
    /// Every level name that exists on any machine, slowest first.
    pub const NAMES: [&'static str; 3] = ["portable", "avx2", "avx512"];

    /// The level every processor has: `wide`'s eight lanes at the baseline of the build.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The best level of this processor. Detected once, then cached.
    #[must_use]
    pub fn detect() -> Self {
        static BEST: OnceLock<SimdLevel> = OnceLock::new();
        *BEST.get_or_init(|| *Self::available().last().unwrap_or(&Self::PORTABLE))
    }

    /// The level to use: the one named by the environment variable `JOSTLE_LEVEL`, else the best.
    ///
    /// # Errors
    /// When the variable names no level, or one that this processor lacks.
    pub fn selected() -> Result<Self, SimdLevelError> {
        match std::env::var(LEVEL_VARIABLE) {
            Ok(name) if !name.is_empty() => Self::by_name(&name),
            _ => Ok(Self::detect()),
        }
    }

    /// The level of this name.
    ///
    /// # Errors
    /// When there is no such level, or this processor lacks it.
    pub fn by_name(name: &str) -> Result<Self, SimdLevelError> {
        if let Some(level) = Self::available().iter().find(|level| level.name() == name) {
            return Ok(*level);
        }
        let name = name.to_owned();
        if Self::NAMES.contains(&name.as_str()) {
            Err(SimdLevelError::Unavailable { name })
        } else {
            Err(SimdLevelError::Unknown { name })
        }
    }

    /// The levels this processor has, slowest first; the first is always [`SimdLevel::PORTABLE`].
    #[must_use]
    pub fn available() -> &'static [Self] {
        static LEVELS: OnceLock<Vec<SimdLevel>> = OnceLock::new();
        LEVELS.get_or_init(|| {
            let mut levels = vec![Self::PORTABLE];
            #[cfg(target_arch = "x86_64")]
            {
                if std::arch::is_x86_feature_detected!("avx2") {
                    levels.push(Self(Kind::Avx2));
                    if Avx512::detected() {
                        levels.push(Self(Kind::Avx512));
                    }
                }
            }
            levels
        })
    }

    /// The name by which the level is chosen and reported.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        }
    }

    /// Runs a pass with the lanes of this level, see [`Pass::AVX512`].
    #[inline]
    pub fn run<P: Pass>(self, pass: P) -> P::Output {
        match self.0 {
            Kind::Portable => pass.run(Portable),
            // SAFETY: a `SimdLevel` of this kind is only made after its features were detected.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 if P::AVX512 => unsafe { run_avx512(pass) },
            // SAFETY: a `SimdLevel` of these kinds is only made after AVX2 was detected.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => unsafe { run_avx2(pass) },
        }
    }

    /// Runs a long pass, of which each copy takes long to compile, with the only copy of it there
    /// is for this architecture: on x86-64 that with the lanes of AVX2, which loses little against
    /// AVX-512.
    ///
    /// # Errors
    /// A processor without AVX2 gets its pass back, to compute it without lanes.
    #[inline]
    pub fn run_compact<P: Pass>(self, pass: P) -> Result<P::Output, P> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Portable => Err(pass),
            #[cfg(not(target_arch = "x86_64"))]
            Kind::Portable => Ok(pass.run(Portable)),
            // SAFETY: a `SimdLevel` of these kinds is only made after AVX2 was detected.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => Ok(unsafe { run_avx2(pass) }),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<P: Pass>(pass: P) -> P::Output {
    // SAFETY: this function's own features are the ones the token stands for.
    pass.run(unsafe { Avx2::assume() })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2"
)]
fn run_avx512<P: Pass>(pass: P) -> P::Output {
    // SAFETY: this function's own features are the ones the token stands for.
    pass.run(unsafe { Avx512::assume() })
}

impl fmt::Debug for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SimdLevel({})", self.name())
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a level could not be chosen by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimdLevelError {
    /// No level of this name exists.
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// The level exists, but not on this processor.
    Unavailable {
        /// The name that was asked for.
        name: String,
    },
}

impl fmt::Display for SimdLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |levels: &[SimdLevel]| {
            levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Unknown { name } => {
                write!(f, "unknown level '{name}': choose one of {}", SimdLevel::NAMES.join(", "))
            }
            Self::Unavailable { name } => write!(
                f,
                "level '{name}' is not available on this processor, which has {}",
                names(SimdLevel::available())
            ),
        }
    }
}

impl std::error::Error for SimdLevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    struct NameOf;
    impl Pass for NameOf {
        type Output = &'static str;
        const AVX512: bool = true;
        #[inline(always)]
        fn run<L: Lanes>(self, _: L) -> &'static str {
            L::NAME
        }
    }

    #[test]
    fn each_level_runs_its_own_lanes() {
        for level in SimdLevel::available() {
            assert_eq!(level.run(NameOf), level.name());
            assert_eq!(SimdLevel::by_name(level.name()), Ok(*level));
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn what_the_processor_has_is_available() {
        let available = SimdLevel::available();
        if std::arch::is_x86_feature_detected!("avx2") {
            assert!(available.iter().any(|level| level.name() == "avx2"));
        }
        if std::arch::is_x86_feature_detected!("avx512vbmi2") {
            assert!(available.iter().any(|level| level.name() == "avx512"));
        }
        assert_eq!(SimdLevel::detect(), *available.last().unwrap());
    }

    #[test]
    fn bad_names_are_told_apart() {
        let error = SimdLevel::by_name("sse9").unwrap_err();
        assert!(matches!(error, SimdLevelError::Unknown { .. }));
        assert!(error.to_string().contains("portable, avx2, avx512"));
    }
}
