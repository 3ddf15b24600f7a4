//! The box.

use bytemuck::{Pod, Zeroable};

/// An axis-aligned box of `D` dimensions: all points `p` with `min <= p <= max` on every axis.
///
/// The layout is `min` then `max`, without padding, so slices of `Aabb<2>` and `Aabb<3>` cast to
/// slices of `f32` without a copy. A box of other numbers is what a formula over
/// [`Real`](crate::real::Real) takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize, R = f32> {
    /// The smallest coordinate on each axis.
    pub min: [R; D],
    /// The largest coordinate on each axis.
    pub max: [R; D],
}

// SAFETY: `repr(C)` of two arrays of `f32`: inhabited, and all zero bits are two arrays of zeros.
unsafe impl Zeroable for Aabb<2> {}
// SAFETY: as for `Aabb<2>`.
unsafe impl Zeroable for Aabb<3> {}
// SAFETY: bytemuck's list: inhabited and `Copy + 'static`; any bits are valid, as they are for
// `f32`; no padding, since both fields are arrays of `f32` with the alignment of the struct; all
// fields are `Pod`; `repr(C)`; no pointers and no interior mutability.
unsafe impl Pod for Aabb<2> {}
// SAFETY: as for `Aabb<2>`.
unsafe impl Pod for Aabb<3> {}

impl<const D: usize> Aabb<D> {
    /// The box of no points, the identity of [`union`](Self::union): `min` is `+inf` and `max` is
    /// `-inf`. It overlaps no box but those that reach both infinities on every axis.
    pub const EMPTY: Self = Self { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] };

    /// The box of all points, from `-inf` to `+inf` on every axis.
    pub const EVERYTHING: Self = Self { min: [f32::NEG_INFINITY; D], max: [f32::INFINITY; D] };

    /// The box from `min` to `max`. The bounds are taken as they are, neither checked nor sorted.
    #[inline]
    #[must_use]
    pub fn new(min: impl Into<[f32; D]>, max: impl Into<[f32; D]>) -> Self {
        Self { min: min.into(), max: max.into() }
    }

    /// The box of one point, of no size.
    #[inline]
    #[must_use]
    pub fn point(point: impl Into<[f32; D]>) -> Self {
        let point = point.into();
        Self { min: point, max: point }
    }

    /// The box of a sphere (a circle in 2D): `center - radius` to `center + radius`, each rounded
    /// to nearest. A negative radius gives an inverted box.
    #[inline]
    #[must_use]
    pub fn from_center_radius(center: impl Into<[f32; D]>, radius: f32) -> Self {
        let center = center.into();
        Self { min: center.map(|c| c - radius), max: center.map(|c| c + radius) }
    }

    /// The smallest box of all the points, or nothing when there are none. Coordinates that are
    /// NaN are ignored.
    #[must_use]
    pub fn from_points<P: Into<[f32; D]>>(points: impl IntoIterator<Item = P>) -> Option<Self> {
        let mut points = points.into_iter().peekable();
        points.peek()?;
        Some(points.fold(Self::EMPTY, |all, point| all.including(point)))
    }

    /// Whether `min <= max` on every axis; false where a bound is NaN.
    #[inline]
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.min.iter().zip(&self.max).all(|(min, max)| min <= max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructors_agree() {
        let sphere = Aabb::from_center_radius([1.0, 2.0, 3.0], 0.5);
        assert_eq!(sphere, Aabb::new([0.5, 1.5, 2.5], [1.5, 2.5, 3.5]));
        assert_eq!(Aabb::from_points([sphere.max, sphere.min, [1.0, 2.0, 3.0]]), Some(sphere));
        assert_eq!(Aabb::point([4.0, 5.0]), Aabb::new([4.0, 5.0], [4.0, 5.0]));
        assert_eq!(Aabb::<2>::from_points([[0.0; 2]; 0]), None);
    }

    #[test]
    fn points_of_nan_are_ignored() {
        let points = [[f32::NAN, 1.0], [2.0, f32::NAN], [-3.0, 7.0]];
        assert_eq!(Aabb::from_points(points), Some(Aabb::new([-3.0, 1.0], [2.0, 7.0])));
    }

    #[test]
    fn validity() {
        assert!(Aabb::point([0.0, -0.0]).is_valid());
        assert!(Aabb::<3>::EVERYTHING.is_valid());
        assert!(!Aabb::<3>::EMPTY.is_valid());
        for axis in 0..3 {
            let mut bad = Aabb::new([0.0; 3], [1.0; 3]);
            bad.min[axis] = 1.5;
            assert!(!bad.is_valid(), "inverted on axis {axis}");
            bad.min[axis] = f32::NAN;
            assert!(!bad.is_valid(), "NaN on axis {axis}");
            bad.min[axis] = 0.0;
            bad.max[axis] = f32::NAN;
            assert!(!bad.is_valid(), "NaN on axis {axis}");
        }
    }

    #[test]
    fn slices_cast_without_a_copy() {
        let boxes = [Aabb::new([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]); 2];
        let floats: &[f32] = bytemuck::cast_slice(&boxes);
        assert_eq!(floats, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].repeat(2));
        assert_eq!(size_of::<Aabb<2>>(), 16);
        assert_eq!(bytemuck::cast::<_, [f32; 4]>(Aabb::<2>::zeroed()), [0.0; 4]);
    }
}
