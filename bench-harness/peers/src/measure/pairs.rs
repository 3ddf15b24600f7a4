//! The tasks `pairs` and `drift`.

use jostle::{Pair, digest::Digest};

use super::{Found, Measured, Plan, peak_rss_bytes};
use crate::{
    boxes::Corners,
    failure::Failure,
    peer::{DriftPeer, PairPeer},
};

/// All pairs of some boxes, from nothing in each run.
pub(crate) fn pairs<const D: usize>(
    peer: &mut dyn PairPeer<D>,
    boxes: &[Corners<D>],
    plan: &Plan,
) -> Result<Measured, Failure> {
    let times = plan.repeat(
        peer,
        |peer, _| {
            peer.forget();
            peer.load(boxes);
        },
        |peer| peer.build(),
        |peer| peer.find(),
    )?;
    let peak_rss_bytes = peak_rss_bytes();
    Ok(Measured { found: check(peer.pairs(), boxes.len())?, times, peak_rss_bytes })
}

/// All pairs of boxes that go on by a little in each run. Which of them did is said to those who
/// can be told.
pub(crate) fn drift<const D: usize>(
    peer: &mut dyn DriftPeer<D>,
    boxes: &[Corners<D>],
    by: &[[f32; D]],
    plan: &Plan,
) -> Result<Measured, Failure> {
    let moves = |index: &u32| by[*index as usize].iter().any(|by| *by != 0.0);
    let moved: Vec<u32> = (0..boxes.len() as u32).filter(moves).collect();
    let mut boxes = boxes.to_vec();
    peer.load(&boxes);
    peer.build().and_then(|()| peer.find()).map_err(Failure::Library)?;
    let times = plan.repeat(
        peer,
        |peer, _| {
            for index in moved.iter().map(|index| *index as usize) {
                boxes[index].shift(&by[index]);
            }
            peer.follow(&boxes, &moved);
        },
        |peer| peer.update(),
        |peer| peer.find(),
    )?;
    let peak_rss_bytes = peak_rss_bytes();
    Ok(Measured { found: check(peer.pairs(), by.len())?, times, peak_rss_bytes })
}

/// Puts pairs in order, and says how many there are and which.
fn check(pairs: &[Pair], boxes: usize) -> Result<Found, Failure> {
    let mut pairs: Vec<_> = pairs.iter().map(|pair| Pair::ordered(pair.a, pair.b)).collect();
    if let Some(pair) = pairs.iter().find(|pair| pair.a == pair.b || pair.b as usize >= boxes) {
        return Err(Failure::Library(format!("({}, {}) is no pair", pair.a, pair.b)));
    }
    let listed = pairs.len();
    pairs.sort_unstable();
    pairs.dedup();
    Ok(Found::Pairs {
        pairs: pairs.len(),
        duplicates: listed - pairs.len(),
        digest: Digest::of(&pairs).to_string(),
    })
}
