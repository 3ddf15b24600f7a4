//! Segments that cross, against exact arithmetic.

use jostle_kernels::geometry::intersect::{self, SegmentIntersection};

use super::support::{Cases, Exact, exact, half_step, on_segment, scale, sizes, turn};

/// The ends of each segment that are on the other, without repetition, in order.
fn shared_ends(first: [[f32; 2]; 2], second: [[f32; 2]; 2]) -> Vec<[f32; 2]> {
    let mut ends = Vec::new();
    for (of, other) in [(first, second), (second, first)] {
        for end in of {
            if on_segment(end, other) && !ends.contains(&end) {
                ends.push(end);
            }
        }
    }
    ends.sort_by(|a, b| a.partial_cmp(b).expect("they are numbers"));
    ends
}

/// Whether two segments that share no end cross: each has its ends on both sides of the other.
fn cross([a, b]: [[f32; 2]; 2], [c, d]: [[f32; 2]; 2]) -> bool {
    let opposite = |x: Exact, y: Exact| x.signum() * y.signum() < 0;
    opposite(turn(a, b, c), turn(a, b, d)) && opposite(turn(c, d, a), turn(c, d, b))
}

/// Whether a coordinate is that of the crossing `a + (b - a) * above / below` up to a bound.
fn is_near(found: f32, [a, b]: [f32; 2], above: &Exact, below: &Exact, bound: f64) -> bool {
    let (a, b) = (exact(a), exact(b));
    let off = (exact(found) - a.clone()) * below.clone() - (b - a) * above.clone();
    off.abs() <= exact(bound) * below.clone().abs()
}

/// Asserts that a point is that of exact arithmetic, and in the boxes of both segments.
fn is_crossing(point: [f32; 2], first: [[f32; 2]; 2], second: [[f32; 2]; 2]) {
    let ([a, b], [c, d]) = (first, second);
    let (of_a, of_b) = (turn(c, d, a), turn(c, d, b));
    let below = of_a.clone() - of_b;
    let slack = intersect::ERROR * sizes(&[a, b, c, d]);
    for k in 0..2 {
        let bound = half_step(point[k]) + slack;
        let near = !bound.is_finite() || is_near(point[k], [a[k], b[k]], &of_a, &below, bound);
        assert!(near, "{first:?} {second:?} {point:?}");
        for [p, q] in [first, second] {
            assert!(p[k].min(q[k]) <= point[k] && point[k] <= p[k].max(q[k]));
        }
    }
}

#[test]
fn segments_are_exact() {
    let mut cases = Cases::new(31);
    let (mut apart, mut crossing, mut touching, mut overlapping, mut points, mut extreme) =
        (0, 0, 0, 0, 0, 0);
    for _ in 0..120_000 * scale() {
        cases.next();
        let (mut first, mut second) = (cases.points::<2, 2>(), cases.points::<2, 2>());
        if cases.random.below(3) == 0 {
            second[0] = cases.on(first);
            second[1] = cases.among(&first);
        }
        if cases.random.below(10) == 0 {
            first[1] = first[0];
        }
        let found = intersect::segments(first, second);
        let ends = shared_ends(first, second);
        let what = || format!("{first:?} {second:?} {found:?} {ends:?}");
        match (found, &ends[..]) {
            (SegmentIntersection::None, []) => {
                assert!(!cross(first, second), "{}", what());
                apart += 1;
            }
            (SegmentIntersection::Point(point), []) => {
                assert!(cross(first, second), "{}", what());
                is_crossing(point, first, second);
                crossing += 1;
            }
            (SegmentIntersection::Point(point), [end]) => {
                assert_eq!(point, *end, "{}", what());
                touching += 1;
            }
            (SegmentIntersection::Overlap(overlap), [low, high]) => {
                assert_eq!(overlap, [*low, *high], "{}", what());
                overlapping += 1;
            }
            _ => panic!("{}", what()),
        }
        points += usize::from(first[0] == first[1] && ends.len() == 1);
        extreme += usize::from(found != SegmentIntersection::None && cases.is_extreme());
    }
    assert!(apart > 30_000 && crossing > 8_000, "{apart} {crossing}");
    assert!(touching > 10_000 && overlapping > 5_000, "{touching} {overlapping}");
    assert!(points > 1_000 && extreme > 10_000, "{points} {extreme}");
}

/// The crossing of segments that differ by a step of the last digit.
#[test]
fn nearly_parallel_segments_cross_where_they_do() {
    let up = |x: f32| x.next_up();
    let first = [[0.0, 1.0], [1.0, up(1.0)]];
    let second = [[0.0, up(1.0)], [1.0, 1.0]];
    let SegmentIntersection::Point([x, y]) = intersect::segments(first, second) else {
        panic!("they cross");
    };
    assert!((x - 0.5).abs() < 1e-7 && (y == 1.0 || y == up(1.0)));
    let apart = intersect::segments(first, [[0.0, up(1.0)], [1.0, up(up(1.0))]]);
    assert_eq!(apart, SegmentIntersection::None);
}
