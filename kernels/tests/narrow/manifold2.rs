//! Manifolds in the plane.

mod known;
mod random;

use jostle_kernels::{
    contact::{Contact, Point},
    shape::{Obb, Polygon},
};

use crate::polygon2::polygon;

/// The same box as a polygon.
fn as_polygon(shape: &Obb<2>) -> Polygon {
    let [[x, y], [u, v]] = shape.axes;
    let [p, q] = shape.half;
    let signs = [(p, q), (-p, q), (-p, -q), (p, -q)];
    polygon(shape.center, &signs.map(|(p, q)| [p * x + q * u, p * y + q * v]))
}

/// The points that there are.
fn points(contact: &Contact<2, 2>) -> &[Point<2>] {
    &contact.points[..contact.count as usize]
}
