//! The corners, edges and faces of shapes, for what is computed feature by feature.

use jostle_kernels::{
    real::vector::{cross, dot},
    shape::MAX_VERTICES,
};

/// A shape as all points at most `radius` from the convex hull of its corners, in `f64`.
pub(crate) struct Features<const D: usize> {
    corners: [[f64; D]; MAX_VERTICES],
    count: usize,
    /// Pairs of corners with an edge between.
    pub(crate) edges: &'static [[u8; 2]],
    /// Triples of corners; together they are the surface, in 3D.
    pub(crate) faces: &'static [[u8; 3]],
    /// How far the shape reaches beyond the hull.
    pub(crate) radius: f64,
    /// The point that stands for the place of the shape.
    pub(crate) center: [f64; D],
}

impl<const D: usize> Features<D> {
    pub(super) fn new(
        center: [f32; D],
        corners: impl IntoIterator<Item = [f64; D]>,
        edges: &'static [[u8; 2]],
        faces: &'static [[u8; 3]],
        radius: f32,
    ) -> Self {
        let mut features = Self {
            corners: [[0.0; D]; MAX_VERTICES],
            count: 0,
            edges,
            faces,
            radius: radius.into(),
            center: wide(center),
        };
        for corner in corners {
            features.corners[features.count] = corner;
            features.count += 1;
        }
        features
    }

    /// The same in the dimension that it is.
    pub(super) fn in_dimension<const E: usize>(self) -> Features<E> {
        assert_eq!(D, E, "the dimension is the same");
        let vector = |of: [f64; D]| std::array::from_fn(|axis| of[axis]);
        let Self { corners, count, edges, faces, radius, center } = self;
        let (corners, center) = (corners.map(vector), vector(center));
        Features { corners, count, edges, faces, radius, center }
    }

    /// A bound of how far the shape reaches from its center.
    pub(crate) fn reach(&self) -> f32 {
        let square = |corner: &[f64; D]| {
            (0..D).map(|axis| (corner[axis] - self.center[axis]).powi(2)).sum::<f64>()
        };
        let most = self.corners().iter().map(square).fold(0.0, f64::max);
        let reach = (most.sqrt() + self.radius) * (1.0 + f64::from(f32::EPSILON));
        if reach == 0.0 { 0.0 } else { (reach as f32).next_up() }
    }

    /// The shape after some time, turned about its center: in 2D by an angle per time, in 3D by an
    /// axis as long as that, by O. Rodrigues' formula.
    pub(crate) fn moved(mut self, turn: &[f32; 3], by: [f32; D], time: f32) -> Self {
        let (turn, time) = (turn.map(f64::from), f64::from(time));
        let axis = if D == 2 { [0.0, 0.0, turn[0]] } else { turn };
        let speed = dot(axis, axis).sqrt();
        let (sin, cos) = (speed * time).sin_cos();
        let unit = axis.map(|x| if speed > 0.0 { x / speed } else { 0.0 });
        let center = self.center;
        for (place, by) in self.center.iter_mut().zip(by) {
            *place += time * f64::from(by);
        }
        for corner in &mut self.corners[..self.count] {
            let mut arm = [0.0; 3];
            for axis in 0..D {
                arm[axis] = corner[axis] - center[axis];
            }
            let (across, along) = (cross(unit, arm), dot(unit, arm) * (1.0 - cos));
            for axis in 0..D {
                let turned = arm[axis] * cos + across[axis] * sin + unit[axis] * along;
                corner[axis] = self.center[axis] + turned;
            }
        }
        self
    }

    /// The corners.
    pub(crate) fn corners(&self) -> &[[f64; D]] {
        &self.corners[..self.count]
    }
}

/// A shape with corners, edges and faces.
pub(super) trait FeaturesOf<const D: usize> {
    fn features(&self) -> Features<D>;
}

pub(super) fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}
