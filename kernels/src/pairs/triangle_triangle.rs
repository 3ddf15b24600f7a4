//! Two triangles.

use super::{
    axes::{CertainSign, Deepest, Interval, of_the_other, project, turned_pair},
    contact::{Contact, RawContact},
    face_clip::{Decided, Face, FacePoints, Faced, Touching},
    pair_test::{PairTest, Separated},
};
use crate::{
    geometry::triangles_meet,
    real::{
        Mask, Real,
        vector::{add, cross, dot, scale, select, sub, sum_abs},
    },
    shape::{Extent, Triangle, in_f64},
};

/// Two triangles: the distance along the axis that separates them most or overlaps least, by
/// number: 0 and 1 the normals of A and B, `2 + 3 * i + j` across edge `i` of A and `j` of B (edge
/// `i` goes from vertex `i` to the next), `11 + i` and `14 + j` in the plane of the larger triangle
/// at a right angle to edge `i` of A and `j` of B, 17 from the middle of A to that of B.
///
/// Of axes with the same distance, the lower number counts.
///
/// **Degenerate triangles.** Whether they touch is decided exactly for them too. The axes are
/// complete for all others, and for a triangle and a segment; for two segments on parallel lines
/// and for points the distance is that along axis 17, which may be less than the true one; then it
/// tells whether they touch, and no more.
///
/// **Rounding.** *Apart* is claimed where the projections on the axis that was met have a gap, as
/// for [boxes](super::BoxBox3): then it does not matter how well the axis was met. That all axes
/// overlap proves nothing for triangles, as the cross product of nearly parallel edges, or of those
/// of a needle, may miss its axis by any angle. So *together* is claimed only where an edge
/// certainly pierces the other triangle, which the same projections tell: that of `p - q` on the
/// cross product of the edges at `p` and at `q` says on which side the edges pass each other. All
/// else, such as triangles in one plane, is decided by exact predicates. So the
/// result is that of exact arithmetic, for all triangles.
///
/// **Points.** [By faces](FacePoints), relative to the first corner of each. Corners have the
/// numbers 0 to 2, edges 3 to 5 and the face 6. A point is numbered by the features that meet
/// there: that of A plus 65,536 times that of B.
pub struct TriangleTriangle;

/// Roundings in the difference of two projections, relative to the sum of the axis' components
/// where no coordinate is above 1: 2 in each coordinate and 5 in each projection, for both, and 2
/// in the difference; twice.
const ROUNDINGS: f32 = 32.0;

/// The next vertex or edge, around.
const NEXT: [usize; 3] = [1, 2, 0];

/// Two triangles as the first vertex of A sees them, so small that no coordinate is above 1.
struct RelativeTriangles<R> {
    a: [[R; 3]; 3],
    b: [[R; 3]; 3],
    edges_a: [[R; 3]; 3],
    edges_b: [[R; 3]; 3],
    normal_a: [R; 3],
    normal_b: [R; 3],
    /// What the coordinates were divided by.
    size: R,
}

impl<R: Real> RelativeTriangles<R> {
    #[inline(always)]
    fn new(a: &Triangle<R>, b: &Triangle<R>) -> Self {
        let origin = a.vertices[0];
        let mut places = [origin; 6];
        // Not 0, as the inverse has to be a number.
        let mut size = origin[0].of(f32::MIN_POSITIVE);
        for i in 0..3 {
            places[i] = sub(a.vertices[i], origin);
            places[3 + i] = sub(b.vertices[i], origin);
        }
        for [x, y, z] in places {
            size = x.abs().max(y.abs()).max(z.abs()).max(size);
        }
        let inverse = size.of(1.0) / size;
        for place in &mut places {
            *place = scale(*place, inverse);
        }
        let [a0, a1, a2, b0, b1, b2] = places;
        let (edges_a, edges_b) = (edges(&a.vertices, inverse), edges(&b.vertices, inverse));
        Self {
            a: [a0, a1, a2],
            b: [b0, b1, b2],
            normal_a: cross(edges_a[0], edges_a[1]),
            normal_b: cross(edges_b[0], edges_b[1]),
            edges_a,
            edges_b,
            size,
        }
    }

    #[inline(always)]
    fn along(&self, axis: [R; 3]) -> Projections<R> {
        Projections { a: project(&self.a, axis), b: project(&self.b, axis) }
    }

    /// At right angles to the edges in the plane of the larger triangle.
    #[inline(always)]
    fn in_plane(&self) -> [[R; 3]; 6] {
        let larger = sum_abs(self.normal_b).lt(sum_abs(self.normal_a));
        let normal = select(larger, self.normal_a, self.normal_b);
        let ([d, e, f], [g, h, i]) = (self.edges_a, self.edges_b);
        [
            cross(normal, d),
            cross(normal, e),
            cross(normal, f),
            cross(normal, g),
            cross(normal, h),
            cross(normal, i),
        ]
    }

    /// Three times the way from the middle of A to that of B.
    #[inline(always)]
    fn between_middles(&self) -> [R; 3] {
        let sum = |of: [[R; 3]; 3]| add(add(of[0], of[1]), of[2]);
        sub(sum(self.b), sum(self.a))
    }
}

/// The edges, each from a vertex to the next. Not taken from places that are scaled already, whose
/// roundings may be large for a small triangle.
#[inline(always)]
fn edges<R: Real>(vertices: &[[R; 3]; 3], inverse: R) -> [[R; 3]; 3] {
    let [a, b, c] = *vertices;
    [scale(sub(b, a), inverse), scale(sub(c, b), inverse), scale(sub(a, c), inverse)]
}

/// Two triangles on an axis.
struct Projections<R> {
    a: [R; 3],
    b: [R; 3],
}

impl<R: Real> Projections<R> {
    /// The distance of the two times the length of the axis, and which way B is.
    #[inline(always)]
    fn distance(&self) -> (R, R) {
        Interval::of(self.a).to(Interval::of(self.b))
    }
}

/// How much projections on an axis err.
#[inline(always)]
fn slack<R: Real>(axis: [R; 3]) -> R {
    // What denormal products lose.
    let hidden = axis[0].of(f32::MIN_POSITIVE);
    sum_abs(axis) * hidden.of(ROUNDINGS * R::UNIT) + hidden
}

/// On which sides of each other's planes the vertices are, and how edges pass each other.
struct VertexSides<M> {
    /// Vertices of A by the plane of B, and the other way round.
    vertices_a: [CertainSign<M>; 3],
    vertices_b: [CertainSign<M>; 3],
    /// Whether an edge of A passes all those of B on one side, and the other way round.
    edges_a: [CertainSign<M>; 3],
    edges_b: [CertainSign<M>; 3],
}

impl<M: Mask> VertexSides<M> {
    #[inline(always)]
    fn new<R: Real<Mask = M>>(
        relative: &RelativeTriangles<R>,
        by_normal: &[Projections<R>; 2],
    ) -> Self {
        let size = |edges: &[[R; 3]; 3]| sum_abs(edges[0]) * sum_abs(edges[1]);
        let (size_a, size_b) = (size(&relative.edges_a), size(&relative.edges_b));
        let any = CertainSign::any(size_a);
        let mut sides = Self {
            vertices_a: [any; 3],
            vertices_b: [any; 3],
            edges_a: [any; 3],
            edges_b: [any; 3],
        };
        for i in 0..3 {
            sides.vertices_a[i] = CertainSign::of(by_normal[1].a[i] - by_normal[1].b[0], size_b);
            sides.vertices_b[i] = CertainSign::of(by_normal[0].b[i] - by_normal[0].a[0], size_a);
        }
        sides
    }

    #[inline(always)]
    fn add(&mut self, [i, j]: [usize; 2], side: CertainSign<M>) {
        self.edges_a[i] = self.edges_a[i].and(side);
        self.edges_b[j] = self.edges_b[j].and(side);
    }

    /// Whether an edge of one certainly pierces the other.
    #[inline(always)]
    fn pierced(&self) -> M {
        let mut pierced = self.pierces(0);
        for i in 1..3 {
            pierced = pierced | self.pierces(i);
        }
        pierced
    }

    /// Whether edge `i` of one does.
    #[inline(always)]
    fn pierces(&self, i: usize) -> M {
        let next = NEXT[i];
        let a = self.vertices_a[i].is_opposite(self.vertices_a[next]) & self.edges_a[i].is_known();
        let b = self.vertices_b[i].is_opposite(self.vertices_b[next]) & self.edges_b[i].is_known();
        a | b
    }
}

impl PairTest<3, 0> for TriangleTriangle {
    type A = Triangle;
    type B = Triangle;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Triangle<R>, b: &Triangle<R>) -> (RawContact<3, 0, R>, R) {
        let relative = RelativeTriangles::new(a, b);
        let (zero, one) = (relative.size.of(0.0), relative.size.of(1.0));
        let never = zero.of(f32::NEG_INFINITY);
        let normals = [relative.normal_a, relative.normal_b];
        let along = [relative.along(normals[0]), relative.along(normals[1])];
        // Whatever axis, for points that coincide.
        let mut best = Deepest::new([one, zero, zero], never);
        for n in 0..2 {
            add_axis(&mut best, n, normals[n], &along[n]);
        }
        let mut sides = VertexSides::new(&relative, &along);
        for i in 0..3 {
            for j in 0..3 {
                let (e, f) = (relative.edges_a[i], relative.edges_b[j]);
                let axis = cross(e, f);
                let along = relative.along(axis);
                sides
                    .add([i, j], CertainSign::of(along.a[i] - along.b[j], sum_abs(e) * sum_abs(f)));
                add_axis(&mut best, 2 + 3 * i + j, axis, &along);
            }
        }
        for (number, axis) in (11..).zip(relative.in_plane()) {
            add_axis(&mut best, number, axis, &relative.along(axis));
        }
        let axis = relative.between_middles();
        add_axis(&mut best, 17, axis, &relative.along(axis));
        let is_axis = never.lt(best.distance);
        let distance = R::select(is_axis, best.distance, zero);
        // A vector's sum of components is up to 1.74 times its length.
        let slack = zero.of(2.0 * ROUNDINGS * R::UNIT) + zero.of(f32::MIN_POSITIVE);
        let known = slack.lt(distance) | sides.pierced();
        let slack = R::select(known, slack, zero.of(f32::INFINITY));
        let distance = distance * relative.size;
        (Deepest { distance, ..best }.contact(), slack * relative.size)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        let (edges, in_plane, last) = (axis.of(2.0), axis.of(11.0), axis.of(17.0));
        let across = turned_pair(axis - edges) + edges;
        let beside = of_the_other(axis - in_plane, 3) + in_plane;
        let after = R::select(axis.lt(in_plane), across, R::select(axis.lt(last), beside, last));
        R::select(axis.lt(edges), of_the_other(axis, 1), after)
    }

    /// Without the lengths of the axes, and those in a plane only if there is nothing else to tell.
    #[inline(always)]
    fn verdict<R: Real>(a: &Triangle<R>, b: &Triangle<R>) -> Separated<R::Mask> {
        let relative = RelativeTriangles::new(a, b);
        let along = [relative.along(relative.normal_a), relative.along(relative.normal_b)];
        let middles = relative.between_middles();
        let mut apart = slack(middles).lt(relative.along(middles).distance().0)
            | slack(relative.normal_a).lt(along[0].distance().0)
            | slack(relative.normal_b).lt(along[1].distance().0);
        let mut unsure = !apart;
        if unsure.any() {
            let mut sides = VertexSides::new(&relative, &along);
            for i in 0..3 {
                for j in 0..3 {
                    let (e, f) = (relative.edges_a[i], relative.edges_b[j]);
                    let axis = cross(e, f);
                    let along = relative.along(axis);
                    sides.add(
                        [i, j],
                        CertainSign::of(along.a[i] - along.b[j], sum_abs(e) * sum_abs(f)),
                    );
                    apart = apart | slack(axis).lt(along.distance().0);
                }
            }
            let pierced = sides.pierced();
            unsure = !(apart | pierced);
            if unsure.any() {
                for axis in relative.in_plane() {
                    apart = apart | slack(axis).lt(relative.along(axis).distance().0);
                }
                unsure = unsure & !apart;
            }
        }
        Separated { apart, unsure }
    }

    #[cold]
    fn apart(a: &Triangle, b: &Triangle) -> bool {
        !triangles_meet(a, b)
    }
}

/// One more axis of any length.
#[inline(always)]
fn add_axis<R: Real>(
    best: &mut Deepest<3, R>,
    number: usize,
    axis: [R; 3],
    along: &Projections<R>,
) {
    let (distance, way) = along.distance();
    let square = dot(axis, axis);
    let per_length = square.of(1.0).with_sign_of(way) / square.sqrt();
    // Parallel edges have no axis across them, nor has a pair whose square underflows.
    let is_axis = square.of(f32::MIN_POSITIVE).lt(square);
    let distance = distance * per_length.abs();
    let distance = R::select(is_axis, distance, square.of(f32::NEG_INFINITY));
    best.add(number, scale(axis, per_length), distance);
}

impl FacePoints for TriangleTriangle {
    fn with_points(a: &Triangle, b: &Triangle, known: &Contact<3, 0>) -> Contact<3, 4> {
        let (a, b) = (in_f64::<Triangle>(a), in_f64::<Triangle>(b));
        let decided = match known.axis as usize {
            0 => Decided::FaceOfA,
            1 => Decided::FaceOfB,
            across @ 2..11 => Decided::Edges([(across - 2) / 3, (across - 2) % 3]),
            _ => Decided::Other,
        };
        let smaller = Triangle::extent(&a).min(Triangle::extent(&b));
        let between = sub(b.vertices[0], a.vertices[0]);
        Touching { a: &a, b: &b, between, smaller, decided }.with_points(known)
    }
}

/// The corners of a triangle, relative to the first.
fn from_first(triangle: &Triangle<f64>) -> [[f64; 3]; 3] {
    triangle.vertices.map(|vertex| sub(vertex, triangle.vertices[0]))
}

impl Faced for Triangle<f64> {
    /// The one face, whichever of its sides it is.
    fn facing(&self, direction: [f64; 3]) -> Face {
        let [p, q, r] = from_first(self);
        let across = cross(q, r);
        let way = dot(across, across).sqrt().copysign(dot(across, direction));
        let normal = (way != 0.0).then(|| scale(across, 1.0 / way));
        Face::new(&[(p, 0), (q, 1), (r, 2)], &[3, 4, 5], 6, normal)
    }

    fn edge(&self, index: usize, _: [f64; 3]) -> ([[f64; 3]; 2], u32) {
        let corners = from_first(self);
        ([corners[index], corners[NEXT[index]]], 3 + index as u32)
    }

    fn corner(&self, direction: [f64; 3]) -> ([f64; 3], u32) {
        let corners = from_first(self);
        let along = corners.map(|corner| dot(corner, direction));
        let farther = |best: usize, i: usize| if along[best] < along[i] { i } else { best };
        let farthest = (1..3).fold(0, farther);
        (corners[farthest], farthest as u32)
    }
}
