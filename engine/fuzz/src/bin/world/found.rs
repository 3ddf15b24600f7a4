//! What a step found: as text to be compared, as a number that is none does not equal itself, and
//! as it is explained.

use jostle::{Pair, World, events::PairChanges, explain::Verdict};

/// Where the pairs of a list were before, which of them began, and which ended.
fn changed(changes: &PairChanges<'_>, len: usize) -> String {
    let places: Vec<_> = (0..len).map(|place| changes.place_before(place)).collect();
    let (begun, ended): (Vec<Pair>, Vec<_>) =
        (changes.begun().collect(), changes.ended().collect());
    format!("{places:?} {begun:?} {ended:?}")
}

/// Everything that the last step of a world found.
pub(crate) fn found<const D: usize>(world: &World<D>) -> Vec<String> {
    let (touching, sensed) = (world.touching(), world.sensor_overlaps());
    let (ccd_hits, shapes) = (world.ccd_hits(), world.shapes().len() as u32);
    let handles: Vec<_> = (0..shapes).map(|index| world.handle(index)).collect();
    let contacts = world.contacts().iter().map(|contact| format!("{contact:?}"));
    let others = [
        format!("{touching:?} {sensed:?} {:?}", world.sleeping_contacts()),
        changed(&world.contact_changes(), touching.len()),
        changed(&world.sensor_changes(), sensed.len()),
        changed(&world.ccd_changes(), ccd_hits.len()),
        format!("{ccd_hits:?}"),
        format!("{handles:?} {:?}", world.invalid()),
    ];
    contacts.chain(others).collect()
}

/// Holds what is explained of each pair against what the last step found.
pub(crate) fn explained<const D: usize>(world: &World<D>) {
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
    }
}
