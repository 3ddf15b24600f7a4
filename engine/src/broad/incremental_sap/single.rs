//! The sweep of one axis, whose order is kept from frame to frame.

use std::ops::Range;

use jostle_kernels::{SimdLevel, sort::float_of_key, sweep::Ranges};

use super::{
    axis::{Axis, Ends},
    bodies::{Bodies, Parts},
    endpoint::{MOST_IDS, id},
    stats::{IncrementalSapFallback, IncrementalSapStats},
};
use crate::{
    Aabb, Error, Join,
    broad::{
        run_buffer::{RunBuffer, sweep_into},
        sample::Sample,
    },
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::Interrupt,
    },
    join::PairFilter,
    memory::grow,
    validate::InvalidShape,
};

/// How many times as large the variance on another axis has to be before that one is swept.
const BETTER: f64 = 1.5;

/// Boxes in a job at least.
const FEWEST_PER_JOB: usize = 256;

/// The boxes of a join in the order in which they begin on an axis.
pub(super) struct Single<const D: usize> {
    bodies: Bodies<D>,
    minima: Axis,
    /// The axis, if what is kept is that of the last frame.
    pub(super) kept: Option<usize>,
    sample: Sample<D>,
    pub(super) run: RunBuffer<D>,
    ends: Vec<u32>,
    jobs: Jobs<Range<usize>, ()>,
}

impl<const D: usize> Default for Single<D> {
    fn default() -> Self {
        Self {
            bodies: Bodies::default(),
            minima: Axis::new(Ends::Minima),
            kept: None,
            sample: Sample::default(),
            run: RunBuffer::default(),
            ends: Vec::new(),
            jobs: Jobs::default(),
        }
    }
}

impl<const D: usize> Single<D> {
    /// Finds the pairs of a frame.
    pub(super) fn find(
        &mut self,
        level: SimdLevel,
        join: &Join<'_, D>,
        stats: &mut IncrementalSapStats<D>,
        invalid: &mut Vec<InvalidShape>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let parts = join.parts();
        let ids = Bodies::ids(&parts);
        if ids > MOST_IDS {
            return Err(Error::TooMany { boxes: ids, limit: MOST_IDS }.into());
        }
        let start = Clock::start();
        let kept = self.kept.take();
        let axis = self.choose(kept, &parts)?;
        progress.stages.plan += start.elapsed();
        let start = Clock::start();
        self.bodies.read(&parts, invalid)?;
        progress.stages.bounds += start.elapsed();
        let start = Clock::start();
        (stats.came, stats.went) = (self.bodies.total.came, self.bodies.total.went);
        (stats.axis, stats.fallback) = (Some(axis), self.order(axis, kept, stats)?);
        self.bodies.truncate(&parts);
        self.fill(axis, join.second_offset())?;
        self.kept = Some(axis);
        progress.stages.sort += start.elapsed();
        self.sweep(level, join, progress)
    }

    /// The axis on which the centers of a sample of the boxes have the largest variance; the one of
    /// the last frame unless another is better by half.
    fn choose(&mut self, kept: Option<usize>, parts: &Parts<'_, D>) -> Result<usize, Error> {
        match *parts {
            [Some(first), Some(second)] => self.sample.take(&[first, second])?,
            [Some(only), None] | [None, Some(only)] => self.sample.take(&[only])?,
            [None, None] => self.sample.take(&[])?,
        }
        let variances: [f64; D] = std::array::from_fn(|axis| self.sample.variance(axis));
        let larger = |best, axis| if variances[axis] > variances[best] { axis } else { best };
        let best = (0..D).fold(0, larger);
        Ok(match kept {
            Some(axis) if variances[best] <= BETTER * variances[axis] => axis,
            _ => best,
        })
    }

    /// Brings the minima in order; by radix, if it says why.
    fn order(
        &mut self,
        axis: usize,
        kept: Option<usize>,
        stats: &mut IncrementalSapStats<D>,
    ) -> Result<Option<IncrementalSapFallback>, Error> {
        let Self { bodies, minima, .. } = self;
        let fallback = match kept {
            None => Some(IncrementalSapFallback::Fresh),
            Some(kept) if kept != axis => Some(IncrementalSapFallback::OtherAxis),
            Some(_) if 2 * (stats.came + stats.went) > bodies.total.there => {
                Some(IncrementalSapFallback::Turnover)
            }
            Some(_) => {
                minima.move_all(bodies.all(), axis);
                let is_sorted = minima.sort(bodies.all(), axis)?;
                stats.swaps[axis] = minima.swaps;
                stats.unsorted_axes = usize::from(!is_sorted);
                (!is_sorted).then_some(IncrementalSapFallback::Swaps)
            }
        };
        if fallback.is_some() {
            minima.load(bodies, axis)?;
        } else {
            minima.merge(bodies, axis)?;
        }
        Ok(fallback)
    }

    /// Writes the boxes in order into columns, and where the candidates of each end.
    fn fill(&mut self, axis: usize, second_offset: u32) -> Result<(), Error> {
        let Self { bodies, minima, run, ends, .. } = self;
        let len = minima.endpoints.len();
        run.resize(len)?;
        grow(ends, len, "the ends of candidates")?;
        for (place, endpoint) in minima.endpoints.iter().enumerate() {
            let id = id(*endpoint);
            let body = &bodies.all()[id];
            let [min, max] = body.now.0.map(|keys| keys.map(float_of_key));
            let (set, index) = bodies.index(id);
            run.set(place, &Aabb { min, max }, index + set * second_offset, body.exclusion);
        }
        let (min, max) = (&run.min[axis][..len], &run.max[axis][..len]);
        for (index, end) in ends[..len].iter_mut().enumerate() {
            *end = (index + min[index..].partition_point(|min| *min <= max[index])) as u32;
        }
        Ok(())
    }

    /// Tests each box against those that begin before it ends.
    fn sweep(
        &mut self,
        level: SimdLevel,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let (run, finish) = (self.run.run(), PairFilter::new(join));
        let ranges = Ranges::Behind { ends: &self.ends[..run.len()] };
        self.jobs.clear();
        let share = share(run.len(), FEWEST_PER_JOB);
        for first in (0..run.len()).step_by(share) {
            self.jobs.push(first..run.len().min(first + share))?;
        }
        self.jobs.run(progress, &|range, (), sink| {
            let start = Clock::start();
            let tests = sweep_into(level, &run, &run, ranges, range.clone(), &finish, sink)?;
            Ok(Cost::of_sweep(start, tests))
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.bodies.memory_bytes()
            + self.minima.memory_bytes()
            + self.run.memory_bytes()
            + 4 * self.ends.capacity()
            + self.jobs.memory_bytes()
    }
}
