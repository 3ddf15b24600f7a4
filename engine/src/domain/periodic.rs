//! Boxes that go on at the other end of space.

use super::Decomposition;
use crate::{Aabb, Error, memory::AddedTo};

/// An interval on an axis, or two where it goes around the end.
#[derive(Clone, Copy)]
struct Wrapped {
    ends: [[f32; 2]; 2],
    count: usize,
}

impl Wrapped {
    const ALL: Self = Self { ends: [[f32::NEG_INFINITY, f32::INFINITY]; 2], count: 1 };

    /// Where an interval lies within a period, with a little more on both sides than the roundings
    /// of whoever wraps it in another way.
    fn new([low, high]: [f32; 2], period: Option<(f32, f32)>) -> Self {
        let Some((start, end)) = period else {
            return Self { ends: [[low, high]; 2], count: 1 };
        };
        let [low, high, start, end] = [low, high, start, end].map(f64::from);
        let length = end - start;
        let largest =
            [low, high, start, end].into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let slack = 8.0 * f64::from(f32::EPSILON) * largest;
        let free = length - (high - low + 2.0 * slack);
        if free.is_nan() || free <= 0.0 {
            return Self::ALL;
        }
        let turns = ((low - slack - start) / length).floor();
        let [low, high] = [low - slack, high + slack].map(|x| x - turns * length);
        if high < end {
            let ends = [down(low), up(high)];
            return Self { ends: [ends; 2], count: 1 };
        }
        // Points beyond the ends, where roundings put them, are in the outermost domains.
        let ends = [[down(low), f32::INFINITY], [f32::NEG_INFINITY, up(high - length)]];
        Self { ends, count: 2 }
    }
}

fn down(x: f64) -> f32 {
    (x as f32).next_down()
}

fn up(x: f64) -> f32 {
    (x as f32).next_up()
}

impl<const D: usize> Decomposition<D> {
    /// Visits the domains that a box or one of its images touches, each once and in no order,
    /// where space repeats itself on some axes.
    ///
    /// The box is a little larger for this, by some roundings, so that what it touches in exact
    /// arithmetic is among them. Points have to be within their periods, from the start of each up
    /// to its end. `scratch` is overwritten.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; then nothing was visited.
    pub fn for_each_touched_periodic(
        &self,
        aabb: &Aabb<D>,
        periods: &[Option<(f32, f32)>; D],
        scratch: &mut Vec<usize>,
        visit: impl FnMut(usize),
    ) -> Result<(), Error> {
        let wrapped: [Wrapped; D] = std::array::from_fn(|axis| {
            Wrapped::new([aabb.min[axis], aabb.max[axis]], periods[axis])
        });
        scratch.clear();
        for image in 0..1 << D {
            let side = |axis: usize| image >> axis & 1;
            if (0..D).any(|axis| side(axis) >= wrapped[axis].count) {
                continue;
            }
            let [min, max] =
                [0, 1].map(|end| std::array::from_fn(|axis| wrapped[axis].ends[side(axis)][end]));
            let mut added = AddedTo::new(scratch, "the domains that a box touches");
            self.for_each_touched(&Aabb { min, max }, |domain| added.push(domain));
            added.finish()?;
        }
        scratch.sort_unstable();
        scratch.dedup();
        scratch.iter().copied().for_each(visit);
        Ok(())
    }
}
