//! Colliders of all kinds that move about, and rapier's own pipeline.

#![allow(dead_code, reason = "each program uses some of it")]

use std::collections::BTreeMap;

use jostle_rapier::ContactPipeline;
use rapier3d::{parry::query::ContactManifold, prelude::*};

/// The prediction distance of rapier's default parameters.
pub(crate) fn prediction() -> Real {
    IntegrationParameters::default().prediction_distance()
}

/// Rapier's own pipeline and the colliders that both look at.
pub(crate) struct Rapier {
    pub(crate) colliders: ColliderSet,
    pub(crate) bodies: RigidBodySet,
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    pub(crate) narrow_phase: NarrowPhase,
}

impl Rapier {
    pub(crate) fn new() -> Self {
        Self {
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
        }
    }

    pub(crate) fn step(&mut self) {
        let Self { colliders, bodies, pipeline, islands, broad_phase, narrow_phase } = self;
        let reach = prediction();
        pipeline.step(reach, islands, broad_phase, narrow_phase, bodies, colliders, &(), &());
    }
}

/// All points of the manifolds of all pairs that have some, by the indices of the colliders: on the
/// one, on the other, and the distance.
pub(crate) type Contacts = BTreeMap<[u32; 2], Vec<[[f32; 3]; 3]>>;

fn points<T, U>(manifolds: &[ContactManifold<T, U>]) -> Vec<[[f32; 3]; 3]> {
    let of = |manifold: &ContactManifold<T, U>| {
        let normal = manifold.local_n1.to_array();
        manifold
            .points
            .iter()
            .map(|point| {
                let ends = [point.local_p1, point.local_p2].map(|end| end.to_array());
                [ends[0], ends[1], normal.map(|x| x * point.dist)]
            })
            .collect::<Vec<_>>()
    };
    manifolds.iter().flat_map(of).collect()
}

fn index(handle: ColliderHandle) -> u32 {
    handle.into_raw_parts().0
}

pub(crate) fn of_rapier(rapier: &Rapier) -> Contacts {
    let pairs = rapier.narrow_phase.contact_pairs().map(|pair| {
        assert!(index(pair.collider1) < index(pair.collider2), "rapier has them in order");
        let points = points(pair.manifolds());
        ([index(pair.collider1), index(pair.collider2)], points)
    });
    pairs.filter(|(_, points)| !points.is_empty()).collect()
}

pub(crate) fn of_ours(pipeline: &ContactPipeline) -> Contacts {
    let pairs = pipeline
        .contact_pairs()
        .map(|pair| ([index(pair.collider1), index(pair.collider2)], points(&pair.manifolds)));
    pairs.collect()
}

/// A generator of random numbers: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) fn vector(&mut self, size: f32) -> Vector {
        Vector::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }
}
