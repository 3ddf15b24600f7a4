//! A sample of the boxes, from which it is chosen how space is divided.

use crate::{Aabb, Error, join::part::Part, memory::reserve};

/// Valid boxes at equal distances in the input, so that the same input gives the same sample.
#[derive(Default)]
pub(crate) struct Sample<const D: usize> {
    pub(crate) boxes: Vec<Aabb<D>>,
    /// Boxes in the input.
    pub(crate) population: usize,
    scratch: Vec<f32>,
}

/// Where most of the sample is on one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// Lower and upper end, without outliers.
    pub(crate) domain: (f32, f32),
    /// Mean extent, without outliers.
    pub(crate) extent: f32,
    /// How long the part is that the middle half begins in.
    middle: f32,
}

/// Boxes are concentrated where their middle half has less than this share of the axis.
const CONCENTRATED: f32 = 1.0 / 16.0;

impl Spread {
    /// Whether most boxes begin in a small part of the axis.
    pub(crate) fn is_concentrated(&self) -> bool {
        let (low, high) = self.domain;
        self.middle < CONCENTRATED * (high - low)
    }
}

/// Sample sizes. The square root of the population makes the number of touching boxes in the
/// sample, on which the plan rests, independent of the population.
const FEWEST: usize = 48;
const MOST: usize = 1024;

/// The core of a sample is one in so many of its boxes.
const CORE: usize = 32;

/// Coordinates farther out count as if they were here, where a variance is computed.
const FAR: f32 = 1e18;

impl<const D: usize> Sample<D> {
    /// Takes a sample of the parts.
    pub(crate) fn take(&mut self, parts: &[Part<'_, D>]) -> Result<(), Error> {
        self.population = parts.iter().map(|part| part.bounds.len()).sum();
        self.boxes.clear();
        let size = self.population.isqrt().clamp(FEWEST, MOST);
        let stride = self.population.div_ceil(size).max(1);
        // Each part has one more than a stride allows, at most. What is sorted are as many.
        let most = size + parts.len();
        reserve(&mut self.boxes, most, "a sample of boxes")?;
        reserve(&mut self.scratch, most, "a sample of boxes")?;
        for part in parts {
            // Half a stride in: the first and last boxes of an input are often special.
            let picks = (stride / 2..part.bounds.len()).step_by(stride);
            self.boxes.extend(picks.filter_map(|index| part.bounds.get(index).ok()));
        }
        Ok(())
    }

    /// How many boxes of the population stand behind each of the sample.
    pub(crate) fn weight(&self) -> f64 {
        self.population as f64 / self.boxes.len().max(1) as f64
    }

    /// The variance of the centers on an axis; finite, whatever they are.
    pub(crate) fn variance(&self, axis: usize) -> f64 {
        let center = |aabb: &Aabb<D>| {
            let end = |x: f32| f64::from(x.clamp(-FAR, FAR));
            0.5 * (end(aabb.min[axis]) + end(aabb.max[axis]))
        };
        let count = self.boxes.len().max(1) as f64;
        let mean = self.boxes.iter().map(center).sum::<f64>() / count;
        self.boxes.iter().map(|aabb| (center(aabb) - mean).powi(2)).sum::<f64>() / count
    }

    /// The spread along an axis. Every number in it is finite, however wild the boxes are.
    pub(crate) fn spread(&mut self, axis: usize) -> Spread {
        let low = self.robust_end(|aabb| aabb.min[axis]);
        let quarter = self.scratch.len() / 4;
        let middle = match self.scratch[..] {
            [] => 0.0,
            ref begins => begins[begins.len() - 1 - quarter] - begins[quarter],
        };
        let high = -self.robust_end(|aabb| -aabb.max[axis]);
        let extent = self.robust_mean(|aabb| aabb.max[axis] - aabb.min[axis]);
        Spread { domain: (low, high), extent, middle }
    }

    /// Where boxes are closest to each other on an axis, and how closely: of ever shorter
    /// intervals, each with half of the boxes of the one before, the middle of the last one, and
    /// the length of the last one that has a length. That is the half-sample mode (Bickel and
    /// Fruehwirth, 2006).
    pub(crate) fn core(&mut self, axis: usize) -> (f32, f32) {
        let mut inside = self.sorted(|aabb| 0.5 * aabb.min[axis] + 0.5 * aabb.max[axis]);
        let fewest = (inside.len() / CORE).max(2);
        let mut shortest = 0.0;
        while inside.len() > fewest {
            let half = inside.len().div_ceil(2);
            let length = |first: usize| inside[first + half - 1] - inside[first];
            let lengths = (0..=inside.len() - half).map(length);
            let best = lengths.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            let (first, length) = best.unwrap_or((0, 0.0));
            shortest = if length > 0.0 { length } else { shortest };
            inside = &inside[first..][..half];
        }
        let [low, high] = [inside.first(), inside.last()].map(|end| end.copied().unwrap_or(0.0));
        (0.5 * low + 0.5 * high, shortest)
    }

    /// The sorted finite values of `of` over the sample.
    fn sorted(&mut self, of: impl Fn(&Aabb<D>) -> f32) -> &[f32] {
        self.scratch.clear();
        self.scratch.extend(self.boxes.iter().map(of).filter(|value| value.is_finite()));
        self.scratch.sort_unstable_by(f32::total_cmp);
        &self.scratch
    }

    /// The least value that is not an outlier: not farther below the lower percentile than half
    /// the distance between the lower and the upper one.
    fn robust_end(&mut self, of: impl Fn(&Aabb<D>) -> f32) -> f32 {
        let values = self.sorted(of);
        let Some(last) = values.len().checked_sub(1) else { return 0.0 };
        let (lower, upper) = (values[last / 50], values[last - last / 50]);
        values[0].max(lower - 0.5 * (0.5 * upper - 0.5 * lower) * 2.0)
    }

    /// The mean without the largest fiftieth.
    fn robust_mean(&mut self, of: impl Fn(&Aabb<D>) -> f32) -> f32 {
        let values = self.sorted(of);
        let kept = values.len() - values.len() / 50;
        let sum: f64 = values[..kept].iter().map(|value| f64::from(*value)).sum();
        (sum / kept.max(1) as f64) as f32
    }
}
