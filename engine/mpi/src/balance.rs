//! Domains that cost all ranks the same.

use std::time::{Duration, Instant};

use jostle::domain::Decomposition;

use crate::{Error, Ranks, error::unless_it_panics, mail::resize, ranks::agree};

/// Chooses domains by the time that steps take, and keeps them while that is cheaper.
///
/// All ranks wait for the slowest. What they waited is added up from step to step. Once that is
/// more than what cutting anew and moving shapes took the last time, and the slowest takes more
/// than a tolerated share longer than the mean, space is cut anew. So no more than twice the time
/// is lost that the best choice in hindsight would have lost (the ski rental problem; Karlin,
/// Manasse, Rudolph and Sleator, "Competitive Snoopy Caching", Algorithmica 3, 1988).
pub struct Balancer<const D: usize> {
    /// One for each rank, once space was cut.
    domains: Decomposition<D>,
    tolerance: f64,
    /// Seconds that all ranks lost since the last cut, and what that cost this one.
    lost: f64,
    cost: f64,
}

/// What a [`Balancer`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Balance {
    /// How much longer than the mean the slowest rank took: 1 where all took the same.
    pub imbalance: f64,
    /// Whether there are new domains, to which shapes have to [move](crate::migrate).
    pub is_new: bool,
}

/// Most points that all ranks give for a cut, and most of one rank.
const SAMPLE: usize = 1 << 20;
const MOST_OF_RANK: usize = 4096;

impl<const D: usize> Default for Balancer<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> Balancer<D> {
    /// No domains yet; 1.1 is tolerated.
    #[must_use]
    pub fn new() -> Self {
        Self { domains: Decomposition::new(), tolerance: 1.1, lost: 0.0, cost: 0.0 }
    }

    /// Tolerates that the slowest rank takes so many times as long as the mean.
    #[must_use]
    pub fn with_tolerance(mut self, imbalance: f64) -> Self {
        self.tolerance = imbalance;
        self
    }

    /// The domains, which are one before the first update.
    #[must_use]
    pub fn domains(&self) -> &Decomposition<D> {
        &self.domains
    }

    /// Adds to what new domains cost: the time that shapes took to move.
    pub fn add_cost(&mut self, time: Duration) {
        self.cost += time.as_secs_f64();
    }

    /// Looks at what a step took of this rank, without waiting for others, and cuts space anew
    /// where that pays. The first time it does so anyway, unless there is one rank.
    ///
    /// `point` has a point of each of `count` shapes, by index. `weight` is what a shape counts
    /// among those of its rank, as 1, or 1 and its pairs.
    ///
    /// # Errors
    /// [`Error::Settings`] where ranks tolerate different imbalances, [`Error::Panic`] where a
    /// function panics, and where memory is refused. Domains are then as before.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        work: Duration,
        count: usize,
        point: impl Fn(usize) -> [f32; D],
        weight: impl Fn(usize) -> f32,
    ) -> Result<Balance, Error> {
        let nanoseconds = |seconds: f64| (seconds * 1e9) as u64;
        let work_time = work.as_secs_f64();
        let mut sum = [nanoseconds(work_time)];
        // The most, as what is least of the opposite: of work, and of what the last cut cost.
        let mut least = [work_time, self.cost].map(|seconds| !nanoseconds(seconds));
        ranks.sum(&mut sum);
        ranks.least(&mut least);
        let mean = sum[0] as f64 * 1e-9 / ranks.ranks() as f64;
        let [slowest, cost] = least.map(|least| !least as f64 * 1e-9);
        let imbalance = if mean > 0.0 { slowest / mean } else { 1.0 };
        // The same on all ranks.
        self.lost += slowest - mean;
        let pays = imbalance > self.tolerance && self.lost >= cost;
        if self.domains.domains() == ranks.ranks() && !pays {
            return Ok(Balance { imbalance, is_new: false });
        }
        let started = Instant::now();
        let settings = self.tolerance.to_bits() ^ (D as u64);
        let domains = cut(ranks, work, count, point, weight);
        self.domains = agree(ranks, domains, settings)?;
        (self.lost, self.cost) = (0.0, started.elapsed().as_secs_f64());
        Ok(Balance { imbalance, is_new: true })
    }
}

/// Cuts space by a sample of all ranks' shapes.
fn cut<const D: usize>(
    ranks: &impl Ranks,
    work: Duration,
    count: usize,
    point: impl Fn(usize) -> [f32; D],
    weight: impl Fn(usize) -> f32,
) -> Result<Decomposition<D>, Error> {
    const WHAT: &str = "a sample of shapes";
    let most = (SAMPLE / ranks.ranks()).clamp(64, MOST_OF_RANK);
    let (mut own, mut all) = (Vec::new(), Vec::new());
    let written = unless_it_panics(|| {
        resize(&mut own, (D + 1) * most, 0_u32, WHAT)?;
        resize(&mut all, (D + 1) * most * ranks.ranks(), 0_u32, WHAT)?;
        // What this rank took is shared out among its shapes, and some of them stand for all.
        let taken = count.min(most);
        let sampled = (0..taken).map(|number| number * count / taken.max(1));
        let weights: f64 = sampled.clone().map(|index| f64::from(weight(index))).sum();
        let unit = if weights > 0.0 { work.as_secs_f64().max(1e-9) / weights } else { 0.0 };
        for (words, index) in own.chunks_exact_mut(D + 1).zip(sampled) {
            let numbers = point(index).into_iter().chain([weight(index) * unit as f32]);
            words.iter_mut().zip(numbers).for_each(|(word, number)| *word = number.to_bits());
        }
        Ok(())
    });
    // What fails on one rank must not keep the others waiting.
    agree(ranks, written, 0)?;
    ranks.gather(&own, &mut all);
    let (mut points, mut weights) = (Vec::new(), Vec::new());
    let total = most * ranks.ranks();
    resize(&mut points, total, [0.0; D], WHAT)?;
    resize(&mut weights, total, 0.0, WHAT)?;
    for (number, words) in all.chunks_exact(D + 1).enumerate() {
        points[number] = std::array::from_fn(|axis| f32::from_bits(words[axis]));
        weights[number] = f32::from_bits(words[D]);
    }
    Ok(Decomposition::bisect(&points, &weights, ranks.ranks())?)
}
