//! The tasks `pairs` and `moved`.

use jostle::{Pair, digest::Digest};

use super::{Found, Measured, Plan, peak_rss_bytes};
use crate::{
    boxes::Corners,
    failure::Failure,
    peer::{MovedPeer, PairPeer},
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

/// All pairs of boxes that jump between two places; the last run is that to the second.
pub(crate) fn moved<const D: usize>(
    peer: &mut dyn MovedPeer<D>,
    frames: [&[Corners<D>]; 2],
    plan: &Plan,
) -> Result<Measured, Failure> {
    // Where there is an even number of runs, the first goes to the first place.
    let parity = (plan.warm_up + plan.runs) % 2;
    let frame = |run: u32| frames[((run + parity) % 2) as usize];
    peer.load(frame(1));
    peer.build().and_then(|()| peer.find()).map_err(Failure::Library)?;
    let times = plan.repeat(
        peer,
        |peer, run| peer.load(frame(run)),
        |peer| peer.update(),
        |peer| peer.find(),
    )?;
    let peak_rss_bytes = peak_rss_bytes();
    Ok(Measured { found: check(peer.pairs(), frames[1].len())?, times, peak_rss_bytes })
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
