//! Everything that the next step of a world depends on, to be kept in a file or sent elsewhere.

mod bytes;

use crate::{
    Error, Handle, Pair,
    memory::{collected, copied},
    shape::Attributes,
};

/// Everything that the next step of a [`World`](crate::World) depends on: its shapes and their
/// handles, attributes, the pairs that are excluded, what touched in the last step, and where fast
/// shapes were.
///
/// A world that is [restored](crate::World::restore) from it finds the same in the next step, bit
/// for bit, and gives out the same handles. The broad phase, the SIMD level, limits and what the
/// last step found are not part of it: they are matters of speed, of the machine and of the past.
///
/// It is written [as bytes](Self::to_bytes), or by whatever serializes with `serde` where that
/// feature of the crate is on.
///
/// ```
/// use jostle::{Shape, snapshot::Snapshot, World};
///
/// let mut world = World::<2>::new();
/// for x in [0.0, 1.0] {
///     world.shapes_mut().insert(Shape::ball([x, 0.0], 1.0))?;
/// }
/// world.step()?;
/// let bytes = world.snapshot().to_bytes()?;
///
/// let mut again = World::<2>::restore(&Snapshot::from_bytes(&bytes)?)?;
/// again.step()?;
/// assert_eq!(again.contact_changes().counts().persisted, 1);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    pub(crate) dimensions: u32,
    pub(crate) shapes: ShapesState,
    pub(crate) step: StepState,
}

/// Numbers by kind, column and row.
pub(crate) type Tables = Vec<Vec<Vec<f32>>>;

/// What the next step is compared with.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct StepState {
    /// The handles of the shapes of the last step, by index.
    pub(crate) handles: Vec<Handle>,
    /// Whether they rested.
    pub(crate) static_or_sleeping: Vec<bool>,
    /// Those that were disabled, in order.
    pub(crate) disabled: Vec<u32>,
    /// Pairs by these indices: those that touched, those of sensors, those that met on their way,
    /// and those that touched and are dormant.
    pub(crate) lists: [Vec<[u32; 2]>; 4],
    /// Where the shapes were, by kind and column; nothing where that is not kept.
    pub(crate) previous_poses: Option<Tables>,
    /// Shapes that were placed since.
    pub(crate) teleported: Vec<Handle>,
    /// Pairs that never touch, in order, the smaller handle first.
    pub(crate) excluded_pairs: Vec<[Handle; 2]>,
}

impl StepState {
    /// Refuses what is not the state of a step.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let shapes = self.handles.len();
        let fault = |what| Err(Error::Snapshot { what });
        if self.static_or_sleeping.len() != shapes {
            return fault("the shapes of the last step are not as many as those at rest or not");
        }
        let in_order = self.disabled.is_sorted_by(|before, index| before < index);
        if !in_order || self.disabled.last().is_some_and(|last| *last as usize >= shapes) {
            return fault("the disabled shapes of the last step are not in order, or not of it");
        }
        let mut sorted = copied(&self.handles, "the handles of shapes")?;
        sorted.sort_unstable();
        if !sorted.is_sorted_by(|before, handle| before < handle) {
            return fault("two shapes of the last step have one handle");
        }
        let in_order = self.excluded_pairs.is_sorted_by(|before, pair| before < pair);
        if !in_order || !self.excluded_pairs.iter().all(|[a, b]| a < b) {
            return fault("the pairs that are excluded are not in order");
        }
        for list in &self.lists {
            let in_order = list.is_sorted_by(|before, pair| before < pair);
            let sound = list.iter().all(|[a, b]| a < b && (*b as usize) < shapes);
            if !in_order || !sound {
                return fault("the pairs of the last step are not in order, or not of its shapes");
            }
        }
        Ok(())
    }
}

/// Pairs as a snapshot has them.
pub(crate) fn as_numbers(pairs: &[Pair]) -> Vec<[u32; 2]> {
    pairs.iter().map(|pair| [pair.a, pair.b]).collect()
}

/// Pairs that a snapshot has.
pub(crate) fn as_pairs(numbers: &[[u32; 2]]) -> Result<Vec<Pair>, Error> {
    collected(numbers.iter().map(|[a, b]| Pair { a: *a, b: *b }), "the pairs of a snapshot")
}

impl Snapshot {
    /// Number of dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions as usize
    }

    /// Number of shapes.
    #[must_use]
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }
}

/// The geometry that shapes share, by number.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct GeometryState {
    /// The coordinates of the vertices of each polyhedron that is a hull.
    pub(crate) polyhedra: Vec<Vec<f32>>,
    /// The same of those that are within parts.
    pub(crate) polyhedra_of_parts: Vec<Vec<f32>>,
    pub(crate) parts: Vec<PartsState>,
}

/// The parts of composite shapes: what they are, and words and numbers of which the meaning depends
/// on that.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PartsState {
    pub(crate) what: u32,
    pub(crate) words: Vec<u32>,
    pub(crate) floats: Vec<f32>,
}

/// Shapes, their handles and attributes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ShapesState {
    pub(crate) geometry: GeometryState,
    /// By kind and column.
    pub(crate) columns: Tables,
    /// The slots of the handles of the rows of each kind.
    pub(crate) slots: Vec<Vec<u32>>,
    /// By slot.
    pub(crate) generations: Vec<u32>,
    /// Free slots, that which is given out next first.
    pub(crate) free: Vec<u32>,
    /// The generation of new slots.
    pub(crate) first_generation: u32,
    /// By slot; those behind the last are the default.
    pub(crate) attributes: Vec<Attributes>,
    pub(crate) arrivals: ArrivalsState,
}

/// Where fast shapes were when they came in, by kind.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ArrivalsState {
    pub(crate) handles: Vec<Vec<Handle>>,
    pub(crate) poses: Tables,
}

impl ShapesState {
    /// Number of shapes.
    pub(super) fn len(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }
}
