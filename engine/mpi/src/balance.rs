//! Domains that cost all ranks the same.

use std::time::{Duration, Instant};

use jostle::domain::Decomposition;

use crate::{
    Error, Ranks,
    broad_phase::unless_it_panics,
    mail::resize,
    ranks::{Agreement, agree},
};

/// Chooses domains by the time that steps take, and keeps them while that is cheaper.
///
/// All ranks wait for the slowest. What they waited is added up from step to step. Once that is
/// more than what cutting anew and moving shapes took the last time, and the slowest takes more
/// than a tolerated share longer than the mean, space is cut anew. So no more than twice the time
/// is lost that the best choice in hindsight would have lost (the ski rental problem; Karlin,
/// Manasse, Rudolph and Sleator, "Competitive Snoopy Caching", Algorithmica 3, 1988).
pub struct Balancer<const D: usize> {
    domains: Option<Decomposition<D>>,
    tolerance: f64,
    /// Seconds lost since the last cut, and what that cost.
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
        Self { domains: None, tolerance: 1.1, lost: 0.0, cost: 0.0 }
    }

    /// Tolerates that the slowest rank takes so many times as long as the mean.
    #[must_use]
    pub fn with_tolerance(mut self, imbalance: f64) -> Self {
        self.tolerance = imbalance;
        self
    }

    /// The domains, which are one before the first update.
    #[must_use]
    pub fn domains(&self) -> Decomposition<D> {
        self.domains.clone().unwrap_or_default()
    }

    /// Adds to what new domains cost: the time that shapes took to move.
    pub fn add_cost(&mut self, time: Duration) {
        self.cost += time.as_secs_f64();
    }

    /// Looks at what a step took of this rank, without waiting for others, and cuts space anew
    /// where that pays. The first time it does so anyway.
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
        let nanoseconds = u64::try_from(work.as_nanos()).unwrap_or(u64::MAX >> 20);
        let (mut sum, mut least) = ([nanoseconds], [!nanoseconds]);
        ranks.sum(&mut sum);
        ranks.least(&mut least);
        let mean = sum[0] as f64 / ranks.ranks() as f64 * 1e-9;
        let slowest = !least[0] as f64 * 1e-9;
        let imbalance = if mean > 0.0 { slowest / mean } else { 1.0 };
        self.lost += slowest - mean;
        // All ranks take part in the choice of those who lost most and paid most.
        let nanoseconds = |seconds: f64| (seconds * 1e9) as u64;
        let mut choice = [!nanoseconds(self.lost), !nanoseconds(self.cost)];
        ranks.least(&mut choice);
        let pays = imbalance > self.tolerance && !choice[0] >= !choice[1];
        if self.domains.is_some() && !pays {
            return Ok(Balance { imbalance, is_new: false });
        }
        let started = Instant::now();
        let settings = self.tolerance.to_bits() ^ (D as u64);
        let domains = cut(ranks, work, count, point, weight);
        self.domains = Some(agree(ranks, domains, &Agreement { settings })?);
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
    agree(ranks, written, &Agreement { settings: 0 })?;
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
