//! How far apart two points are: the reach, and where space repeats itself.

use jostle_kernels::{geometry::inside, radius_search::Band, shape::Ball};

use super::{
    lattice::{Lattice, Shift, dot, sub},
    points::Points,
    settings::NeighborSettings,
};
use crate::{
    Error,
    validate::{InvalidReason, check_point, check_radius, check_reach, is_point},
};

/// What a list is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Space<const D: usize> {
    pub(super) lattice: Lattice<D>,
    settings: NeighborSettings<D>,
    /// No points are listed beyond this distance: the radius, the most that radii of points add to
    /// it, and the skin, rounded up.
    pub(super) reach: f32,
    /// How far two points may move, together, until a pair within the radius could be missing.
    pub(super) allowance: f64,
    /// How much the difference of two images in `f32` on an axis is off; 0 without periodic axes.
    pub(super) error: f64,
    /// How far apart listed images can be in `f32` on an axis.
    pub(super) padded: f64,
    /// Whether images are told apart: several of a point may be near another, or shifts are asked
    /// for.
    pub(super) is_ranked: bool,
}

/// Half the distance of 1 to the next `f32`.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// What a few roundings of `f64` come to.
const FEW_ROUNDINGS: f64 = 64.0 * f64::EPSILON;

/// Farthest that a point is from the cell, in lengths, if there are to be shifts: differences of
/// two such numbers, and of shifts of images, are `i32`.
const MOST_LENGTHS: f64 = (1 << 29) as f64;

impl<const D: usize> Space<D> {
    /// What is to be built where radii of a pair add at most so much to the radius, or `None` where
    /// points have no radii.
    pub(super) fn new(
        settings: &NeighborSettings<D>,
        added: Option<[f32; 2]>,
    ) -> Result<Self, Error> {
        let NeighborSettings { radius, skin, has_shifts, nearest, .. } = *settings;
        for (number, what) in [(radius, "radius"), (skin, "skin")] {
            check_reach(number, what)?;
        }
        if nearest.is_some() && skin != 0.0 {
            let (what, range) = ("skin", "0 where only the nearest are listed");
            return Err(Error::Setting { what, found: skin.to_string(), range });
        }
        check_reach(sum_up([radius, 0.0, 0.0, skin]), "skin")?;
        let [own, other] = added.unwrap_or_default();
        let reach = sum_up([radius, own, other, skin]);
        check_reach(reach, "radii")?;
        let mut lattice = Lattice::new(&settings.periodicity)?;
        let size = lattice.size(f64::from(reach));
        let (error, blur) = (2.0 * ROUNDING * size, FEW_ROUNDINGS * size);
        lattice.set_reach(f64::from(reach) + blur)?;
        let spare = f64::from(skin);
        let allowance = (spare * (1.0 - FEW_ROUNDINGS) - blur).max(0.0);
        let padded = (f64::from(reach) + 2.0 * error) * (1.0 + ROUNDING);
        // Of a cell that is thicker one image at most is in reach, and told from the others where
        // it is rounded.
        let thick = 2.0 * f64::from(reach) + blur + 8.0 * error;
        let is_single = !lattice.is_skew() && lattice.thickness() > thick;
        let is_told_apart = has_shifts || nearest.is_some() || added.is_some() || !is_single;
        let is_ranked = !lattice.is_open() && is_told_apart;
        Ok(Self { lattice, settings: *settings, reach, allowance, error, padded, is_ranked })
    }

    /// What decides in `f32` up to a reach.
    pub(super) fn band(&self, reach: f32) -> Band {
        Band::new(reach, self.error)
    }

    /// Whether shifts are asked for.
    pub(super) fn has_shifts(&self) -> bool {
        self.settings.has_shifts
    }

    /// Up to which distance a pair with radii is listed.
    pub(super) fn reach_of(&self, own: f32, other: f32) -> f32 {
        let NeighborSettings { radius, skin, rule, .. } = self.settings;
        let [own, other] = rule.added(own, other);
        sum_up([radius, own, other, skin])
    }

    /// Up to which distance a pair with radii is within the radius.
    pub(super) fn radius_of(&self, own: f32, other: f32) -> f32 {
        let NeighborSettings { radius, rule, .. } = self.settings;
        let [own, other] = rule.added(own, other);
        sum_up([radius, own, other, 0.0])
    }

    /// Whether no axis is periodic.
    pub(super) fn is_open(&self) -> bool {
        self.lattice.is_open()
    }

    /// Why a point is not valid.
    pub(super) fn check(&self, points: &Points<'_, D>, index: usize) -> Result<(), InvalidReason> {
        check_point(points.get(index))?;
        check_radius(points.radius(index))?;
        if self.has_shifts() { self.check_shift(points.get(index)) } else { Ok(()) }
    }

    /// Whether a point is valid.
    #[inline(always)]
    pub(super) fn accepts(&self, points: &Points<'_, D>, index: usize) -> bool {
        let is_plain = points.radii().is_none() && !self.has_shifts();
        is_point(points.get(index)) && (is_plain || self.check(points, index).is_ok())
    }

    #[inline(never)]
    fn check_shift(&self, point: [f32; D]) -> Result<(), InvalidReason> {
        let times = self.times_of(point, self.lattice.wrap(point));
        let is_near = times.iter().all(|times| times.abs() <= MOST_LENGTHS);
        if is_near { Ok(()) } else { Err(InvalidReason::FarFromCell) }
    }

    /// By how many times each vector a point is moved from an image of it.
    pub(super) fn times_of(&self, point: [f32; D], image: [f64; D]) -> [f64; D] {
        self.lattice.times_to(sub(point.map(f64::from), image))
    }

    /// Whether a point has a neighbor in another, of which the image in `f32` is near it.
    ///
    /// Without periodic axes this is exact, else what `f64` makes of it. The answer is the same
    /// seen from the other point.
    pub(super) fn reaches(&self, reach: f32, [from, to]: [[f32; D]; 2], image: [f32; D]) -> bool {
        if self.is_open() {
            return inside::ball(to, &Ball { center: from, radius: reach });
        }
        let (from, to) = (self.lattice.wrap(from), self.lattice.wrap(to));
        let shift = self.lattice.times_to(sub(image.map(f64::from), to));
        is_within(reach, self.lattice.moved(sub(to, from), shift))
    }

    /// From a point to the image of another with a shift. As exact, and as
    /// [mutual](Self::reaches).
    pub(super) fn apart(&self, [from, to]: [[f32; D]; 2], shift: Shift<D>) -> [f64; D] {
        let apart = sub(self.lattice.wrap(to), self.lattice.wrap(from));
        self.lattice.moved(apart, shift.map(f64::from))
    }

    /// Whether two points are within a distance, which must not be above the reach, of the images
    /// of each other that are nearest. As exact as [`reaches`](Self::reaches).
    pub(super) fn within(&self, radius: f32, from: [f32; D], to: [f32; D]) -> bool {
        if self.is_open() {
            return inside::ball(to, &Ball { center: from, radius });
        }
        let square = self.lattice.square_apart(self.lattice.wrap(from), self.lattice.wrap(to));
        square <= f64::from(radius) * f64::from(radius)
    }
}

/// Whether a difference is at most a distance long.
pub(super) fn is_within<const D: usize>(distance: f32, apart: [f64; D]) -> bool {
    dot(apart, apart) <= f64::from(distance) * f64::from(distance)
}

/// The sum of radii and a skin, all of them finite and not negative, rounded up.
fn sum_up(parts: [f32; 4]) -> f32 {
    // What the sum loses by rounding is summed, too (Neumaier).
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for part in parts.map(f64::from) {
        let next = sum + part;
        lost += if sum >= part { (sum - next) + part } else { (part - next) + sum };
        sum = next;
    }
    let nearest = sum as f32;
    let is_below = nearest.is_finite() && (sum - f64::from(nearest)) + lost > 0.0;
    if is_below { nearest.next_up() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::sum_up;

    #[test]
    fn sums_are_rounded_up() {
        let tiny = f32::from_bits(1);
        assert_eq!(sum_up([1.0, 0.5, 0.25, 0.0]), 1.75);
        assert_eq!(sum_up([tiny, 1.0, 0.0, 0.0]), 1.0_f32.next_up());
        assert_eq!(sum_up([1.0, tiny, 0.0, tiny]), 1.0_f32.next_up());
        // The number next to 0.3 is above the sum already.
        assert_eq!(sum_up([0.1, 0.2, 0.0, 0.0]), 0.3);
        assert_eq!(sum_up([f32::MAX, 0.0, 0.0, tiny]), f32::INFINITY);
        assert_eq!(sum_up([f32::MAX, f32::MAX, 0.0, 0.0]), f32::INFINITY);
        assert_eq!(sum_up([0.0; 4]), 0.0);
    }
}
