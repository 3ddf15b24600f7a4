//! How a box moves: its velocity, which is packed into a word of its record.
//!
//! Where two boxes go on straight it is known when they meet. So each box is taken to go on with
//! the velocity that it has, and what is measured in each run is how far it went astray. The
//! velocity is in units of the reach of the box, which stays as it is while that is of use: whoever
//! unpacks it gets the same bits.

use jostle_kernels::{Lanes, Record, bounds::RecordColumns, simd::LANES};

use super::fatten::RUNS;

/// Bits of the velocity on an axis, and the number that stands for none.
const BITS: u32 = 10;
const MASK: u32 = (1 << BITS) - 1;
const REST: f32 = 512.0;

/// What is set where the box is static: above the velocities.
pub(super) const STATIC: u32 = 1 << 31;

/// The fastest that a box may go, in its reaches per run, and the step of velocities.
const FASTEST: f32 = 2.0 / RUNS;
pub(super) const QUANTUM: f32 = FASTEST / 511.0;

/// Eight boxes as they were in the last run. In the place of the id of each is its reach: how far
/// it may be expected to go while its fat box lasts. In the place of its exclusion mask is its
/// velocity, and whether it is static.
///
/// As records, for a candidate to find all of a box in one cache line.
pub(super) type EightBoxes = [Record; LANES];

/// `each_ref`, which is not inlined.
#[inline(always)]
pub(super) fn references(boxes: &EightBoxes) -> [&Record; LANES] {
    let mut all = [&boxes[0]; LANES];
    for lane in 1..LANES {
        all[lane] = &boxes[lane];
    }
    all
}

/// What boxes are taken to do.
#[derive(Clone, Copy)]
pub(super) struct Course {
    /// Whether they go on as they did, or stay where they are.
    pub(super) predicts: bool,
    /// How far they may go astray in a run, in their reaches: all candidates pay for it. Who goes
    /// farther pays for himself.
    pub(super) most: f32,
}

impl Course {
    /// The farthest that a box may go in a run before it jumps.
    const FAR: f32 = 3.0 / RUNS;

    /// How far boxes that go on may go astray at first.
    const LITTLE: f32 = 1.0 / (128.0 * RUNS);

    /// Where they go farther astray and turn all the same, it is of no use to say how they go on.
    pub(super) const MOST_TURNS: f32 = 1.0 / (2.0 * RUNS);

    /// All go on, and go little astray.
    pub(super) const GO_ON: Self = Self { predicts: true, most: Self::LITTLE };

    /// All stay.
    pub(super) const STAY: Self = Self { predicts: false, most: Self::FAR };

    /// The step of velocities, or 0.
    pub(super) fn quantum(self) -> f32 {
        if self.predicts { QUANTUM } else { 0.0 }
    }
}

/// The power of two that a number on an axis is packed with.
const fn scale(axis: usize) -> u32 {
    1 << (BITS * axis as u32)
}

/// What eight boxes are taken to move by in a run, on a course with this
/// [quantum](Course::quantum).
#[inline(always)]
pub(super) fn velocities<L: Lanes, const D: usize>(
    lanes: L,
    packed: L::Ints,
    reach: L::Floats,
    quantum: f32,
) -> [L::Floats; D] {
    let unit = lanes.mul(reach, lanes.splat(quantum));
    let mut velocities = [unit; D];
    for (axis, velocity) in velocities.iter_mut().enumerate() {
        let field = lanes.and_int(packed, lanes.splat_int(MASK * scale(axis)));
        let number = lanes.mul(lanes.to_floats(field), lanes.splat(1.0 / scale(axis) as f32));
        *velocity = lanes.mul(lanes.sub(number, lanes.splat(REST)), unit);
    }
    velocities
}

/// Packs ways of eight boxes: none where it is too far, or no number.
#[inline(always)]
pub(super) fn pack_eight<L: Lanes, const D: usize>(
    lanes: L,
    ways: [L::Floats; D],
    reach: L::Floats,
) -> L::Ints {
    let per_unit = lanes.div(lanes.splat(1.0 / QUANTUM), reach);
    let mut packed = lanes.splat_int(0);
    for (axis, way) in ways.into_iter().enumerate() {
        let number = lanes.mul(way, per_unit);
        let is_near =
            lanes.both(lanes.le(lanes.splat(-511.0), number), lanes.le(number, lanes.splat(511.0)));
        let number = lanes.select(is_near, number, lanes.splat(0.0));
        let field = lanes.truncate(lanes.add(number, lanes.splat(REST + 0.5)));
        packed = lanes.or_int(packed, lanes.mul_int(field, lanes.splat_int(scale(axis))));
    }
    packed
}

/// How eight boxes went on in a run.
pub(super) struct Motion<L: Lanes, const D: usize> {
    ways: [L::Floats; D],
    /// How far they went astray, in their reaches: 0 where that is too far.
    pub(super) share: L::Floats,
    /// What is kept in their records.
    pub(super) reach: L::Ints,
    pub(super) packed: L::Ints,
    is_gentle: L::Mask,
    was_there: L::Mask,
    /// Which rest.
    pub(super) rests: u32,
    /// Which did not go too far astray.
    pub(super) goes_on: u32,
    /// Which of the others are too fast for their reach, or anew. What is left has turned.
    pub(super) jumps: u32,
}

impl<L: Lanes, const D: usize> Motion<L, D> {
    /// That of eight boxes, compared with what they were. Without a course their reach is the way
    /// that each goes ahead, and NaN where it was not there before.
    #[inline(always)]
    pub(super) fn of(
        lanes: L,
        was: &RecordColumns<L, D>,
        now: [[L::Floats; D]; 2],
        course: Option<Course>,
    ) -> Self {
        match course {
            Some(course) => Self::compare(lanes, was, now, course).gone_on(lanes, course),
            None => Self::compare(lanes, was, now, Course::STAY).begun(lanes),
        }
    }

    #[inline(always)]
    fn compare(
        lanes: L,
        was: &RecordColumns<L, D>,
        [min, max]: [[L::Floats; D]; 2],
        course: Course,
    ) -> Self {
        let reach = was.ids;
        let packed = lanes.and_int(lanes.bits_of_floats(was.exclusion), lanes.splat_int(!STATIC));
        let velocities = velocities::<L, D>(lanes, packed, reach, course.quantum());
        let zero = lanes.splat(0.0);
        let (mut ways, mut speed, mut astray) = ([zero; D], zero, zero);
        for axis in 0..D {
            let velocity = velocities[axis];
            speed = lanes.max(lanes.max(velocity, lanes.sub(zero, velocity)), speed);
            let low = lanes.sub(min[axis], was.min[axis]);
            let high = lanes.sub(max[axis], was.max[axis]);
            // A bound that stays at infinity goes NaN far, which is less than any other.
            for way in [low, high] {
                astray = lanes.max(lanes.sub(way, velocity), astray);
                astray = lanes.max(lanes.sub(velocity, way), astray);
            }
            ways[axis] = lanes.mul(lanes.add(low, high), lanes.splat(0.5));
        }
        // What goes astray at all has a share, also where that is too little for a number.
        let goes_astray = lanes.lt(zero, astray);
        let least = lanes.select(goes_astray, lanes.splat(f32::MIN_POSITIVE), zero);
        let share = lanes.max(least, lanes.div(astray, reach));
        let was_there = lanes.le(was.min[0], was.max[0]);
        let is_gentle = lanes.both(was_there, lanes.le(share, lanes.splat(course.most)));
        Self {
            ways,
            share: lanes.select(is_gentle, share, zero),
            reach: lanes.bits_of_floats(reach),
            packed,
            is_gentle,
            was_there,
            rests: !lanes.bits(lanes.either(goes_astray, lanes.lt(zero, speed))),
            goes_on: lanes.bits(is_gentle),
            jumps: 0,
        }
    }

    /// The same with the velocities of those that turned. Where nothing is predicted none turns,
    /// and all velocities are kept as they are now.
    #[inline(always)]
    fn gone_on(self, lanes: L, course: Course) -> Self {
        if course.predicts && self.goes_on == 0xff {
            return self;
        }
        let choose = |mask: L::Mask, yes: L::Ints, no: L::Ints| {
            let (yes, no) = (lanes.floats_of_bits(yes), lanes.floats_of_bits(no));
            lanes.bits_of_floats(lanes.select(mask, yes, no))
        };
        let reach = lanes.floats_of_bits(self.reach);
        let is_near = lanes.le(self.farthest(lanes), lanes.mul(reach, lanes.splat(FASTEST)));
        let turned = pack_eight(lanes, self.ways, reach);
        let (packed, stays) = if course.predicts {
            let packed = choose(self.is_gentle, self.packed, turned);
            (packed, lanes.either(self.is_gentle, is_near))
        } else {
            (turned, self.is_gentle)
        };
        let reach = self.reach;
        let begun = self.begun(lanes);
        Self {
            reach: choose(stays, reach, begun.reach),
            packed: choose(stays, packed, begun.packed),
            jumps: !lanes.bits(stays),
            ..begun
        }
    }

    /// The same of boxes whose reach is not known yet.
    #[inline(always)]
    fn begun(self, lanes: L) -> Self {
        let ahead = lanes.mul(self.farthest(lanes), lanes.splat(RUNS));
        let reach = lanes.select(self.was_there, ahead, lanes.splat(f32::NAN));
        let packed = pack_eight(lanes, self.ways, reach);
        Self { reach: lanes.bits_of_floats(reach), packed, ..self }
    }

    /// The longest way on an axis.
    #[inline(always)]
    fn farthest(&self, lanes: L) -> L::Floats {
        let zero = lanes.splat(0.0);
        let mut farthest = zero;
        for way in self.ways {
            farthest = lanes.max(lanes.max(way, lanes.sub(zero, way)), farthest);
        }
        farthest
    }
}

#[cfg(test)]
mod tests {
    use jostle_kernels::{Pass, SimdLevel};

    use super::*;

    /// Eight ways, each with a reach, packed and unpacked in lanes.
    struct Both([[f32; LANES]; 3], [f32; LANES], f32);

    impl Pass for Both {
        type Output = ([u32; LANES], [[f32; LANES]; 3]);
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let Self(ways, reach, quantum) = self;
            let reach = lanes.load(&reach);
            let packed = pack_eight(lanes, ways.each_ref().map(|way| lanes.load(way)), reach);
            let velocities = velocities::<L, 3>(lanes, packed, reach, quantum);
            let (mut words, mut unpacked) = ([0; LANES], [[0.0; LANES]; 3]);
            lanes.store_int(packed, &mut words);
            for (to, from) in unpacked.iter_mut().zip(velocities) {
                lanes.store(from, to);
            }
            (words, unpacked)
        }
    }

    /// The same velocity comes out of a word whoever unpacks it, at every level: within half a step
    /// of what was packed, and exactly none of what rests, is too fast, or is no number.
    #[test]
    fn ways_are_unpacked_as_they_were_packed() {
        let reach = [1.0, 0.3, 7.0e-30, 5.0e20, f32::MIN_POSITIVE, 3.0, 1.0, f32::NAN];
        let share = [0.0, 0.5, -0.999, 1.0, 0.25, 1.1, f32::NAN, 0.5];
        let ways = [0.99, -0.5, 0.013]
            .map(|factor| std::array::from_fn(|lane| factor * share[lane] * FASTEST * reach[lane]));
        let bits = |(words, unpacked): ([u32; LANES], [[f32; LANES]; 3])| {
            (words, unpacked.map(|way| way.map(f32::to_bits)))
        };
        for quantum in [QUANTUM, 0.0] {
            let portable = SimdLevel::PORTABLE.run(Both(ways, reach, quantum));
            for level in SimdLevel::available() {
                assert_eq!(bits(level.run(Both(ways, reach, quantum))), bits(portable));
            }
            for (lane, reach) in reach.into_iter().enumerate() {
                for (axis, ways) in ways.iter().enumerate() {
                    // Of the least reach nothing is a share that is a number.
                    let is_far = matches!((lane, axis), (4 | 6, _) | (5, 0));
                    let found = portable.1[axis][lane];
                    if lane == 7 {
                        assert!(found.is_nan());
                    } else if is_far || lane == 0 || quantum == 0.0 {
                        assert_eq!(found, 0.0, "{lane} {axis}");
                    } else {
                        let error = (found - ways[lane]).abs();
                        assert!(error <= 0.501 * QUANTUM * reach, "{lane} {axis}");
                    }
                }
            }
        }
    }
}
