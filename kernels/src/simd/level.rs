//! SIMD levels: detected once, forced by name, dispatched once per pass.
//!
//! A crate that links these kernels without any compiler flags still runs AVX2 or AVX-512 code:
//! [`SimdLevel::run`] enters a `#[target_feature]` function into which the whole pass is inlined.
//! Every level computes the same bits (no fused multiply-add, no reciprocal estimates), so the
//! level is a matter of speed alone.

use std::{fmt, sync::OnceLock};

#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::Lanes;

/// The environment variable that forces a level by name.
pub const LEVEL_VARIABLE: &str = "JOSTLE_LEVEL";

/// An instruction set the kernels were compiled for and this processor has.
///
/// A value of this type is a proof: it can only be made for a level that was detected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimdLevel(Backend);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Backend {
    Portable,
    #[cfg(target_arch = "aarch64")]
    Neon,
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
    pub const NAMES: [&'static str; 4] = ["portable", "neon", "avx2", "avx512"];

    /// The level every processor has: `wide`'s eight lanes at the baseline of the build.
    pub const PORTABLE: Self = Self(Backend::Portable);

    /// The best level of this processor. Detected once, then cached.
    #[must_use]
    pub fn detect() -> Self {
        static BEST: OnceLock<SimdLevel> = OnceLock::new();
        *BEST.get_or_init(|| *Self::available().last().unwrap_or(&Self::PORTABLE))
    }

    /// The level that the environment variable `JOSTLE_LEVEL` names, else the best. A program
    /// that lets its users set the variable calls this once, to tell them of a wrong name.
    ///
    /// # Errors
    /// When the variable names no level, or one that this processor lacks.
    pub fn from_env() -> Result<Self, SimdLevelError> {
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
            let levels = [
                (Backend::Portable, true),
                #[cfg(target_arch = "aarch64")]
                (Backend::Neon, true),
                #[cfg(target_arch = "x86_64")]
                (Backend::Avx2, has_avx2()),
                #[cfg(target_arch = "x86_64")]
                (Backend::Avx512, has_avx2() && has_avx512()),
            ];
            levels.into_iter().filter_map(|(level, has)| has.then_some(Self(level))).collect()
        })
    }

    /// The features that the processor needs for the level of this name, by the names that Rust
    /// gives them, and whether it has all; none if there is no such level on this architecture.
    /// What is [available](Self::available) follows from that.
    #[must_use]
    pub fn features(name: &str) -> Option<(&'static [&'static str], bool)> {
        match name {
            "portable" => Some((&[], true)),
            // Part of the architecture.
            #[cfg(target_arch = "aarch64")]
            "neon" => Some((&["neon"], true)),
            #[cfg(target_arch = "x86_64")]
            "avx2" => Some((AVX2, has_avx2())),
            #[cfg(target_arch = "x86_64")]
            "avx512" => Some((AVX512, has_avx512())),
            _ => None,
        }
    }

    /// The name by which the level is chosen and reported.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Backend::Portable => "portable",
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => "neon",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => "avx512",
        }
    }

    /// Runs a pass with the lanes of this level, see [`Pass::AVX512`].
    #[inline]
    pub fn run<P: Pass>(self, pass: P) -> P::Output {
        match self.0 {
            Backend::Portable => pass.run(Portable),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => pass.run(Neon),
            // SAFETY: a `SimdLevel` of this backend is only made after its features were detected.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 if P::AVX512 => unsafe { run_avx512(pass) },
            // SAFETY: a `SimdLevel` of these backends is only made after the features of AVX2's
            // were detected.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx512 => unsafe { run_avx2(pass) },
        }
    }

    /// Runs a long pass, of which each copy takes long to compile, with the only copy of it there
    /// is for this architecture: on x86-64 that with the lanes of AVX2, which loses little against
    /// AVX-512, and on aarch64 that with NEON's.
    ///
    /// # Errors
    /// On these the portable level gets its pass back, to compute it without lanes.
    #[inline]
    pub fn run_compact<P: Pass>(self, pass: P) -> Result<P::Output, P> {
        match self.0 {
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Backend::Portable => Err(pass),
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            Backend::Portable => Ok(pass.run(Portable)),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Ok(pass.run(Neon)),
            // SAFETY: a `SimdLevel` of these backends is only made after the features of AVX2's
            // were detected.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx512 => Ok(unsafe { run_avx2(pass) }),
        }
    }
}

/// What a level needs, from one list of features: the list itself, whether this processor has all
/// of them, and the function compiled with them. So none is enabled that was not looked for.
#[cfg(target_arch = "x86_64")]
macro_rules! entrance {
    ($FEATURES:ident, $detected:ident, $run:ident, $Token:ident: $($feature:tt)+) => {
        const $FEATURES: &[&str] = &[$($feature),+];

        fn $detected() -> bool {
            $(std::arch::is_x86_feature_detected!($feature))&&+
        }

        #[target_feature($(enable = $feature),+)]
        fn $run<P: Pass>(pass: P) -> P::Output {
            // SAFETY: this function's own features are the ones the token stands for.
            pass.run(unsafe { $Token::assume() })
        }
    };
}

#[cfg(target_arch = "x86_64")]
entrance!(AVX2, has_avx2, run_avx2, Avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");

#[cfg(target_arch = "x86_64")]
entrance!(
    AVX512, has_avx512, run_avx512, Avx512:
    "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
    "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi2"
);

impl Default for SimdLevel {
    /// The level that `JOSTLE_LEVEL` names when the process first asks; the best level where the
    /// variable is not set, or names none of this processor ([`from_env`](Self::from_env) says so).
    fn default() -> Self {
        static DEFAULT: OnceLock<SimdLevel> = OnceLock::new();
        *DEFAULT.get_or_init(|| Self::from_env().unwrap_or_else(|_| Self::detect()))
    }
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
        /// The requested name.
        name: String,
    },
    /// The level exists, but not on this processor.
    Unavailable {
        /// The requested name.
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
    fn what_the_processor_has_is_available() {
        let is_there = |name: &&str| SimdLevel::features(name).is_some_and(|(_, has_all)| has_all);
        let expected: Vec<_> = SimdLevel::NAMES.into_iter().filter(is_there).collect();
        let found: Vec<_> = SimdLevel::available().iter().map(|level| level.name()).collect();
        assert_eq!(found, expected);
        assert_eq!(SimdLevel::detect().name(), expected[expected.len() - 1]);
    }

    /// Otherwise a processor might have a level and not the one before it.
    #[test]
    fn each_level_needs_what_the_one_before_needs() {
        let lists = SimdLevel::NAMES.into_iter().filter_map(SimdLevel::features);
        let lists: Vec<_> = lists.map(|(features, _)| features).collect();
        for two in lists.windows(2) {
            assert!(two[0].len() < two[1].len());
            assert!(two[0].iter().all(|feature| two[1].contains(feature)), "{two:?}");
        }
    }

    /// Features are enabled and looked for in the macro alone, which has one list of them.
    #[test]
    fn nothing_else_enables_features_or_looks_for_them() {
        let enabled = concat!("target_", "feature(");
        let looked_for = concat!("is_x86_", "feature_detected!(");
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("the sources are there") {
                let path = entry.expect("the sources are there").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("a source is text");
                let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
                let told = lines.filter(|line| line.contains(enabled) || line.contains(looked_for));
                found.extend(told.map(str::to_owned));
            }
        }
        found.sort_unstable();
        let expected = [
            format!("#[{enabled}$(enable = $feature),+)]"),
            format!("$(std::arch::{looked_for}$feature))&&+"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn bad_names_are_told_apart() {
        let error = SimdLevel::by_name("sse9").unwrap_err();
        assert!(matches!(error, SimdLevelError::Unknown { .. }));
        assert!(error.to_string().contains("portable, neon, avx2, avx512"));
    }
}
