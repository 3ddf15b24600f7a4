//! Pairs that never touch.

use super::World;
use crate::{
    Error, Handle, Pair, Shapes,
    memory::{reserve, reserve_one},
};

/// What memory is for.
const WHAT: &str = "the pairs that are excluded";

/// Pairs of shapes that never touch, until one of them is removed.
#[derive(Default)]
pub(super) struct ExcludedPairs {
    /// In order, the smaller handle first.
    handles: Vec<[Handle; 2]>,
    /// Those of shapes that were there in the last step, by the indices of that; in canonical
    /// order.
    pairs: Vec<Pair>,
}

impl ExcludedPairs {
    /// Those of a snapshot.
    pub(super) fn restore(handles: Vec<[Handle; 2]>) -> Self {
        Self { handles, pairs: Vec::new() }
    }

    pub(super) fn handles(&self) -> &[[Handle; 2]] {
        &self.handles
    }

    /// The pairs by the indices of the last step.
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Finds the pairs by the indices that shapes have now. O(pairs log pairs).
    pub(super) fn update<const D: usize>(&mut self, shapes: &Shapes<D>) -> Result<&[Pair], Error> {
        let Self { handles, pairs } = self;
        let ranges = shapes.ranges();
        let index = |handle| shapes.index_in(&ranges, handle).map(|index| index as u32);
        pairs.clear();
        reserve(pairs, handles.len(), WHAT)?;
        pairs.extend(
            handles.iter().filter_map(|[a, b]| Some(Pair::ordered(index(*a)?, index(*b)?))),
        );
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// Ends a step well: forgets the pairs of shapes that were removed.
    pub(super) fn keep<const D: usize>(&mut self, shapes: &Shapes<D>) {
        if self.pairs.len() < self.handles.len() {
            let ranges = shapes.ranges();
            let is_there = |handle: &Handle| shapes.index_in(&ranges, *handle).is_some();
            self.handles.retain(|pair| pair.iter().all(is_there));
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.handles.capacity() * size_of::<[Handle; 2]>()
            + self.pairs.capacity() * size_of::<Pair>()
    }
}

impl<const D: usize> World<D> {
    /// Excludes a pair of shapes, such as two that a joint holds together: from the next step on it
    /// is in no list, whatever masks and groups say, until it is included again or one of the two
    /// is removed. Two that touch end; two at rest that touched when they came to rest end once one
    /// of them moves.
    ///
    /// O(excluded pairs). A step takes O(excluded pairs log pairs) for them, and nothing where
    /// there are none.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// let upper_arm = world.shapes_mut().insert(Shape::capsule([0.0, 0.0], [2.0, 0.0], 0.5))?;
    /// let forearm = world.shapes_mut().insert(Shape::capsule([2.0, 0.0], [4.0, 0.0], 0.5))?;
    /// world.set_pair_excluded(upper_arm, forearm, true)?;
    /// world.step()?;
    /// assert!(world.touching().is_empty());
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when a shape was removed, [`Error::OneShape`] when the two are one,
    /// and [`Error::OutOfMemory`]. Then nothing was changed.
    pub fn set_pair_excluded(&mut self, a: Handle, b: Handle, excluded: bool) -> Result<(), Error> {
        let index = self.shapes.index_of(a)? as u32;
        self.shapes.index_of(b)?;
        if a == b {
            return Err(Error::OneShape { pair: 0, index });
        }
        let handles = &mut self.excluded_pairs.handles;
        let pair = [a.min(b), a.max(b)];
        match (handles.binary_search(&pair), excluded) {
            (Err(place), true) => {
                reserve_one(handles, WHAT)?;
                handles.insert(place, pair);
            }
            (Ok(place), false) => {
                handles.remove(place);
            }
            _ => {}
        }
        Ok(())
    }

    /// The pairs that are [excluded](Self::set_pair_excluded), in order, the smaller handle first;
    /// those of shapes that were removed are forgotten in the next step.
    #[must_use]
    pub fn excluded_pairs(&self) -> &[[Handle; 2]] {
        self.excluded_pairs.handles()
    }
}
