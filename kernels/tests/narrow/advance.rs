//! Shapes that turn as they move.

use jostle_kernels::{
    pairs::{
        BoxBox2, BoxBox3, Impact, ImpactState, MovingShape, PolygonPolygon, SweptTest,
        TriangleTriangle,
        advance::{Advance, TOLERANCE},
        impact_of, touches,
    },
    shape::{Obb, Pack, Polygon, RigidMotion2, RigidMotion3, Triangle},
};

use crate::support::{
    Random, evidence,
    impacts::{agreed_impacts, mirrored},
    relative, scale,
    turning::{Box2, Box3, Moving2, Triangle3, Turning, gap, spheres_apart},
};

/// How the cases of a run turned out.
#[derive(Default, Debug)]
struct AdvanceTally {
    apart: usize,
    hit: usize,
    overlapping: usize,
    capped: usize,
    /// Of the sum of the radii.
    widest_gap: f64,
    deepest: f64,
}

impl AdvanceTally {
    fn add<S: Turning<D>, const D: usize>(&mut self, a: &S, b: &S, found: &Impact<D>, end: f32) {
        let case = || format!("{a:?} {b:?} {end}\n{found:?}");
        let size = a.radius() + b.radius();
        let rounding = 1e-6 * size + 1e-9 * gap(a, b, 0.0).abs();
        let until = match found.state() {
            ImpactState::Apart => f64::from(end),
            _ => f64::from(found.time),
        };
        // Nothing overlaps before.
        if found.state() != ImpactState::Overlapping {
            for step in 0..=64 {
                let time = until * f64::from(step) / 64.0;
                if spheres_apart(a, b, time) {
                    continue;
                }
                let gap = gap(a, b, time);
                self.deepest = self.deepest.max(-gap / size);
                assert!(gap > -rounding, "{gap:e} at {step}/64 {}", case());
            }
        }
        match found.state() {
            ImpactState::Apart => self.apart += 1,
            ImpactState::Overlapping => self.overlapping += 1,
            ImpactState::Capped => self.capped += 1,
            ImpactState::Hit => {
                self.hit += 1;
                let gap = gap(a, b, until);
                self.widest_gap = self.widest_gap.max(gap / size);
                // The time is rounded down.
                let step = f64::from(f32::EPSILON) * until * (a.speed() + b.speed());
                let smaller = a.radius().min(b.radius());
                let most = 2.5 * f64::from(TOLERANCE) * smaller + step + 1e-7 * size;
                assert!(gap <= most, "{gap:e} {}", case());
            }
        }
    }
}

/// How fast shapes turn.
const TURNS: [f32; 6] = [0.0, 1e-6, 0.1, 1.0, 3.0, 12.0];

/// A shape at a place that moves and turns, or does not.
type Make<S, const D: usize> = fn(&mut Random, [f32; D], Option<[f32; D]>) -> S;

fn half_extent(random: &mut Random) -> f32 {
    random.of(&[0.0, 0.01, 0.5, 1.0, 4.0]) * (0.1 + random.unit())
}

fn box3(random: &mut Random, place: [f32; 3], by: Option<[f32; 3]>) -> Box3 {
    let half = [0; 3].map(|_| half_extent(random));
    let turn = random.of(&TURNS);
    let still = RigidMotion3 { by: [0.0; 3], rotation: [0.0; 3] };
    let motion = by.map_or(still, |by| RigidMotion3 { by, rotation: random.vector(turn) });
    MovingShape { shape: random.obb3(place, half), motion }
}

fn motion2(random: &mut Random, by: Option<[f32; 2]>) -> RigidMotion2 {
    let turn = random.of(&TURNS);
    let still = RigidMotion2 { by: [0.0; 2], angle: 0.0 };
    by.map_or(still, |by| RigidMotion2 { by, angle: random.within(turn) })
}

fn box2(random: &mut Random, center: [f32; 2], by: Option<[f32; 2]>) -> Box2 {
    let [c, s] = random.direction::<2>();
    let axes = [[c, s], [-s, c]].map(|axis| axis.map(|x| x as f32));
    let half = [half_extent(random), half_extent(random)];
    MovingShape { shape: Obb { center, half, axes }, motion: motion2(random, by) }
}

fn triangle(random: &mut Random, place: [f32; 3], by: Option<[f32; 3]>) -> Triangle3 {
    // About a corner they reach far: the fastest would not come to an end.
    let turn = random.of(&TURNS[..5]);
    let still = RigidMotion3 { by: [0.0; 3], rotation: [0.0; 3] };
    let motion = by.map_or(still, |by| RigidMotion3 { by, rotation: random.vector(turn) });
    let mut corner = || -> [f32; 3] {
        let off: [f32; 3] = random.vector(5.0);
        std::array::from_fn(|i| place[i] + off[i])
    };
    MovingShape { shape: Triangle { vertices: [place, corner(), corner()] }, motion }
}

/// A polygon with corners on an ellipse.
fn polygon(random: &mut Random, center: [f32; 2], by: Option<[f32; 2]>) -> Moving2 {
    let count = 3 + random.below(14) as usize;
    let size = [random.unit() * 3.0 + 0.1, random.unit() * 3.0 + 0.1];
    let mut angles: Vec<_> = (0..count).map(|_| random.unit() * std::f32::consts::TAU).collect();
    angles.sort_by(f32::total_cmp);
    let mut vertices = [[0.0; 2]; 16];
    let padded = angles.iter().chain(std::iter::repeat(&angles[0]));
    for (vertex, angle) in vertices.iter_mut().zip(padded) {
        *vertex = [angle.cos() * size[0], angle.sin() * size[1]];
    }
    let shape = Polygon { center, count: count as f32, vertices, rounding: 0.0 };
    MovingShape { shape, motion: motion2(random, by) }
}

/// Pairs at all distances, most of which move toward each other.
fn pairs<S, const D: usize>(random: &mut Random, count: usize, make: Make<S, D>) -> Vec<(S, S)> {
    (0..count)
        .map(|_| {
            let place = random.of(&[0.0, 0.0, 10.0, 1e4]);
            let at: [f32; D] = random.vector(place);
            let range = random.of(&[1.0, 4.0, 4.0, 8.0, 1e4]);
            let off: [f32; D] = random.vector(range);
            let toward = random.of(&[0.0, 1.0, 2.0]);
            let by: [f32; D] = random.vector(2.0);
            let drift: [f32; D] = random.vector(4.0);
            let other = std::array::from_fn(|i| at[i] + off[i]);
            let closing = std::array::from_fn(|i| drift[i] + by[i] - off[i] * toward);
            let moves = random.below(10) > 0;
            (
                make(random, at, moves.then_some(drift)),
                make(random, other, moves.then_some(closing)),
            )
        })
        .collect()
}

fn against_samples<T, S, M, const D: usize>(
    of: &str,
    seed: u64,
    count: usize,
    make: Make<MovingShape<S, M>, D>,
    touch: fn(&S, &S) -> bool,
) where
    MovingShape<S, M>: Turning<D>,
    S: Pack<Of<f32> = S>,
    M: Pack<Of<f32> = M>,
    T: SweptTest<D, A = S, B = S, Motion = M>,
{
    let mut random = Random(seed);
    let mut tally = AdvanceTally::default();
    for end in [0.0, 0.3, 1.0, 1.0, 4.0] {
        let pairs = pairs(&mut random, count * scale(), make);
        let found = agreed_impacts::<T, D>(&pairs, end);
        mirrored::<T, D>(&pairs, &found, end);
        for ((a, b), found) in pairs.iter().zip(&found) {
            tally.add(a, b, found, end);
            let overlapping = found.state() == ImpactState::Overlapping;
            assert_eq!(touch(&a.shape, &b.shape), overlapping, "{a:?} {b:?} {found:?}");
        }
    }
    println!("{tally:?}");
    let gap = format!("hits at a gap of {}", relative(tally.widest_gap));
    evidence(of, 5 * count * scale(), 0, gap);
    let AdvanceTally { apart, hit, overlapping, capped, .. } = tally;
    assert!([apart, hit, overlapping].into_iter().all(|cases| cases > count / 4), "{tally:?}");
    assert!(capped * 10 < hit, "{tally:?}");
    // Otherwise the sampling would not notice if a hit were late.
    assert!(tally.widest_gap > 1e-5, "{tally:?}");
}

type Boxes3 = Advance<BoxBox3, 0>;

#[test]
fn turning_boxes_meet_in_space() {
    let touch = |a: &Obb<3>, b: &Obb<3>| touches::<BoxBox3, 3, 0>(a, b);
    against_samples::<Boxes3, _, _, 3>("turning boxes in 3D", 1, 4_000, box3, touch);
}

#[test]
fn turning_triangles_meet() {
    let touch = |a: &Triangle, b: &Triangle| touches::<TriangleTriangle, 3, 0>(a, b);
    against_samples::<Advance<TriangleTriangle, 0>, _, _, 3>(
        "turning triangles",
        5,
        300,
        triangle,
        touch,
    );
}

#[test]
fn turning_shapes_meet_in_the_plane() {
    let touch = |a: &Obb<2>, b: &Obb<2>| touches::<BoxBox2, 2, 0>(a, b);
    against_samples::<Advance<BoxBox2, 0>, _, _, 2>("turning boxes in 2D", 2, 4_000, box2, touch);
    let touch = |a: &Polygon, b: &Polygon| touches::<PolygonPolygon, 2, 0>(a, b);
    against_samples::<Advance<PolygonPolygon, 0>, _, _, 2>(
        "turning polygons",
        3,
        4_000,
        polygon,
        touch,
    );
}

fn upright(center: [f32; 3], half: [f32; 3], by: [f32; 3], rotation: [f32; 3]) -> Box3 {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    MovingShape { shape: Obb { center, half, axes }, motion: RigidMotion3 { by, rotation } }
}

#[test]
fn known_times_are_met() {
    // Half a unit apart, at a speed of 3.
    let a = upright([0.0; 3], [0.5; 3], [2.0, 0.0, 0.0], [0.0; 3]);
    let b = upright([1.5, 0.2, 0.1], [0.5; 3], [-1.0, 0.0, 0.0], [0.0; 3]);
    let found = impact_of::<Boxes3, 3>(&a, &b, 1.0);
    assert!(found.state() == ImpactState::Hit && found.normal == [1.0, 0.0, 0.0], "{found:?}");
    assert!(found.time <= 1.0 / 6.0 && found.time > 1.0 / 6.0 - 1e-5, "{found:?}");
    // A rod of length 4 turns by a quarter, and meets a small box on the way: the corner at
    // [1, 0.9] first, where the upper side of the rod has come after 40.8 degrees.
    let rod = upright([0.0; 3], [2.0, 0.1, 0.5], [0.0; 3], [0.0, 0.0, std::f32::consts::FRAC_PI_2]);
    let small = upright([0.9, 1.0, 0.0], [0.1; 3], [0.0; 3], [0.0; 3]);
    let angle = 0.9_f64.atan2(1.0) - (0.1 / 1.81_f64.sqrt()).asin();
    let exact = angle / std::f64::consts::FRAC_PI_2;
    let found = impact_of::<Boxes3, 3>(&rod, &small, 1.0);
    let early = exact - f64::from(found.time);
    assert!(found.state() == ImpactState::Hit && (0.0..1e-3).contains(&early), "{found:?} {exact}");
    // It ends before that.
    assert_eq!(impact_of::<Boxes3, 3>(&rod, &small, 0.4).state(), ImpactState::Apart);
    // Turning the other way it comes back from below.
    let back =
        MovingShape { motion: RigidMotion3 { rotation: [0.0, 0.0, -1.0], ..rod.motion }, ..rod };
    let found = impact_of::<Boxes3, 3>(&back, &small, 100.0);
    assert!(found.state() == ImpactState::Hit && found.time > 2.0 && found.time < 2.5, "{found:?}");
}

#[test]
fn windows_without_end_end() {
    let a = upright([0.0; 3], [0.5; 3], [0.0; 3], [0.3, 0.2, 0.1]);
    let coming = upright([1e3, 0.0, 0.0], [0.5; 3], [-1.0, 0.0, 0.0], [0.0; 3]);
    let found = impact_of::<Boxes3, 3>(&a, &coming, f32::INFINITY);
    assert!(found.state() == ImpactState::Hit && (found.time - 998.8).abs() < 0.6, "{found:?}");
    let going = upright([2.0, 0.0, 0.0], [0.5; 3], [1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(impact_of::<Boxes3, 3>(&a, &going, f32::INFINITY).state(), ImpactState::Apart);
}

#[test]
fn numbers_at_the_edge_of_f32_give_no_nan() {
    let mut random = Random(4);
    let edge = [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-38, 1e-20, 1e10, -1e19, 1e30, f32::MAX, f32::MIN];
    let mut moving = || -> Box3 {
        let mut vector = || -> [f32; 3] { std::array::from_fn(|_| random.of(&edge)) };
        let [center, half, by, rotation] = [vector(), vector(), vector(), vector()];
        upright(center, half.map(f32::abs), by, rotation)
    };
    let cases: Vec<_> = (0..1_000).map(|_| (moving(), moving())).collect();
    for end in [0.0, 1.0, f32::INFINITY] {
        // Well-formed impacts have no NaN in them.
        let found = agreed_impacts::<Boxes3, 3>(&cases, end);
        mirrored::<Boxes3, 3>(&cases, &found, end);
    }
}

#[test]
fn the_start_is_the_static_test() {
    let mut touching = 0;
    for place in [0.0, 3.0, 1e4] {
        // The sides at 1 and thereabouts.
        let mut center: f32 = place + 1.5;
        center = center.next_down().next_down();
        for _ in 0..5 {
            for by in [0.0, 1.0, 1e-20, -1.0] {
                let a = upright([place, 0.0, 0.0], [1.0; 3], [0.0; 3], [0.0; 3]);
                let b = upright([center, 0.3, 0.2], [0.5; 3], [by, 0.0, 0.0], [0.0; 3]);
                let touch = touches::<BoxBox3, 3, 0>(&a.shape, &b.shape);
                let expected = match (touch, by) {
                    (true, _) => ImpactState::Overlapping,
                    (false, -1.0) => ImpactState::Hit,
                    _ => ImpactState::Apart,
                };
                let found = impact_of::<Boxes3, 3>(&a, &b, 1.0);
                assert_eq!(found.state(), expected, "{a:?} {b:?} {found:?}");
                touching += usize::from(touch);
            }
            center = center.next_up();
        }
    }
    assert_eq!(touching, 3 * 3 * 4);
    // Needles in a line, of which the normals of their edges do not tell that they are apart.
    let needle = |x: f32| {
        let mut vertices = [[-1.0, 0.0]; 16];
        vertices[1] = [1.0, 0.0];
        let shape = Polygon { center: [x, 0.0], count: 3.0, vertices, rounding: 0.0 };
        MovingShape { shape, motion: RigidMotion2 { by: [0.0; 2], angle: 0.0 } }
    };
    for (x, state) in [(3.0, ImpactState::Apart), (2.0, ImpactState::Overlapping)] {
        let found = impact_of::<Advance<PolygonPolygon, 0>, 2>(&needle(0.0), &needle(x), 1.0);
        assert_eq!(found.state(), state, "{found:?}");
    }
}
