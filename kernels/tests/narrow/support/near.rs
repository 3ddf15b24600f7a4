//! Whether a segment comes as near to a shape as a radius, by signs of sums of products alone: the
//! same for [`Exact`] and whole numbers, where it is certain, and for `f64`, where it is fast.

use std::ops::{Add, Mul, Sub};

use super::Exact;

/// A number that can be added and multiplied.
pub(crate) trait Number:
    Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + PartialOrd
{
    /// Whether a square of a cross product is not zero, nor nothing but rounding beside what it is
    /// at right angles.
    fn tells(&self, most: Self) -> bool;
}

impl Number for Exact {
    fn tells(&self, _: Self) -> bool {
        self.signum() > 0
    }
}

impl Number for i128 {
    fn tells(&self, _: Self) -> bool {
        *self > 0
    }
}

impl Number for f64 {
    fn tells(&self, most: Self) -> bool {
        *self > 1e-14 * most
    }
}

fn zero<N: Number>(x: &N) -> N {
    x.clone() - x.clone()
}

fn less<N: Number, const D: usize>(a: &[N; D], b: &[N; D]) -> [N; D] {
    std::array::from_fn(|k| a[k].clone() - b[k].clone())
}

fn along<N: Number, const D: usize>(a: &[N; D], b: &[N; D]) -> N {
    let products = a.iter().zip(b).map(|(a, b)| a.clone() * b.clone());
    products.reduce(|sum, product| sum + product).expect("there are axes")
}

fn across<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone())
}

fn turn<N: Number>(a: &[N; 2], b: &[N; 2], c: &[N; 2]) -> N {
    let ([x, y], [u, v]) = (less(b, a), less(c, a));
    x * v - y * u
}

/// A segment by its ends.
pub(crate) type Ends<N, const D: usize> = [[N; D]; 2];

/// Whether a point is as near to a segment as the root of `square`.
fn point_is_near<N: Number, const D: usize>(p: &[N; D], [a, b]: &Ends<N, D>, square: &N) -> bool {
    let (edge, to) = (less(b, a), less(p, a));
    let (part, whole) = (along(&to, &edge), along(&edge, &edge));
    let off = if part <= zero(&part) {
        along(&to, &to)
    } else if part >= whole {
        along(&less(p, b), &less(p, b))
    } else {
        let rest = along(&to, &to) * whole.clone() - part.clone() * part;
        return rest <= square.clone() * whole;
    };
    off <= *square
}

/// Whether an end of one segment is near the other.
fn ends_are_near<N: Number, const D: usize>(a: &Ends<N, D>, b: &Ends<N, D>, square: &N) -> bool {
    a.iter().any(|p| point_is_near(p, b, square)) || b.iter().any(|p| point_is_near(p, a, square))
}

/// Whether two segments of space are.
fn segments_are_near<N: Number>(a: &Ends<N, 3>, b: &Ends<N, 3>, square: &N) -> bool {
    if ends_are_near(a, b, square) {
        return true;
    }
    let (d, e, w) = (less(&a[1], &a[0]), less(&b[1], &b[0]), less(&b[0], &a[0]));
    let normal = across(&d, &e);
    let whole = along(&normal, &normal);
    let part = |v: &[N; 3]| along(&across(&w, v), &normal);
    let inside = |part: N| part >= zero(&part) && part <= whole;
    let distance = along(&normal, &w);
    whole.tells(along(&d, &d) * along(&e, &e))
        && inside(part(&d))
        && inside(part(&e))
        && distance.clone() * distance <= square.clone() * whole
}

/// Whether a segment is near a triangle.
pub(crate) fn is_near_triangle<N: Number>(
    segment: &Ends<N, 3>,
    corners: &[[N; 3]; 3],
    radius: &N,
) -> bool {
    let square = radius.clone() * radius.clone();
    let edges = [0, 1, 2].map(|i| [corners[i].clone(), corners[(i + 1) % 3].clone()]);
    if edges.iter().any(|edge| segments_are_near(segment, edge, &square)) {
        return true;
    }
    let sides = edges.clone().map(|[from, to]| less(&to, &from));
    let normal = across(&sides[0], &sides[1]);
    let whole = along(&normal, &normal);
    if !whole.tells(along(&sides[0], &sides[0]) * along(&sides[1], &sides[1])) {
        return false;
    }
    let is_inside = |way: &[N; 3], p: &[N; 3]| {
        let mut passes = [0, 1, 2].map(|i| along(way, &across(&sides[i], &less(p, &corners[i]))));
        passes.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        let zero = zero(&passes[0]);
        passes[0] >= zero || passes[2] <= zero
    };
    let heights = [0, 1].map(|end| along(&normal, &less(&segment[end], &corners[0])));
    let [from, to] = &heights;
    let zero = zero(from);
    let through = (*from < zero && *to > zero) || (*from > zero && *to < zero);
    through && is_inside(&less(&segment[1], &segment[0]), &segment[0])
        || (0..2).any(|end| {
            let height = heights[end].clone();
            is_inside(&normal, &segment[end])
                && height.clone() * height <= square.clone() * whole.clone()
        })
}

/// The triangles that make up the faces of a parallelepiped, by its corners: corner `i` is on the
/// high side of axis `k` if bit `k` of `i` is set.
pub(crate) fn faces<N: Clone>(corners: &[[N; 3]; 8]) -> Vec<[[N; 3]; 3]> {
    let [x, y, z] = [1, 2, 4];
    let sides = [[0, y, z], [x, y, z], [0, x, z], [y, x, z], [0, x, y], [z, x, y]];
    sides
        .iter()
        .flat_map(|[o, u, v]| [[*o, o + u, o + v], [o + u + v, o + u, o + v]])
        .map(|face| face.map(|i| corners[i].clone()))
        .collect()
}

/// Whether a point is in a parallelepiped, which may be flat.
pub(crate) fn is_in_box<N: Number>(point: &[N; 3], corners: &[[N; 3]; 8]) -> bool {
    let axes = [1, 2, 4].map(|i| less(&corners[i], &corners[0]));
    let to = less(point, &corners[0]);
    let normals = [[1, 2], [2, 0], [0, 1]].map(|[i, j]| across(&axes[i], &axes[j]));
    let volume = along(&normals[0], &axes[0]);
    let zero = zero(&volume);
    // What is flat is all surface.
    volume.clone() * volume.clone() > zero
        && normals.iter().all(|normal| {
            let part = along(normal, &to) * volume.clone();
            part >= zero && part <= volume.clone() * volume.clone()
        })
}

/// Whether a segment is near a parallelepiped, but for those of its [faces] that are left out.
pub(crate) fn is_near_box<N: Number>(
    segment: &Ends<N, 3>,
    corners: &[[N; 3]; 8],
    radius: &N,
    counts: impl Fn(usize) -> bool,
) -> bool {
    let faces = faces(corners).into_iter().enumerate();
    is_in_box(&segment[0], corners)
        || faces
            .filter(|(i, _)| counts(*i))
            .any(|(_, face)| is_near_triangle(segment, &face, radius))
}

/// Whether a segment is near a convex polygon, given counter-clockwise.
pub(crate) fn is_near_polygon<N: Number>(
    segment: &Ends<N, 2>,
    corners: &[[N; 2]],
    radius: &N,
) -> bool {
    let square = radius.clone() * radius.clone();
    let edges = || (0..corners.len()).map(|i| [&corners[i], &corners[(i + 1) % corners.len()]]);
    let (mut is_inside, mut has_area) = (true, false);
    for [from, to] in edges() {
        let side = turn(from, to, &segment[0]);
        is_inside &= side >= zero(&side);
        has_area |= side > zero(&side);
        let crosses = |[a, b]: [&[N; 2]; 2], [p, q]: [&[N; 2]; 2]| {
            let (first, second) = (turn(a, b, p), turn(a, b, q));
            let zero = zero(&first);
            (first > zero && second < zero) || (first < zero && second > zero)
        };
        let core = [&segment[0], &segment[1]];
        if ends_are_near(segment, &[from.clone(), to.clone()], &square)
            || crosses([from, to], core) && crosses(core, [from, to])
        {
            return true;
        }
    }
    is_inside && has_area
}

/// The distance up to which a shape is not near, in `f64`.
pub(crate) fn distance(most: f64, is_near: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    if is_near(low) {
        return 0.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if is_near(middle) { high = middle } else { low = middle }
    }
    low
}
