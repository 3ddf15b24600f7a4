//! How deep two convex cores overlap, from their support mappings alone.
//!
//! The expanding polytope algorithm (G. van den Bergen, *Proximity queries and penetration depth
//! computation on 3D game objects*, 2001): a polytope inside the set of all vectors from A to B
//! grows where its surface is nearest to the origin, until that part is on the surface of the set.
//! Distances have signs, so the polytope need not have the origin inside: what is farthest outside
//! grows first, and shapes that hardly touch are no special case.

use super::{
    gjk::{ConvexPair, Vertex},
    polytope::Polytope,
};
use crate::{
    Lanes, Pass, SimdLevel,
    pairs::normal::perpendicular,
    real::vector::{add_scaled, cross, dot, neg, scale, sub, sum_abs},
};

/// What the depth may err by, relative to the smaller shape: less than a rounding of it in `f32`.
const TOLERANCE: f64 = 5e-8;
/// The same relative to the size of both: what `f64` can tell for certain.
const LEAST_TOLERANCE: f64 = 1e-9;
/// How large the volume of a tetrahedron is to be, of the product of three of its sides, to begin
/// with.
const ROUND: f64 = 1e-3;
/// What counts as one plane, relative to the size of both shapes.
const FLAT: f64 = 1e-11;

/// How two cores overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Unit vector from A to B.
    pub(super) normal: [f64; 3],
    /// How far the cores are apart along it: minus the depth.
    pub(super) distance: f64,
    /// The point of A's core that is deepest, relative to its center.
    pub(super) on_a: [f64; 3],
}

/// Which searches for a pair ended as their steps were all taken, for tests to count.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capped {
    /// The search for the closest points in `f32`: `f64` decides then.
    pub single: bool,
    /// The same in `f64`: the depth decides then.
    pub double: bool,
    /// The search for the depth.
    pub depth: bool,
}

/// The place of a polytope, which is made when it is needed first, and the level to compute at.
pub(super) struct Workspace {
    level: SimdLevel,
    polytope: Option<Polytope>,
    /// Whether all is found as exactly as whether two cores touch.
    is_fine: bool,
    /// Which searches ended as their steps were all taken.
    pub(super) capped: Capped,
}

impl Workspace {
    pub(super) fn new(level: SimdLevel) -> Self {
        Self { level, polytope: None, is_fine: false, capped: Capped::default() }
    }

    /// The same, where distances count as much as whether two cores touch: some more steps.
    pub(super) fn fine(level: SimdLevel) -> Self {
        Self { is_fine: true, ..Self::new(level) }
    }
}

/// Finds the direction along which two cores overlap least.
pub(super) fn depth(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> Depth {
    let Workspace { level, polytope, is_fine, capped } = workspace;
    let polytope = polytope.get_or_insert_with(Polytope::new);
    level.run(DepthPass { pair, polytope, is_fine: *is_fine, capped: &mut capped.depth })
}

/// The expansion of a polytope.
struct DepthPass<'p, 'a> {
    pair: &'p ConvexPair<'a, f64>,
    polytope: &'p mut Polytope,
    is_fine: bool,
    capped: &'p mut bool,
}

impl Pass for DepthPass<'_, '_> {
    type Output = Depth;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Depth {
        let Self { pair, polytope, is_fine, capped } = self;
        let size = sum_abs(pair.between) + pair.a.reach + pair.b.reach;
        let [a, b] = [&pair.a, &pair.b].map(|shape| shape.reach + shape.solid.rounding);
        let tolerance = (TOLERANCE * a.min(b)).max(LEAST_TOLERANCE * size);
        let mut corners = [Vertex { across: [0.0; 3], on_a: [0.0; 3] }; 4];
        for (corner, way) in corners.iter_mut().zip(ways(pair.between)) {
            *corner = pair.support_in(lanes, way);
        }
        let (corners, up) = match round(corners) {
            Some(round) => round,
            None => match search(pair, FLAT * size) {
                Ok(found) => found,
                Err(flat) => return flat,
            },
        };
        polytope.begin_with(corners, up);
        let mut face = polytope.nearest();
        let (mut best, mut least) = (face, f64::INFINITY);
        loop {
            let vertex = pair.support_in(lanes, neg(face.normal));
            let reach = dot(face.normal, vertex.across);
            // Of what is thin, later faces may be slivers that tell less.
            if reach < least {
                (best, least) = (face, reach);
            }
            // Whether they touch takes more than how deep: neither is the polytope around the
            // origin nor a plane before it.
            let is_open = face.distance <= 0.0 && 0.0 <= reach;
            let most = if is_open || is_fine { FLAT * size } else { tolerance };
            let is_exact = reach - face.distance <= most;
            if is_exact || !polytope.grow(vertex, FLAT * size) {
                *capped |= !is_exact && polytope.is_full();
                let (best, least) = if is_exact { (face, reach) } else { (best, least) };
                let (normal, on_a) = (neg(best.normal), polytope.foot(&best, tolerance));
                let depth = Depth { normal, distance: -least, on_a };
                return if is_exact { depth } else { depth.or_along_axes(pair) };
            }
            face = polytope.nearest();
        }
    }
}

/// How far the first directions are tilted from the line between the centers, as a tangent. 0.3 to
/// 1.5 take at most a tenth more steps.
const TILT: f64 = 0.6;

/// Directions of which mostly a tetrahedron comes: three around that from center to center, since
/// shapes mostly overlap least in about that direction, and the way back.
#[inline(always)]
fn ways(between: [f64; 3]) -> [[f64; 3]; 4] {
    let length = dot(between, between).sqrt();
    let along = if length > 0.0 { scale(between, 1.0 / length) } else { [0.0, 1.0, 0.0] };
    let side = perpendicular(along);
    let (side, other) = (scale(side, TILT), scale(cross(along, side), TILT));
    let tilted = |x: f64, y: f64| add_scaled(add_scaled(along, side, x), other, y);
    let (half, high) = (-0.5, 0.75_f64.sqrt());
    [tilted(1.0, 0.0), tilted(half, high), tilted(half, -high), neg(along)]
}

/// A tetrahedron, and whether its last corner is above the others.
type Tetrahedron = ([Vertex<f64>; 4], bool);

/// The corners as a tetrahedron, if they are far from one plane.
#[inline(always)]
fn round(corners: [Vertex<f64>; 4]) -> Option<Tetrahedron> {
    let [one, other, last] = [1, 2, 3].map(|k| sub(corners[k].across, corners[0].across));
    let normal = cross(one, other);
    let volume = dot(normal, last);
    let [one, other, last] = [one, other, last].map(|side| dot(side, side).sqrt());
    (volume.abs() > ROUND * one * other * last).then_some((corners, volume > 0.0))
}

/// Searches for a tetrahedron of vectors from A to B; else tells how the cores touch, where all
/// these vectors are in one plane.
#[cold]
fn search(pair: &ConvexPair<'_, f64>, flat: f64) -> Result<Tetrahedron, Depth> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let first = pair.support(axes[0], true);
    // What is farthest from some plane through the first vertex, on either side.
    let off = |direction: [f64; 3]| {
        let [low, high] = [direction, neg(direction)].map(|way| pair.support(way, true));
        let along = |vertex: &Vertex<f64>| dot(sub(vertex.across, first.across), direction).abs();
        if along(&low) < along(&high) { high } else { low }
    };
    let from_first = |vertex: &Vertex<f64>| sub(vertex.across, first.across);
    let long = |vector: [f64; 3]| dot(vector, vector).sqrt();
    let mut second = first;
    for axis in axes {
        let other = off(axis);
        if long(from_first(&second)) < long(from_first(&other)) {
            second = other;
        }
    }
    let line = from_first(&second);
    if long(line) <= flat {
        return Err(Depth::flat(pair, axes[0], flat));
    }
    let mut third = first;
    for axis in axes {
        let across = cross(line, axis);
        let other = off(scale(across, 1.0 / long(across).max(f64::MIN_POSITIVE)));
        let area = |vertex: &Vertex<f64>| long(cross(line, from_first(vertex)));
        if area(&third) < area(&other) {
            third = other;
        }
    }
    // Across the line, and not nearly so: a product of long vectors loses the normal of what is
    // thin.
    let line = scale(line, 1.0 / long(line));
    let across_line = |vector: [f64; 3]| add_scaled(vector, line, -dot(vector, line));
    let across = across_line(from_first(&third));
    if long(across) <= flat {
        // Any direction across the line.
        let least = if line[0].abs() < line[1].abs() { axes[0] } else { axes[1] };
        let across = cross(line, least);
        return Err(Depth::flat(pair, scale(across, 1.0 / long(across)), flat));
    }
    let normal = cross(line, across_line(scale(across, 1.0 / long(across))));
    let normal = scale(normal, 1.0 / long(normal));
    let fourth = off(normal);
    if dot(normal, from_first(&fourth)).abs() <= flat {
        return Err(Depth::flat(pair, normal, flat));
    }
    let up = dot(normal, from_first(&fourth)) > 0.0;
    Ok(([first, second, third, fourth], up))
}

impl Depth {
    /// The same, or that along an axis of a shape if it is less: edges that are all but parallel
    /// make slivers of which no plane is known, mostly beside a face.
    #[cold]
    fn or_along_axes(mut self, pair: &ConvexPair<'_, f64>) -> Self {
        let axes = pair.a.solid.axes.into_iter().chain(pair.b.solid.axes);
        for axis in axes.flat_map(|axis| [axis, neg(axis)]) {
            let normal = scale(axis, 1.0 / dot(axis, axis).sqrt());
            let Vertex { across, on_a } = pair.support(normal, true);
            let distance = dot(normal, across);
            // Not so of an axis without length.
            if self.distance < distance {
                self = Self { normal, distance, on_a };
            }
        }
        self
    }

    /// That of cores whose vectors from A to B are all in a plane: the way there from the origin.
    fn flat(pair: &ConvexPair<'_, f64>, normal: [f64; 3], flat: f64) -> Self {
        let before = dot(normal, pair.support(normal, true).across);
        let normal = if before < -flat { neg(normal) } else { normal };
        let Vertex { across, on_a } = pair.support(normal, true);
        let distance = dot(normal, across);
        Self { normal, distance, on_a }
    }
}
