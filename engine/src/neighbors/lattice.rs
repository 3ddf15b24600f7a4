//! Where space repeats itself: periodic axes and cells of any vectors.
//!
//! Points are wrapped into the cell, and an *image* of a point is moved from there by a *shift*: so
//! many times each vector. Distances never depend on where the cell begins, but for rounding.

use crate::{Error, error::PeriodFault};

/// Whole numbers, one per vector of a cell.
pub(super) type Shift<const D: usize> = [i32; D];

/// What the user says of where space repeats itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Periodicity<const D: usize> {
    /// An interval on an axis.
    Axes([Option<(f32, f32)>; D]),
    /// A vector of any direction.
    Vectors([Option<[f64; D]>; D]),
}

/// One vector by which space repeats itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Repeat<const D: usize> {
    /// The interval of the cell: of coordinates on an axis, or 0 to 1 along a vector that is askew.
    low: f64,
    high: f64,
    length: f64,
    vector: [f64; D],
    /// What a point is multiplied by to know how many times the vector it is from the origin.
    dual: [f64; D],
    /// How thick the cell is across the other vectors.
    thickness: f64,
    /// Images count that are at most so far outside of the interval.
    near: f64,
}

/// The vectors by which space repeats itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice<const D: usize> {
    repeats: [Option<Repeat<D>>; D],
    /// Whether a vector goes along another axis than its own.
    is_skew: bool,
}

/// Most images of a point in reach of the cell.
const MOST_IMAGES: u64 = 1 << 16;

/// A cell is flat that is thinner than this share of a vector.
const FLAT: f64 = 1.0 / 1024.0;

/// Ends and vectors beyond this have images that are not finite in `f32`.
const FARTHEST: f64 = (f32::MAX / 4.0) as f64;

/// Times that a point is wrapped until its digits tell nothing more: each time leaves 2^-50 of it.
const WRAPS: usize = 8;

impl<const D: usize> Lattice<D> {
    /// The vectors, if space can repeat itself by them.
    pub(super) fn new(periodicity: &Periodicity<D>) -> Result<Self, Error> {
        match periodicity {
            Periodicity::Axes(periods) => Self::of_axes(periods),
            Periodicity::Vectors(vectors) => Self::of_vectors(vectors),
        }
    }

    fn of_axes(periods: &[Option<(f32, f32)>; D]) -> Result<Self, Error> {
        let mut repeats = [None; D];
        for (axis, period) in periods.iter().enumerate() {
            let Some((low, high)) = period.map(|(low, high)| (f64::from(low), f64::from(high)))
            else {
                continue;
            };
            let is_end = |end: f64| end.abs() <= FARTHEST;
            if !(is_end(low) && is_end(high) && low < high) {
                return Err(Error::Period { axis, fault: PeriodFault::Ends });
            }
            let length = high - low;
            let (vector, dual) = (unit(axis, length), unit(axis, length.recip()));
            let thickness = length;
            repeats[axis] = Some(Repeat { low, high, length, vector, dual, thickness, near: 0.0 });
        }
        Ok(Self { repeats, is_skew: false })
    }

    fn of_vectors(vectors: &[Option<[f64; D]>; D]) -> Result<Self, Error> {
        for (axis, vector) in vectors.iter().enumerate() {
            let Some(vector) = vector else { continue };
            let is_vector = vector.iter().all(|x| x.abs() <= FARTHEST);
            if !(is_vector && dot(*vector, *vector) >= f64::from(f32::MIN_POSITIVE).powi(2)) {
                return Err(Error::Period { axis, fault: PeriodFault::Vector });
            }
        }
        let is_open = |axis: &usize| vectors.iter().flatten().all(|vector| vector[*axis] == 0.0);
        let open: [bool; D] = std::array::from_fn(|axis| is_open(&axis));
        // Axes along which no vector goes are taken for vectors, to have a full matrix.
        let mut axes = (0..D).filter(|axis| open[*axis]);
        let mut matrix = [[0.0; D]; D];
        for (axis, vector) in vectors.iter().enumerate() {
            matrix[axis] = match vector {
                Some(vector) => *vector,
                // There are fewer such axes than vectors are missing if these go along too many.
                None => unit(
                    axes.next().ok_or(Error::Period { axis, fault: PeriodFault::Slanted })?,
                    1.0,
                ),
            };
        }
        let duals = duals(&matrix);
        let mut repeats = [None; D];
        for axis in 0..D {
            let Some(vector) = vectors[axis] else { continue };
            let dual = duals[axis];
            let thickness = dot(dual, dual).sqrt().recip();
            // What has no inverse has a NaN or 0 here.
            if thickness.is_nan() || thickness < dot(vector, vector).sqrt() * FLAT {
                return Err(Error::Period { axis, fault: PeriodFault::Flat });
            }
            let (low, high, length) = (0.0, 1.0, 1.0);
            repeats[axis] = Some(Repeat { low, high, length, vector, dual, thickness, near: 0.0 });
        }
        Ok(Self { repeats, is_skew: true })
    }

    /// How far from 0 the coordinates of images within `reach` of the cell are at most.
    pub(super) fn size(&self, reach: f64) -> f64 {
        let on_axis = |axis: usize| -> f64 {
            let of = |repeat: &Repeat<D>| {
                let along = repeat.vector[axis].abs();
                let far =
                    if self.is_skew { along } else { repeat.low.abs().max(repeat.high.abs()) };
                if along == 0.0 { 0.0 } else { far + along * (1.0 + reach / repeat.thickness) }
            };
            self.repeats.iter().flatten().map(of).sum()
        };
        (0..D).map(on_axis).fold(0.0, f64::max)
    }

    /// Lists the images in `reach` of the cell, unless these are too many.
    pub(super) fn set_reach(&mut self, reach: f64) -> Result<(), Error> {
        let (mut images, mut most, mut worst) = (1.0, 0.0, 0);
        for (axis, repeat) in self.repeats.iter_mut().enumerate() {
            let Some(repeat) = repeat else { continue };
            repeat.near = reach / repeat.thickness * repeat.length;
            let count = (2.0 * reach / repeat.thickness).floor() + 2.0;
            images *= count;
            if count > most {
                (most, worst) = (count, axis);
            }
        }
        // The cast saturates.
        let (images, limit) = (images as u64, MOST_IMAGES);
        if images > limit {
            let fault = PeriodFault::TooManyImages { images, limit };
            return Err(Error::Period { axis: worst, fault });
        }
        Ok(())
    }

    /// Whether space does not repeat itself.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.repeats.iter().all(Option::is_none)
    }

    /// Whether vectors may go along other axes than their own.
    pub(super) fn is_skew(&self) -> bool {
        self.is_skew
    }

    /// How thin the cell is.
    pub(super) fn thickness(&self) -> f64 {
        let thickness = self.repeats.iter().flatten().map(|repeat| repeat.thickness);
        thickness.fold(f64::INFINITY, f64::min)
    }

    /// The image of a point that lies in the cell: as it is if it lies there already, else moved by
    /// a multiple of each vector, in `f64`. Along vectors that are askew it may lie a rounding
    /// outside.
    #[inline(always)]
    pub(super) fn wrap(&self, point: [f32; D]) -> [f64; D] {
        let mut image = point.map(f64::from);
        if self.is_skew {
            return self.wrap_askew(image);
        }
        for (x, repeat) in image.iter_mut().zip(&self.repeats) {
            if let Some(repeat) = repeat {
                *x = repeat.wrap(*x);
            }
        }
        image
    }

    #[inline(never)]
    fn wrap_askew(&self, mut image: [f64; D]) -> [f64; D] {
        for _ in 0..WRAPS {
            let times = self.coordinates(image).map(f64::floor);
            if times == [0.0; D] {
                break;
            }
            image = self.moved(image, times.map(|times| -times));
        }
        image
    }

    /// How many times each vector something is from the origin; 0 for vectors that there are not.
    fn coordinates(&self, at: [f64; D]) -> [f64; D] {
        self.repeats.map(|repeat| repeat.map_or(0.0, |repeat| dot(repeat.dual, at)))
    }

    /// Something moved by so many times each vector.
    #[inline(always)]
    pub(super) fn moved(&self, mut at: [f64; D], times: [f64; D]) -> [f64; D] {
        for (repeat, times) in self.repeats.iter().zip(times) {
            let Some(repeat) = repeat else { continue };
            at.iter_mut().zip(repeat.vector).for_each(|(x, along)| *x += times * along);
        }
        at
    }

    /// By how many times each vector what is `apart` is to be moved to be nearest, where vectors
    /// are at right angles, and else nearly so: whole numbers.
    pub(super) fn times_to(&self, apart: [f64; D]) -> [f64; D] {
        self.coordinates(apart).map(f64::round)
    }

    /// The square of a difference between images of two points in the cell, one of which may be
    /// rounded: that of the nearest images, as [`times_to`](Self::times_to) has them.
    #[inline(always)]
    pub(super) fn square_apart(&self, from: [f64; D], to: [f64; D]) -> f64 {
        if self.is_skew {
            let apart = sub(to, from);
            let nearest = self.moved(apart, self.times_to(apart).map(|times| -times));
            return dot(nearest, nearest);
        }
        let mut square = 0.0;
        for axis in 0..D {
            let mut apart = (to[axis] - from[axis]).abs();
            if let Some(repeat) = &self.repeats[axis] {
                apart = apart.min((repeat.length - apart).abs());
            }
            square += apart * apart;
        }
        square
    }

    /// The images of what lies in the cell that points in the cell can have as neighbors, each with
    /// its shift, in ascending order of these. The one in the cell is among them.
    #[inline(always)]
    pub(super) fn images(&self, at: [f64; D]) -> impl Iterator<Item = (Shift<D>, [f64; D])> {
        let mut ranges = [(0, 0); D];
        for (axis, range) in ranges.iter_mut().enumerate() {
            let Some(repeat) = &self.repeats[axis] else { continue };
            *range = repeat.range(if self.is_skew { dot(repeat.dual, at) } else { at[axis] });
        }
        let counts = ranges.map(|(first, last)| (last - first + 1) as usize);
        (0..counts.iter().product()).map(move |mut number: usize| {
            let mut shift = [0; D];
            for axis in (0..D).rev() {
                shift[axis] = ranges[axis].0 + (number % counts[axis]) as i32;
                number /= counts[axis];
            }
            (shift, self.moved(at, shift.map(f64::from)))
        })
    }
}

impl<const D: usize> Repeat<D> {
    /// The least and the greatest number of times that a coordinate of the cell can be moved along
    /// to be near it.
    #[inline(always)]
    fn range(&self, at: f64) -> (i32, i32) {
        let (below, above) = (at - self.low, self.high - at);
        if below > self.near && above > self.near {
            return (0, 0);
        }
        let first = ((-self.near - below) / self.length).ceil().min(0.0);
        let last = ((self.near + above) / self.length).floor().max(0.0);
        (first as i32, last as i32)
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

/// What goes so far along an axis.
fn unit<const D: usize>(axis: usize, length: f64) -> [f64; D] {
    std::array::from_fn(|other| if other == axis { length } else { 0.0 })
}

/// The difference of two points.
pub(super) fn sub<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// The dot product.
pub(super) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// The vectors whose dot product is 1 with the row of the same number and 0 with the others; not
/// finite if there are none.
fn duals<const D: usize>(rows: &[[f64; D]; D]) -> [[f64; D]; D] {
    // In the plane the third row goes along the third axis.
    let row =
        |k: usize| -> [f64; 3] {
            std::array::from_fn(|axis| {
                if k < D && axis < D { rows[k][axis] } else { f64::from(k == axis) }
            })
        };
    std::array::from_fn(|k| {
        let (a, b) = (row((k + 1) % 3), row((k + 2) % 3));
        let cross: [f64; 3] = std::array::from_fn(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            a[next] * b[last] - a[last] * b[next]
        });
        let volume = dot(row(k), cross);
        std::array::from_fn(|axis| cross[axis] / volume)
    })
}
