//! Both modes on several threads and levels, beside brute force and a broad phase without a past.

use std::collections::BTreeMap;

use jostle::{
    BroadPhase, Join, Pair, Pairs, SimdLevel,
    broad::{
        BruteForce, IncrementalSap, IncrementalSapAxes, IncrementalSapFallback, IncrementalSapStats,
    },
};

use crate::common::{assert_same, canonical, pool};

/// Broad phases that go through the same frames.
pub(super) struct Lanes<const D: usize> {
    lanes: Vec<(usize, IncrementalSapAxes, IncrementalSap<D>)>,
    /// How often frames followed from the one before, or why they did not, by mode.
    met: BTreeMap<String, usize>,
    pub(super) pairs: usize,
}

impl<const D: usize> Lanes<D> {
    pub(super) fn new() -> Self {
        let levels = SimdLevel::available();
        let make = |(index, axes): (usize, &IncrementalSapAxes)| {
            let level = levels[index % levels.len()];
            (1 + index / 2, *axes, IncrementalSap::new().with_level(level).with_axes(*axes))
        };
        let modes = [
            IncrementalSapAxes::All,
            IncrementalSapAxes::One,
            IncrementalSapAxes::All,
            IncrementalSapAxes::One,
        ];
        Self { lanes: modes.iter().enumerate().map(make).collect(), met: BTreeMap::new(), pairs: 0 }
    }

    /// Asserts that all of them find what brute force finds.
    pub(super) fn check(&mut self, join: &Join<'_, D>, what: &dyn Fn() -> String) {
        let mut brute = BruteForce::new();
        let expected = canonical(&mut brute, join);
        self.pairs += expected.len();
        let mut sequences: BTreeMap<bool, (Vec<Pair>, IncrementalSapStats<D>)> = BTreeMap::new();
        for (threads, axes, phase) in &mut self.lanes {
            let what = || format!("{}, {axes:?}, {threads} threads", what());
            let mut pairs = Pairs::new();
            let summary = pool(*threads).install(|| phase.pairs(join, &mut pairs));
            assert_eq!(summary.expect("the call is valid").pairs, pairs.len() as u64, "{}", what());
            let followed = (pairs.to_vec(), *phase.stats());
            let first = sequences
                .entry(*axes == IncrementalSapAxes::All)
                .or_insert_with(|| followed.clone());
            assert!(*first == followed, "threads or levels change something: {}", what());
            if *axes == IncrementalSapAxes::All
                && phase.stats().fallback != Some(IncrementalSapFallback::Crowded)
            {
                let mut fresh = IncrementalSap::new();
                fresh.pairs(join, &mut pairs).expect("the call is valid");
                assert!(*pairs == followed.0, "from nothing it is another sequence: {}", what());
            }
            pairs.sort_canonical().expect("there is memory");
            assert_same(&pairs, &expected, &what());
            assert_eq!(phase.invalid(), brute.invalid(), "{}", what());
            let name = format!("{axes:?}, {:?}", phase.stats().fallback);
            *self.met.entry(name).or_default() += 1;
        }
    }

    /// The figures of the last frame with the pair set.
    pub(super) fn stats(&self) -> &IncrementalSapStats<D> {
        self.lanes[0].2.stats()
    }

    /// Asserts how often a frame was made in some way.
    pub(super) fn assert_met(
        &self,
        axes: IncrementalSapAxes,
        fallback: Option<IncrementalSapFallback>,
        fewest: usize,
    ) {
        let met = self.met.get(&format!("{axes:?}, {fallback:?}")).copied().unwrap_or_default();
        assert!(met >= fewest, "{axes:?}, {fallback:?}: {met}, not {fewest}; of {:?}", self.met);
    }
}
