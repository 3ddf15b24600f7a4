//! What a step found, as text to be compared: a number that is none does not equal itself.

use jostle::{Pair, World, events::PairChanges};

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
