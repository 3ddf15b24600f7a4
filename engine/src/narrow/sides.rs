//! What pairs refer to.

use jostle_kernels::dispatch::contact_entry;

use super::{CHUNK, ContactPoint, block::Head, composite::any_parts};
use crate::shape::{PreparedShapes, ShapeKind};

/// What pairs refer to: `a` of a pair in one set, `b` in the same or another one.
#[derive(Debug)]
pub struct PairSides<'a, S> {
    pub(super) a: &'a S,
    pub(super) b: &'a S,
}

/// The shapes that pairs refer to.
pub type Sides<'a, const D: usize> = PairSides<'a, PreparedShapes<D>>;

impl<S> Clone for PairSides<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for PairSides<'_, S> {}

impl<'a, S> PairSides<'a, S> {
    /// Pairs within one set.
    #[must_use]
    pub fn within(set: &'a S) -> Self {
        Self { a: set, b: set }
    }

    /// Pairs between two sets.
    #[must_use]
    pub fn between(a: &'a S, b: &'a S) -> Self {
        Self { a, b }
    }
}

impl<'a, S> From<&'a S> for PairSides<'a, S> {
    fn from(set: &'a S) -> Self {
        Self::within(set)
    }
}

impl<'a, const D: usize> Sides<'a, D> {
    /// How many of so many pairs a thread takes at once: `most`, and fewer of a short list so that
    /// all threads have some. It does not depend on the number of threads, for lanes are filled
    /// from the pairs of a share alone, and the report tells how well.
    pub(super) fn share(&self, pairs: usize, most: usize) -> usize {
        // As few as are worth waking a thread: 10 to 400 nanoseconds a pair, and microseconds with
        // the parts of a composite shape, whose pairs differ more.
        let (least, shares) = if any_parts(self) { (64, 128) } else { (CHUNK, 16) };
        let share = pairs.div_ceil(shares).clamp(least, most);
        if share > CHUNK { share.next_multiple_of(CHUNK) } else { share }
    }

    /// The most points that a contact can have.
    pub(super) fn most_points(&self) -> usize {
        let kinds = |shapes: &'a PreparedShapes<D>| {
            // The points of composite shapes are those of their parts.
            let counts = |kind: &ShapeKind| {
                *kind != ShapeKind::Composite && !shapes.ranges().of(*kind).is_empty()
            };
            ShapeKind::ALL.into_iter().filter(counts)
        };
        let points = |a: ShapeKind, b: ShapeKind| {
            contact_entry::<D>([a.min(b), a.max(b)]).max_points().max(1)
        };
        kinds(self.a).flat_map(|a| kinds(self.b).map(move |b| points(a, b))).max().unwrap_or(0)
    }
}

/// The most bytes that the contact of a pair of shapes takes.
pub(crate) fn contact_bytes<const D: usize>(shapes: &PreparedShapes<D>) -> usize {
    let points = Sides::within(shapes).most_points();
    size_of::<Head<D>>() + points * size_of::<ContactPoint<D>>()
}
