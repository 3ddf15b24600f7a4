//! The corners, edges and faces of shapes, for what is computed feature by feature.

use jostle_kernels::shape::{Ball, Capsule, MAX_VERTICES, Obb, Polygon, Triangle, from_quads};

use crate::shape::{Packed, ShapeKind};

/// A shape as all points at most `radius` from the convex hull of its corners, in `f64`.
pub(super) struct Core<const D: usize> {
    corners: [[f64; D]; MAX_VERTICES],
    count: usize,
    /// Pairs of corners with an edge between.
    pub(super) edges: &'static [[u8; 2]],
    /// Triples of corners; together they are the surface, in 3D.
    pub(super) faces: &'static [[u8; 3]],
    /// How far the shape reaches beyond the hull.
    pub(super) radius: f64,
    /// The point that stands for the place of the shape.
    pub(super) center: [f64; D],
}

impl<const D: usize> Core<D> {
    fn new(
        center: [f32; D],
        corners: impl IntoIterator<Item = [f64; D]>,
        edges: &'static [[u8; 2]],
        faces: &'static [[u8; 3]],
        radius: f32,
    ) -> Self {
        let mut core = Self {
            corners: [[0.0; D]; MAX_VERTICES],
            count: 0,
            edges,
            faces,
            radius: radius.into(),
            center: wide(center),
        };
        for corner in corners {
            core.corners[core.count] = corner;
            core.count += 1;
        }
        core
    }

    /// The same in the dimension that it is.
    fn in_dimension<const E: usize>(self) -> Core<E> {
        assert_eq!(D, E, "the dimension is the same");
        let vector = |of: [f64; D]| std::array::from_fn(|axis| of[axis]);
        let Self { corners, count, edges, faces, radius, center } = self;
        let (corners, center) = (corners.map(vector), vector(center));
        Core { corners, count, edges, faces, radius, center }
    }

    /// The corners.
    pub(super) fn corners(&self) -> &[[f64; D]] {
        &self.corners[..self.count]
    }
}

/// A shape with corners, edges and faces.
trait Features<const D: usize> {
    fn core(&self) -> Core<D>;
}

/// The corners, edges and faces of a shape.
///
/// # Panics
/// When there are no such shapes in `D` dimensions.
pub(super) fn core<const D: usize>(shape: &Packed) -> Core<D> {
    let quads = shape.quads();
    match shape.kind() {
        ShapeKind::Ball => from_quads::<Ball<D>>(quads).core(),
        ShapeKind::Capsule => from_quads::<Capsule<D>>(quads).core(),
        ShapeKind::Box if D == 2 => from_quads::<Obb<2>>(quads).core().in_dimension(),
        ShapeKind::Box => from_quads::<Obb<3>>(quads).core().in_dimension(),
        ShapeKind::Polygon => from_quads::<Polygon>(quads).core().in_dimension(),
        ShapeKind::Triangle => from_quads::<Triangle>(quads).core().in_dimension(),
    }
}

/// A point has an edge to itself, so that whatever looks at edges sees it.
const POINT: [[u8; 2]; 1] = [[0, 0]];
const SEGMENT: [[u8; 2]; 1] = [[0, 1]];
const TRIANGLE: [[u8; 2]; 3] = [[0, 1], [1, 2], [2, 0]];
const RECTANGLE: [[u8; 2]; 4] = [[0, 1], [1, 3], [3, 2], [2, 0]];
/// Corner `i` of a box is at the far end of axis `j` where bit `j` of `i` is set.
const BOX: [[u8; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];
const BOX_FACES: [[u8; 3]; 12] = [
    [0, 2, 6],
    [0, 6, 4],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 3, 7],
    [2, 7, 6],
    [0, 1, 3],
    [0, 3, 2],
    [4, 5, 7],
    [4, 7, 6],
];
/// The edges of polygons: each takes the first ones, and closes itself by its repeated first
/// corner.
const POLYGON: [[u8; 2]; MAX_VERTICES] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 10],
    [10, 11],
    [11, 12],
    [12, 13],
    [13, 14],
    [14, 15],
    [15, 0],
];

fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}

impl<const D: usize> Features<D> for Ball<D> {
    fn core(&self) -> Core<D> {
        Core::new(self.center, [wide(self.center)], &POINT, &[], self.radius)
    }
}

impl<const D: usize> Features<D> for Capsule<D> {
    fn core(&self) -> Core<D> {
        let (center, axis) = (wide(self.center), wide(self.axis));
        let end = |sign: f64| std::array::from_fn(|i| center[i] + sign * axis[i]);
        Core::new(self.center, [end(-1.0), end(1.0)], &SEGMENT, &[], self.radius)
    }
}

impl<const D: usize> Features<D> for Obb<D> {
    fn core(&self) -> Core<D> {
        let corner = |corner: usize| {
            std::array::from_fn(|component| {
                let mut sum = f64::from(self.center[component]);
                for axis in 0..D {
                    let along = f64::from(self.half[axis]) * f64::from(self.axes[axis][component]);
                    sum += if corner >> axis & 1 == 1 { along } else { -along };
                }
                sum
            })
        };
        let (edges, faces): (&[_], &[_]) =
            if D == 2 { (&RECTANGLE, &[]) } else { (&BOX, &BOX_FACES) };
        Core::new(self.center, (0..1 << D).map(corner), edges, faces, 0.0)
    }
}

impl Features<3> for Triangle {
    fn core(&self) -> Core<3> {
        Core::new(self.vertices[0], self.vertices.map(wide), &TRIANGLE, &[[0, 1, 2]], 0.0)
    }
}

impl Features<2> for Polygon {
    fn core(&self) -> Core<2> {
        let ([x, y], count) = (wide(self.center), self.count as usize);
        // With the repeated first vertex, unless all places are taken.
        let corners = self.vertices.iter().take(count + 1).map(|v| wide(*v));
        let edges = &POLYGON[..count];
        Core::new(self.center, corners.map(|[u, v]| [x + u, y + v]), edges, &[], 0.0)
    }
}
