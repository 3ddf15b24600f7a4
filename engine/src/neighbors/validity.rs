//! How far points have moved, and whether a list still holds what it has to.

use super::{ingest::Images, points::Points, space::Space};
use crate::{Error, exec::threads, memory::reserve};

/// Why a list was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RebuildReason {
    /// There was none, or the update before this one failed.
    First,
    /// There are more points than before, or fewer.
    Count,
    /// Radius, skin, kind of list or periods are others.
    Settings,
    /// Other points are invalid than before.
    Quarantine,
    /// Points moved, or their radii changed, so far that two of them could have come within the
    /// radius unlisted.
    Moved,
    /// There were two sets and now there is one, or the other way round.
    Sets,
}

/// Proof that a list has every pair of points within the radius.
///
/// A pair that is not listed was farther apart than radius and skin when the list was built, and
/// since then each of the two moved by at most [`displacement`](Self::displacement). So while twice
/// that is at most [`allowance`](Self::allowance), the two are farther apart than the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Validity {
    /// Why this update built the list; none if the one from before was kept.
    pub rebuilt: Option<RebuildReason>,
    /// How far any point is from where it was when the list was built, rounded up; with periodic
    /// axes, from the nearest image. Where points have radii, what any of them changed by is added.
    pub displacement: f64,
    /// How far two points may move together: the skin, rounded down.
    pub allowance: f64,
}

impl Validity {
    /// How much farther two points may move together before the list is built again.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.allowance - 2.0 * self.displacement
    }
}

/// Points that one thread measures one after the other.
const CHUNK: usize = 1 << 13;

/// The farthest that a point of a chunk moved, squared; none if one became invalid or valid.
pub(super) type Farthest = Option<f64>;

/// How far points are at most from their images of the last build; none if others are invalid.
pub(super) fn displacement<const D: usize>(
    points: &Points<'_, D>,
    images: &Images<D>,
    space: &Space<D>,
    chunks: &mut Vec<Farthest>,
) -> Result<Option<f64>, Error> {
    let count = points.len().div_ceil(CHUNK);
    chunks.clear();
    reserve(chunks, count, "the displacements of points")?;
    chunks.resize(count, None);
    threads::for_each(chunks, |number, farthest| {
        *farthest = (number * CHUNK..points.len().min((number + 1) * CHUNK))
            .try_fold(0.0, |most, index| {
                Some(f64::max(most, square(points, images, space, index)?))
            });
    });
    let square = chunks.iter().try_fold(0.0, |most, farthest| Some(f64::max(most, (*farthest)?)));
    // Far fewer roundings than 2^10, each of at most 2^-53; nothing underflows.
    let rounded_up = square.map(|square| square.sqrt() * (1.0 + f64::EPSILON * 512.0));
    let blur = if images.rounded { 2.0 * space.error } else { 0.0 };
    Ok(rounded_up.map(|most| most + blur + changed(points, images)))
}

/// What a radius changed by at most since the last build.
fn changed<const D: usize>(points: &Points<'_, D>, images: &Images<D>) -> f64 {
    if points.radii().is_none() && images.has_no_radii() {
        return 0.0;
    }
    let changes = (0..points.len()).map(|index| {
        let [now, then] = [points.radius(index), images.radius(index)].map(f64::from);
        // One that is not valid has changed nothing: that another is would have been seen.
        if now == then || !(now - then).is_finite() { 0.0 } else { (now - then).abs() }
    });
    changes.fold(0.0, f64::max) * (1.0 + f64::EPSILON * 4.0)
}

/// The square of the distance of a point from its image; none if one of them is not finite.
#[inline(always)]
fn square<const D: usize>(
    points: &Points<'_, D>,
    images: &Images<D>,
    space: &Space<D>,
    index: usize,
) -> Option<f64> {
    let (point, image) = (points.get(index), images.place(index));
    match (space.accepts(points, index), image[0].is_nan()) {
        (true, false) => Some(space.lattice.square_apart(image, space.lattice.wrap(point))),
        (false, true) => Some(0.0),
        _ => None,
    }
}
