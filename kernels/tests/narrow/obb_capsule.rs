//! Boxes against capsules.

use jostle_kernels::{
    pairs::{BoxCapsule, Contact},
    shape::{Capsule, Obb},
};

use crate::support::{
    Random, Verdicts, agreed,
    capsules::{Seen, check, dot64, ends, is_on, reach},
    evidence, exact,
    near::{Number, distance, faces, is_near_box, is_near_polygon, is_near_triangle},
    oriented, relative, scale,
    solid::Solid,
};

/// Whether the kernels run in 2D or 3D, and what they are asked about.
trait Flat<const D: usize>: Sized {
    /// Whether the segment of a capsule is near a box, in `f64`.
    fn is_near(a: &Self, b: &Capsule<D>, radius: f64) -> bool;
    /// Whether the two touch: exactly, where that is closer than `margin`.
    fn touch(a: &Self, b: &Capsule<D>, margin: f64) -> bool;
    /// A box at a place.
    fn random(random: &mut Random, along: [f32; D], center: [f32; D], half: [f32; D]) -> Self;
}

impl Flat<3> for Obb<3> {
    fn is_near(a: &Self, b: &Capsule<3>, radius: f64) -> bool {
        let corners = oriented::corners(a, f64::from);
        is_near_box(&ends(b, f64::from), &corners, &radius, |_| true)
    }
    fn touch(a: &Self, b: &Capsule<3>, margin: f64) -> bool {
        let (segment, corners) = (ends(b, f64::from), faces(&oriented::corners(a, f64::from)));
        let most = f64::from(b.radius) + margin;
        let counts = |face: usize| is_near_triangle(&segment, &corners[face], &most);
        let (segment, corners) = (ends(b, exact), oriented::exact_corners(a));
        is_near_box(&segment, &corners, &exact(b.radius), counts)
    }
    fn random(random: &mut Random, along: [f32; 3], center: [f32; 3], half: [f32; 3]) -> Self {
        Self { center, half, axes: oriented::axes(random, along) }
    }
}

/// The corners of a box in 2D.
fn corners<N: Number>(a: &Obb<2>, number: fn(f32) -> N) -> [[N; 2]; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|signs: [f32; 2]| {
        std::array::from_fn(|c| {
            let part = |k: usize| number(signs[k] * a.half[k]) * number(a.axes[k][c]);
            number(a.center[c]) + part(0) + part(1)
        })
    })
}

impl Flat<2> for Obb<2> {
    fn is_near(a: &Self, b: &Capsule<2>, radius: f64) -> bool {
        is_near_polygon(&ends(b, f64::from), &corners(a, f64::from), &radius)
    }
    fn touch(a: &Self, b: &Capsule<2>, _: f64) -> bool {
        is_near_polygon(&ends(b, exact), &corners(a, exact), &exact(b.radius))
    }
    fn random(random: &mut Random, along: [f32; 2], center: [f32; 2], half: [f32; 2]) -> Self {
        let [x, y] = along.map(f64::from);
        let angle = match random.below(3) {
            0 => random.of(&[0.0, 1.0, 2.0, 3.0]) * std::f64::consts::FRAC_PI_2,
            1 => y.atan2(x) + random.of(&[0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]),
            _ => f64::from(random.within(4.0)),
        };
        // Quarter turns exactly.
        let round = |x: f64| if x.abs() < 1e-12 { 0.0 } else { x as f32 };
        let (sin, cos) = (round(angle.sin()), round(angle.cos()));
        Self { center, half, axes: [[cos, sin], [-sin, cos]] }
    }
}

/// The size of all there is, seen from the box.
fn size<const D: usize>(a: &Obb<D>, b: &Capsule<D>) -> f64 {
    let between = (0..D).map(|k| f64::from(b.center[k]) - f64::from(a.center[k]));
    let sizes = between.chain(a.half.map(f64::from)).chain(b.axis.map(f64::from));
    sizes.fold(f64::from(b.radius), |size, x| size.max(x.abs()))
}

fn distance_of<const D: usize>(a: &Obb<D>, b: &Capsule<D>) -> f64
where
    Obb<D>: Flat<D>,
{
    distance(4.0 * size(a, b), |radius| Flat::is_near(a, b, radius))
}

/// Whether the two are apart, exactly where it is not plain; and whether it was not.
fn apart<const D: usize>(a: &Obb<D>, b: &Capsule<D>) -> (bool, bool)
where
    Obb<D>: Flat<D>,
{
    let (radius, margin) = (f64::from(b.radius), 1e-6 * size(a, b));
    let is_near = |radius: f64| radius > 0.0 && Flat::is_near(a, b, radius);
    if margin > 0.0 && !is_near(radius + margin) {
        (true, false)
    } else if is_near(radius - margin) {
        (false, false)
    } else {
        (!Flat::touch(a, b, margin), true)
    }
}

/// What a pair is made to be.
const MADE: [&str; 9] = [
    "any",
    "grid",
    "on a face",
    "inside",
    "around",
    "flat box",
    "no axis",
    "no radius",
    "in scale",
];

fn pair<const D: usize>(random: &mut Random, made: &str) -> (Obb<D>, Capsule<D>)
where
    Obb<D>: Flat<D>,
{
    let unit: f32 = random.of(&[1e-15, 1e-4, 1.0, 1.0, 1.0, 1e5, 1e15]);
    let whole = |random: &mut Random| random.below(9) as f32 - 4.0;
    let mut half: [f32; D] = std::array::from_fn(|_| random.unit());
    let (long, far) = (random.of(&[0.01, 1.0, 1.0, 3.0]), random.of(&[1.0, 2.0, 3.0]));
    let (mut axis, mut place) = (random.vector::<D>(long), random.vector::<D>(far));
    let mut radius = random.unit() * random.of(&[0.01, 0.1, 1.0]);
    match made {
        "grid" => {
            half = half.map(|_| whole(random).abs());
            axis = axis.map(|_| whole(random) * 0.5);
            place = place.map(|_| whole(random));
            radius = whole(random).abs();
        }
        // Along the box, and at its surface.
        "on a face" => {
            let along = random.below(D as u32) as usize;
            axis = [0.0; D];
            axis[along] = random.within(2.0);
            place[(along + 1) % D] = half[(along + 1) % D] + radius;
        }
        "inside" => {
            place = std::array::from_fn(|k| half[k] * random.within(0.5));
            axis = std::array::from_fn(|k| half[k] * random.within(0.5));
        }
        "around" => half = half.map(|half| half * 0.1),
        "flat box" => half[random.below(D as u32) as usize] *= random.of(&[0.0, 1e-4]),
        "no axis" => axis = [0.0; D],
        "no radius" => radius = 0.0,
        _ => {}
    }
    let offset = if made == "in scale" { 0.0 } else { random.of(&[0.0, 0.0, 1e3, 1e5, 1e7]) };
    let unit = if made == "grid" { unit.log2().round().exp2() } else { unit };
    let mut a = Obb::random(random, axis, [offset * unit; D], half.map(|x| x * unit));
    if made == "grid" || made == "on a face" {
        a = Obb::random(&mut Random(3), [0.0; D], a.center, a.half);
    }
    let mut b = Capsule {
        center: place.map(|x| (x + offset) * unit),
        axis: axis.map(|x| x * unit),
        radius: radius * unit,
    };
    // Just so that they touch, or do not.
    if random.below(4) == 0 && made != "grid" {
        let gap = distance_of(&a, &b) as f32;
        b.radius = gap * (1.0 + random.of(&[-2.0, -1.0, 0.0, 1.0, 2.0]) * f32::EPSILON);
    }
    (a, b)
}

fn check_pair<const D: usize>(
    random: &mut Random,
    a: &Obb<D>,
    b: &Capsule<D>,
    contact: &Contact<D, 2>,
) where
    Obb<D>: Solid<D>,
{
    let box_reach = |way: [f64; D]| {
        let part = |k: usize| f64::from(a.half[k]) * dot64(a.axes[k].map(f64::from), way).abs();
        (0..D).map(part).sum()
    };
    let is_on_box = |p: [f64; D], error: f64| a.distance(p).abs() <= error;
    let (of_a, of_b) = (
        Seen { reach: &box_reach, has: &is_on_box },
        Seen { reach: &|way| reach(b, way), has: &|p, error| is_on(b, p, error) },
    );
    let between = std::array::from_fn(|k| f64::from(b.center[k]) - f64::from(a.center[k]));
    check(random, [&of_a, &of_b], between, [size(a, b), b.radius.into()], contact);
}

macro_rules! dimension {
    ($name:ident, $d:literal, $axes:literal, $rounds:literal) => {
        #[test]
        fn $name() {
            const D: usize = $d;
            let mut random = Random(0x0bc + $d);
            let mut verdicts = Verdicts::<_, $axes>::new();
            for _ in 0..$rounds * scale() {
                let made: Vec<_> = (0..1000).map(|i| MADE[i % MADE.len()]).collect();
                let pairs: Vec<_> = made.iter().map(|made| pair::<D>(&mut random, made)).collect();
                let contacts = agreed::<BoxCapsule, D, 2>(&pairs);
                for (index, ((a, b), contact)) in pairs.iter().zip(&contacts).enumerate() {
                    let (is_apart, is_close) = apart(a, b);
                    let gap = || (distance_of(a, b) - f64::from(b.radius)) / size(a, b);
                    let check = || check_pair(&mut Random(index as u64), a, b, contact);
                    verdicts.add(made[index], &(a, b), contact, [is_apart, is_close], gap, check);
                }
            }
            println!("{verdicts:?}");
            let worst = relative(verdicts.worst);
            evidence(concat!("box, capsule in ", $d, "D"), verdicts.cases(), verdicts.close, worst);
            let Verdicts { counts, axes, close, two, worst, .. } = verdicts;
            // Half of what may be: 4 ulp.
            assert!(worst < 2.4e-7, "{worst:e}");
            for (made, [together, apart]) in counts {
                assert!(together > 300 && (apart > 300 || made == "inside"), "{made:?}");
            }
            assert!(axes.iter().all(|count| *count >= 400), "{axes:?}");
            assert!(close > 1000 && two > 1000, "{close} {two}");
        }
    };
}
dimension!(the_verdict_is_never_wrong_in_2d, 2, 4, 40);
dimension!(the_verdict_is_never_wrong_in_3d, 3, 7, 40);
