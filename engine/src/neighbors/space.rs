//! How far apart two points are: the reach, and periodic axes.

use jostle_kernels::{geometry::inside, radius_search::Band, shape::Ball};

use crate::{Error, error::PeriodFault, validate::check_reach};

/// An interval that space repeats on an axis; the low end is in it, the high end is not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Period {
    low: f64,
    high: f64,
    length: f64,
}

/// What a list is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Space<const D: usize> {
    spans: [Option<Period>; D],
    /// Points are listed up to this distance: the radius and the skin, rounded up.
    pub(super) reach: f32,
    /// How far two points may move, together, until a pair within the radius could be missing.
    pub(super) allowance: f64,
    /// How much the difference of two images in `f32` on an axis is off; 0 without periodic axes.
    pub(super) error: f64,
    /// How far apart listed images can be in `f32` on an axis.
    pub(super) padded: f64,
}

/// Half the distance of 1 to the next `f32`.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// What a few roundings of `f64` come to.
const FEW_ROUNDINGS: f64 = 64.0 * f64::EPSILON;

/// Ends beyond this have images that are not finite.
const FARTHEST: f32 = f32::MAX / 4.0;

impl<const D: usize> Space<D> {
    pub(super) fn new(
        radius: f32,
        skin: f32,
        periods: &[Option<(f32, f32)>; D],
    ) -> Result<Self, Error> {
        let reach = reach_of(radius, skin)?;
        let mut spans = [None; D];
        let (mut error, mut blur) = (0.0_f64, 0.0_f64);
        for (axis, period) in periods.iter().enumerate() {
            let Some((low, high)) = *period else { continue };
            let span =
                Period::new(low, high).ok_or(Error::Period { axis, fault: PeriodFault::Ends })?;
            let size = span.low.abs().max(span.high.abs()) + span.length;
            let needed = 2.0 * f64::from(reach) + FEW_ROUNDINGS * size;
            if span.length <= needed {
                let copies = (needed / span.length) as u64 + 1;
                return Err(Error::Period { axis, fault: PeriodFault::TooShort { copies } });
            }
            spans[axis] = Some(span);
            error = error.max(2.0 * ROUNDING * size);
            blur = blur.max(FEW_ROUNDINGS * size);
        }
        let spare = f64::from(reach) - f64::from(radius);
        let allowance = (spare * (1.0 - FEW_ROUNDINGS) - blur).max(0.0);
        let padded = (f64::from(reach) + 2.0 * error) * (1.0 + ROUNDING);
        Ok(Self { spans, reach, allowance, error, padded })
    }

    /// What decides in `f32`.
    pub(super) fn band(&self) -> Band {
        Band::new(self.reach, self.error)
    }

    /// Whether no axis is periodic.
    pub(super) fn is_open(&self) -> bool {
        self.spans.iter().all(Option::is_none)
    }

    /// The image of a point that lies in the box: as it is if it lies there already, else moved by
    /// a multiple of the length, in `f64`.
    #[inline(always)]
    pub(super) fn wrap(&self, point: [f32; D]) -> [f64; D] {
        let mut image = point.map(f64::from);
        for (x, span) in image.iter_mut().zip(&self.spans) {
            if let Some(span) = span {
                *x = span.wrap(*x);
            }
        }
        image
    }

    /// Images outside of the box that points in the box can have as neighbors, by how many lengths
    /// they are moved per axis. The box itself comes first.
    #[inline(always)]
    pub(super) fn images(&self, at: [f64; D]) -> impl Iterator<Item = [f64; D]> {
        let mut moves = [[0.0; 3]; D];
        let mut counts = [1; D];
        for axis in 0..D {
            let Some(span) = &self.spans[axis] else { continue };
            for (is_near, by) in
                [(at[axis] - span.low, span.length), (span.high - at[axis], -span.length)]
            {
                if is_near <= self.padded {
                    moves[axis][counts[axis]] = by;
                    counts[axis] += 1;
                }
            }
        }
        let total: usize = counts.iter().product();
        (0..total).map(move |mut number| {
            let mut image = at;
            for axis in 0..D {
                image[axis] += moves[axis][number % counts[axis]];
                number /= counts[axis];
            }
            image
        })
    }

    /// Whether a point has a neighbor in another, of which the image in `f32` is near it.
    ///
    /// Without periodic axes this is exact, else what `f64` makes of it. The answer is the same
    /// seen from the other point.
    #[inline(never)]
    pub(super) fn reaches(&self, from: [f32; D], to: [f32; D], image: [f32; D]) -> bool {
        if self.is_open() {
            return inside::ball(to, &Ball { center: from, radius: self.reach });
        }
        let (from, to) = (self.wrap(from), self.wrap(to));
        let mut square = 0.0;
        for axis in 0..D {
            let mut apart = to[axis] - from[axis];
            if let Some(span) = &self.spans[axis] {
                let lengths = ((f64::from(image[axis]) - to[axis]) / span.length).round();
                apart += lengths * span.length;
            }
            square += apart * apart;
        }
        square <= f64::from(self.reach) * f64::from(self.reach)
    }

    /// Whether two points are within a distance, which must not be above the reach, of the images
    /// of each other that are nearest. As exact as [`reaches`](Self::reaches).
    pub(super) fn within(&self, radius: f32, from: [f32; D], to: [f32; D]) -> bool {
        if self.is_open() {
            return inside::ball(to, &Ball { center: from, radius });
        }
        let square = self.square_apart(self.wrap(from), self.wrap(to));
        square <= f64::from(radius) * f64::from(radius)
    }

    /// The square of the distance of two points in the box or near it: that of the nearest images.
    #[inline(always)]
    pub(super) fn square_apart(&self, from: [f64; D], to: [f64; D]) -> f64 {
        let mut square = 0.0;
        for axis in 0..D {
            let mut apart = (to[axis] - from[axis]).abs();
            if let Some(span) = &self.spans[axis] {
                apart = apart.min((span.length - apart).abs());
            }
            square += apart * apart;
        }
        square
    }
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

impl Period {
    fn new(low: f32, high: f32) -> Option<Self> {
        let is_end = |end: f32| end.abs() <= FARTHEST;
        let (low, high) = (is_end(low) && is_end(high) && low < high)
            .then(|| (f64::from(low), f64::from(high)))?;
        Some(Self { low, high, length: high - low })
    }

    #[inline(always)]
    fn wrap(&self, x: f64) -> f64 {
        if self.low <= x && x < self.high {
            return x;
        }
        let wrapped = self.low + (x - self.low).rem_euclid(self.length);
        // The remainder of a tiny negative number is rounded to the length.
        if wrapped < self.high { wrapped } else { self.low }
    }
}
