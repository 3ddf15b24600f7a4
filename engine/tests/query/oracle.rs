//! When a ray is in a shape, in `f64`, from what the shape is: from the stored numbers, but not by
//! the formulas of the library.
//!
//! Shapes are grown by a slack, or shrunk by it. What a ray certainly meets it meets where they are
//! shrunk, and what it does not meet where they are grown it certainly misses.

use jostle::{
    Shape,
    geometry::{Obb, ray::Ray},
    shape::{Hull, OrientedBox, Rotation, Solid},
};

use crate::common::axes_of;

/// The times between which a line is in something convex.
type Span = Option<[f64; 2]>;

fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

fn minus<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

fn along<const D: usize>(a: [f64; D], b: [f64; D], t: f64) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + t * b[axis])
}

/// What both spans have in common.
fn both(a: Span, b: Span) -> Span {
    let ([a, b], [c, d]) = (a?, b?);
    (a.max(c) <= b.min(d)).then_some([a.max(c), b.min(d)])
}

/// From the earlier beginning to the later end.
fn either(a: Span, b: Span) -> Span {
    match (a, b) {
        (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
        _ => a.or(b),
    }
}

/// When `low <= at + t * speed <= high`.
fn slab(at: f64, speed: f64, low: f64, high: f64) -> Span {
    if speed == 0.0 {
        return (low <= at && at <= high).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    let (t, u) = ((low - at) / speed, (high - at) / speed);
    (low <= high).then_some([t.min(u), t.max(u)])
}

/// When the square `a * t^2 + 2 * b * t + c` is at most 0.
fn below_zero(a: f64, b: f64, c: f64) -> Span {
    if a == 0.0 {
        return (c <= 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    let root = (b * b - a * c).sqrt();
    (root >= 0.0).then(|| [(-b - root) / a, (-b + root) / a])
}

/// When a line is within a radius of a point.
fn ball<const D: usize>(from: [f64; D], way: [f64; D], radius: f64) -> Span {
    // From the nearest point on the line, so that little cancels.
    let nearest = -dot(from, way) / dot(way, way);
    let rest = along(from, way, nearest);
    let square = radius * radius - dot(rest, rest);
    let half = (square / dot(way, way)).sqrt();
    (radius >= 0.0 && half >= 0.0).then_some([nearest - half, nearest + half])
}

fn capsule<const D: usize>(from: [f64; D], way: [f64; D], axis: [f64; D], radius: f64) -> Span {
    let ends = [1.0, -1.0].map(|sign| ball(along(from, axis, sign), way, radius));
    let rounds = either(ends[0], ends[1]);
    let length = dot(axis, axis);
    if length == 0.0 || radius < 0.0 {
        return rounds;
    }
    // Across the axis, and beside the middle.
    let across = |v: [f64; D]| along(v, axis, -dot(v, axis) / length);
    let (p, d) = (across(from), across(way));
    let tube = if dot(d, d) <= 1e-24 * dot(way, way) {
        below_zero(0.0, 0.0, dot(p, p) - radius * radius)
    } else {
        ball(p, d, radius)
    };
    let middle = slab(dot(from, axis), dot(way, axis), -length, length);
    either(rounds, both(tube, middle))
}

/// The multiples of axes that add up to a vector, by Cramer's rule.
fn coordinates<const D: usize>(axes: [[f64; D]; D], v: [f64; D]) -> [f64; D] {
    let determinant = |rows: [[f64; D]; D]| {
        if D == 2 {
            rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
        } else {
            let minor = |i: usize, j: usize| rows[1][i] * rows[2][j] - rows[1][j] * rows[2][i];
            rows[0][0] * minor(1, 2) - rows[0][1] * minor(0, 2) + rows[0][2] * minor(0, 1)
        }
    };
    std::array::from_fn(|axis| {
        let mut replaced = axes;
        replaced[axis] = v;
        determinant(replaced) / determinant(axes)
    })
}

fn oriented_box<const D: usize>(ray: &Ray<D>, obb: &Obb<D>, slack: f64) -> Span {
    let axes = obb.axes.map(wide);
    let from = coordinates(axes, minus(wide(ray.origin), wide(obb.center)));
    let way = coordinates(axes, wide(ray.direction));
    (0..D).try_fold([f64::NEG_INFINITY, f64::INFINITY], |span, axis| {
        let half = f64::from(obb.half[axis]) + slack;
        both(Some(span), slab(from[axis], way[axis], -half, half))
    })
}

/// The vertices in the world, as they are stored there.
fn polygon(ray: &Ray<2>, center: [f64; 2], vertices: &[[f32; 2]], slack: f64) -> Span {
    let from = minus(wide(ray.origin), center);
    let mut span = Some([f64::NEG_INFINITY, f64::INFINITY]);
    for (number, vertex) in vertices.iter().enumerate() {
        let vertex = wide(*vertex);
        let [x, y] = minus(wide(vertices[(number + 1) % vertices.len()]), vertex);
        let length = x.hypot(y);
        if length > 0.0 {
            let out = [y / length, -x / length];
            let at = dot(out, minus(from, vertex));
            span = both(span, slab(at, dot(out, wide(ray.direction)), f64::NEG_INFINITY, slack));
        }
    }
    span
}

/// In the polygon, or around one of its edges.
fn round_polygon(ray: &Ray<2>, of: &jostle::shape::ConvexPolygon, slack: f64) -> Span {
    let (center, vertices) = (wide(of.center), turned(of));
    let inside = polygon(ray, center, &vertices, slack);
    if of.rounding == 0.0 {
        return inside;
    }
    let (from, way) = (minus(wide(ray.origin), center), wide(ray.direction));
    let edges = vertices.iter().zip(vertices.iter().cycle().skip(1)).map(|(one, other)| {
        let half = minus(wide(*other), wide(*one)).map(|x| 0.5 * x);
        let from = minus(minus(from, wide(*one)), half);
        capsule(from, way, half, f64::from(of.rounding) + slack)
    });
    let spans = edges.chain([inside]).flatten();
    spans.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

/// Möller and Trumbore's test (1997) with a slack in the barycentric coordinates.
fn triangle(ray: &Ray<3>, [a, b, c]: [[f64; 3]; 3], slack: f64) -> Span {
    let (one, other, way) = (minus(b, a), minus(c, a), wide(ray.direction));
    let p = cross(way, other);
    let whole = dot(p, one);
    let size = |v: [f64; 3]| dot(v, v).sqrt();
    if whole.abs() <= 1e-9 * size(one) * size(other) * size(way) {
        // As good as in its plane: it is met where it is grown.
        return (slack > 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    let from = minus(wide(ray.origin), a);
    let q = cross(from, one);
    let (u, v) = (dot(p, from) / whole, dot(q, way) / whole);
    let t = dot(q, other) / whole;
    // How far a slack goes in barycentric coordinates, and along the ray.
    let steep = size(one) * size(other) * size(way) / whole.abs();
    let flat = slack * steep / size(one).min(size(other)).min(size(minus(one, other)));
    let late = slack.abs() * steep / size(way);
    let inside = u >= -flat && v >= -flat && u + v <= 1.0 + flat;
    inside.then_some(if slack > 0.0 { [t - late, t + late] } else { [t + late, t + late] })
}

/// When a ray, as a line without ends, is in a shape grown by a slack.
pub(crate) fn span<const D: usize>(ray: &Ray<D>, shape: &Shape<D>, slack: f64) -> Span {
    let (from, way) = (minus(wide(ray.origin), wide(shape.center())), wide(ray.direction));
    match shape {
        Shape::Ball(of) => ball(from, way, f64::from(of.radius) + slack),
        Shape::Capsule(of) => capsule(from, way, wide(of.axis), f64::from(of.radius) + slack),
        Shape::Box(of) => oriented_box(ray, &obb(of), slack),
        Shape::Polygon(of) => round_polygon(&plane(ray), of, slack),
        Shape::Triangle(of) => triangle(&space(ray), of.vertices.map(wide), slack),
        Shape::Solid(of) => solid(&space(ray), of, slack),
        Shape::HalfSpace(of) => {
            let normal = wide(of.normal);
            slab(dot(from, normal), dot(way, normal), f64::NEG_INFINITY, slack)
        }
        Shape::Hull(of) => hull(&space(ray), of, slack),
        shape => panic!("the oracle has no {}", shape.kind()),
    }
}

/// The way to a point from the nearest of a solid with these half extents and lids, in its own
/// coordinates: that in a plane, by how far the point is beside the rectangle and how high, from
/// what is between the axis and the lids.
fn from_solid([x, y, z]: [f64; 3], half: [f64; 3], lids: [f64; 2]) -> [f64; 3] {
    let off = [(x, half[0]), (z, half[2])].map(|(x, half)| x.signum() * (x.abs() - half).max(0.0));
    let beside = off[0].hypot(off[1]);
    let height = half[1];
    let [low, high] = [[lids[0], -height], [lids[1], height]];
    let radius = lids[0] + (lids[1] - lids[0]) * 0.5 * (y / height + 1.0);
    if height > 0.0 && y.abs() <= height && beside <= radius {
        return [0.0; 3];
    }
    let from_side = |[from, to]: [[f64; 2]; 2]| {
        let (way, off) = (minus(to, from), minus([beside, y], from));
        let square = dot(way, way);
        let t = if square > 0.0 { (dot(off, way) / square).clamp(0.0, 1.0) } else { 0.0 };
        along(off, way, -t)
    };
    let sides = [[[0.0, -height], low], [low, high], [high, [0.0, height]]];
    let least = |a: &[f64; 2], b: &[f64; 2]| dot(*a, *a).total_cmp(&dot(*b, *b));
    let [across, up] = sides.into_iter().map(from_side).min_by(least).expect("there are three");
    let [out_x, out_z] = off.map(|x| if beside > 0.0 { x / beside } else { 0.0 });
    [across * out_x, up, across * out_z]
}

/// Where a convex function is least.
fn least_of(f: impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    for _ in 0..150 {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if f(a) <= f(b) { to = b } else { from = a }
    }
    let middle = 0.5 * (from + to);
    [from, middle, to].into_iter().min_by(|a, b| f(*a).total_cmp(&f(*b))).unwrap_or(middle)
}

/// The axes of a rotation as a frame packs them.
fn axes(rotation: &Rotation<3>) -> [[f64; 3]; 3] {
    axes_of(&rotation.quaternion().map(f64::from)).map(|axis| axis.map(|x| f64::from(x as f32)))
}

/// Between the planes of the faces; with round edges also before and behind a face, or around an
/// edge.
fn hull(ray: &Ray<3>, of: &Hull, slack: f64) -> Span {
    let axes = axes(&of.rotation);
    let place = |vertex: &u16| {
        let vertex = of.polyhedron.vertex(usize::from(*vertex));
        (0..3).fold(wide(of.center), |sum, k| along(sum, axes[k], f64::from(vertex[k])))
    };
    let faces: Vec<Vec<_>> =
        of.polyhedron.faces().map(|face| face.corners.iter().map(place).collect()).collect();
    let is_flat = faces.len() == 2;
    let (from, way) = (wide(ray.origin), wide(ray.direction));
    let all = [f64::NEG_INFINITY, f64::INFINITY];
    // When the line is so far out of a plane, which a normal and a point of it tell.
    let behind = |out: [f64; 3], at: [f64; 3], low: f64, high: f64| {
        let out = out.map(|x| x / dot(out, out).sqrt());
        slab(dot(out, minus(from, at)), dot(out, way), low, high)
    };
    // The sum of those of all triangles from the first corner: some may have no area but what
    // roundings make of three corners on a line.
    let normal = |face: &[[f64; 3]]| {
        face[1..].windows(2).fold([0.0; 3], |sum, edge| {
            along(sum, cross(minus(edge[0], face[0]), minus(edge[1], face[0])), 1.0)
        })
    };
    let inside = |slack: f64| {
        faces.iter().try_fold(all, |span, face| {
            both(Some(span), behind(normal(face), face[0], f64::NEG_INFINITY, slack))
        })
    };
    if of.rounding == 0.0 {
        let [a, b, c] = [0, 1, 2].map(|corner| faces[0][corner]);
        return if is_flat { triangle(ray, [a, b, c], slack) } else { inside(slack) };
    }
    let radius = f64::from(of.rounding) + slack;
    if radius < 0.0 {
        return None;
    }
    let edges = |face: &[[f64; 3]]| {
        let next = face.iter().cycle().skip(1);
        face.iter().zip(next).map(|(from, to)| [*from, *to]).collect::<Vec<_>>()
    };
    let beside = faces.iter().map(|face| {
        let out = normal(face);
        edges(face).iter().fold(behind(out, face[0], -radius, radius), |span, [from, to]| {
            both(span, behind(cross(minus(*to, *from), out), *from, f64::NEG_INFINITY, 0.0))
        })
    });
    let around = faces.iter().flat_map(|face| edges(face)).map(|[one, other]| {
        let half = minus(other, one).map(|x| 0.5 * x);
        capsule(minus(minus(from, one), half), way, half, radius)
    });
    let inside = if is_flat { None } else { inside(0.0) };
    let spans = beside.chain(around).chain([inside]).flatten();
    spans.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])
}

fn solid(ray: &Ray<3>, of: &Solid, slack: f64) -> Span {
    let axes = axes(&of.rotation);
    let from = minus(wide(ray.origin), wide(of.center));
    // The axes are not quite at right angles: what is left is taken apart once more.
    let along_axes = |vector: [f64; 3]| {
        let once = axes.map(|axis| dot(axis, vector));
        let rest = (0..3).fold(vector, |rest, k| along(rest, axes[k], -once[k]));
        std::array::from_fn(|k| once[k] + dot(axes[k], rest))
    };
    let (from, way): ([f64; 3], [f64; 3]) = (along_axes(from), along_axes(wide(ray.direction)));
    // Grown by more rounding; made smaller by less of all, so that what is left is well inside.
    let (grown, less) = (slack.max(0.0), 4.0 * (-slack).max(0.0));
    let (half, lids) = (of.half.map(f64::from), of.lids.map(f64::from));
    let narrow = half[0].max(half[2]) <= 0.0;
    let half = [
        half[0] - if narrow { 0.0 } else { less },
        half[1] - less,
        half[2] - if narrow { 0.0 } else { less },
    ];
    let lids = if narrow { lids.map(|lid| lid - less) } else { lids };
    if half.iter().chain(&lids).any(|size| *size < 0.0) {
        return None;
    }
    let reach = f64::from(of.rounding) + grown;
    // In the world, where axes are not quite of length 1 either.
    let distance = |t: f64| {
        let off = from_solid([0, 1, 2].map(|k| from[k] + t * way[k]), half, lids);
        let off = (0..3).fold([0.0; 3], |sum, k| along(sum, axes[k], off[k]));
        dot(off, off).sqrt()
    };
    let speed = dot(way, way).sqrt();
    if speed == 0.0 {
        return (distance(0.0) <= reach).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    let size = dot(half, half).sqrt() + lids[0].max(lids[1]) + reach;
    let t = -dot(from, way) / (speed * speed);
    let nearest = along(from, way, t);
    if dot(nearest, nearest).sqrt() > size {
        return None;
    }
    let far = 2.0 * (dot(from, from).sqrt() + 100.0) / speed;
    let middle = least_of(distance, -far, far);
    if distance(middle) > reach {
        return None;
    }
    let edge = |mut inside: f64, mut outside: f64| {
        for _ in 0..100 {
            let t = 0.5 * (inside + outside);
            if distance(t) <= reach { inside = t } else { outside = t }
        }
        inside
    };
    Some([edge(middle, -far), edge(middle, far)])
}

/// The vertices of a polygon as a frame packs them.
fn turned(of: &jostle::shape::ConvexPolygon) -> Vec<[f32; 2]> {
    let [cos, sin] = of.rotation.cos_sin().map(f64::from);
    let length = cos.hypot(sin);
    let (cos, sin) = (cos / length, sin / length);
    let turn = |[x, y]: [f32; 2]| {
        let (x, y) = (f64::from(x), f64::from(y));
        [(cos * x - sin * y) as f32, (sin * x + cos * y) as f32]
    };
    of.vertices().iter().map(|vertex| turn(*vertex)).collect()
}

fn plane<const D: usize>(ray: &Ray<D>) -> Ray<2> {
    let two = |v: [f32; D]| [v[0], v[1]];
    Ray::new(two(ray.origin), two(ray.direction))
}

fn space<const D: usize>(ray: &Ray<D>) -> Ray<3> {
    let three = |v: [f32; D]| [v[0], v[1], v[D - 1]];
    Ray::new(three(ray.origin), three(ray.direction))
}

/// The box with its axes rounded once, as a frame packs it.
fn obb<const D: usize>(of: &OrientedBox<D>) -> Obb<D> {
    let any: &dyn std::any::Any = of;
    let rows = |center: &[f32], half: &[f32], axes: Vec<Vec<f32>>| Obb {
        center: std::array::from_fn(|k| center[k]),
        half: std::array::from_fn(|k| half[k]),
        axes: std::array::from_fn(|i| std::array::from_fn(|k| axes[i][k])),
    };
    if let Some(of) = any.downcast_ref::<OrientedBox<2>>() {
        let obb = Obb::from(*of);
        rows(&obb.center, &obb.half, obb.axes.iter().map(|axis| axis.to_vec()).collect())
    } else if let Some(of) = any.downcast_ref::<OrientedBox<3>>() {
        let obb = Obb::from(*of);
        rows(&obb.center, &obb.half, obb.axes.iter().map(|axis| axis.to_vec()).collect())
    } else {
        unreachable!("boxes have two or three dimensions")
    }
}
