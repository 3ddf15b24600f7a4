//! The corners, edges and faces of shapes, for what is computed feature by feature.

use jostle_kernels::shape::MAX_VERTICES;

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
