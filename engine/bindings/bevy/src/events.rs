//! What began and what ended, as messages and to observers.

use std::time::Instant;

use bevy_ecs::{
    component::Component,
    entity::Entity,
    event::EntityEvent,
    message::{Message, MessageWriter},
    query::With,
    system::{Commands, Query, ResMut},
};
use jostle::{Error, events::PairChanges};

use crate::{
    invalid::{InvalidCause, InvalidCollider},
    world::CollisionWorld,
};

/// Two entities touch that did not in the step before. `a` came into the world before `b`, unless
/// shapes were removed meanwhile.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Began<const D: usize> {
    /// One of them.
    pub a: Entity,
    /// The other one.
    pub b: Entity,
    /// Whether one is a [sensor](crate::Sensor).
    pub sensor: bool,
}

/// Two entities touch no more, or one of them left the world. It may be despawned.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ended<const D: usize> {
    /// One of them.
    pub a: Entity,
    /// The other one.
    pub b: Entity,
    /// Whether one is, or was, a [sensor](crate::Sensor).
    pub sensor: bool,
}

/// A step failed: nothing was found in it, and the next one is compared with the one before it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct StepFailed<const D: usize> {
    /// Why.
    pub error: Error,
}

/// An entity with this component is told what it touches: observers hear [`TouchBegan`] and
/// [`TouchEnded`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObserveTouches;

/// An entity with [`ObserveTouches`] touches another one.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchBegan<const D: usize> {
    /// The entity that is told.
    pub entity: Entity,
    /// What it touches.
    pub other: Entity,
    /// Whether one is a [sensor](crate::Sensor).
    pub sensor: bool,
}

/// An entity with [`ObserveTouches`] touches another one no more.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchEnded<const D: usize> {
    /// The entity that is told.
    pub entity: Entity,
    /// What it touched. It may be despawned.
    pub other: Entity,
    /// Whether one is, or was, a [sensor](crate::Sensor).
    pub sensor: bool,
}

/// Finds what touches.
pub(crate) fn step<const D: usize>(
    mut world: ResMut<CollisionWorld<D>>,
    mut failed: MessageWriter<StepFailed<D>>,
) {
    let started = Instant::now();
    let outcome = world.step();
    if let Some(error) = world.failure.take().or(outcome.err()) {
        failed.write(StepFailed { error });
    }
    world.times.step = started.elapsed();
}

/// Tells what became of pairs. The order is that of the engine: it depends on what was done to the
/// world, not on the order in which Bevy stores entities.
pub(crate) fn tell<const D: usize>(
    mut world: ResMut<CollisionWorld<D>>,
    mut began: MessageWriter<Began<D>>,
    mut ended: MessageWriter<Ended<D>>,
    mut invalid: MessageWriter<InvalidCollider<D>>,
    observers: Query<(), With<ObserveTouches>>,
    mut commands: Commands,
) {
    let started = Instant::now();
    let is_observed = !observers.is_empty();
    let is_told = |entity: Entity| is_observed && observers.contains(entity);
    for sensor in [false, true] {
        let changes = changes(&world, sensor);
        began.write_batch(world.pairs_of(changes.begun_handles(), |[a, b]| {
            for (entity, other) in [(a, b), (b, a)].into_iter().filter(|(of, _)| is_told(*of)) {
                commands.trigger(TouchBegan::<D> { entity, other, sensor });
            }
            Began { a, b, sensor }
        }));
        ended.write_batch(world.pairs_of(changes.ended(), |[a, b]| {
            for (entity, other) in [(a, b), (b, a)].into_iter().filter(|(of, _)| is_told(*of)) {
                commands.trigger(TouchEnded::<D> { entity, other, sensor });
            }
            Ended { a, b, sensor }
        }));
    }
    let world = &mut *world;
    if !(world.left_out.is_empty() && world.world.invalid().is_empty()) {
        let before = std::mem::take(&mut world.left_out);
        for shape in world.world.invalid() {
            let Some(entity) = world.entity_at(shape.index) else { continue };
            world.left_out.insert(entity);
            if !before.contains(&entity) {
                invalid.write(InvalidCollider { entity, cause: InvalidCause::Value(shape.reason) });
            }
        }
    }
    world.removed.clear();
    world.times.events = started.elapsed();
}

fn changes<const D: usize>(world: &CollisionWorld<D>, sensor: bool) -> PairChanges<'_> {
    if sensor { world.world.sensor_changes() } else { world.world.contact_changes() }
}

impl<const D: usize> CollisionWorld<D> {
    /// What is made of the entities of some pairs.
    fn pairs_of<T>(
        &self,
        pairs: impl Iterator<Item = [jostle::Handle; 2]>,
        mut make: impl FnMut([Entity; 2]) -> T,
    ) -> impl Iterator<Item = T> {
        pairs.filter_map(move |pair| {
            let [a, b] = pair.map(|handle| self.entity(handle));
            Some(make([a?, b?]))
        })
    }
}
