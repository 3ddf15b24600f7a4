//! The order in which boxes are put into a new tree: along a curve through the world.
//!
//! Neighbors that come one after the other find their way in the cache, and lie in blocks one after
//! the other. The curve is Morton's (1966). It decides the time, and nothing else.

use super::settings;
use crate::{Aabb, Error, join::part::Part, memory::reserve};

/// Steps of the curve on an axis.
const STEPS: f32 = 65_535.0;

/// Puts the numbers of all boxes in the order of the curve, in the lower half of each entry. Boxes
/// that are not valid come first.
pub(super) fn order<const D: usize>(
    part: &Part<'_, D>,
    world: &Aabb<D>,
    order: &mut Vec<u64>,
) -> Result<(), Error> {
    let axes = settings::axes(world);
    let place = |aabb: Aabb<D>| {
        let center = aabb.center();
        let [x, y] = axes.map(|axis| {
            let share = (center[axis] - world.min[axis]) / (world.max[axis] - world.min[axis]);
            // What is outside, or not a number, is cut to what there is.
            spread((share * STEPS) as u16)
        });
        x | y << 1
    };
    order.clear();
    reserve(order, part.bounds.len(), "the order of boxes")?;
    order.extend((0..part.bounds.len()).map(|index| {
        let key = part.bounds.get(index).map_or(0, place);
        u64::from(key) << 32 | index as u64
    }));
    order.sort_unstable();
    Ok(())
}

/// The bits of a number at every second place.
fn spread(number: u16) -> u32 {
    let mut bits = u32::from(number);
    for (shift, mask) in [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn bits_move_apart() {
        for number in [0, 1, 2, 0b1011, 0x8000, 0xffff, 0x1234] {
            let bits = (0..16).filter(|bit| number >> bit & 1 == 1);
            let expected = bits.map(|bit| 1_u32 << (2 * bit)).sum::<u32>();
            assert_eq!(spread(number), expected);
        }
    }
}
