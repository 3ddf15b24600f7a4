//! A point that two hulls have in common.

use jostle_kernels::real::vector::{add_scaled, dot, sub};

use super::distance::over_triangle;
use crate::shape::Features;

/// What is taken for nothing, relative to the size of what it is compared with.
const ROUNDING: f64 = 1e-13;

/// A point in both of two hulls that overlap, within rounding; none if they do not, or as far as
/// rounding can tell.
///
/// What two convex hulls have in common is the hull of the corners of each that lie in the other,
/// and of the places where an edge of one goes through a face of the other, or in 2D through an
/// edge. The first of these that is found is returned. As many pairs are looked at as for the
/// distance.
pub(super) fn common_point<const D: usize>(a: &Features<D>, b: &Features<D>) -> Option<[f64; D]> {
    corner_within(a, b)
        .or_else(|| corner_within(b, a))
        .or_else(|| edge_through(a, b))
        .or_else(|| edge_through(b, a))
}

/// A corner of one hull in the other.
fn corner_within<const D: usize>(a: &Features<D>, b: &Features<D>) -> Option<[f64; D]> {
    a.corners().iter().copied().find(|corner| has(b, *corner))
}

/// Whether a hull with an inside has a point. What is too thin to have one has none here: sides
/// without a size do not tell where it ends, and it has corners and edges that others hold.
fn has<const D: usize>(hull: &Features<D>, point: [f64; D]) -> bool {
    let corners = hull.corners();
    let count = corners.len() as f64;
    let middle = corners.iter().fold([0.0; D], |sum, corner| add_scaled(sum, *corner, 1.0 / count));
    let is_within = |on_side: [f64; D], normal: [f64; D]| {
        let [inner, own] = [middle, point].map(|x| dot(normal, sub(x, on_side)));
        let nothing = ROUNDING * dot(normal, normal).sqrt() * size(&[middle, point, on_side]);
        inner.abs() > nothing && own * inner.signum() >= -nothing
    };
    if D == 2 {
        hull.edges.len() > 2
            && hull.edges.iter().all(|edge| {
                let [p, q] = edge.map(|corner| corners[usize::from(corner)]);
                let along = sub(q, p);
                // Vertices may coincide: others bound it there.
                p == q || is_within(p, std::array::from_fn(|axis| [-along[1], along[0]][axis]))
            })
    } else {
        hull.faces.len() > 3
            && hull.faces.iter().all(|face| {
                let [p, q, r] = face.map(|corner| corners[usize::from(corner)]);
                is_within(p, normal(p, q, r))
            })
    }
}

/// The largest coordinate of some points.
fn size<const D: usize>(points: &[[f64; D]]) -> f64 {
    points.as_flattened().iter().fold(0.0, |most, x| x.abs().max(most))
}

/// A normal of a triangle in 3D.
fn normal<const D: usize>(p: [f64; D], q: [f64; D], r: [f64; D]) -> [f64; D] {
    let (u, v) = (sub(q, p), sub(r, p));
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % D, (axis + 2) % D);
        u[next] * v[last] - u[last] * v[next]
    })
}

/// Where an edge of one hull goes through a face of the other. In 2D, where there are no faces,
/// edges that cross have no distance.
fn edge_through<const D: usize>(a: &Features<D>, b: &Features<D>) -> Option<[f64; D]> {
    let edges = a.edges.iter().map(|edge| edge.map(|corner| a.corners()[usize::from(corner)]));
    let mut all = edges.flat_map(|edge| b.faces.iter().map(move |face| (edge, face)));
    all.find_map(|([p, q], face)| {
        let face = face.map(|corner| b.corners()[usize::from(corner)]);
        let across = normal(face[0], face[1], face[2]);
        let [from, to] = [p, q].map(|end| dot(across, sub(end, face[0])));
        if from * to > 0.0 || from == to {
            return None;
        }
        over_triangle(add_scaled(p, sub(q, p), from / (from - to)), face)
    })
}
