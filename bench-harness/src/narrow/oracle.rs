//! How far two shapes are apart by textbook computations in `f64` that share nothing with the
//! engine, for the pairs of kinds where that is short.

use jostle::{
    Shape,
    shape::{Ball, Capsule, ConvexPolygon, OrientedBox, PolyhedronFace, Rotation, Triangle},
};
use rand_pcg::Pcg64Mcg;

use crate::scene::placement::direction;

/// A vector in space; in the plane the last component is 0.
pub type Vector = [f64; 3];

/// The axes of a rotation in `f64`, and any rotation.
pub trait Axes: Sized {
    /// Any rotation, uniform.
    fn any(rng: &mut Pcg64Mcg) -> Self;

    /// The images of the coordinate axes; in the plane two of them.
    fn axes(&self) -> Vec<Vector>;
}

impl Axes for Rotation<2> {
    fn any(rng: &mut Pcg64Mcg) -> Self {
        Self::from(direction::<2>(rng))
    }

    fn axes(&self) -> Vec<Vector> {
        let [cos, sin] = self.cos_sin().map(f64::from);
        let length = cos.hypot(sin);
        let (cos, sin) = (cos / length, sin / length);
        vec![[cos, sin, 0.0], [-sin, cos, 0.0]]
    }
}

impl Axes for Rotation<3> {
    /// Quaternions of length 1 are rotations, uniform ones are uniform.
    fn any(rng: &mut Pcg64Mcg) -> Self {
        Self::from(direction::<4>(rng))
    }

    fn axes(&self) -> Vec<Vector> {
        let parts = self.quaternion().map(f64::from);
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        let [x, y, z, w] = parts.map(|part| part / length);
        // `v + 2 u x (u x v + w v)` with the vector part `u`.
        let turned = |v: Vector| {
            let u = [x, y, z];
            let inner = add(cross(u, v), v, w);
            add(v, cross(u, inner), 2.0)
        };
        vec![turned([1.0, 0.0, 0.0]), turned([0.0, 1.0, 0.0]), turned([0.0, 0.0, 1.0])]
    }
}

/// A shape as its points and directions.
enum Solid {
    /// All points at most `radius` from the segment between two points.
    Round { ends: [Vector; 2], radius: f64 },
    /// A box.
    Box { center: Vector, half: Vec<f64>, axes: Vec<Vector> },
    /// The convex hull of corners, with what may separate it: the normals of its faces and, in
    /// space, the directions of its edges.
    Hull { corners: Vec<Vector>, normals: Vec<Vector>, edges: Vec<Vector> },
}

/// The distance of two shapes; minus the depth where they overlap, along the axis where that is
/// least. For flat and for angular shapes that are apart it is the largest gap along an axis.
///
/// Nothing where the kinds of the shapes are none of those that are short to compute.
#[must_use]
pub fn distance<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<f64>
where
    Rotation<D>: Axes,
{
    Some(match (solid(a)?, solid(b)?) {
        (Solid::Round { ends: a, radius: r }, Solid::Round { ends: b, radius: s }) => {
            // At least one is a ball: the distance is that of a point to a segment.
            let (point, segment) = if a[0] == a[1] { (a[0], b) } else { (b[0], a) };
            if a[0] != a[1] && b[0] != b[1] {
                return None;
            }
            from_segment(point, segment) - r - s
        }
        (Solid::Round { ends: [p, q], radius }, Solid::Box { center, half, axes })
        | (Solid::Box { center, half, axes }, Solid::Round { ends: [p, q], radius }) => {
            if p != q {
                return None;
            }
            from_box(p, center, &half, &axes) - radius
        }
        (Solid::Round { ends: [p, q], radius }, Solid::Hull { corners, normals, edges })
        | (Solid::Hull { corners, normals, edges }, Solid::Round { ends: [p, q], radius }) => {
            if p != q || !edges.is_empty() {
                return None;
            }
            from_polygon(p, &corners, &normals) - radius
        }
        (a, b) => between_hulls(&a.into_hull(), &b.into_hull()),
    })
}

/// How far a shape reaches from its center, about; what rounding does to it is in proportion.
#[must_use]
pub fn size<const D: usize>(shape: &Shape<D>) -> f64 {
    let sum = |numbers: &[f32]| numbers.iter().map(|x| f64::from(x.abs())).sum();
    match shape {
        Shape::Ball(ball) => f64::from(ball.radius),
        Shape::Box(oriented) => sum(&oriented.half),
        Shape::Capsule(capsule) => sum(&capsule.axis) + f64::from(capsule.radius),
        Shape::Polygon(polygon) => sum(polygon.vertices().as_flattened()),
        Shape::Triangle(Triangle { vertices: [a, b, c] }) => {
            let sides = [sub(wide(b), wide(a)), sub(wide(c), wide(a))];
            sides.as_flattened().iter().map(|x| x.abs()).sum()
        }
        Shape::Hull(hull) => f64::from(hull.polyhedron.radius()) + f64::from(hull.rounding),
        _ => 0.0,
    }
}

/// A vector in `f64`.
#[must_use]
pub fn wide<const D: usize>(vector: &[f32; D]) -> Vector {
    std::array::from_fn(|axis| vector.get(axis).map_or(0.0, |x| f64::from(*x)))
}

/// The segment and the radius of a round shape.
#[must_use]
pub fn round<const D: usize>(shape: &Shape<D>) -> Option<([Vector; 2], f64)> {
    match shape {
        Shape::Ball(Ball { center, radius }) => Some(([wide(center); 2], f64::from(*radius))),
        Shape::Capsule(Capsule { center, axis, radius }) => {
            let (center, axis) = (wide(center), wide(axis));
            let ends = [add(center, axis, -1.0), add(center, axis, 1.0)];
            Some((ends, f64::from(*radius)))
        }
        _ => None,
    }
}

fn solid<const D: usize>(shape: &Shape<D>) -> Option<Solid>
where
    Rotation<D>: Axes,
{
    if let Some((ends, radius)) = round(shape) {
        return Some(Solid::Round { ends, radius });
    }
    Some(match shape {
        Shape::Box(OrientedBox { center, half, rotation }) => Solid::Box {
            center: wide(center),
            half: half.iter().map(|half| f64::from(*half)).collect(),
            axes: rotation.axes(),
        },
        Shape::Polygon(polygon) => polygon_hull(polygon),
        Shape::Hull(hull) if hull.rounding == 0.0 => {
            let (axes, polyhedron) = (hull.rotation.axes(), &hull.polyhedron);
            let turned = |vector: [f32; 3]| {
                (0..3).fold([0.0; 3], |sum, k| add(sum, axes[k], f64::from(vector[k])))
            };
            let place = |vertex| add(wide(&hull.center), turned(vertex), 1.0);
            let corners: Vec<Vector> = polyhedron.vertices().map(place).collect();
            let way =
                |[from, to]: [u16; 2]| sub(corners[usize::from(to)], corners[usize::from(from)]);
            let edges = polyhedron.edges().map(way).collect();
            let normal = |face: PolyhedronFace<'_>| turned(face.normal);
            Solid::Hull { normals: polyhedron.faces().map(normal).collect(), corners, edges }
        }
        Shape::Triangle(Triangle { vertices }) => {
            let corners = vertices.each_ref().map(wide);
            let edges: Vec<Vector> =
                (0..3).map(|i| sub(corners[(i + 1) % 3], corners[i])).collect();
            let normal = cross(edges[0], edges[1]);
            // Triangles in one plane are apart along a normal of an edge in that plane.
            let mut normals = vec![normal];
            normals.extend(edges.iter().map(|edge| cross(*edge, normal)));
            Solid::Hull { corners: corners.into(), normals, edges }
        }
        _ => return None,
    })
}

/// The corners of a polygon, counter-clockwise.
#[must_use]
pub fn corners(polygon: &ConvexPolygon) -> Vec<Vector> {
    let (center, axes) = (wide(&polygon.center), polygon.rotation.axes());
    let place = |vertex: &[f32; 2]| {
        let [x, y] = vertex.map(f64::from);
        add(add(center, axes[0], x), axes[1], y)
    };
    polygon.vertices().iter().map(place).collect()
}

fn polygon_hull(polygon: &ConvexPolygon) -> Solid {
    let corners = corners(polygon);
    let next = corners.iter().cycle().skip(1);
    let normals = corners.iter().zip(next).map(|(p, q)| [q[1] - p[1], p[0] - q[0], 0.0]).collect();
    Solid::Hull { corners, normals, edges: Vec::new() }
}

impl Solid {
    /// A box by its corners.
    fn into_hull(self) -> Self {
        let Self::Box { center, half, axes } = self else { return self };
        let corner = |signs: usize| {
            let along = axes.iter().zip(&half).enumerate();
            along.fold(center, |corner, (axis, (direction, half))| {
                add(corner, *direction, if signs >> axis & 1 == 0 { -half } else { *half })
            })
        };
        let corners = (0..1 << half.len()).map(corner).collect();
        let edges = if half.len() == 3 { axes.clone() } else { Vec::new() };
        Self::Hull { corners, normals: axes, edges }
    }
}

/// The largest gap between the corners along all axes that can separate two hulls.
fn between_hulls(a: &Solid, b: &Solid) -> f64 {
    let (
        Solid::Hull { corners: corners_a, normals: normals_a, edges: edges_a },
        Solid::Hull { corners: corners_b, normals: normals_b, edges: edges_b },
    ) = (a, b)
    else {
        unreachable!("both are hulls")
    };
    let crosses = edges_a.iter().flat_map(|a| edges_b.iter().map(|b| cross(*a, *b)));
    let axes = normals_a.iter().chain(normals_b).copied().chain(crosses);
    let gaps = axes.filter_map(|axis| {
        let length = dot(axis, axis).sqrt();
        let extent = |corners: &[Vector]| {
            let along = corners.iter().map(|corner| dot(sub(*corner, corners_a[0]), axis) / length);
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            })
        };
        let ((low_a, high_a), (low_b, high_b)) = (extent(corners_a), extent(corners_b));
        (length > 1e-9).then(|| (low_b - high_a).max(low_a - high_b))
    });
    gaps.fold(f64::NEG_INFINITY, f64::max)
}

/// The distance of a point from a segment.
#[must_use]
pub fn from_segment(point: Vector, [from, to]: [Vector; 2]) -> f64 {
    let (along, out) = (sub(to, from), sub(point, from));
    let square = dot(along, along);
    let t = if square > 0.0 { (dot(out, along) / square).clamp(0.0, 1.0) } else { 0.0 };
    let nearest = sub(out, along.map(|x| x * t));
    dot(nearest, nearest).sqrt()
}

/// The distance of a point from a box, minus the distance to the surface inside of it.
#[must_use]
pub fn from_box(point: Vector, center: Vector, half: &[f64], axes: &[Vector]) -> f64 {
    let out = sub(point, center);
    let beyond = axes.iter().zip(half).map(|(axis, half)| dot(out, *axis).abs() - half);
    let (square, deepest) = beyond
        .fold((0.0, f64::NEG_INFINITY), |(square, deepest): (f64, f64), x| {
            (square + x.max(0.0).powi(2), deepest.max(x))
        });
    if deepest > 0.0 { square.sqrt() } else { deepest }
}

/// The distance of a point from a polygon, minus the distance to the nearest edge inside of it.
fn from_polygon(point: Vector, corners: &[Vector], normals: &[Vector]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next).map(|(from, to)| from_segment(point, [*from, *to]));
    let nearest = edges.fold(f64::INFINITY, f64::min);
    let outside =
        corners.iter().zip(normals).any(|(corner, normal)| dot(sub(point, *corner), *normal) > 0.0);
    if outside { nearest } else { -nearest }
}

/// `a + scale * b`.
#[must_use]
pub fn add(a: Vector, b: Vector, scale: f64) -> Vector {
    std::array::from_fn(|axis| a[axis] + scale * b[axis])
}

/// `a - b`.
#[must_use]
pub fn sub(a: Vector, b: Vector) -> Vector {
    add(a, b, -1.0)
}

/// The dot product.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}
