//! What a step found, to be compared.

use jostle::{Handle, Pair, World, events::PairChanges, step::CcdHit, validate::InvalidShape};

/// A contact with its pair: normal, distance, axis and points.
type Touch<const D: usize> = (Pair, [f32; D], f32, u32, Vec<jostle::narrow::ContactPoint<D>>);

/// Everything that a step found.
#[derive(Debug, PartialEq)]
pub(crate) struct Found<const D: usize> {
    contacts: Vec<Touch<D>>,
    lists: [Vec<Pair>; 3],
    changes: [Changed; 3],
    ccd_hits: Vec<CcdHit<D>>,
    handles: Vec<Option<Handle>>,
    invalid: Vec<InvalidShape>,
}

/// Where pairs were before, which they are that began, and which ended.
#[derive(Debug, PartialEq)]
struct Changed {
    places: Vec<Option<usize>>,
    begun: Vec<Pair>,
    ended: Vec<[Handle; 2]>,
}

fn changed(changes: &PairChanges<'_>, len: usize) -> Changed {
    Changed {
        places: (0..len).map(|place| changes.place_before(place)).collect(),
        begun: changes.begun().collect(),
        ended: changes.ended().collect(),
    }
}

impl<const D: usize> Found<D> {
    /// What the last step of a world found.
    pub(crate) fn of(world: &World<D>) -> Self {
        let contacts = world.contacts().iter().map(|contact| {
            let points = contact.points.to_vec();
            (contact.pair, contact.normal, contact.distance, contact.axis, points)
        });
        let (touching, sensed) = (world.touching(), world.sensor_overlaps());
        Self {
            contacts: contacts.collect(),
            lists: [touching, sensed, world.sleeping_contacts()].map(<[Pair]>::to_vec),
            changes: [
                changed(&world.contact_changes(), touching.len()),
                changed(&world.sensor_changes(), sensed.len()),
                changed(&world.ccd_changes(), world.ccd_hits().len()),
            ],
            ccd_hits: world.ccd_hits().to_vec(),
            handles: (0..world.shapes().len() as u32).map(|index| world.handle(index)).collect(),
            invalid: world.invalid().to_vec(),
        }
    }
}
