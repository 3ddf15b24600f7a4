//! What the tests of the narrow phase share: exact numbers, random shapes, batches held against
//! single pairs.

mod agree;
pub(crate) mod boxes;
pub(crate) mod capsules;
pub(crate) mod draw;
mod evidence;
mod exact;
pub(crate) mod impacts;
pub(crate) mod met;
pub(crate) mod near;
pub(crate) mod oriented;
mod outline;
pub(crate) mod planar;
mod random;
pub(crate) mod round;
pub(crate) mod solid;
pub(crate) mod squares;
mod triangles;
pub(crate) mod turning;
mod verdicts;
pub(crate) mod way;

pub(crate) use agree::{Asked, agreed};
pub(crate) use boxes::Boxes;
pub(crate) use evidence::{evidence, relative};
pub(crate) use exact::{Exact, cross, dot, exact, sub};
pub(crate) use random::{Random, rotation};
pub(crate) use triangles::{MADE, Made, triangles};
pub(crate) use verdicts::Verdicts;

/// How much longer than by default to test, from the environment.
pub(crate) fn scale() -> usize {
    std::env::var("JOSTLE_TEST_SCALE").map_or(1, |scale| {
        scale.parse().expect("JOSTLE_TEST_SCALE is a whole number to multiply the cases by")
    })
}
