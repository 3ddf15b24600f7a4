//! Apps without a window, random numbers, and what brute force finds.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::collections::BTreeSet;

use bevy_app::{App, Last, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_jostle::{Began, CollisionPlugin, CollisionWorld, Ended, InvalidCollider};
use bevy_transform::prelude::*;

/// What a run told, in the order in which it was told.
#[derive(Resource, Default, Debug, PartialEq, Clone)]
pub(crate) struct Told<const D: usize> {
    pub(crate) began: Vec<[Entity; 2]>,
    pub(crate) ended: Vec<[Entity; 2]>,
    pub(crate) invalid: Vec<InvalidCollider<D>>,
}

pub(crate) fn app<const D: usize>() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin));
    add::<D>(&mut app, CollisionPlugin::new());
    app
}

pub(crate) fn add<const D: usize>(app: &mut App, plugin: CollisionPlugin<D>) {
    app.add_plugins(plugin).init_resource::<Told<D>>().add_systems(Last, listen::<D>);
}

fn listen<const D: usize>(
    mut told: ResMut<Told<D>>,
    mut began: MessageReader<Began<D>>,
    mut ended: MessageReader<Ended<D>>,
    mut invalid: MessageReader<InvalidCollider<D>>,
) {
    told.began = began.read().map(|pair| [pair.a, pair.b]).collect();
    told.ended = ended.read().map(|pair| [pair.a, pair.b]).collect();
    told.invalid = invalid.read().cloned().collect();
}

/// Runs a frame, and takes what it told.
pub(crate) fn frame<const D: usize>(app: &mut App) -> Told<D> {
    app.update();
    app.world_mut().resource::<Told<D>>().clone()
}

pub(crate) fn world<const D: usize>(app: &App) -> &CollisionWorld<D> {
    app.world().resource::<CollisionWorld<D>>()
}

/// The pairs that touch, each with the lower entity first.
pub(crate) fn touching<const D: usize>(app: &App) -> BTreeSet<[Entity; 2]> {
    world::<D>(app).contacts().map(|of| ordered([of.a, of.b])).collect()
}

pub(crate) fn ordered([a, b]: [Entity; 2]) -> [Entity; 2] {
    [a.min(b), a.max(b)]
}

pub(crate) fn set<const N: usize>(pairs: [[Entity; 2]; N]) -> BTreeSet<[Entity; 2]> {
    pairs.into_iter().map(ordered).collect()
}

/// Moves an entity.
pub(crate) fn place(app: &mut App, entity: Entity, transform: Transform) {
    *app.world_mut().get_mut::<Transform>(entity).expect("it is there") = transform;
}

pub(crate) fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
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

    /// From 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}
