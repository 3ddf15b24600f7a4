//! Benchmark scenes, each repeatable from a shape count and a seed.
//!
//! The random scenes measure throughput on the loads that occur in practice;
//! the closed-form scenes have a known number of touching pairs and are the
//! shapes that a broad phase is most likely to get wrong.
//!
//! The same `(name, n, seed)` gives the same shapes on every platform: the random
//! stream is portable, and elementary functions are taken in `f64` and rounded to
//! `f32`, which hides how math libraries differ. Shapes come in random order, so
//! that no scene is presorted in space by accident.

mod bars;
mod cauchy;
mod chain;
mod clustered;
mod coincident;
mod crowd;
mod giant;
mod grid;
mod motion;
pub(crate) mod placement;
mod powers;
mod rectangles;
mod slab;
mod uniform;

#[cfg(test)]
mod tests;

use thiserror::Error;

pub use motion::{Domain, Scene, SceneShapes};

/// Why a scene could not be chosen.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SceneError {
    /// No scene has this name.
    #[error("unknown scene \"{name}\"; the scenes are: {}", known_names())]
    UnknownName {
        /// The name that was asked for.
        name: String,
    },
}

/// One kind of scene: what it is called, and how it is made.
#[derive(Debug)]
pub struct SceneKind {
    /// Name, as given on a command line.
    pub name: &'static str,
    /// One line on what the scene holds and what it is for.
    pub summary: &'static str,
    build: Build,
    exact: fn(u32) -> Option<u64>,
}

/// The maker of a scene from a shape count and a seed.
#[derive(Debug)]
enum Build {
    Two(fn(u32, u64) -> Scene<2>),
    Three(fn(u32, u64) -> Scene<3>),
}

impl SceneKind {
    /// Number of axes of the scene: 2 or 3.
    pub fn dim(&self) -> usize {
        match self.build {
            Build::Two(_) => 2,
            Build::Three(_) => 3,
        }
    }

    /// Makes the scene with `n` shapes from `seed`.
    ///
    /// The scenes that end where the range of `f32` ends hold fewer shapes when
    /// `n` is larger than they can place; their `summary` says so.
    pub fn build(&self, n: u32, seed: u64) -> SceneShapes {
        match self.build {
            Build::Two(build) => SceneShapes::Two(build(n, seed)),
            Build::Three(build) => SceneShapes::Three(build(n, seed)),
        }
    }

    /// Number of touching pairs of the initial placement of `n` shapes, where a
    /// closed form is known for that `n`.
    pub fn exact_pairs(&self, n: u32) -> Option<u64> {
        (self.exact)(n)
    }
}

static SCENES: [SceneKind; 17] = [
    uniform::UNIFORM,
    rectangles::RECTANGLES,
    crowd::CROWD,
    clustered::CLUSTERED,
    slab::SLAB,
    coincident::COINCIDENT,
    grid::TOUCHING_GRID,
    grid::TOUCHING_SQUARES,
    chain::CHAIN,
    powers::NESTED,
    powers::EXPONENTIAL,
    giant::GIANT,
    bars::COMBS,
    bars::AXIS_LIARS,
    cauchy::CAUCHY,
    coincident::SIGNED_ZEROS,
    chain::DENORMALS,
];

/// All scenes, the ones for throughput first.
pub fn all() -> &'static [SceneKind] {
    &SCENES
}

/// The scene called `name`.
///
/// # Errors
///
/// [`SceneError::UnknownName`], whose message lists the known names.
pub fn by_name(name: &str) -> Result<&'static SceneKind, SceneError> {
    all()
        .iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| SceneError::UnknownName { name: name.to_owned() })
}

fn known_names() -> String {
    let names: Vec<&str> = all().iter().map(|kind| kind.name).collect();
    names.join(", ")
}

/// For scenes whose number of touching pairs only a count can tell.
fn unknown_pairs(_n: u32) -> Option<u64> {
    None
}

/// Pairs of `n` shapes that all touch one another.
fn all_pairs(n: u32) -> u64 {
    let n = u64::from(n);
    n * n.saturating_sub(1) / 2
}
