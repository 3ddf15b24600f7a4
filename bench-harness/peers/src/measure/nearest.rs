//! The task `nearest`.

use super::{Found, Measured, Plan, peak_rss_bytes};
use crate::{adapters, failure::Failure, peer::NearestPeer};

/// So many nearest of all points for each of them, itself among them.
///
/// The distances are taken here, in `f64` and from the points themselves: two libraries that round
/// differently are then equal, unless they chose neighbors whose distances differ.
pub(crate) fn nearest<const D: usize>(
    peer: &mut dyn NearestPeer<D>,
    points: &[[f32; D]],
    neighbors: usize,
    plan: &Plan,
) -> Result<Measured, Failure> {
    let times = plan.repeat(
        peer,
        |peer, _| {
            peer.forget();
            peer.load(points);
        },
        |peer| peer.build(),
        |peer| peer.find(neighbors),
    )?;
    let peak_rss_bytes = peak_rss_bytes();
    let (found, sum_of_distances) = sum(peer, points)?;
    let mut reference = adapters::jostle::Nearest::<D>::default();
    reference.load(points);
    reference.build().and_then(|()| reference.find(neighbors)).map_err(Failure::Library)?;
    let (_, jostle_sum_of_distances) = sum(&reference, points)?;
    let found = Found::Nearest { neighbors, found, sum_of_distances, jostle_sum_of_distances };
    Ok(Measured { found, times, peak_rss_bytes })
}

/// How many neighbors were found, and how far away they are together.
fn sum<const D: usize>(
    peer: &dyn NearestPeer<D>,
    points: &[[f32; D]],
) -> Result<(u64, f64), Failure> {
    let (mut found, mut sum, mut wrong) = (0, 0.0, None);
    peer.neighbors(&mut |point, neighbor| {
        let pair = [point, neighbor].map(|index| points.get(index as usize));
        let [Some(from), Some(to)] = pair else {
            wrong = Some((point, neighbor));
            return;
        };
        let squares =
            from.iter().zip(to).map(|(from, to)| (f64::from(*from) - f64::from(*to)).powi(2));
        sum += squares.sum::<f64>().sqrt();
        found += 1;
    });
    match wrong {
        Some((point, other)) => Err(Failure::Library(format!("{other} is no neighbor of {point}"))),
        None => Ok((found, sum)),
    }
}
