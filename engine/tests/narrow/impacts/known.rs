//! Times that are known.

use std::sync::Arc;

use jostle::{
    Shape,
    narrow::{Impact, ImpactState, Motion, cast, overlap},
    shape::{Capsule, ConvexPolygon, Polyhedron, Rotation, Triangle},
};

fn found<const D: usize>(
    (a, by_a): (&Shape<D>, [f32; D]),
    (b, by_b): (&Shape<D>, [f32; D]),
    until: f32,
) -> Impact<D> {
    let motions = [by_a, by_b].map(Motion::straight);
    cast(a, &motions[0], b, &motions[1], until).expect("the pair is valid")
}

/// Shapes of all kinds in the plane around a center, up to 0.5 from it along x.
fn planar(x: f32) -> Vec<Shape<2>> {
    let corners = [[-0.5, -0.5], [0.5, 0.0], [-0.5, 0.5]];
    let polygon = ConvexPolygon::new([x, 0.0], 0.0, &corners).expect("it is convex");
    vec![
        Shape::ball([x, 0.0], 0.5),
        Shape::aligned_box([x, 0.0], [0.5, 0.5]),
        Shape::from(Capsule { center: [x, 0.0], axis: [0.25, 0.0], radius: 0.25 }),
        polygon.into(),
    ]
}

/// The same in space.
fn spatial(x: f32) -> Vec<Shape<3>> {
    let corner = |along: f32, y: f32| [x + along, y, 0.0];
    let ends = [0, 1, 2].map(|axis| [0, 1, 2].map(|k| if k == axis { 0.5 } else { 0.0 }));
    let octahedron = Polyhedron::hull_of(&[ends, ends.map(|end| end.map(|x: f32| -x))].concat());
    let vertices = [corner(-0.5, -0.5), corner(0.5, 0.0), corner(-0.5, 0.5)];
    vec![
        Shape::ball([x, 0.0, 0.0], 0.5),
        Shape::aligned_box([x, 0.0, 0.0], [0.5; 3]),
        Shape::from(Capsule { center: [x, 0.0, 0.0], axis: [0.25, 0.0, 0.0], radius: 0.25 }),
        Triangle { vertices }.into(),
        Shape::hull(&Arc::new(octahedron.expect("it is one")), [x, 0.0, 0.0], Rotation::IDENTITY),
    ]
}

/// All pairs of the first shapes, from the left, and the second ones.
fn check<const D: usize>(left: &[Shape<D>], right: &[Shape<D>], axis: [f32; D]) {
    let scaled = |by: f32| axis.map(|x| x * by);
    for a in left {
        for b in right {
            let case = || format!("{a:?} {b:?}");
            // Half a unit apart, at a speed of 3.
            let hit = found((a, scaled(2.0)), (b, scaled(-1.0)), 1.0);
            assert!(hit.state() == ImpactState::Hit, "{} {hit:?}", case());
            assert!((hit.time - 1.0 / 6.0).abs() < 2e-4, "{} {hit:?}", case());
            let along: f32 = hit.normal.iter().zip(axis).map(|(x, y)| x * y).sum();
            assert!(along > 0.999, "{} {hit:?}", case());
            // The same however fast they move together.
            let other = found((a, scaled(66.0)), (b, scaled(63.0)), 1.0);
            assert!((hit.time - other.time).abs() < 1e-5, "{} {hit:?} {other:?}", case());
            // The end of the window is part of it.
            let at_end = found((a, scaled(0.5)), (b, scaled(0.0)), 1.0);
            assert!(
                at_end.state() == ImpactState::Hit && at_end.time <= 1.0,
                "{} {at_end:?}",
                case()
            );
            let before = found((a, scaled(0.5)), (b, scaled(0.0)), 0.99);
            assert_eq!(before, Impact::default(), "{}", case());
            // Away from each other, and not at all.
            for by in [-3.0, 0.0] {
                let miss = found((a, scaled(by)), (b, scaled(0.0)), f32::INFINITY);
                assert_eq!(miss, Impact::default(), "{}", case());
            }
            assert_eq!(found((a, scaled(9.0)), (b, scaled(0.0)), 0.0), Impact::default());
        }
    }
}

#[test]
fn half_a_unit_at_a_speed_of_three_takes_a_sixth() {
    // The polygon and the triangle point to the right, so they are met at their flat sides.
    check(&planar(0.0), &planar(1.5), [1.0, 0.0]);
    check(&spatial(0.0), &spatial(1.5), [1.0, 0.0, 0.0]);
    let boxes = [0.0, 1.5].map(|x| Shape::aligned_box([x, 0.0, 0.0], [0.5; 3]));
    let hit = found((&boxes[0], [2.0, 0.0, 0.0]), (&boxes[1], [-1.0, 0.0, 0.0]), 1.0);
    assert!((hit.time - 1.0 / 6.0).abs() < 5e-6 && hit.normal == [1.0, 0.0, 0.0], "{hit:?}");
    let balls = [0.0, 1.5].map(|x| Shape::ball([x, 0.0, 0.0], 0.5));
    let hit = found((&balls[0], [2.0, 0.0, 0.0]), (&balls[1], [-1.0, 0.0, 0.0]), 1.0);
    assert_eq!((hit.time, hit.normal), (1.0 / 6.0, [1.0, 0.0, 0.0]));
}

/// Fast shapes do not pass through thin ones between the start and the end.
fn tunnel<const D: usize>(
    bullets: &[Shape<D>],
    plates: &[Shape<D>],
    axis: [f32; D],
    turns: &[Motion<D>],
) {
    for bullet in bullets {
        for plate in plates {
            for speed in [1e2_f32, 1e4, 1e6] {
                for turn in turns {
                    let by = Motion::straight(axis.map(|x| x * speed));
                    let hit = cast(bullet, &by, plate, turn, 1.0).expect("the pair is valid");
                    let case = || format!("{bullet:?} {plate:?} {speed} {turn:?} {hit:?}");
                    assert_eq!(hit.state(), ImpactState::Hit, "{}", case());
                    // Ten units away.
                    let way = hit.time * speed;
                    assert!((9.0..10.01).contains(&way), "{way} {}", case());
                }
            }
        }
    }
}

#[test]
fn nothing_tunnels() {
    let thin = [0.0, 1e-6, 1e-3];
    let mut plates: Vec<Shape<2>> =
        thin.iter().map(|half| Shape::aligned_box([10.5, 0.0], [*half, 4.0])).collect();
    plates.extend(thin.map(|radius| Shape::capsule([10.5, -4.0], [10.5, 4.0], radius)));
    let corners = [[-1e-3, -4.0], [1e-3, 0.0], [-1e-3, 4.0]];
    plates.push(ConvexPolygon::new([10.5, 0.0], 0.0, &corners).expect("it is convex").into());
    let rest = [Motion::REST, Motion::<2>::turning([0.0; 2], 0.01)];
    tunnel(&planar(0.0), &plates, [1.0, 0.0], &rest);

    let mut plates: Vec<Shape<3>> =
        thin.iter().map(|half| Shape::aligned_box([10.5, 0.0, 0.0], [*half, 4.0, 4.0])).collect();
    plates.extend(thin.map(|radius| Shape::capsule([10.5, -4.0, 0.0], [10.5, 4.0, 0.0], radius)));
    let vertices = [[10.5, -9.0, -9.0], [10.5, 9.0, -9.0], [10.5, 0.0, 9.0]];
    plates.push(Triangle { vertices }.into());
    let rest = [Motion::REST, Motion::<3>::turning([0.0; 3], [0.01, 0.0, 0.02])];
    tunnel(&spatial(0.0), &plates, [1.0, 0.0, 0.0], &rest);
}

#[test]
fn what_turns_meets_what_it_would_not() {
    // A rod that turns by a quarter comes to where a ball is; one that does not turn does not.
    let rod = Shape::aligned_box([0.0, 0.0], [2.0, 0.125]);
    let ball = Shape::ball([0.0, 1.5], 0.25);
    let quarter = Motion::<2>::turning([0.0, 0.0], std::f32::consts::FRAC_PI_2);
    let hit = cast(&rod, &quarter, &ball, &Motion::REST, 1.0).expect("the pair is valid");
    // Its upper side reaches the ball when it is 0.375 from the ball's center.
    let exact = 1.0 - (0.375_f32 / 1.5).asin() / std::f32::consts::FRAC_PI_2;
    assert!(hit.state() == ImpactState::Hit && (hit.time - exact).abs() < 1e-3, "{hit:?} {exact}");
    let miss = cast(&rod, &Motion::REST, &ball, &quarter, 1.0).expect("the pair is valid");
    assert_eq!(miss.state(), ImpactState::Apart, "a ball looks the same however it has turned");
}

/// Pairs at rest meet at the start where they touch, and else not.
fn rest<const D: usize>(left: &[Shape<D>], right: &[Shape<D>]) -> [usize; 2] {
    let mut seen = [0; 2];
    for a in left {
        for b in right {
            for (a, b) in [(a, b), (b, a)] {
                let touches = overlap(a, b).expect("the pair is valid");
                let hit = found((a, [0.0; D]), (b, [0.0; D]), f32::INFINITY);
                let overlaps = hit.state() == ImpactState::Overlapping;
                assert_eq!(touches, overlaps, "{a:?} {b:?} {hit:?}");
                seen[usize::from(touches)] += 1;
            }
        }
    }
    seen
}

#[test]
fn what_touches_for_all_that_normal_numbers_tell_meets_at_the_start() {
    let tiny = |by: i32| by as f32 * (0.25 * f32::MIN_POSITIVE);
    let mut seen = [0; 2];
    for gap in 0..100 {
        for size in 0..4 {
            let (gap, size) = (tiny(gap), tiny(size));
            let planar = |x: f32| {
                let segment = Capsule { center: [x, 0.0], axis: [size, size], radius: 0.0 };
                let boxed = Shape::aligned_box([x, 0.0], [size; 2]);
                [Shape::ball([x, 0.0], size), segment.into(), boxed]
            };
            let spatial = |x: f32| {
                let at = [x, 0.0, 0.0];
                let segment = Capsule { center: at, axis: [size; 3], radius: 0.0 };
                [Shape::ball(at, size), segment.into(), Shape::aligned_box(at, [size; 3])]
            };
            let counts = [rest(&planar(0.0), &planar(gap)), rest(&spatial(0.0), &spatial(gap))];
            (0..2).for_each(|verdict| seen[verdict] += counts[0][verdict] + counts[1][verdict]);
        }
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}
