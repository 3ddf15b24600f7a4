//! Scenes of pairs, and whether wrong answers about them would be noticed.

use jostle::{Pair, Shape, SimdLevel, narrow::Narrow, shape::PreparedShapes};

use jostle_bench::{
    narrow::{Answering, Answers, Asked, Mode, PairScene, Pairs, all, by_name, check, check_sweep},
    runner::Error,
};

/// Half extents of boxes and polygons, radii of balls, reach of triangles.
const SIZE_MIN: f32 = 0.25;
const SIZE_MAX: f32 = 0.5;

const ASKED: Asked = Asked { pairs: 300, seed: 1, offset: 0.0 };

fn in_space(name: &str, asked: &Asked) -> PairScene<3> {
    let Pairs::Three(scene) = by_name(name).unwrap().make(asked).unwrap() else {
        panic!("{name} is in 3D")
    };
    scene
}

fn in_plane(name: &str, asked: &Asked) -> PairScene<2> {
    let Pairs::Two(scene) = by_name(name).unwrap().make(asked).unwrap() else {
        panic!("{name} is in 2D")
    };
    scene
}

fn within(value: f32, low: f32, high: f32) -> bool {
    (low..=high).contains(&value)
}

/// The distance of two points.
fn apart<const D: usize>(p: [f32; D], q: [f32; D]) -> f64 {
    p.iter().zip(q).map(|(p, q)| (f64::from(*p) - f64::from(q)).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn each_pair_has_shapes_of_its_own() {
    fn assert_own<const D: usize>(scene: &PairScene<D>, name: &str) {
        assert_eq!(scene.shapes.len(), 2 * ASKED.pairs, "{name}");
        let mut used: Vec<u32> = scene.pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        used.sort_unstable();
        assert!(used.iter().copied().eq(0..2 * ASKED.pairs as u32), "{name}");
        assert!(scene.pairs.iter().all(|pair| pair.a < pair.b), "{name}");
    }
    for kind in all() {
        match kind.make(&ASKED).unwrap() {
            Pairs::Two(scene) => assert_own(&scene, kind.name),
            Pairs::Three(scene) => assert_own(&scene, kind.name),
        }
    }
}

#[test]
fn boxes_are_near_one_another_and_of_their_sizes() {
    let scene = in_space("obb3", &ASKED);
    let mut distances = Vec::new();
    for pair in &scene.pairs {
        let [Shape::Box(a), Shape::Box(b)] = scene.of(*pair) else { panic!("boxes were made") };
        assert!(a.center.iter().all(|x| within(*x, -100.0, 100.0)));
        assert!(a.half.iter().chain(&b.half).all(|half| within(*half, SIZE_MIN, SIZE_MAX)));
        let square: f32 = a.rotation.quaternion().iter().map(|part| part * part).sum();
        assert!(within(square, 0.999_999, 1.000_001));
        distances.push(apart(a.center, b.center));
    }
    assert!(distances.iter().all(|distance| *distance < 1.2001));
    let mean = distances.iter().sum::<f64>() / distances.len() as f64;
    assert!((0.5..0.7).contains(&mean), "{mean}");
}

#[test]
fn round_shapes_are_of_their_sizes() {
    let scene = in_space("sphere-capsule3", &ASKED);
    for pair in &scene.pairs {
        let [Shape::Ball(ball), Shape::Capsule(capsule)] = scene.of(*pair) else {
            panic!("a ball and a capsule were made")
        };
        assert!(within(ball.radius, SIZE_MIN, SIZE_MAX) && within(capsule.radius, 0.1, 0.25));
        assert!((0.2499..0.5001).contains(&apart(capsule.axis, [0.0; 3])));
    }
}

#[test]
fn angular_shapes_are_of_their_sizes() {
    let mut counts = [0; 9];
    let scene = in_plane("polygon2", &ASKED);
    for shape in scene.pairs.iter().flat_map(|pair| scene.of(*pair)) {
        let Shape::Polygon(polygon) = shape else { panic!("polygons were made") };
        counts[polygon.vertices().len()] += 1;
        let reach = polygon.vertices().iter().map(|vertex| apart(*vertex, [0.0; 2]));
        assert!(reach.into_iter().all(|reach| (0.2499..0.5001).contains(&reach)));
    }
    assert!(counts[3..].iter().all(|count| *count > 50), "{counts:?}");
    let scene = in_space("triangle3", &ASKED);
    for shape in scene.pairs.iter().flat_map(|pair| scene.of(*pair)) {
        let Shape::Triangle(triangle) = shape else { panic!("triangles were made") };
        let [a, b, c] = triangle.vertices;
        assert!(apart(a, b).max(apart(b, c)).max(apart(c, a)) < 1.001);
    }
}

/// A narrow phase that was asked about a scene.
fn asked(scene: &PairScene<3>, mode: Mode) -> Answers<3> {
    let mut prepared = PreparedShapes::new().with_level(SimdLevel::PORTABLE);
    prepared.update(&scene.shapes).unwrap();
    let mut answers = Answers::new(mode);
    answers.prepare(&prepared, &scene.moves).unwrap();
    let mut narrow = Narrow::new().with_level(SimdLevel::PORTABLE);
    answers.ask(&mut narrow, &prepared, &scene.pairs).unwrap();
    answers
}

#[test]
fn digests_are_of_sets_of_pairs() {
    let scene = in_space("sphere", &ASKED);
    let backwards: Vec<Pair> = scene.pairs.iter().rev().copied().collect();
    let turned = PairScene { pairs: backwards, ..scene.clone() };
    let other = in_space("sphere", &Asked { seed: 2, ..ASKED });
    for mode in Mode::ALL {
        let digest = |scene| asked(scene, mode).digest(&scene.pairs);
        assert_eq!(digest(&scene), digest(&turned), "{mode:?}");
        assert_ne!(digest(&scene), digest(&other), "{mode:?}");
    }
}

#[test]
fn wrong_answers_are_faults() {
    let scene = in_space("sphere-obb3", &ASKED);
    let other = in_space("sphere-obb3", &Asked { seed: 2, ..ASKED });
    for mode in Mode::ALL.into_iter().filter(|mode| *mode != Mode::Sweep) {
        let answers = asked(&scene, mode);
        let right = check(mode, &answers, &scene.pairs, |pair| scene.of(pair)).unwrap();
        assert_eq!((right.pairs, right.by_f64, right.fault), (300, 300, None), "{mode:?}");
        let wrong = check(mode, &answers, &scene.pairs, |pair| other.of(pair)).unwrap();
        let fault = wrong.fault.expect("these are answers about other shapes");
        assert!(fault.contains("alone: no time is reported"), "{fault}");
    }
}

#[test]
fn wrong_times_are_faults() {
    for name in ["sphere", "sphere-obb3", "obb3"] {
        let (scene, other) = (in_space(name, &ASKED), in_space(name, &Asked { seed: 2, ..ASKED }));
        let answers = asked(&scene, Mode::Sweep);
        let right = check_sweep(&answers, &scene).unwrap();
        assert_eq!((right.pairs, right.by_f64, right.fault), (300, 300, None), "{name}");
        let wrong = check_sweep(&answers, &other).unwrap();
        let fault = wrong.fault.expect("these are answers about other shapes");
        assert!(fault.contains("alone: no time is reported"), "{fault}");
    }
}

#[test]
fn what_was_shown_otherwise_is_a_fault() {
    let scene = in_space("sphere-obb3", &ASKED);
    let mut narrow = Narrow::new().with_level(SimdLevel::PORTABLE);
    let mut prepared = PreparedShapes::new().with_level(SimdLevel::PORTABLE);
    prepared.update(&scene.shapes).unwrap();
    for mode in [Mode::Mtv, Mode::Manifold] {
        let mut answering = Answering::new(Answers::new(mode), true).unwrap();
        answering.ask(&mut narrow, &prepared, &scene.pairs).unwrap();
        assert_eq!(answering.keep(&mut narrow, &prepared, &scene.pairs).unwrap(), None);
        let fewer = &scene.pairs[1..];
        assert!(answering.keep(&mut narrow, &prepared, fewer).unwrap().is_some(), "{mode:?}");
    }
    for mode in [Mode::Overlap, Mode::Sweep] {
        let refused = Answering::new(Answers::<3>::new(mode), true);
        assert!(matches!(refused, Err(Error::Request(why)) if why.starts_with("--visit")));
    }
}
