//! How far apart two points are: the reach, and where space repeats itself.

use jostle_kernels::{geometry::inside, radius_search::Band, shape::Ball};

use super::lattice::{Lattice, Periodicity, Shift, dot, sub};
use crate::{
    Error,
    validate::{InvalidReason, check_point, check_reach, is_point},
};

/// What a list is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Space<const D: usize> {
    pub(super) lattice: Lattice<D>,
    /// Points are listed up to this distance: the radius and the skin, rounded up.
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
    /// Whether shifts are asked for.
    pub(super) has_shifts: bool,
}

/// Half the distance of 1 to the next `f32`.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// What a few roundings of `f64` come to.
const FEW_ROUNDINGS: f64 = 64.0 * f64::EPSILON;

/// Farthest that a point is from the cell, in lengths, if there are to be shifts: differences of
/// two such numbers, and of shifts of images, are `i32`.
const MOST_LENGTHS: f64 = (1 << 29) as f64;

impl<const D: usize> Space<D> {
    pub(super) fn new(
        radius: f32,
        skin: f32,
        periodicity: &Periodicity<D>,
        has_shifts: bool,
    ) -> Result<Self, Error> {
        let reach = reach_of(radius, skin)?;
        let mut lattice = Lattice::new(periodicity)?;
        let size = lattice.size(f64::from(reach));
        let (error, blur) = (2.0 * ROUNDING * size, FEW_ROUNDINGS * size);
        lattice.set_reach(f64::from(reach) + blur)?;
        let spare = f64::from(reach) - f64::from(radius);
        let allowance = (spare * (1.0 - FEW_ROUNDINGS) - blur).max(0.0);
        let padded = (f64::from(reach) + 2.0 * error) * (1.0 + ROUNDING);
        // Of a cell that is thicker one image at most is in reach, and told from the others where
        // it is rounded.
        let thick = 2.0 * f64::from(reach) + blur + 8.0 * error;
        let is_single = !lattice.is_skew() && lattice.thickness() > thick;
        let is_ranked = !lattice.is_open() && (has_shifts || !is_single);
        Ok(Self { lattice, reach, allowance, error, padded, is_ranked, has_shifts })
    }

    /// What decides in `f32`.
    pub(super) fn band(&self) -> Band {
        Band::new(self.reach, self.error)
    }

    /// Whether no axis is periodic.
    pub(super) fn is_open(&self) -> bool {
        self.lattice.is_open()
    }

    /// Why a point is not valid.
    pub(super) fn check(&self, point: [f32; D]) -> Result<(), InvalidReason> {
        check_point(point)?;
        if self.has_shifts { self.check_shift(point) } else { Ok(()) }
    }

    /// Whether a point is valid.
    #[inline(always)]
    pub(super) fn accepts(&self, point: [f32; D]) -> bool {
        is_point(point) && (!self.has_shifts || self.check_shift(point).is_ok())
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
    pub(super) fn reaches(&self, from: [f32; D], to: [f32; D], image: [f32; D]) -> bool {
        if self.is_open() {
            return inside::ball(to, &Ball { center: from, radius: self.reach });
        }
        let (from, to) = (self.lattice.wrap(from), self.lattice.wrap(to));
        let shift = self.lattice.times_to(sub(image.map(f64::from), to));
        is_within(self.reach, self.lattice.moved(sub(to, from), shift))
    }

    /// Whether a point has a neighbor in the image of another with a shift. As exact, and as
    /// [mutual](Self::reaches).
    pub(super) fn reaches_image(&self, from: [f32; D], to: [f32; D], shift: Shift<D>) -> bool {
        let apart = sub(self.lattice.wrap(to), self.lattice.wrap(from));
        is_within(self.reach, self.lattice.moved(apart, shift.map(f64::from)))
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

/// The radius and the skin, rounded up; what the skin allows is measured by what came of it.
fn reach_of(radius: f32, skin: f32) -> Result<f32, Error> {
    for (number, what) in [(radius, "radius"), (skin, "skin")] {
        check_reach(number, what)?;
    }
    let sum = f64::from(radius) + f64::from(skin);
    let nearest = sum as f32;
    let reach = if f64::from(nearest) < sum { nearest.next_up() } else { nearest };
    check_reach(reach, "skin").map(|()| reach)
}
