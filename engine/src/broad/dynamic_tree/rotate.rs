//! Rotations: a node that is full hands an entry to a sibling, where it costs less.

use jostle_kernels::{
    Lanes, Node, Pass, SimdLevel,
    node::growths,
    sah::{EMPTY, Row, half_area},
    simd::LANES,
};

use super::{
    core::Core,
    entry::{Entry, OVERFULL, union},
};
use crate::tree::nodes::{SENTINEL_ROOT, is_leaf, place};

impl<const D: usize> Core<D> {
    /// Rids a node that is too full of one of its entries, by giving it to a sibling of the same
    /// sort with room for it, if both cost less together. Returns whether one was given.
    ///
    /// It is for nodes of many what the rotations of A. Kensler, *Tree Rotations for Improving
    /// Bounding Volume Hierarchies* (2008), are for pairs.
    pub(super) fn rotate(
        &mut self,
        level: SimdLevel,
        at: u32,
        entries: &[Entry<D>; OVERFULL],
    ) -> bool {
        let (parent, own) = (self.infos[at as usize].parent, self.reference(at));
        if parent as usize == SENTINEL_ROOT {
            return false;
        }
        let above = self.node(parent);
        let mut open = 0;
        for (slot, reference) in above.occupied() {
            let same = reference != own && is_leaf(reference) == is_leaf(own);
            let room = same && self.len_of(place(reference) as u32) < LANES;
            open |= u32::from(room) << slot;
        }
        if open == 0 {
            return false;
        }
        let Some((given, slot)) = level.run(Gift { above, open, entries }) else { return false };
        let sibling = place(above.refs[slot]) as u32;
        let room = self.len_of(sibling);
        self.put(sibling, room, &entries[given]);
        if given < LANES {
            self.put(at, given, &entries[LANES]);
        }
        for at in [at, sibling] {
            self.measure(at);
            self.refresh(at);
            self.mark(at);
        }
        // The margin of a leaf is the largest of its boxes.
        self.widen(parent);
        true
    }
}

/// Finds which entry to give to which child of the node above.
struct Gift<'a, const D: usize> {
    above: &'a Node<D>,
    /// The children that may have it.
    open: u32,
    entries: &'a [Entry<D>; OVERFULL],
}

impl<const D: usize> Pass for Gift<'_, D> {
    type Output = Option<(usize, usize)>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<(usize, usize)> {
        let Self { above, open, entries } = self;
        let behind = unions_from(entries);
        let whole = half_area::<D>(&behind[0]);
        let (mut best, mut most, mut before) = (None, 0.0, EMPTY);
        for (number, entry) in entries.iter().enumerate() {
            let rest = union(&before, &behind[number + 1]);
            before = union(&before, &entry.row);
            let gain = (whole - half_area::<D>(&rest)) as f32;
            // Only those that reach a side of the whole make it smaller.
            if gain <= most {
                continue;
            }
            let mut losses = [0.0; LANES];
            lanes.store(growths(lanes, above, &entry.aabb(), 1.0), &mut losses);
            for (slot, loss) in losses.into_iter().enumerate() {
                if open >> slot & 1 != 0 && gain - loss > most {
                    (best, most) = (Some((number, slot)), gain - loss);
                }
            }
        }
        best
    }
}

/// The unions of all entries, of all but the first, and so on, of none.
#[inline(always)]
fn unions_from<const D: usize>(entries: &[Entry<D>; OVERFULL]) -> [Row; OVERFULL + 1] {
    let mut unions = [EMPTY; OVERFULL + 1];
    for number in (0..OVERFULL).rev() {
        unions[number] = union(&unions[number + 1], &entries[number].row);
    }
    unions
}
