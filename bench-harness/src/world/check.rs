//! Whether what a world found is right.

use jostle::{
    BroadPhase, Filter, Join, Pairs, Sap, SimdLevel, World, broad::BoxSet, digest::Digest, narrow,
    shape::Mobility,
};

use crate::{narrow::shapes_of, runner::Error};

/// Pairs that are asked about alone.
const SAMPLE: usize = 1000;

/// What is wrong with the first thing that is, if anything is.
pub(super) fn fault<const D: usize>(
    world: &World<D>,
    level: SimdLevel,
) -> Result<Option<String>, Error> {
    let shapes = world.shapes();
    let mut resting = Vec::with_capacity(shapes.len());
    for handle in (0..shapes.len()).filter_map(|index| shapes.handle_of(index)) {
        resting.push(shapes.attributes(handle)?.mobility != Mobility::Moving);
    }
    let bounds = world.pipeline().prepared().bounds();
    let filter = Filter::default().with_statics(&resting);
    let mut pairs = Pairs::new();
    Sap::new().with_level(level).pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
    let [found, expected] = [world.pairs(), &pairs].map(Digest::of);
    if found != expected {
        return Ok(Some(format!("the pairs have the digest {found}, those of a sweep {expected}")));
    }
    let mut contacts = world.contacts().iter().peekable();
    let stride = world.pairs().len().div_ceil(SAMPLE).max(1);
    for pair in world.pairs().iter().step_by(stride) {
        let [a, b] = shapes_of(shapes, *pair);
        let expected = narrow::contact(&a, &b)?;
        while contacts.peek().is_some_and(|contact| contact.pair.key() < pair.key()) {
            contacts.next();
        }
        let found = contacts.peek().filter(|contact| contact.pair == *pair);
        let alike = match (found, &expected) {
            (Some(found), Some(expected)) => {
                (found.normal, found.distance, found.points)
                    == (expected.normal, expected.distance, expected.points())
            }
            (None, None) => true,
            _ => false,
        };
        if !alike {
            return Ok(Some(format!("{pair:?}: found {found:?}, but alone {expected:?}")));
        }
    }
    Ok(None)
}
