//! Dividing a node that is too full.

use std::array;

use jostle_kernels::sah::{EMPTY, Row, half_area};

use super::entry::{Entry, OVERFULL, union};

/// Entries on either side at least.
const FEWEST: usize = 3;

/// An order of entries, by number.
type Order = [u8; OVERFULL];

/// Sorts the entries so that the first of them, whose number is returned, and the others cost least
/// by the surface area heuristic: sums of area times number, over all axes and all cuts between
/// centres in order that leave enough on both sides. After the split of N. Beckmann, H.-P. Kriegel,
/// R. Schneider and B. Seeger, *The R\*-tree* (1990), with another cost.
pub(super) fn split<const D: usize>(entries: &mut [Entry<D>; OVERFULL]) -> usize {
    let (mut best, mut best_cost, mut best_order) = (0, f64::INFINITY, [0; OVERFULL]);
    for axis in 0..D {
        let order = by_centre(entries, axis);
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

/// The order of twice the centres on an axis; by insertion, so that equals stay in order.
fn by_centre<const D: usize>(entries: &[Entry<D>; OVERFULL], axis: usize) -> Order {
    let keys = entries.each_ref().map(|entry| 0.5 * entry.row[axis] - 0.5 * entry.row[D + axis]);
    let mut order = array::from_fn(|number| number as u8);
    for end in 1..OVERFULL {
        let mut at = end;
        while at > 0 && keys[usize::from(order[at - 1])] > keys[usize::from(order[at])] {
            order.swap(at - 1, at);
            at -= 1;
        }
    }
    order
}

/// The unions of the first of some boxes, of the first two, and so on.
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
