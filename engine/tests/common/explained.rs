//! What is explained of pairs, held against what was found.

use jostle::{
    BroadPhase, Join, Pair, World,
    explain::{FilterDecision, PairExplanation, Verdict},
};

/// Explains the pairs of the first boxes of a join, at most so many of a set, holds that against
/// the pairs that were found, which are in order, and shows each explanation.
pub(crate) fn explain_pairs<const D: usize>(
    phase: &dyn BroadPhase<D>,
    join: &Join<'_, D>,
    found: &[Pair],
    most: usize,
    mut show: impl FnMut(&PairExplanation<D>),
) {
    let (first, second) = match join {
        Join::Within(set) => (set.bounds.len(), None),
        Join::Between(first, second) => (first.bounds.len(), Some(second.bounds.len())),
    };
    for a in 0..first.min(most) as u32 {
        let begin = if second.is_some() { 0 } else { a + 1 };
        for b in begin..second.unwrap_or(first).min(most) as u32 {
            let explanation = phase.explain(join, a, b).expect("both are there");
            let is_found = found.binary_search(&Pair { a, b }).is_ok();
            let is_reported = explanation.verdict().is_reported();
            assert_eq!(is_reported, is_found, "{}: {explanation}", phase.name());
            assert_eq!(explanation.filter == FilterDecision::Wanted, join.wants(a, b));
            show(&explanation);
        }
    }
}

/// Explains every pair of a world, holds that against what its last step found, and shows each
/// explanation.
pub(crate) fn explain_world<const D: usize>(
    world: &World<D>,
    mut show: impl FnMut(&PairExplanation<D>),
) {
    let count = world.shapes().len() as u32;
    let handle = |index| world.handle(index).expect("it is there");
    for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
        let explanation = world.explain(handle(a), handle(b)).expect("both are there");
        let (pair, verdict) = (Pair { a, b }, explanation.verdict());
        assert_eq!(explanation.pair, pair);
        let lists = [world.touching(), world.sensor_overlaps(), world.sleeping_contacts()];
        let is_in = lists.map(|list| list.binary_search(&pair).is_ok());
        let said = [Verdict::Contact, Verdict::SensorOverlap, Verdict::SleepingContact];
        assert_eq!(said.map(|of| of == verdict), is_in, "{explanation}");
        if let Verdict::Invalid { side, reason } = verdict {
            let listed = world.invalid().iter().find(|of| of.index == [a, b][side]);
            assert_eq!(listed.map(|of| of.reason), Some(reason));
        }
        show(&explanation);
    }
}
