//! The world of the engine, and which entity is which shape.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use bevy_ecs::{
    entity::{Entity, EntityHashMap, EntityHashSet},
    resource::Resource,
};
use jostle::{
    Error, Handle, World, events::EventCounts, narrow::Contact, query::ShapeQueries, step::CcdHit,
};

use crate::{columns::StagedColumns, threads::Threads};

/// What the last step found, by entity.
///
/// One per dimension and app. [`SpatialQuery`](crate::SpatialQuery) asks it about rays and the like.
#[derive(Resource)]
pub struct CollisionWorld<const D: usize> {
    pub(crate) world: World<D>,
    pub(crate) threads: Threads,
    pub(crate) columns: StagedColumns<D>,
    /// The shape in each slot, also one that was removed, as long as no other has the slot.
    pub(crate) by_slot: Vec<Option<(Handle, Entity)>>,
    pub(crate) handles: EntityHashMap<Handle>,
    /// Whose the shapes were that were removed since the last step.
    pub(crate) removed: HashMap<Handle, Entity>,
    /// Entities whose shapes the engine could not take.
    pub(crate) refused: EntityHashSet,
    /// Entities whose shapes were left out of the last step.
    pub(crate) left_out: EntityHashSet,
    pub(crate) times: StepTimes,
    /// What went wrong since the last step.
    pub(crate) failure: Option<Error>,
    /// Whether the tree of the queries was made since the last step.
    has_tree: AtomicBool,
}

/// How long the systems took the last time, by the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepTimes {
    /// From transforms to the columns of the engine.
    pub sync: Duration,
    /// The step of the engine.
    pub step: Duration,
    /// Messages and observers.
    pub events: Duration,
}

/// A contact, by entity.
#[derive(Clone, Copy, Debug)]
pub struct EntityContact<'a, const D: usize> {
    /// The first shape: the normal of the contact points away from it.
    pub a: Entity,
    /// The second shape.
    pub b: Entity,
    /// Where and how they touch.
    pub contact: Contact<'a, D>,
}

impl<const D: usize> CollisionWorld<D> {
    pub(crate) fn new(world: World<D>, threads: Threads) -> Self {
        Self {
            world,
            threads,
            columns: StagedColumns::default(),
            by_slot: Vec::new(),
            handles: EntityHashMap::default(),
            removed: HashMap::new(),
            refused: EntityHashSet::default(),
            left_out: EntityHashSet::default(),
            times: StepTimes::default(),
            failure: None,
            has_tree: AtomicBool::new(false),
        }
    }

    /// The world of the engine, in which shapes have [handles](Self::handle) and indices.
    #[must_use]
    pub fn world(&self) -> &World<D> {
        &self.world
    }

    /// How long the systems took the last time.
    #[must_use]
    pub fn times(&self) -> StepTimes {
        self.times
    }

    /// The shape of an entity, if it has one that is in the world.
    #[must_use]
    pub fn handle(&self, entity: Entity) -> Option<Handle> {
        self.handles.get(&entity).copied()
    }

    /// Whose shape has a handle; also of one that was removed since the step before the last.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        let entry = self.by_slot.get(handle.slot() as usize).copied().flatten();
        let of_slot = entry.filter(|(other, _)| *other == handle).map(|(_, entity)| entity);
        of_slot.or_else(|| self.removed.get(&handle).copied())
    }

    /// Whose shape had an index in the last step.
    #[must_use]
    pub fn entity_at(&self, index: u32) -> Option<Entity> {
        self.entity(self.world.handle(index)?)
    }

    /// The index that the shape of an entity had in the last step.
    pub(crate) fn index(&self, entity: Entity) -> Option<u32> {
        self.world.index(self.handle(entity)?).ok()
    }

    fn entity_contact<'a>(&self, contact: Contact<'a, D>) -> Option<EntityContact<'a, D>> {
        let [a, b] = [contact.pair.a, contact.pair.b].map(|index| self.entity_at(index));
        Some(EntityContact { a: a?, b: b?, contact })
    }

    /// The contacts of the last step, without those of sensors.
    pub fn contacts(&self) -> impl Iterator<Item = EntityContact<'_, D>> {
        self.world.contacts().iter().filter_map(|contact| self.entity_contact(contact))
    }

    /// The contacts of an entity in the last step; none where it has no shape. O(log contacts +
    /// found); the first call after a step takes O(shapes + contacts).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn contacts_of(&self, entity: Entity) -> Result<Vec<EntityContact<'_, D>>, Error> {
        let Some(handle) = self.handle(entity) else { return Ok(Vec::new()) };
        match self.world.contacts_of(handle) {
            Ok(contacts) => Ok(contacts.filter_map(|of| self.entity_contact(of)).collect()),
            Err(Error::NotInStep { .. }) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The contact of two entities in the last step, if they touched.
    #[must_use]
    pub fn contact_between(&self, a: Entity, b: Entity) -> Option<EntityContact<'_, D>> {
        let contact = self.world.contact_between(self.handle(a)?, self.handle(b)?).ok()??;
        self.entity_contact(contact)
    }

    /// The points of a contact on its first shape, in the world, where the shape is now.
    pub fn points(&self, of: &EntityContact<'_, D>) -> impl Iterator<Item = [f32; D]> {
        let handle = self.world.handle(of.contact.pair.a);
        let shape = handle.and_then(|handle| self.world.shapes().get(handle).ok());
        let points = of.contact.points;
        shape.map(|shape| shape.center()).into_iter().flat_map(move |center| {
            let place = move |on_a: [f32; D]| std::array::from_fn(|axis| center[axis] + on_a[axis]);
            points.iter().map(move |point| place(point.on_a))
        })
    }

    /// The pairs of a sensor and another shape that touched in the last step.
    pub fn sensor_overlaps(&self) -> impl Iterator<Item = [Entity; 2]> {
        self.world.sensor_overlaps().iter().filter_map(|pair| {
            let [a, b] = [pair.a, pair.b].map(|index| self.entity_at(index));
            Some([a?, b?])
        })
    }

    /// What shapes with [`Ccd`](crate::Ccd) met on their way to where they are.
    pub fn ccd_hits(&self) -> impl Iterator<Item = ([Entity; 2], &CcdHit<D>)> {
        self.world.ccd_hits().iter().filter_map(|hit| {
            let [a, b] = [hit.pair.a, hit.pair.b].map(|index| self.entity_at(index));
            Some(([a?, b?], hit))
        })
    }

    /// How many contacts began, persist and ended in the last step.
    #[must_use]
    pub fn contact_counts(&self) -> EventCounts {
        self.world.contact_changes().counts()
    }

    /// How many overlaps of sensors began, persist and ended in the last step.
    #[must_use]
    pub fn sensor_counts(&self) -> EventCounts {
        self.world.sensor_changes().counts()
    }

    /// Says whether two entities that are in the world are never a pair.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn set_pair_excluded(&mut self, a: Entity, b: Entity, excluded: bool) -> Result<(), Error> {
        let (Some(a), Some(b)) = (self.handle(a), self.handle(b)) else { return Ok(()) };
        self.world.set_pair_excluded(a, b, excluded).map(|_| ())
    }

    /// The step.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        *self.has_tree.get_mut() = false;
        let Self { world, threads, .. } = self;
        threads.run(|| world.step().map(|_| ()))
    }

    /// Queries by index. The first call after a step makes a tree, on the threads of the world.
    pub(crate) fn queries(&self) -> Result<ShapeQueries<'_, D>, Error> {
        if self.has_tree.load(Ordering::Acquire) {
            return self.world.queries();
        }
        let queries = self.threads.run(|| self.world.queries());
        self.has_tree.store(queries.is_ok(), Ordering::Release);
        queries
    }
}
