//! The contacts of rapier's colliders, with a broad phase of [jostle] and the manifolds of parry.
//!
//! A [`ContactPipeline`] does what rapier's `CollisionPipeline` does for contacts: bounds, pairs
//! that are near, and manifolds that stay with their pair from step to step. Rapier's narrow phase
//! takes pairs from its own broad phase only, so manifolds are computed here, by the function of
//! parry that it calls.
//!
//! ```
//! use jostle_rapier::ContactPipeline;
//! use rapier3d::prelude::*;
//!
//! let mut colliders = ColliderSet::new();
//! let [a, b] = [0.0, 0.75].map(|x| {
//!     let ball = ColliderBuilder::ball(0.5).translation(Vector::new(x, 0.0, 0.0));
//!     colliders.insert(ball.active_collision_types(ActiveCollisionTypes::all()))
//! });
//! let mut pipeline = ContactPipeline::new();
//! pipeline.step(0.002, &colliders, &RigidBodySet::new())?;
//! let pair = pipeline.contact_pairs().next().expect("they touch");
//! assert_eq!([pair.collider1, pair.collider2], [a, b]);
//! assert_eq!(pair.manifolds[0].points[0].dist, -0.25);
//! # Ok::<(), jostle::Error>(())
//! ```

mod pairs;

use std::sync::Arc;

use jostle::{BroadPhase, Error, Pair, broad::Auto, events::Events};
use pairs::{BoxPairs, Sides};
use rapier3d::{
    dynamics::{IntegrationParameters, RigidBody, RigidBodyHandle, RigidBodySet, RigidBodyType},
    geometry::{
        ActiveCollisionTypes, Collider, ColliderHandle, ColliderSet, ContactData,
        ContactManifoldData, InteractionGroups, SharedShape,
    },
    math::{Pose, Real},
    parry::{
        bounding_volume::{Aabb, BoundingVolume},
        query::{
            ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher,
            PersistentQueryDispatcher,
        },
    },
};
use rayon::prelude::*;

/// Colliders that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// The box of what is not there.
const NOWHERE: Sides = [f32::NAN; 6];

/// The margin of boxes, as a share of the unit of length: that of rapier.
const MARGIN: Real = 0.04;

/// The least number of pairs for which another thread is asked.
const FEWEST: usize = 64;

/// Two colliders that are near each other.
#[derive(Clone)]
pub struct NearPair {
    /// The collider with the lower index.
    pub collider1: ColliderHandle,
    /// The other one.
    pub collider2: ColliderHandle,
    /// Where they touch, or are no farther apart than the prediction distance. What rapier keeps in
    /// them for its solver is the default.
    pub manifolds: Vec<ContactManifold<ContactManifoldData, ContactData>>,
    workspace: Option<ContactManifoldsWorkspace>,
}

impl NearPair {
    fn new([collider1, collider2]: [ColliderHandle; 2]) -> Self {
        Self { collider1, collider2, manifolds: Vec::new(), workspace: None }
    }

    /// Whether there is a point at which they touch, or nearly do.
    #[must_use]
    pub fn has_points(&self) -> bool {
        self.manifolds.iter().any(|manifold| !manifold.points.is_empty())
    }

    /// Finds the contacts of two colliders as they are now.
    fn update(&mut self, [a, b]: [&Seen; 2], change: Change, prediction: Real) {
        if change == Change::Begun || [self.collider1, self.collider2] != [a.handle, b.handle] {
            *self = Self::new([a.handle, b.handle]);
        }
        if !a.wants(b) {
            self.manifolds.clear();
            self.workspace = None;
            return;
        }
        if change == Change::Reshaped {
            self.workspace = None;
        }
        // A pair of shapes that parry has no function for has no contacts.
        let _ = DefaultQueryDispatcher.contact_manifolds(
            &a.pose.inv_mul(&b.pose),
            &*a.shape.0,
            &*b.shape.0,
            prediction + a.skin + b.skin,
            &mut self.manifolds,
            &mut self.workspace,
        );
    }
}

/// A collider as it was in the last step. Its shape is held, so that no other has its address.
struct Seen {
    handle: ColliderHandle,
    pose: Pose,
    shape: SharedShape,
    skin: Real,
    is_sensor: bool,
    traits: Traits,
    /// Its box, with the margin of rapier's broad phase, which stays while the box without one does
    /// not leave it. So pairs are near in the steps in which rapier has them, and manifolds, which
    /// depend on those before, come out as there.
    roomy: Aabb,
}

/// What rapier looks at to tell whether it wants contacts of a collider.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Traits {
    parent: Option<RigidBodyHandle>,
    kind: RigidBodyType,
    types: ActiveCollisionTypes,
    groups: InteractionGroups,
}

impl Traits {
    fn of(collider: &Collider, bodies: &RigidBodySet) -> Self {
        let parent = collider.parent();
        let body = parent.and_then(|parent| bodies.get(parent));
        Self {
            parent,
            kind: body.map_or(RigidBodyType::Fixed, RigidBody::body_type),
            types: collider.active_collision_types(),
            groups: collider.collision_groups(),
        }
    }

    /// Whether no two colliders like this are wanted.
    fn is_static(&self) -> bool {
        self.kind.is_fixed() && !self.types.test(RigidBodyType::Fixed, RigidBodyType::Fixed)
    }
}

impl Seen {
    /// Whether rapier looks for contacts of two colliders.
    fn wants(&self, other: &Self) -> bool {
        let (a, b) = (&self.traits, &other.traits);
        (a.parent.is_none() || a.parent != b.parent)
            && (a.types.test(a.kind, b.kind) || b.types.test(a.kind, b.kind))
            && a.groups.test(b.groups)
    }
}

/// What became of a collider since the last step, or of the two of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    Moved,
    Reshaped,
    Begun,
}

/// A pair that may have other contacts than in the last step.
#[derive(Clone, Copy)]
struct Job {
    pair: Pair,
    change: Change,
}

/// Finds contacts. Keep it from step to step: it keeps manifolds, and reuses its memory.
pub struct ContactPipeline {
    pairs: BoxPairs,
    prediction: Real,
    /// By the index of a collider.
    boxes: Vec<Sides>,
    statics: Vec<bool>,
    seen: Vec<Option<Seen>>,
    changes: Vec<Change>,
    events: Events,
    /// Where the pairs of this step and of the one before are kept.
    places: Vec<u32>,
    places_before: Vec<u32>,
    kept: Vec<NearPair>,
    jobs: Vec<Option<Job>>,
    free: Vec<u32>,
}

impl Default for ContactPipeline {
    fn default() -> Self {
        Self::with_broad_phase(Auto::new())
    }
}

impl ContactPipeline {
    /// A pipeline with the broad phase that chooses by itself.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A pipeline with another broad phase for steps in which many colliders move, which is a
    /// matter of speed alone.
    #[must_use]
    pub fn with_broad_phase(phase: impl BroadPhase<3> + 'static) -> Self {
        Self {
            pairs: BoxPairs::new(Box::new(phase)),
            prediction: 0.0,
            boxes: Vec::new(),
            statics: Vec::new(),
            seen: Vec::new(),
            changes: Vec::new(),
            events: Events::new(),
            places: Vec::new(),
            places_before: Vec::new(),
            kept: Vec::new(),
            jobs: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The pairs that are near each other, in the order of the indices of their colliders; also
    /// those of which rapier wants no contacts.
    pub fn near(&self) -> impl ExactSizeIterator<Item = &NearPair> {
        self.places.iter().map(|place| &self.kept[*place as usize])
    }

    /// The pairs that have points.
    pub fn contact_pairs(&self) -> impl Iterator<Item = &NearPair> {
        self.near().filter(|pair| pair.has_points())
    }

    /// Finds the contacts of the colliders where they are now. What moved is found out by looking
    /// at all of them.
    ///
    /// Colliders of bodies that moved have to be there already: rapier's pipelines see to it, and
    /// without them [`RigidBodySet::propagate_modified_body_positions_to_colliders`] does.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooManyPairs`]. Then there are no pairs, and the next step
    /// looks at all colliders anew.
    pub fn step(
        &mut self,
        prediction: Real,
        colliders: &ColliderSet,
        bodies: &RigidBodySet,
    ) -> Result<(), Error> {
        // All of it is handed to the pool at once.
        let done = rayon::scope(|_| self.find(prediction, colliders, bodies));
        if done.is_err() {
            self.forget();
        }
        done
    }

    fn find(
        &mut self,
        prediction: Real,
        colliders: &ColliderSet,
        bodies: &RigidBodySet,
    ) -> Result<(), Error> {
        let changed = self.look(prediction, colliders, bodies);
        self.pairs.update(&self.boxes, &self.statics, &changed)?;
        let [before, now] = self.pairs.both();
        self.events.update(before, now)?;
        self.follow();
        let seen = &self.seen;
        let pairs = self.kept.par_iter_mut().zip(&mut self.jobs).with_min_len(FEWEST);
        pairs.for_each(|(near, job)| {
            let Some(Job { pair: Pair { a, b }, change }) = job.take() else { return };
            if let [Some(a), Some(b)] = [a, b].map(|index| seen[index as usize].as_ref()) {
                near.update([a, b], change, prediction);
            }
        });
        Ok(())
    }

    /// Looks at all colliders: their boxes, as rapier's broad phase has them, and what became of
    /// them. Returns those whose boxes are not as they were.
    fn look(
        &mut self,
        prediction: Real,
        colliders: &ColliderSet,
        bodies: &RigidBodySet,
    ) -> Vec<u32> {
        let look = Look {
            is_other: std::mem::replace(&mut self.prediction, prediction) != prediction,
            parameters: IntegrationParameters {
                normalized_prediction_distance: prediction,
                dt: 0.0,
                ..IntegrationParameters::default()
            },
            colliders,
            bodies,
        };
        let (mut moved, mut live) = (Vec::new(), 0);
        let (mut first, mut rows) = (0, self.seen.len().max(colliders.len()));
        // There are gaps between colliders, and nobody tells where the last one is.
        loop {
            self.boxes.resize(rows, NOWHERE);
            self.statics.resize(rows, false);
            self.seen.resize_with(rows, || None);
            self.changes.resize(rows, Change::None);
            let chunks = (
                self.boxes[first..].par_chunks_mut(CHUNK),
                self.statics[first..].par_chunks_mut(CHUNK),
                self.seen[first..].par_chunks_mut(CHUNK),
                self.changes[first..].par_chunks_mut(CHUNK),
            );
            let found: Vec<_> = chunks
                .into_par_iter()
                .enumerate()
                .map(|(number, (boxes, statics, seen, changes))| {
                    let mut found = (Vec::new(), 0);
                    let rows = boxes.iter_mut().zip(statics).zip(seen).zip(changes);
                    let indices = first + number * CHUNK..;
                    for (index, (((corners, is_static), seen), change)) in indices.zip(rows) {
                        let index = index as u32;
                        found.1 += usize::from(colliders.get_unknown_gen(index).is_some());
                        let has_moved;
                        (*change, has_moved) = look.at(index, seen, corners, is_static);
                        if has_moved {
                            found.0.push(index);
                        }
                    }
                    found
                })
                .collect();
            for (some, count) in found {
                moved.extend(some);
                live += count;
            }
            if live == colliders.len() {
                return moved;
            }
            (first, rows) = (rows, 2 * rows);
        }
    }

    /// Takes what is kept of pairs along, and says of which contacts have to be found.
    fn follow(&mut self) {
        std::mem::swap(&mut self.places, &mut self.places_before);
        let (places, before) = (&mut self.places, &self.places_before);
        self.free.extend(self.events.ended().map(|place| before[place]));
        places.clear();
        for (number, pair) in self.pairs.both()[1].iter().enumerate() {
            let [a, b] = [pair.a, pair.b].map(|index| self.changes[index as usize]);
            let mut change = a.max(b);
            let place = match self.events.place_before(number) {
                Some(place) => before[place],
                None => {
                    change = Change::Begun;
                    self.free.pop().unwrap_or_else(|| {
                        let none = ColliderHandle::invalid();
                        self.kept.push(NearPair::new([none; 2]));
                        self.jobs.push(None);
                        self.jobs.len() as u32 - 1
                    })
                }
            };
            places.push(place);
            if change != Change::None {
                self.jobs[place as usize] = Some(Job { pair: *pair, change });
            }
        }
    }

    /// Forgets all colliders and pairs.
    fn forget(&mut self) {
        self.seen.clear();
        self.boxes.clear();
        self.statics.clear();
        self.changes.clear();
        self.pairs.forget();
        self.places.clear();
        self.kept.clear();
        self.jobs.clear();
        self.free.clear();
    }
}

/// How colliders are looked at.
struct Look<'a> {
    /// Whether the prediction distance is another one, so that all are as if they had moved.
    is_other: bool,
    parameters: IntegrationParameters,
    colliders: &'a ColliderSet,
    bodies: &'a RigidBodySet,
}

impl Look<'_> {
    /// What became of a collider, and whether its box is another one.
    fn at(
        &self,
        index: u32,
        seen: &mut Option<Seen>,
        corners: &mut Sides,
        is_static: &mut bool,
    ) -> (Change, bool) {
        let found = self.colliders.get_unknown_gen(index);
        let Some((collider, handle)) = found.filter(|(collider, _)| collider.is_enabled()) else {
            (*corners, *is_static) = (NOWHERE, false);
            let was_there = seen.take().is_some();
            return (if was_there { Change::Reshaped } else { Change::None }, was_there);
        };
        let (pose, skin) = (*collider.position(), collider.contact_skin());
        let (shape, is_sensor) = (collider.shared_shape(), collider.is_sensor());
        let traits = Traits::of(collider, self.bodies);
        let before = seen.as_ref().filter(|seen| seen.handle == handle);
        let keeps_shape = before.is_some_and(|seen| Arc::ptr_eq(&seen.shape.0, &shape.0));
        let keeps_traits = before.is_some_and(|seen| seen.traits == traits);
        let is_as_before = before
            .is_some_and(|seen| (seen.pose, seen.skin, seen.is_sensor) == (pose, skin, is_sensor));
        if keeps_shape && keeps_traits && is_as_before && !self.is_other {
            return (Change::None, false);
        }
        let bounds = collider.compute_broad_phase_aabb(&self.parameters, self.bodies);
        // In rapier's tree a collider begins without a margin, and begins anew where these change.
        let roomy = match before.filter(|_| keeps_traits) {
            Some(Seen { roomy, .. }) if roomy.contains(&bounds) => *roomy,
            Some(_) => bounds.loosened(MARGIN * self.parameters.length_unit),
            None => bounds,
        };
        let shape = shape.clone();
        *seen = Some(Seen { handle, pose, shape, skin, is_sensor, traits, roomy });
        let [low, high] = [roomy.mins.to_array(), roomy.maxs.to_array()];
        let sides = [low[0], low[1], low[2], high[0], high[1], high[2]];
        let now = (if is_sensor { NOWHERE } else { sides }, traits.is_static());
        let has_moved = (*corners, *is_static) != now;
        (*corners, *is_static) = now;
        (if keeps_shape { Change::Moved } else { Change::Reshaped }, has_moved)
    }
}
