//! Where the own coordinates of a shape are in the world.

use jostle_kernels::real::vector::sub;

use super::{
    features::{across_dimensions, wide},
    rotation::Rotation,
};

/// A rigid motion from own coordinates to the world: a rotation about the origin, then a
/// translation. In 2D the third coordinate is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    /// In 2D cosine and sine, in 3D a quaternion, of length 1.
    rotation: [f64; 4],
    /// Where the coordinate axes are turned to.
    axes: [[f64; 3]; 3],
    center: [f64; 3],
}

impl Placement {
    pub(crate) fn new<const D: usize>(center: [f32; D], rotation: &Rotation<D>) -> Self {
        let parts = numbers(rotation);
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        let unit = parts.map(|part| part / length);
        let axes = if D == 2 {
            let [cos, sin, ..] = unit;
            [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]
        } else {
            Rotation::<3>::of_parts(rotation.parts().iter().copied()).axes()
        };
        Self { rotation: unit, axes, center: space(center) }
    }

    /// The center in the world.
    pub(crate) fn center<const N: usize>(&self) -> [f64; N] {
        across_dimensions(self.center)
    }

    /// A point of own coordinates in the world, rounded once.
    pub(crate) fn point<const N: usize>(&self, point: [f32; N]) -> [f32; N] {
        let turned = self.turned(space(point));
        std::array::from_fn(|axis| in_range(turned[axis] + self.center[axis]))
    }

    /// A vector of own coordinates in the world, rounded once.
    pub(crate) fn vector<const N: usize>(&self, vector: [f32; N]) -> [f32; N] {
        let turned = self.turned(space(vector));
        std::array::from_fn(|axis| in_range(turned[axis]))
    }

    /// A rotation, and then this one.
    pub(crate) fn rotation<const N: usize>(&self, first: &Rotation<N>) -> Rotation<N> {
        let ([x, y, z, w], [a, b, c, d]) = (self.rotation, numbers(first));
        let turned = if N == 2 {
            [x * a - y * b, x * b + y * a, 0.0, 0.0]
        } else {
            [
                w * a + x * d + y * c - z * b,
                w * b - x * c + y * d + z * a,
                w * c + x * b - y * a + z * d,
                w * d - x * a - y * b - z * c,
            ]
        };
        Rotation::of_parts(turned.map(|part| part as f32))
    }

    /// A point of the world in own coordinates.
    pub(crate) fn own_of<const N: usize>(&self, point: [f64; N]) -> [f64; N] {
        self.own_vector_of(sub(point, self.center()))
    }

    /// A vector of the world in own coordinates.
    pub(crate) fn own_vector_of<const N: usize, const M: usize>(
        &self,
        vector: [f64; N],
    ) -> [f64; M] {
        let along = |own: &[f64; 3]| (0..N).map(|axis| own[axis] * vector[axis]).sum();
        std::array::from_fn(|axis| along(&self.axes[axis]))
    }

    /// A vector of own coordinates in the world, in `f64`.
    pub(crate) fn turned(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.axes;
        std::array::from_fn(|axis| x * a[axis] + y * b[axis] + z * c[axis])
    }

    /// The most that own coordinates change by rounding in the world, for points so far from the
    /// center.
    pub(crate) fn rounding(&self, reach: f64) -> f64 {
        let far: f64 = self.center.iter().map(|x| x.abs()).sum();
        (far + reach) * f64::from(f32::EPSILON)
    }

    /// Half the extents, along own axes, of what contains a box of the world.
    pub(crate) fn own_half_of<const N: usize>(&self, half: [f64; N]) -> [f64; N] {
        let along = |own: &[f64; 3]| (0..N).map(|axis| own[axis].abs() * half[axis]).sum();
        std::array::from_fn(|axis| along(&self.axes[axis]))
    }
}

/// The numbers of a rotation, 0 behind the last.
fn numbers<const N: usize>(rotation: &Rotation<N>) -> [f64; 4] {
    let parts = rotation.parts();
    std::array::from_fn(|part| parts.get(part).map_or(0.0, |part| f64::from(*part)))
}

/// A vector in space.
pub(crate) fn space<const N: usize>(vector: [f32; N]) -> [f64; 3] {
    across_dimensions(wide(vector))
}

/// Zeros without a sign; what is too large for an `f32` becomes the largest.
fn in_range(x: f64) -> f32 {
    (x as f32).clamp(f32::MIN, f32::MAX) + 0.0
}
