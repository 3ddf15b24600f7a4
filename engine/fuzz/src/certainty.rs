//! Whether two shapes are certainly apart, or certainly touch, in `f64`.
//!
//! A shape is the hull of points and all that is within a radius of it. Two hulls that are apart
//! are nearest at two corners, a corner and an edge, two edges, or a corner and a face, and the gap
//! along the direction between these is their distance; two that overlap have no gap along any.
//! So the largest gap along all such directions decides. Nothing is shared with the kernels.

use crate::rotation::axes_in;
use jostle::{
    Shape, Shapes,
    shape::{Composite, PreparedShapes, Rotation},
};

/// How much of the sizes of two shapes the library may be wrong by.
const ROUNDING: f64 = 2e-6;

/// Distances whose squares `f32` loses.
const SMALLEST: f64 = 1e-18;

/// Numbers whose squares `f32` holds: two shapes of larger ones may be said to touch.
const LARGEST: f64 = 1e18;

/// Whether `f32` holds the squares of all coordinates that a valid shape reaches; of a half-space,
/// those of the point of its plane. All questions about such shapes agree.
#[must_use]
pub fn is_tame<const D: usize>(shape: &Shape<D>) -> bool {
    let (mut set, mut prepared) = (Shapes::new(), PreparedShapes::new());
    let shape = match shape {
        Shape::HalfSpace(of) => Shape::point(of.point),
        other => other.clone(),
    };
    set.insert(shape).expect("it is valid");
    prepared.update(&set).expect("there is memory");
    let bounds = prepared.bounds().get(0).expect("it is valid");
    bounds.min.iter().chain(&bounds.max).all(|x| f64::from(x.abs()) <= LARGEST)
}

/// The hull of points with a radius, and the directions of its edges.
struct Hull<const D: usize> {
    points: Vec<[f64; D]>,
    edges: Vec<[f64; D]>,
    radius: f64,
}

fn wide<const D: usize>(v: [f32; D]) -> [f64; D] {
    v.map(f64::from)
}

fn plus<const D: usize>(a: [f64; D], b: [f64; D], by: f64) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + by * b[axis])
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// What is at right angles to two directions; in 2D, to the first.
fn across<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    if D == 2 {
        return std::array::from_fn(|axis| if axis == 0 { a[1] } else { -a[0] });
    }
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % D, (axis + 2) % D);
        a[next] * b[last] - a[last] * b[next]
    })
}

/// The axes of a rotation, as columns.
fn axes<const D: usize>(rotation: &Rotation<D>) -> Vec<[f64; D]> {
    let any: &dyn std::any::Any = rotation;
    let complex = any.downcast_ref::<Rotation<2>>().map(|of| wide(of.cos_sin()).to_vec());
    let quaternion = any.downcast_ref::<Rotation<3>>().map(|of| wide(of.quaternion()).to_vec());
    axes_in::<D>(&complex.or(quaternion).expect("there are two dimensions")).to_vec()
}

/// A place in own coordinates, in the world.
fn place<const D: usize>(center: [f32; D], axes: &[[f64; D]], at: &[f64]) -> [f64; D] {
    axes.iter().zip(at).fold(wide(center), |sum, (axis, x)| plus(sum, *axis, *x))
}

/// The corners of a box.
fn corners<const D: usize>(center: [f32; D], axes: &[[f64; D]], half: &[f32]) -> Vec<[f64; D]> {
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let at = |corner: usize| {
        let of_axis = |(axis, half): (usize, &f32)| sign(corner, axis) * f64::from(*half);
        place(center, axes, &half.iter().enumerate().map(of_axis).collect::<Vec<_>>())
    };
    (0..1 << D).map(at).collect()
}

fn around<const D: usize>(points: &[[f64; D]]) -> Vec<[f64; D]> {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(from, to)| plus(*to, *from, -1.0)).collect()
}

/// From values of three dimensions, which are these.
fn same<const D: usize, const E: usize>(points: Vec<[f64; E]>) -> Vec<[f64; D]> {
    points.into_iter().map(|point| std::array::from_fn(|axis| point[axis])).collect()
}

impl<const D: usize> Hull<D> {
    /// A shape as a hull, if it is one.
    fn of(shape: &Shape<D>) -> Option<Self> {
        let (points, edges, radius) = match shape {
            Shape::Ball(ball) => (vec![wide(ball.center)], Vec::new(), ball.radius),
            Shape::Box(of) => {
                let axes = axes(&of.rotation);
                (corners(of.center, &axes, &of.half), axes, 0.0)
            }
            Shape::Capsule(of) => {
                let (center, axis) = (wide(of.center), wide(of.axis));
                (vec![plus(center, axis, 1.0), plus(center, axis, -1.0)], vec![axis], of.radius)
            }
            Shape::Polygon(of) => {
                let axes = axes(&of.rotation);
                let points = of.vertices().iter().map(|v| place(of.center, &axes, &wide(*v)));
                let own = of.vertices().iter().map(|v| place([0.0; 2], &axes, &wide(*v)));
                let own: Vec<_> = own.collect();
                (same(points.collect()), same(around(&own)), of.rounding)
            }
            Shape::Triangle(of) => {
                let points = of.vertices.map(wide).to_vec();
                let edges = around(&points);
                (same(points), same(edges), 0.0)
            }
            Shape::Solid(of) if of.lids == [0.0; 2] => {
                let axes = axes(&of.rotation);
                (same(corners(of.center, &axes, &of.half)), same(axes), of.rounding)
            }
            Shape::Hull(of) => {
                let axes = axes(&of.rotation);
                let points = of.polyhedron.vertices().map(|v| place(of.center, &axes, &wide(v)));
                let edges = of.polyhedron.edges().map(|edge| {
                    let own = |v| wide(of.polyhedron.vertex(usize::from(v)));
                    let [from, to] = edge.map(|v| place([0.0; 3], &axes, &own(v)));
                    plus(to, from, -1.0)
                });
                (same(points.collect()), same(edges.collect()), of.rounding)
            }
            _ => return None,
        };
        Some(Self { points, edges, radius: radius.into() })
    }

    /// The farthest in a direction.
    fn reach(&self, along: [f64; D]) -> f64 {
        self.points.iter().map(|point| dot(*point, along)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The sum of its sizes.
    fn size(&self) -> f64 {
        let most = self.points.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        most + self.radius
    }
}

/// What of a direction is at right angles to an edge. It is taken twice, as an edge that is far
/// longer than what remains leaves its own rounding the first time.
fn beside<const D: usize>(along: [f64; D], edge: [f64; D]) -> [f64; D] {
    let square = dot(edge, edge);
    let off = |along: [f64; D]| plus(along, edge, -dot(along, edge) / square);
    if square > 0.0 { off(off(along)) } else { along }
}

/// The gap between two hulls along the direction where it is largest, of those that count.
fn gap<const D: usize>(a: &Hull<D>, b: &Hull<D>) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut look = |along: [f64; D]| {
        let length = dot(along, along).sqrt();
        if length > 0.0 {
            let along = along.map(|x| x / length);
            let from = |one: [f64; D]| -b.reach(one.map(|x| -x)) - a.reach(one);
            best = best.max(from(along)).max(from(along.map(|x| -x)));
        }
    };
    let edges: Vec<_> = a.edges.iter().chain(&b.edges).collect();
    for (number, one) in edges.iter().enumerate() {
        look(across(**one, [0.0; D]));
        if D == 3 {
            for other in &edges[..number] {
                look(beside(beside(across(**one, **other), **one), **other));
            }
        }
    }
    for of_a in &a.points {
        for of_b in &b.points {
            let between = plus(*of_b, *of_a, -1.0);
            look(between);
            edges.iter().for_each(|edge| look(beside(between, **edge)));
        }
    }
    best - a.radius - b.radius
}

/// How far two shapes are apart, at most 0 where they overlap, and how much that may be wrong by;
/// none where this is not known.
#[must_use]
pub fn distance<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<[f64; 2]> {
    let shapes = match (a, b) {
        (Shape::HalfSpace(plane), other) | (other, Shape::HalfSpace(plane)) => {
            let other = Hull::of(other)?;
            let normal = wide(plane.normal);
            let length = dot(normal, normal).sqrt();
            let normal = normal.map(|x| x / length);
            let point = wide(plane.point);
            let gap = -other.reach(normal.map(|x| -x)) - dot(point, normal) - other.radius;
            let size = other.size() + point.iter().map(|x| x.abs()).sum::<f64>();
            return (size < LARGEST).then_some([gap, ROUNDING * size + SMALLEST]);
        }
        _ => [Hull::of(a)?, Hull::of(b)?],
    };
    let [a, b] = &shapes;
    // Many pairs of edges take long. `f32` loses edges that are this short, and what is around
    // them.
    let lost = |edge: &[f64; D]| (f64::MIN_POSITIVE..SMALLEST).contains(&dot(*edge, *edge).sqrt());
    let mut edges = a.edges.iter().chain(&b.edges);
    if a.edges.len() + b.edges.len() > 60 || edges.any(lost) {
        return None;
    }
    let size = a.size() + b.size();
    (size < LARGEST).then(|| {
        let gap = gap(a, b);
        // A direction is off by as much as the way that it is taken from, which tells of long
        // shapes by as much more.
        let nearest = (gap + a.radius + b.radius).abs().max(f64::MIN_POSITIVE);
        let turned = f64::EPSILON * size * size / nearest;
        [gap, ROUNDING * size + SMALLEST + turned.min(size)]
    })
}

/// The parts of a shape, which is the only one of its own if it has none.
#[must_use]
pub fn parts<const D: usize>(shape: &Shape<D>) -> Vec<Shape<D>> {
    match shape {
        Shape::Composite(of) => (0..of.parts.len()).map(|part| Composite::part(of, part)).collect(),
        shape => vec![shape.clone()],
    }
}
