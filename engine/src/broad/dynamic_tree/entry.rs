//! What is in a slot of a node, and how the entries of a node that is too full are split.

use jostle_kernels::{
    Aabb, Lanes, Pass, Record,
    sah::{EMPTY, Row, girth, half_area},
    simd::LANES,
    sort::sort_key,
};

/// A box in a slot, and what it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const D: usize> {
    /// Minima and negated maxima.
    pub(super) row: Row,
    /// The id of a box in a leaf; a reference to a node else.
    pub(super) reference: u32,
    pub(super) exclusion: u32,
}

/// Entries of a node that is too full by one.
pub(super) const OVERFULL: usize = LANES + 1;

impl<const D: usize> Entry<D> {
    pub(super) fn new(aabb: &Aabb<D>, reference: u32, exclusion: u32) -> Self {
        Self { row: row_of(aabb), reference, exclusion }
    }

    /// It as a record, with the reference for its id.
    pub(super) fn record(&self) -> Record {
        Record::of_box(&self.aabb(), self.reference, self.exclusion)
    }

    pub(super) fn aabb(&self) -> Aabb<D> {
        let mut aabb = Aabb::EMPTY;
        for axis in 0..D {
            (aabb.min[axis], aabb.max[axis]) = (self.row[axis], -self.row[D + axis]);
        }
        aabb
    }
}

/// The row of a box.
pub(super) fn row_of<const D: usize>(aabb: &Aabb<D>) -> Row {
    let mut row = EMPTY;
    for axis in 0..D {
        (row[axis], row[D + axis]) = (aabb.min[axis], -aabb.max[axis]);
    }
    row
}

/// The smallest box around both.
#[inline]
pub(super) fn union(a: &Row, b: &Row) -> Row {
    let mut union = *a;
    for (all, other) in union.iter_mut().zip(b) {
        *all = if *other < *all { *other } else { *all };
    }
    union
}

/// Entries on either side at least.
const FEWEST: usize = 3;

/// An order of entries, by number.
type Order = [u8; OVERFULL];

/// Sorts the entries so that the first of them, whose number it gives, and the others cost least
/// by the surface area heuristic: sums of area times number, over all axes and all cuts between
/// centers in order that leave enough on both sides. After the split of N. Beckmann, H.-P. Kriegel,
/// R. Schneider and B. Seeger, *The R\*-tree* (1990), with another cost.
///
/// In space what lies on a line has no area: where there are cuts that cost nothing, the sums of
/// the extents decide among these.
pub(super) struct EntrySplit<'a, const D: usize>(pub(super) &'a mut [Entry<D>; OVERFULL]);

impl<const D: usize> Pass for EntrySplit<'_, D> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> usize {
        let Self(entries) = self;
        let mut cut = Cut::cheapest(entries, half_area::<D>);
        if D == 3 && cut.cost == 0.0 {
            let flat =
                |row: &Row| if half_area::<D>(row) > 0.0 { f64::INFINITY } else { girth(row) };
            cut = Cut::cheapest(entries, flat);
        }
        *entries = cut.order.map(|number| entries[usize::from(number)]);
        cut.left
    }
}

/// A way to part entries.
struct Cut {
    order: Order,
    /// How many of the first to part from the others.
    left: usize,
    cost: f64,
}

impl Cut {
    /// The cheapest way by some measure of boxes, the first of several.
    #[inline(always)]
    fn cheapest<const D: usize>(
        entries: &[Entry<D>; OVERFULL],
        measure: impl Fn(&Row) -> f64,
    ) -> Self {
        let mut best = Self { order: [0; OVERFULL], left: 0, cost: f64::INFINITY };
        for axis in 0..D {
            let order = by_center(entries, axis);
            let before = unions(entries, order.iter());
            let behind = unions(entries, order.iter().rev());
            for left in FEWEST..=OVERFULL - FEWEST {
                let right = OVERFULL - left;
                let cost = measure(&before[left - 1]) * left as f64
                    + measure(&behind[right - 1]) * right as f64;
                if cost < best.cost {
                    best = Self { order, left, cost };
                }
            }
        }
        best
    }
}

/// The order of the centers on an axis, equals as they are. Each entry goes where it belongs by the
/// number of those before it, so that there is no branch to mispredict.
#[inline(always)]
fn by_center<const D: usize>(entries: &[Entry<D>; OVERFULL], axis: usize) -> Order {
    let mut keys = [0; OVERFULL];
    for (key, entry) in keys.iter_mut().zip(entries) {
        *key = sort_key(0.5 * entry.row[axis] - 0.5 * entry.row[D + axis]);
    }
    let mut ranks = [0_u8; OVERFULL];
    for second in 1..OVERFULL {
        for first in 0..second {
            let in_order = u8::from(keys[first] <= keys[second]);
            ranks[second] += in_order;
            ranks[first] += 1 - in_order;
        }
    }
    let mut order = [0; OVERFULL];
    for (number, rank) in (0..).zip(ranks) {
        order[usize::from(rank)] = number;
    }
    order
}

/// The unions of the first of some boxes, of the first two, and so on.
#[inline(always)]
fn unions<'a, const D: usize>(
    entries: &[Entry<D>; OVERFULL],
    order: impl Iterator<Item = &'a u8>,
) -> [Row; OVERFULL] {
    let (mut unions, mut all) = ([EMPTY; OVERFULL], EMPTY);
    for (to, number) in unions.iter_mut().zip(order) {
        all = union(&all, &entries[usize::from(*number)].row);
        *to = all;
    }
    unions
}
