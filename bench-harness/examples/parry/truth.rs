//! Who is right: how far two shapes are apart in `f64`, by means that neither side uses.

use jostle::{
    Shape,
    shape::{OrientedBox, Rotation, Triangle},
};

use jostle_bench::narrow::oracle::{
    self, Axes, Vector, add, cross, dot, from_box, from_segment, round, sub, wide,
};

/// A gap or depth up to which this decides nothing, in units of the scene: the engine rounds the
/// axes of turned boxes and polygons, and here they are not.
const UNCLEAR: f64 = 1e-6;

/// Steps of a search that leaves two thirds each time: to the last digit and a few more.
const STEPS: usize = 120;

/// Whether two shapes touch, unless that is too close to tell.
pub(crate) fn touch<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Option<bool>
where
    Rotation<D>: Axes,
{
    let gap = gap(a, b);
    (gap.abs() > UNCLEAR).then_some(gap < 0.0)
}

/// How far two shapes are apart; not above 0 where they touch.
fn gap<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> f64
where
    Rotation<D>: Axes,
{
    if let Some(distance) = oracle::distance(a, b) {
        return distance;
    }
    let (segment, radius, other) = match (round(a), round(b)) {
        (Some((segment, radius)), _) => (segment, radius, b),
        (None, Some((segment, radius))) => (segment, radius, a),
        (None, None) => unreachable!("of other shapes the distance is known"),
    };
    // The distance from a convex shape is a convex function of the place on the segment.
    let at = |t: f64| from_shape(add(segment[0], sub(segment[1], segment[0]), t), other);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..STEPS {
        let [first, second] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
        (low, high) = if at(first) <= at(second) { (low, second) } else { (first, high) };
    }
    [0.0, low, 1.0].map(at).into_iter().fold(f64::INFINITY, f64::min) - radius
}

/// The distance of a point from a shape, not above 0 inside.
fn from_shape<const D: usize>(point: Vector, shape: &Shape<D>) -> f64
where
    Rotation<D>: Axes,
{
    match shape {
        Shape::Box(OrientedBox { center, half, rotation }) => {
            let half = half.map(f64::from);
            from_box(point, wide(center), &half, &rotation.axes()).max(0.0)
        }
        Shape::Polygon(polygon) => from_outline(point, &oracle::corners(polygon)),
        Shape::Triangle(Triangle { vertices }) => {
            let corners = vertices.each_ref().map(wide);
            let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
            let height = dot(sub(point, corners[0]), normal) / dot(normal, normal);
            let foot = add(point, normal, -height);
            if is_within(foot, &corners, normal) {
                height.abs() * dot(normal, normal).sqrt()
            } else {
                from_edges(point, &corners)
            }
        }
        round_one => {
            let (segment, radius) = round(round_one).expect("all other shapes are round");
            from_segment(point, segment) - radius
        }
    }
}

/// The distance of a point from a polygon in the plane, given counter-clockwise.
fn from_outline(point: Vector, corners: &[Vector]) -> f64 {
    if is_within(point, corners, [0.0, 0.0, 1.0]) { 0.0 } else { from_edges(point, corners) }
}

/// Whether a point in the plane of a polygon is to the left of all its edges, seen against `up`.
fn is_within(point: Vector, corners: &[Vector], up: Vector) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .all(|(from, to)| dot(cross(sub(*to, *from), sub(point, *from)), up) >= 0.0)
}

fn from_edges(point: Vector, corners: &[Vector]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next).map(|(from, to)| from_segment(point, [*from, *to]));
    edges.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use jostle::shape::Capsule;

    use super::*;

    fn close<const D: usize>(a: impl Into<Shape<D>>, b: impl Into<Shape<D>>, expected: f64)
    where
        Rotation<D>: Axes,
    {
        let (a, b) = (a.into(), b.into());
        assert!((gap(&a, &b) - expected).abs() < 1e-7, "{a:?} {b:?}: {}", gap(&a, &b));
        assert!((gap(&b, &a) - expected).abs() < 1e-7, "{a:?} {b:?}: {}", gap(&b, &a));
        assert_eq!(touch(&a, &b), Some(expected < 0.0));
    }

    #[test]
    fn gaps_are_known() {
        let along_x =
            |y: f32, radius: f32| Capsule { center: [0.0, y, 0.0], axis: [2.0, 0.0, 0.0], radius };
        let across = Capsule { center: [0.5, 3.0, 0.0], axis: [0.0, 0.0, 1.0], radius: 0.5 };
        close(along_x(0.0, 1.0), across, 1.5);
        close(along_x(0.0, 3.0), across, -0.5);
        // From an end, at 3 and 4 from a corner.
        let beside = Capsule { center: [5.0, 5.0, 0.0], axis: [1.0, 0.0, 0.0], radius: 2.0 };
        let unit = Shape::aligned_box([0.0; 3], [1.0; 3]);
        close(beside, unit, 3.0);
        let facet = Triangle { vertices: [[-1.0, -1.0, 1.0], [3.0, -1.0, 1.0], [-1.0, 3.0, 1.0]] };
        close(along_x(0.0, 0.25), facet, 0.75);
        close(Shape::ball([0.0, 0.0, 3.0], 0.5), facet, 1.5);
        close(Shape::ball([0.0, -4.0, 5.0], 0.5), facet, 4.5);
    }
}
