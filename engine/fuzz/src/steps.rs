//! What steps of worlds and pipelines are drawn of, and held against.

use jostle::{
    Aabb, BroadPhase, Sap,
    broad::{
        Auto, BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap,
        VerletSap,
    },
    bvh::Bvh,
};

/// A broad phase by any number.
#[must_use]
pub fn broad_phase<const D: usize>(number: u8) -> Box<dyn BroadPhase<D>> {
    match number % 9 {
        0 => Box::new(BruteForce::new()),
        1 => Box::new(Sap::new()),
        2 => Box::new(Bvh::new()),
        3 => Box::new(DynamicTreePhase::new()),
        4 => Box::new(QuadtreePhase::new()),
        5 => Box::new(IncrementalSap::new()),
        6 => Box::new(StaticCacheSap::new()),
        7 => Box::new(VerletSap::new()),
        _ => Box::new(Auto::new()),
    }
}

/// A margin by any number: mostly none.
#[must_use]
pub fn margin(number: u8) -> f32 {
    [0.0, 0.0, 0.0, 0.25, 1.0][usize::from(number) % 5]
}

/// Bounds as a step with a margin takes them.
#[must_use]
pub fn enlarged<const D: usize>(bounds: Aabb<D>, margin: f32) -> Aabb<D> {
    if margin == 0.0 {
        return bounds;
    }
    let by = |x: f32| 0.5 * margin + 4.0 * f32::EPSILON * x.abs();
    Aabb { min: bounds.min.map(|x| x - by(x)), max: bounds.max.map(|x| x + by(x)) }
}
