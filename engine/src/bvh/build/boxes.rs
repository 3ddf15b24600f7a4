//! What a tree is built from: the user's boxes, or records that are there already.

use jostle_kernels::{Lanes, Record, bounds::to_columns, simd::LANES};

use crate::{bounds::Source, join::part::Part};

/// Up to eight boxes as lanes, with ids and lacks bits.
pub(super) struct Group<L: Lanes, const D: usize> {
    pub(super) min: [L::Floats; D],
    pub(super) max: [L::Floats; D],
    pub(super) ids: L::Ints,
    pub(super) exclusion: L::Ints,
    /// Bit per lane: the box exists and is valid.
    pub(super) valid: u32,
}

/// Boxes that are read eight at a time.
pub(super) trait Boxes<const D: usize>: Copy + Send + Sync {
    /// The boxes from `first` on, eight or as many as there are. Lanes that are not valid hold any
    /// box.
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> Group<L, D>;
}

/// The user's boxes.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, S, const D: usize> {
    pub(super) source: S,
    pub(super) part: &'a Part<'a, D>,
}

impl<S: Source<D>, const D: usize> Boxes<D> for Given<'_, S, D> {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> Group<L, D> {
        let group = self.source.load(lanes, first);
        let count = LANES.min(self.source.len() - first);
        let (ids, exclusion) = self.part.tags.load(lanes, first, count);
        Group { min: group.min, max: group.max, ids, exclusion, valid: group.valid }
    }
}

impl<const D: usize> Boxes<D> for &[Record] {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> Group<L, D> {
        let last = self.len() - 1;
        let group: [&Record; LANES] = std::array::from_fn(|lane| &self[(first + lane).min(last)]);
        let columns = to_columns::<L, D>(lanes, group);
        Group {
            min: columns.min,
            max: columns.max,
            ids: lanes.bits_of_floats(columns.ids),
            exclusion: lanes.bits_of_floats(columns.exclusion),
            valid: (1 << LANES.min(self.len() - first)) - 1,
        }
    }
}
