//! From entities to the columns of the engine.

use std::{
    sync::{Mutex, PoisonError, atomic::AtomicUsize, atomic::Ordering::Relaxed},
    time::Instant,
};

use bevy_ecs::{
    change_detection::ContiguousRef,
    entity::Entity,
    entity_disabling::Disabled,
    lifecycle::{Insert, Remove},
    message::MessageWriter,
    observer::On,
    query::Allow,
    resource::Resource,
    system::{Query, ResMut},
    world::Ref,
};
use bevy_transform::components::GlobalTransform;
use jostle::{Error, Handle, Shape, shape::Attributes};

use crate::{
    attributes::{AttributeComponents, AttributeQuery, attributes},
    collider::{Collider, Local},
    columns::StagedColumns,
    invalid::{InvalidCause, InvalidCollider},
    link::{Lane, Link, Place},
    placement::Placement,
    world::CollisionWorld,
};

/// One shape in so many may have moved before whole columns are copied.
const FEW: usize = 16;

/// The entities whose components came, changed or went since the last sync.
#[derive(Resource, Default)]
pub(crate) struct Changes<const D: usize>(Vec<Entity>);

pub(crate) fn collider_inserted<const D: usize>(
    event: On<Insert<Collider<D>>>,
    mut changes: ResMut<Changes<D>>,
) {
    changes.0.push(event.entity);
}

pub(crate) fn collider_removed<const D: usize>(
    event: On<Remove<Collider<D>>>,
    mut changes: ResMut<Changes<D>>,
) {
    changes.0.push(event.entity);
}

pub(crate) fn attribute_inserted<const D: usize>(
    event: On<Insert<AttributeComponents>>,
    mut changes: ResMut<Changes<D>>,
) {
    changes.0.push(event.entity);
}

pub(crate) fn attribute_removed<const D: usize>(
    event: On<Remove<AttributeComponents>>,
    mut changes: ResMut<Changes<D>>,
) {
    changes.0.push(event.entity);
}

/// All about an entity with a collider.
type Details<const D: usize> =
    (&'static GlobalTransform, &'static Collider<D>, &'static Link<D>, AttributeQuery);

/// What is looked at of each entity.
type Mover<const D: usize> =
    (Entity, Ref<'static, GlobalTransform>, &'static Collider<D>, &'static Link<D>);

/// Rows of one table.
type Chunk<'w, const D: usize> =
    (&'w [Entity], ContiguousRef<'w, GlobalTransform>, &'w [Collider<D>], &'w [Link<D>]);

/// The links of all entities.
type Links<'w, 's, const D: usize> = Query<'w, 's, &'static Link<D>, Allow<Disabled>>;

/// Takes what changed into the world. What entities are asked in what order decides nothing: those
/// that come and go do so in the order of their ids.
pub(crate) fn sync<const D: usize>(
    mut world: ResMut<CollisionWorld<D>>,
    mut changes: ResMut<Changes<D>>,
    details: Query<Details<D>>,
    movers: Query<Mover<D>>,
    links: Links<D>,
    mut invalid: MessageWriter<InvalidCollider<D>>,
) {
    let started = Instant::now();
    let world = &mut *world;
    let mut one_by_one = |world: &mut CollisionWorld<D>, entities: &mut Vec<Entity>| {
        entities.sort_unstable_by_key(|of| (of.index_u32(), of.generation().to_bits()));
        entities.dedup();
        for entity in entities.drain(..) {
            let outcome = match details.get(entity) {
                Ok(details) => world.put(entity, details, &links),
                Err(_) => {
                    world.take_out(entity, &links);
                    world.refused.remove(&entity);
                    continue;
                }
            };
            if let Err(cause) = outcome {
                world.take_out(entity, &links);
                if world.refused.insert(entity) && !world.left_out.contains(&entity) {
                    invalid.write(InvalidCollider { entity, cause });
                }
            }
        }
    };
    one_by_one(world, &mut changes.0);
    let moved = Moved::new(world.columns.len() / FEW);
    let look = |(entities, transforms, colliders, links): Chunk<'_, D>| {
        let (transforms, ticks) = ContiguousRef::split(transforms);
        let mut chunk = ChunkMoves::default();
        let rows = entities.iter().zip(ticks.is_changed_iter()).zip(transforms);
        for (((entity, is_changed), transform), (collider, link)) in
            rows.zip(colliders.iter().zip(links))
        {
            if is_changed {
                chunk.stage(&world.columns, *entity, transform, collider, link.get());
            }
        }
        moved.add(chunk);
    };
    // With debug assertions Bevy 0.20.1 asserts of each part of a table that it is the whole one.
    // Only a table that is not dense cannot be iterated so, and no component here is sparse.
    if cfg!(debug_assertions) {
        movers.contiguous_iter().into_iter().flatten().for_each(look);
    } else if let Ok(movers) = movers.contiguous_par_iter() {
        movers.for_each(look);
    }
    let Moved { counts, places, others, .. } = moved;
    let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = world.take_over(counts.map(AtomicUsize::into_inner), places.as_deref()) {
        world.failure = Some(error);
    }
    // Rows move where one of these cannot be taken any more, so they come last.
    one_by_one(world, &mut others.into_inner().unwrap_or_else(PoisonError::into_inner));
    world.times.sync = started.elapsed();
}

/// What moved, of all entities.
struct Moved {
    /// By lane.
    counts: [AtomicUsize; 3],
    total: AtomicUsize,
    /// Places are listed for no more than so many.
    limit: usize,
    places: Mutex<Option<Vec<Place>>>,
    /// Those that are looked at one by one.
    others: Mutex<Vec<Entity>>,
}

impl Moved {
    fn new(limit: usize) -> Self {
        Self {
            counts: [0; 3].map(AtomicUsize::new),
            total: AtomicUsize::new(0),
            limit,
            places: Mutex::new(Some(Vec::new())),
            others: Mutex::default(),
        }
    }

    fn add(&self, chunk: ChunkMoves) {
        for (sum, count) in self.counts.iter().zip(chunk.counts) {
            sum.fetch_add(count, Relaxed);
        }
        if !chunk.others.is_empty() {
            let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
            others.extend(chunk.others);
        }
        let count = chunk.places.len();
        if count == 0 {
            return;
        }
        let total = self.total.fetch_add(count, Relaxed) + count;
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if total > self.limit {
            *places = None;
        } else if let Some(places) = &mut *places {
            places.extend(chunk.places);
        }
    }
}

/// What moved, of the entities that one thread looks at one after the other.
#[derive(Default)]
struct ChunkMoves {
    counts: [usize; 3],
    places: Vec<Place>,
    others: Vec<Entity>,
}

impl ChunkMoves {
    #[inline(always)]
    fn stage<const D: usize>(
        &mut self,
        columns: &StagedColumns<D>,
        entity: Entity,
        transform: &GlobalTransform,
        collider: &Collider<D>,
        place: Place,
    ) {
        let affine = transform.affine();
        let placement = Placement::new(&affine);
        let row = place.row();
        match (place, place.lane(), &collider.0) {
            (Place::NONE, ..) | (_, Lane::Other, _) => {
                self.others.push(entity);
                return;
            }
            (_, Lane::Ball, Local::Ball { center, radius }) => {
                columns.write_ball(row, &placement.ball(*center, *radius));
            }
            (_, Lane::Box, Local::Box { center, half }) => {
                columns.write_box(row, &placement.cuboid(*center, *half));
            }
            (_, Lane::Capsule, Local::Capsule { center, axis, radius }) => {
                columns.write_capsule(row, &placement.capsule(*center, *axis, *radius));
            }
            // A box that is turned in its own coordinates.
            _ => match placement.shape(collider) {
                Ok(shape) if Lane::of(&shape) == place.lane() => columns.write(row, &shape),
                _ => {
                    self.others.push(entity);
                    return;
                }
            },
        }
        self.counts[place.lane() as usize] += 1;
        self.places.push(place);
    }
}

impl<const D: usize> CollisionWorld<D> {
    /// Puts the shape of an entity into the world, or what it is now, if it is there.
    fn put(
        &mut self,
        entity: Entity,
        (transform, collider, link, of): bevy_ecs::query::QueryItem<'_, '_, Details<D>>,
        links: &Links<'_, '_, D>,
    ) -> Result<(), InvalidCause> {
        let shape = Placement::new(&transform.affine()).shape(collider)?;
        let attributes = attributes(of);
        let lane = Lane::of(&shape);
        match self.handle(entity) {
            Some(handle) => self.replace(handle, &shape, attributes, link, links)?,
            None => {
                let handle = self.world.shapes_mut().insert_with(&shape, attributes)?;
                self.handles.insert(entity, handle);
                let slot = handle.slot() as usize;
                if self.by_slot.len() <= slot {
                    self.by_slot.resize(slot + 1, None);
                }
                self.by_slot[slot] = Some((handle, entity));
                link.set(Place::new(lane, self.columns.push(lane, handle)));
            }
        }
        self.columns.write(link.get().row(), &shape);
        self.refused.remove(&entity);
        Ok(())
    }

    fn replace(
        &mut self,
        handle: Handle,
        shape: &Shape<D>,
        attributes: Attributes,
        link: &Link<D>,
        links: &Links<'_, '_, D>,
    ) -> Result<(), Error> {
        let shapes = self.world.shapes_mut();
        shapes.set(handle, shape)?;
        if shapes.attributes(handle)? != attributes {
            shapes.set_attributes(handle, attributes)?;
        }
        let (before, lane) = (link.get(), Lane::of(shape));
        if before.lane() != lane {
            self.vacate(before, links);
            link.set(Place::new(lane, self.columns.push(lane, handle)));
        }
        Ok(())
    }

    /// Takes the shape of an entity out of the world, if it is there.
    fn take_out(&mut self, entity: Entity, links: &Links<'_, '_, D>) {
        let Some(handle) = self.handles.remove(&entity) else { return };
        let place = self.place(handle);
        // It was in the world until now.
        let _ = self.world.shapes_mut().remove(handle);
        self.removed.insert(handle, entity);
        if let Some(place) = place {
            self.vacate(place, links);
        }
        if let Ok(link) = links.get(entity) {
            link.set(Place::NONE);
        }
    }

    /// Where a shape is. An entity that is gone has no link any more.
    fn place(&self, handle: Handle) -> Option<Place> {
        let shapes = self.world.shapes();
        let index = shapes.index_of(handle).ok()?;
        let (kind, row) = shapes.ranges().kind_of(index);
        Some(Place::new(Lane::of_kind(kind), row))
    }

    /// Gives a row up, as the engine does: the last one takes its place.
    fn vacate(&mut self, place: Place, links: &Links<'_, '_, D>) {
        let moved = self.columns.swap_remove(place.lane(), place.row());
        if let Some(entity) = moved.and_then(|handle| self.entity(handle))
            && let Ok(link) = links.get(entity)
        {
            link.set(place);
        }
    }

    /// Takes what moved over into the engine: the shapes in these rows, or whole columns.
    fn take_over(&mut self, counts: [usize; 3], places: Option<&[Place]>) -> Result<(), Error> {
        let Some(places) = places else {
            let changed = counts.map(|count| count > 0);
            return self.columns.copy_to(self.world.shapes_mut(), changed);
        };
        for place in places {
            let (lane, row) = (place.lane(), place.row());
            let handle = self.columns.handle(lane, row);
            let (Some(handle), Some(shape)) = (handle, self.columns.shape(lane, row)) else {
                continue;
            };
            // What is no shape goes in with its column: the step leaves it out, and says so.
            if self.world.shapes_mut().set(handle, shape).is_err() {
                let changed = Lane::BULK.map(|other| other == lane);
                self.columns.copy_to(self.world.shapes_mut(), changed)?;
            }
        }
        Ok(())
    }
}
