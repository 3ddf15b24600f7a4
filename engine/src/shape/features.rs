//! The corners, edges and faces of shapes, for what is computed feature by feature.

use std::sync::Arc;

use jostle_kernels::{
    pairs::convex::{Convex, reach_of},
    real::vector::{add, add_scaled, cross, dot, scale, sub},
    shape::{MAX_VERTICES, Polyhedron, Solid},
};

/// A shape as all points at most `radius` from the convex hull of its corners, in `f64`.
#[derive(Clone)]
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
    /// What the shape is if it has no corners.
    pub(crate) solid: Option<Solid<f64>>,
    /// The unit normal of the plane through the center, if the shape is the half-space behind it.
    pub(crate) plane: Option<[f64; D]>,
    /// What the axes of the solid turn, if the shape is that.
    pub(super) polyhedron: Option<Arc<Polyhedron>>,
}

impl<const D: usize> Features<D> {
    /// Those of a shape in `E` dimensions, which is the same number.
    pub(super) fn new<const E: usize>(
        center: [f32; E],
        corners: impl IntoIterator<Item = [f64; E]>,
        edges: &'static [[u8; 2]],
        faces: &'static [[u8; 3]],
        radius: f32,
    ) -> Self {
        assert_eq!(D, E, "the dimension is the same");
        let mut features = Self {
            corners: [[0.0; D]; MAX_VERTICES],
            count: 0,
            edges,
            faces,
            radius: radius.into(),
            center: across_dimensions(wide(center)),
            solid: None,
            plane: None,
            polyhedron: None,
        };
        for corner in corners {
            features.corners[features.count] = across_dimensions(corner);
            features.count += 1;
        }
        features
    }

    /// A point.
    pub(crate) fn of_point(point: [f64; D]) -> Self {
        let corners = [point; MAX_VERTICES];
        // An edge of no length, so that it has a distance from edges.
        let features = Self::new([0.0; D], [], &[[0, 0]], &[], 0.0);
        Self { corners, count: 1, center: point, ..features }
    }

    /// A bound of how far the shape reaches from its center; infinite if it has no end.
    pub(crate) fn reach(&self) -> f32 {
        if self.plane.is_some() {
            return f32::INFINITY;
        }
        let square = |corner: &[f64; D]| {
            (0..D).map(|axis| (corner[axis] - self.center[axis]).powi(2)).sum::<f64>()
        };
        let most = self.corners().iter().map(square).fold(0.0, f64::max);
        let core = self.solid.as_ref().map_or(most.sqrt(), |solid| {
            let arm: [f64; D] = std::array::from_fn(|axis| solid.center[axis] - self.center[axis]);
            self.farthest_point(solid) + dot(arm, arm).sqrt()
        });
        let reach = (core + self.radius) * (1.0 + f64::from(f32::EPSILON));
        if reach == 0.0 { 0.0 } else { (reach as f32).next_up() }
    }

    /// A bound of how far the core of what has no corners reaches from its center.
    fn farthest_point(&self, solid: &Solid<f64>) -> f64 {
        let turned = |polyhedron| f64::from(reach_of(polyhedron));
        self.polyhedron.as_deref().map_or_else(|| solid.farthest_point(), turned)
    }

    /// How large the shape is, wherever its center is.
    pub(crate) fn inner_reach(&self) -> f64 {
        let core = self.solid.as_ref().map_or(0.0, |solid| self.farthest_point(solid));
        let far = |corner: &[f64; D]| {
            let way: [f64; D] = std::array::from_fn(|axis| corner[axis] - self.corners[0][axis]);
            dot(way, way).sqrt()
        };
        let corners = self.corners().iter().map(far).fold(0.0, f64::max);
        0.5 * corners + core + self.radius
    }

    /// The shape after some time, turned about its center: in 2D by an angle per time, in 3D by an
    /// axis as long as that, by O. Rodrigues' formula.
    pub(crate) fn moved(mut self, turn: &[f32; 3], by: [f32; D], time: f64) -> Self {
        let turn = turn.map(f64::from);
        let axis = if D == 2 { [0.0, 0.0, turn[0]] } else { turn };
        let speed = dot(axis, axis).sqrt();
        let (sin, cos) = libm::sincos(speed * time);
        let unit = axis.map(|x| if speed > 0.0 { x / speed } else { 0.0 });
        let center = self.center;
        for (place, by) in self.center.iter_mut().zip(by) {
            *place += time * f64::from(by);
        }
        let turned = |arm: [f64; 3]| {
            let (across, along) = (cross(unit, arm), dot(unit, arm) * (1.0 - cos));
            add_scaled(add_scaled(scale(arm, cos), across, sin), unit, along)
        };
        let turned_here = |arm: [f64; D]| across_dimensions(turned(across_dimensions(arm)));
        for corner in &mut self.corners[..self.count] {
            *corner = add(self.center, turned_here(sub(*corner, center)));
        }
        self.plane = self.plane.map(turned_here);
        if let Some(solid) = &mut self.solid {
            solid.axes = solid.axes.map(turned);
            let arm = turned(std::array::from_fn(|axis| solid.center[axis] - center[axis]));
            solid.center = std::array::from_fn(|axis| self.center[axis] + arm[axis]);
        }
        self
    }

    /// The shape for the general routine, where this is space; its corners are given.
    pub(crate) fn convex<'a>(&'a self, corners: &'a [[f64; 3]]) -> Convex<'a> {
        let only_rounding = Solid {
            center: across_dimensions(self.center),
            axes: [[0.0; 3]; 3],
            half: [0.0; 3],
            lids: [0.0; 2],
            rounding: self.radius,
        };
        let polyhedron = self.polyhedron.as_deref();
        Convex { solid: self.solid.unwrap_or(only_rounding), corners, polyhedron }
    }

    /// The point of the shape that is farthest in a direction of length 1. It is no half-space.
    pub(crate) fn farthest(&self, direction: [f64; D]) -> [f64; D] {
        if self.solid.is_some() {
            let convex = self.convex(&[]);
            let farthest = convex.farthest(across_dimensions(direction));
            return across_dimensions(add(convex.solid.center, farthest));
        }
        let farther = |best: [f64; D], corner: &[f64; D]| {
            if dot(best, direction) < dot(*corner, direction) { *corner } else { best }
        };
        let corner = self.corners().iter().fold(self.corners[0], farther);
        add_scaled(corner, direction, self.radius)
    }

    /// The corners.
    pub(crate) fn corners(&self) -> &[[f64; D]] {
        &self.corners[..self.count]
    }
}

/// A shape with corners, edges and faces, in the dimension that it has.
pub(super) trait FeaturesOf {
    fn features<const D: usize>(&self) -> Features<D>;
}

/// A vector in another number of dimensions, of which those that it does not have are 0.
pub(crate) fn across_dimensions<const D: usize, const E: usize>(vector: [f64; D]) -> [f64; E] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or_default())
}

pub(super) fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}
