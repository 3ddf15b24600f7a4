//! A box and a triangle.

use super::{
    axes::{Deepest, Interval, project},
    contact::{Contact, RawContact},
    face_clip::{Decided, Face, FacePoints, Faced, Touching},
    pair_test::{PairTest, Separated},
};
use crate::{
    pairs::box_box3::{AROUND, in_world},
    real::{
        Mask, Real,
        vector::{add, add_scaled, cross, dot, scale, sub, sum_abs},
    },
    shape::{Extent, Obb, Triangle, in_f64},
};

/// A box and a triangle (T. Akenine-Moller, *Fast 3D Triangle-Box Overlap Testing*, 2001): the
/// distance along the axis that separates them most or overlaps least, by number: 0 to 2 the axes
/// of the box, 3 the triangle's normal, `4 + 3 * i + j` across axis `i` of the box and edge `j` of
/// the triangle, which goes from vertex `j` to the next.
///
/// Of axes with the same distance, the lower number counts.
///
/// **Degenerate shapes.** These axes are complete for all of them. A flat box that is apart from a
/// triangle still is after it has been made thicker by less than half the gap, and a box with an
/// inside needs no axes but the normals of faces of the two shapes' Minkowski difference, which are
/// those of the faces and across an edge of each, whether the triangle is a triangle, a
/// segment or a point. By the same reasoning the distance is at least 0.57 of the true one.
///
/// **Rounding.** That the shapes are apart is claimed where their projections on the axis that was
/// met have a gap, as for [two boxes](super::BoxBox3). In the frame of the box the axes across
/// edges are at right angles to both edges up to a rounding, even where the edges are nearly
/// parallel, so that they miss a gap by no more than they err themselves. Only the triangle's
/// normal, of a needle, may point anywhere: by how much it may do so is taken into account where
/// all axes overlap.
///
/// **Points.** [By faces](FacePoints): of the box as for [two boxes](super::BoxBox3Manifold), with
/// the same numbers of its features; those of the triangle are its corners 0 to 2, its edges 3 to 5
/// and its face 6. A point is numbered by the features that meet there: that of A plus 65,536 times
/// that of B. Points of the triangle are relative to its first corner.
pub struct BoxTriangle;

/// Roundings in the difference of two projections, relative to the sum of the axis' components
/// where no coordinate is above 1: 2 in the vector from the center, 14 as the box's axes are not
/// quite at right angles, 6 in each coordinate and 5 in each projection; twice.
const ROUNDINGS: f32 = 64.0;

/// The triangle as the box sees it, both so small that no coordinate is above 1.
struct RelativeTriangle<R> {
    vertices: [[R; 3]; 3],
    edges: [[R; 3]; 3],
    normal: [R; 3],
    half: [R; 3],
    /// What the coordinates were divided by.
    size: R,
}

impl<R: Real> RelativeTriangle<R> {
    #[inline(always)]
    fn new(a: &Obb<3, R>, b: &Triangle<R>) -> Self {
        let ([p, q, r], c) = (b.vertices, a.center);
        let (places, ways) = ([sub(p, c), sub(q, c), sub(r, c)], [sub(q, p), sub(r, q), sub(p, r)]);
        // Not 0, as the inverse has to be a number.
        let mut size = sum_abs(a.half) + c[0].of(f32::MIN_POSITIVE);
        for place in &places {
            size = sum_abs(*place).max(size);
        }
        let inverse = size.of(1.0) / size;
        let (mut vertices, mut edges) = (places, ways);
        for i in 0..3 {
            vertices[i] = scale(turned(a, places[i]), inverse);
            edges[i] = scale(turned(a, ways[i]), inverse);
        }
        let half = scale(a.half, inverse);
        Self { vertices, edges, normal: cross(edges[0], edges[1]), half, size }
    }

    /// The distance along axis `i` of the box, and which way the triangle is.
    #[inline(always)]
    fn along(&self, i: usize) -> (R, R) {
        let [p, q, r] = self.vertices;
        Interval::around_zero(self.half[i]).to(Interval::of([p[i], q[i], r[i]]))
    }

    /// The same along the normal of the triangle, times its length.
    #[inline(always)]
    fn along_normal(&self) -> (R, R) {
        let [x, y, z] = self.normal;
        let reach = self.half[0] * x.abs() + self.half[1] * y.abs() + self.half[2] * z.abs();
        let triangle = Interval::of(project(&self.vertices, self.normal));
        Interval::around_zero(reach).to(triangle)
    }

    /// The same along the cross product of axis `i` of the box and edge `j`, and its two components
    /// that are not 0.
    #[inline(always)]
    fn across(&self, i: usize, j: usize) -> ((R, R), [R; 2]) {
        let [k, l] = AROUND[i];
        let [x, y] = [-self.edges[j][l], self.edges[j][k]];
        let reach = self.half[k] * x.abs() + self.half[l] * y.abs();
        let [p, q, r] = self.vertices;
        let places = [p[k] * x + p[l] * y, q[k] * x + q[l] * y, r[k] * x + r[l] * y];
        (Interval::around_zero(reach).to(Interval::of(places)), [x, y])
    }

    /// How much more the distance along the true normal may be than along the one that was met.
    #[inline(always)]
    fn normal_slack(&self) -> R {
        let edges = sum_abs(self.edges[0]) * sum_abs(self.edges[1]);
        slack(sum_abs(self.normal) + edges)
    }
}

/// A vector as the box sees it.
#[inline(always)]
fn turned<R: Real>(a: &Obb<3, R>, vector: [R; 3]) -> [R; 3] {
    [dot(a.axes[0], vector), dot(a.axes[1], vector), dot(a.axes[2], vector)]
}

/// How much the difference of projections on an axis errs, by the sum of its components.
#[inline(always)]
fn slack<R: Real>(sum: R) -> R {
    // What denormal products lose.
    rounding(sum) + sum.of(f32::MIN_POSITIVE)
}

/// The same without what denormal products lose.
#[inline(always)]
fn rounding<R: Real>(sum: R) -> R {
    sum * sum.of(ROUNDINGS * R::UNIT)
}

/// One over the length of an axis, negative where the way along it is down, and whether it is
/// long enough to be one.
#[inline(always)]
fn per_length<R: Real>(square: R, way: R) -> (R, R::Mask) {
    let per_length = square.of(1.0).with_sign_of(way) / square.sqrt();
    (per_length, square.of(f32::MIN_POSITIVE).lt(square))
}

impl PairTest<3, 0> for BoxTriangle {
    type A = Obb<3>;
    type B = Triangle;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<3, R>, b: &Triangle<R>) -> (RawContact<3, 0, R>, R) {
        let relative = RelativeTriangle::new(a, b);
        let (zero, one) = (relative.size.of(0.0), relative.size.of(1.0));
        let never = zero.of(f32::NEG_INFINITY);
        let mut best = Deepest::new([one, zero, zero], never);
        for i in 0..3 {
            let (distance, way) = relative.along(i);
            let mut direction = [zero; 3];
            direction[i] = one.with_sign_of(way);
            best.add(i, direction, distance);
        }
        let (by_normal, way) = relative.along_normal();
        let (factor, is_axis) = per_length(dot(relative.normal, relative.normal), way);
        let distance = R::select(is_axis, by_normal * factor.abs(), never);
        best.add(3, scale(relative.normal, factor), distance);
        for i in 0..3 {
            for j in 0..3 {
                let ((distance, way), [x, y]) = relative.across(i, j);
                let (factor, is_axis) = per_length(x * x + y * y, way);
                let distance = R::select(is_axis, distance * factor.abs(), never);
                let mut direction = [zero; 3];
                (direction[AROUND[i][0]], direction[AROUND[i][1]]) = (x * factor, y * factor);
                best.add(4 + 3 * i + j, direction, distance);
            }
        }
        let direction = in_world(&a.axes, best.direction);
        // A vector's sum of components is up to 1.74 times its length.
        let slack = slack(one + one);
        let known = slack.lt(best.distance) | by_normal.lt(-relative.normal_slack());
        let slack = R::select(known, slack, zero.of(f32::INFINITY));
        let distance = best.distance * relative.size;
        (Deepest { distance, direction, ..best }.contact(), slack * relative.size)
    }

    /// Without the lengths of the axes, which only the distance needs.
    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<3, R>, b: &Triangle<R>) -> Separated<R::Mask> {
        let relative = RelativeTriangle::new(a, b);
        let one = relative.size.of(1.0);
        let by_normal = relative.along_normal().0;
        let mut apart = slack(sum_abs(relative.normal)).lt(by_normal);
        let mut together = by_normal.lt(-relative.normal_slack());
        for i in 0..3 {
            let distance = relative.along(i).0;
            apart = apart | slack(one).lt(distance);
            together = together & distance.lt(-slack(one));
        }
        if !apart.all() {
            for i in 0..3 {
                for j in 0..3 {
                    let ((distance, _), [x, y]) = relative.across(i, j);
                    let sum = x.abs() + y.abs();
                    apart = apart | slack(sum).lt(distance);
                    // Not `<`: an edge along an axis of the box makes no axis with it.
                    together = together & distance.le(-rounding(sum));
                }
            }
        }
        Separated { apart, unsure: !(apart | together) }
    }

    /// By projections on all axes without shortcuts: also the normals of the box's faces are taken
    /// from its edges, as its axes are at right angles but for their rounding.
    #[cold]
    fn apart(a: &Obb<3>, b: &Triangle) -> bool {
        let (a, b) = (in_f64::<Obb<3>>(a), in_f64::<Triangle>(b));
        let vertices = b.vertices.map(|vertex| sub(vertex, a.center));
        let [p, q, r] = vertices;
        let edges = [sub(q, p), sub(r, q), sub(p, r)];
        let faces = AROUND.map(|[i, j]| cross(a.axes[i], a.axes[j]));
        let across = a.axes.into_iter().flat_map(|i| edges.map(|j| cross(i, j)));
        let mut axes = faces.into_iter().chain([cross(edges[0], edges[1])]).chain(across);
        let size = sum_abs(p).max(sum_abs(q)).max(sum_abs(r)).max(sum_abs(a.half));
        axes.any(|axis| {
            let reach = a.half.iter().zip(a.axes).map(|(half, own)| half * dot(own, axis).abs());
            let reach = Interval::around_zero(reach.sum());
            let slack = f64::from(ROUNDINGS * f64::UNIT) * size * sum_abs(axis);
            reach.to(Interval::of(project(&vertices, axis))).0 > slack
        })
    }
}

impl FacePoints for BoxTriangle {
    fn with_points(a: &Obb<3>, b: &Triangle, known: &Contact<3, 0>) -> Contact<3, 4> {
        let (a, b) = (in_f64::<Obb<3>>(a), in_f64::<Triangle>(b));
        let decided = match known.axis as usize {
            0..3 => Decided::FaceOfA,
            3 => Decided::FaceOfB,
            across => Decided::Edges([(across - 4) / 3, (across - 4) % 3]),
        };
        let smaller = Obb::<3>::extent(&a).min(Triangle::extent(&b));
        let between = sub(b.vertices[0], a.center);
        Touching { a: &a, b: &b, between, smaller, decided }.with_points(known)
    }
}

/// What a sign along each axis of a box counts in the number of its feature.
const OF_AXIS: [i32; 3] = [1, 3, 9];

/// A corner, or the middle of an edge or a face, by its sides along the axes, and its number.
fn place_on_box(shape: &Obb<3, f64>, sides: [i32; 3]) -> ([f64; 3], u32) {
    let (mut place, mut number) = ([0.0; 3], 13);
    for k in 0..3 {
        place = add_scaled(place, shape.axes[k], shape.half[k] * f64::from(sides[k]));
        number += sides[k] * OF_AXIS[k];
    }
    (place, number as u32)
}

impl Faced for Obb<3, f64> {
    fn facing(&self, direction: [f64; 3]) -> Face {
        let along = self.axes.map(|axis| dot(axis, direction));
        let larger =
            |best: usize, k: usize| if along[best].abs() < along[k].abs() { k } else { best };
        let first = (1..3).fold(0, larger);
        let [second, third] = AROUND[first];
        let side = if along[first] < 0.0 { -1 } else { 1 };
        let on = |sides: [i32; 2]| {
            let mut all = [0; 3];
            (all[first], all[second], all[third]) = (side, sides[0], sides[1]);
            place_on_box(self, all)
        };
        let corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(on);
        let edges = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(|sides| on(sides).1);
        let normal = scale(self.axes[first], f64::from(side));
        Face::new(&corners, &edges, on([0, 0]).1, Some(normal))
    }

    fn edge(&self, index: usize, direction: [f64; 3]) -> ([[f64; 3]; 2], u32) {
        let mut sides = self.axes.map(|axis| if dot(axis, direction) < 0.0 { -1 } else { 1 });
        sides[index] = 0;
        let (middle, number) = place_on_box(self, sides);
        let half = scale(self.axes[index], self.half[index]);
        ([sub(middle, half), add(middle, half)], number)
    }

    fn corner(&self, direction: [f64; 3]) -> ([f64; 3], u32) {
        place_on_box(self, self.axes.map(|axis| if dot(axis, direction) < 0.0 { -1 } else { 1 }))
    }
}
