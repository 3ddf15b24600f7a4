//! Pairs of boxes that move.

use jostle_kernels::{Aabb, pairs::MovingShape, shape::Displacement};

use super::Box;
use crate::support::Random;

/// A pair on a grid of whole numbers: the boxes touch on each axis from a time in halves, thirds or
/// fourths to another one, so all kinds of ties come up.
pub(super) fn on_grid<const D: usize>(random: &mut Random) -> (Box<D>, Box<D>) {
    let whole = |random: &mut Random, most: u32| random.below(most + 1) as f32;
    let mut moving = [0, 1].map(|_| MovingShape {
        shape: Aabb { min: [0.0; D], max: [0.0; D] },
        motion: Displacement { by: [0.0; D] },
    });
    let part = random.of(&[2.0, 3.0, 4.0]);
    let meeting = whole(random, part as u32) / part;
    let offset = random.of(&[0.0, 0.0, 7.0, 1e3, 1e6]);
    let kind = random.below(10);
    let [a, b] = &mut moving;
    for axis in 0..D {
        (a.shape.min[axis], a.shape.max[axis]) = (offset, offset + whole(random, 4));
        let size = whole(random, 4);
        let speed = if random.below(4) == 0 { 0.0 } else { whole(random, 5) * part - 2.0 * part };
        // B passes the side of A at the meeting, having come to it or leaving it.
        let at_meeting = match kind {
            0 => a.shape.max[axis] - whole(random, 2),
            1 | 2 => random.of(&[a.shape.max[axis], a.shape.min[axis] - size]),
            _ => offset + whole(random, 12) - 6.0,
        };
        let start = (at_meeting - (speed * meeting).round()).clamp(-1e7, 1e7);
        (b.shape.min[axis], b.shape.max[axis]) = (start, start + size);
        let own = whole(random, 3);
        (a.motion.by[axis], b.motion.by[axis]) = (own, own + speed);
    }
    let [a, b] = moving;
    (a, b)
}

/// The same pair with each number a little off, or scaled.
pub(super) fn disturbed<const D: usize>(
    random: &mut Random,
    mut pair: (Box<D>, Box<D>),
) -> (Box<D>, Box<D>) {
    let (space, time) = (random.of(&[1.0, 1e-30, 1e-15, 1e15, 1e30]), random.of(&[1.0, 1e-8, 1e8]));
    let off = random.of(&[0.0, 0.0, 1e-7, 1e-5, 0.3]);
    for moving in [&mut pair.0, &mut pair.1] {
        let shape = &mut moving.shape;
        for axis in 0..D {
            let by = moving.motion.by[axis] * time * (1.0 + random.within(off)) * space;
            moving.motion.by[axis] = by.clamp(f32::MIN, f32::MAX);
            let [x, y] = [shape.min[axis], shape.max[axis]];
            let [x, y] = [x, y].map(|x| x * space * (1.0 + random.within(off)));
            (shape.min[axis], shape.max[axis]) = (x.min(y), x.max(y));
        }
    }
    pair
}
