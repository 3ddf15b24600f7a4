//! The pairs of a broad phase on their way to the narrow phase.

use crate::{Error, Pair, Pairs, memory::reserve, step::PairRules};

/// Pairs of bounds that touch.
#[derive(Default)]
pub(super) struct CandidatePairs {
    /// Those without sensors, at last.
    pub(super) pairs: Pairs,
    /// Those with a sensor.
    pub(super) sensor_overlaps: Vec<Pair>,
    /// Which of these touch.
    pub(super) overlaps: Vec<bool>,
    /// Which pairs are wanted, where the user is asked.
    wanted: Vec<bool>,
}

impl CandidatePairs {
    /// Puts the pairs of so many shapes into canonical order, if they are not, without those that
    /// are left out, and those with a sensor into a list of their own.
    pub(super) fn order(
        &mut self,
        shapes: usize,
        is_canonical: bool,
        rules: &PairRules<'_>,
        sensors: Option<&[bool]>,
    ) -> Result<(), Error> {
        self.sensor_overlaps.clear();
        if !is_canonical {
            self.pairs.sort_canonical_of(shapes)?;
        }
        rules.apply(&mut self.pairs, &mut self.wanted)?;
        let Some(sensors) = sensors else { return Ok(()) };
        let is_sensed = |pair: &Pair| sensors[pair.a as usize] | sensors[pair.b as usize];
        let pairs = self.pairs.as_mut_slice();
        let count = pairs.iter().filter(|pair| is_sensed(pair)).count();
        reserve(&mut self.sensor_overlaps, count, "the pairs of sensors")?;
        let mut kept = 0;
        for index in 0..pairs.len() {
            let pair = pairs[index];
            if is_sensed(&pair) {
                self.sensor_overlaps.push(pair);
            } else {
                pairs[kept] = pair;
                kept += 1;
            }
        }
        self.pairs.truncate(kept);
        Ok(())
    }

    /// Lists the pairs with a sensor that touch.
    pub(super) fn list_sensor_overlaps(&self, to: &mut Pairs) -> Result<(), Error> {
        let count = self.overlaps.iter().filter(|touches| **touches).count();
        let all = self.sensor_overlaps.iter().zip(&self.overlaps);
        let touching = all.filter(|(_, touches)| **touches);
        let space = to.space(count)?;
        space.iter_mut().zip(touching).for_each(|(to, (pair, _))| *to = *pair);
        to.commit(count);
        Ok(())
    }

    /// Whether a pair is to be looked at.
    pub(super) fn has(&self, pair: &Pair) -> bool {
        self.pairs.binary_search(pair).is_ok() || self.sensor_overlaps.binary_search(pair).is_ok()
    }

    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.sensor_overlaps.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.pairs.capacity_bytes()
            + self.sensor_overlaps.capacity() * size_of::<Pair>()
            + self.overlaps.capacity()
            + self.wanted.capacity()
    }
}
