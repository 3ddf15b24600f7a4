//! What the tests of the narrow phase share: exact numbers, random shapes, batches held against
//! single pairs.

mod agree;
mod exact;
mod random;

pub(crate) use agree::agreed;
pub(crate) use exact::{Exact, cross, dot, exact, sub};
pub(crate) use random::Random;

/// How much longer than by default to test, from the environment.
pub(crate) fn scale() -> usize {
    std::env::var("JOSTLE_TEST_SCALE").map_or(1, |scale| {
        scale.parse().expect("JOSTLE_TEST_SCALE is a whole number to multiply the cases by")
    })
}
