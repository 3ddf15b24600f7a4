//! Dividing a node that is too full.

use jostle_kernels::{
    Lanes, Pass,
    sah::{EMPTY, Row, half_area},
    sort::sort_key,
};

use super::entry::{Entry, OVERFULL, union};

/// Entries on either side at least.
const FEWEST: usize = 3;

/// An order of entries, by number.
type Order = [u8; OVERFULL];

/// Sorts the entries so that the first of them, whose number it gives, and the others cost least
/// by the surface area heuristic: sums of area times number, over all axes and all cuts between
/// centers in order that leave enough on both sides. After the split of N. Beckmann, H.-P. Kriegel,
/// R. Schneider and B. Seeger, *The R\*-tree* (1990), with another cost.
pub(super) struct Split<'a, const D: usize>(pub(super) &'a mut [Entry<D>; OVERFULL]);

impl<const D: usize> Pass for Split<'_, D> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> usize {
        let Self(entries) = self;
        let (mut best, mut best_cost, mut best_order) = (0, f64::INFINITY, [0; OVERFULL]);
        for axis in 0..D {
            let order = by_center(entries, axis);
            let before = unions(entries, order.iter());
            let behind = unions(entries, order.iter().rev());
            for left in FEWEST..=OVERFULL - FEWEST {
                let right = OVERFULL - left;
                let cost = half_area::<D>(&before[left - 1]) * left as f64
                    + half_area::<D>(&behind[right - 1]) * right as f64;
                if cost < best_cost {
                    (best, best_cost, best_order) = (left, cost, order);
                }
            }
        }
        *entries = best_order.map(|number| entries[usize::from(number)]);
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
