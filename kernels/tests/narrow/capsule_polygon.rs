//! Capsules against polygons.

use jostle_kernels::{
    pairs::{CapsulePolygon, Contact},
    shape::{Capsule, MAX_VERTICES, Polygon},
};

use crate::support::{
    Random, Verdicts, agreed,
    capsules::{Seen, check, dot64, ends, is_on, reach},
    evidence, exact,
    near::{Number, distance, is_near_polygon},
    relative, scale,
    solid::Solid,
};

/// Which side of the line from `a` to `b` the point `c` is on.
fn turn(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> i32 {
    let off = |p: [f32; 2]| [0, 1].map(|k| f64::from(p[k]) - f64::from(a[k]));
    let ([x, y], [u, v]) = (off(b), off(c));
    let (turn, size) = (x * v - y * u, (x * v).abs() + (y * u).abs());
    if turn.abs() > 1e-12 * size {
        return turn.signum() as i32;
    }
    let off = |p: [f32; 2]| [0, 1].map(|k| exact(p[k]) - exact(a[k]));
    let ([x, y], [u, v]) = (off(b), off(c));
    (x * v - y * u).signum()
}

/// The convex hull, counter-clockwise, with points on its edges (A. M. Andrew, 1979).
fn hull(mut points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    points.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, point) < 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain
    };
    let lower = chain(&mut points.iter().copied());
    let upper = chain(&mut points.iter().rev().copied());
    [&lower[..lower.len() - 1], &upper[..upper.len().max(2) - 1]].concat()
}

/// The exact ends and corners, or those in `f64`.
fn shapes<N: Number>(
    a: &Capsule<2>,
    b: &Polygon,
    number: fn(f32) -> N,
) -> ([[N; 2]; 2], Vec<[N; 2]>) {
    let corners = hull(b.vertices[..b.count as usize].to_vec());
    let place = |v: [f32; 2]| [0, 1].map(|k| number(b.center[k]) + number(v[k]));
    (ends(a, number), corners.into_iter().map(place).collect())
}

/// The size of all there is, seen from the capsule.
fn size(a: &Capsule<2>, b: &Polygon) -> f64 {
    let between = (0..2).map(|k| f64::from(b.center[k]) - f64::from(a.center[k]));
    let vertices = b.vertices.into_iter().flatten().chain(a.axis).map(f64::from);
    between.chain(vertices).fold(f64::from(a.radius), |size, x| size.max(x.abs()))
}

fn distance_of(a: &Capsule<2>, b: &Polygon) -> f64 {
    let (segment, corners) = shapes(a, b, f64::from);
    distance(4.0 * size(a, b), |radius| is_near_polygon(&segment, &corners, &radius))
}

/// Whether the two are apart, exactly where it is not plain; and whether it was not.
fn apart(a: &Capsule<2>, b: &Polygon) -> (bool, bool) {
    let (radius, margin) = (f64::from(a.radius), 1e-6 * size(a, b));
    let (segment, corners) = shapes(a, b, f64::from);
    let is_near = |radius: f64| radius > 0.0 && is_near_polygon(&segment, &corners, &radius);
    if margin > 0.0 && !is_near(radius + margin) {
        (true, false)
    } else if is_near(radius - margin) {
        (false, false)
    } else {
        let (segment, corners) = shapes(a, b, exact);
        (!is_near_polygon(&segment, &corners, &exact(a.radius)), true)
    }
}

/// What a pair is made to be.
const MADE: [&str; 9] =
    ["any", "grid", "on an edge", "inside", "many", "needle", "degenerate", "no axis", "no radius"];

fn polygon(random: &mut Random, made: &str) -> Vec<[f32; 2]> {
    let count = 3 + random.below(10) as usize;
    let mut points: Vec<[f32; 2]> = (0..count).map(|_| random.vector(1.0)).collect();
    match made {
        "grid" => {
            let whole = |random: &mut Random| random.below(9) as f32 - 4.0;
            points = points.iter().map(|_| [whole(random), whole(random)]).collect();
        }
        "many" => {
            // Nearly convex, and so many edges that some are short.
            let (start, short) =
                (random.unit() * 6.3, random.of(&[0.0, 0.0, 0.0, 0.0, 0.9, 0.999_999]));
            let step = |i: usize| i as f32 - if i % 4 == 3 { short } else { 0.0 };
            let angle = |i: usize| step(i) / 16.0 * std::f32::consts::TAU + start;
            return (0..16).map(|i| [angle(i).cos(), angle(i).sin()]).collect();
        }
        "needle" => {
            let width = random.of(&[1e-2, 1e-4, 1e-6]);
            points.iter_mut().for_each(|p| p[1] = p[0] * 0.5 + p[1] * width);
        }
        "degenerate" => {
            let [p, q] = [points[0], points[1]];
            return random.of(&[[p; 3], [p, q, p], [p, q, q]]).to_vec();
        }
        _ => {}
    }
    let mut hull = hull(points);
    hull.truncate(MAX_VERTICES);
    if hull.len() < 3 { polygon(random, made) } else { hull }
}

fn pair(random: &mut Random, made: &str) -> (Capsule<2>, Polygon) {
    let unit: f32 = random.of(&[1e-15, 1e-4, 1.0, 1.0, 1.0, 1e5, 1e15]);
    let offset = random.of(&[0.0, 0.0, 1e3, 1e5, 1e7]);
    let corners = polygon(random, made);
    let (long, far) = (random.of(&[0.01, 1.0, 1.0, 3.0]), random.of(&[1.0, 2.0, 3.0]));
    let (mut axis, mut place) = (random.vector::<2>(long), random.vector::<2>(far));
    let mut radius = random.unit() * random.of(&[0.01, 0.1, 1.0]);
    let edge = random.below(corners.len() as u32) as usize;
    let [p, q] = [corners[edge], corners[(edge + 1) % corners.len()]];
    match made {
        "grid" => {
            let mut whole = || random.below(9) as f32 - 4.0;
            (axis, place) = ([whole() * 0.5, whole() * 0.5], [whole(), whole()]);
            radius = whole().abs();
        }
        // Along an edge, or nearly so.
        "on an edge" | "many" => {
            let (way, tilt) = ([q[0] - p[0], q[1] - p[1]], random.of(&[0.0, 1e-7, 1e-5, 1e-3]));
            let part = random.of(&[0.2, 0.3, 0.4, 0.75, 2.0]);
            radius += 1e-2;
            axis = way.map(|x| x * part + random.within(tilt));
            let length = way[0].hypot(way[1]).max(1e-9);
            place =
                [0, 1].map(|k| (p[k] + q[k]) * 0.5 + way[1 - k] * [1.0, -1.0][k] / length * radius);
        }
        "inside" => {
            let sum = |k: usize| corners.iter().map(|p| p[k]).sum::<f32>() / corners.len() as f32;
            (place, axis) = ([sum(0), sum(1)], axis.map(|x| x * 0.1));
        }
        "no axis" => axis = [0.0; 2],
        "no radius" => radius = 0.0,
        _ => {}
    }
    let unit = if made == "grid" { unit.log2().round().exp2() } else { unit };
    let mut a = Capsule {
        center: place.map(|x| (x + offset) * unit),
        axis: axis.map(|x| x * unit),
        radius: radius * unit,
    };
    let vertex = |i: usize| corners.get(i).unwrap_or(&corners[0]).map(|x| x * unit);
    let b = Polygon {
        center: [offset * unit; 2],
        count: corners.len() as f32,
        vertices: std::array::from_fn(vertex),
        rounding: 0.0,
    };
    // Just so that they touch, or do not.
    if random.below(4) == 0 && made != "grid" {
        let gap = distance_of(&a, &b) as f32;
        a.radius = gap * (1.0 + random.of(&[-2.0, -1.0, 0.0, 1.0, 2.0]) * f32::EPSILON);
    }
    (a, b)
}

fn check_pair(random: &mut Random, a: &Capsule<2>, b: &Polygon, contact: &Contact<2, 2>) {
    let vertices = b.vertices.map(|v| v.map(f64::from));
    let polygon = Seen {
        reach: &|way| vertices.iter().map(|v| dot64(*v, way)).fold(f64::MIN, f64::max),
        has: &|p, error| b.distance(p).abs() <= error,
    };
    let capsule = Seen { reach: &|way| reach(a, way), has: &|p, error| is_on(a, p, error) };
    let between = [0, 1].map(|k| f64::from(b.center[k]) - f64::from(a.center[k]));
    check(random, [&capsule, &polygon], between, [size(a, b), a.radius.into()], contact);
}

#[test]
fn the_verdict_is_never_wrong() {
    let mut random = Random(0xca9);
    let mut verdicts = Verdicts::<_, 18>::new();
    // Only those of many edges have an edge of every number.
    let mix = [&MADE[..], &["many"; 9]].concat();
    for _ in 0..44 * scale() {
        let made: Vec<_> = (0..1000).map(|i| mix[i % mix.len()]).collect();
        let pairs: Vec<_> = made.iter().map(|made| pair(&mut random, made)).collect();
        let contacts = agreed::<CapsulePolygon, 2, 2>(&pairs);
        for (index, ((a, b), contact)) in pairs.iter().zip(&contacts).enumerate() {
            let (is_apart, is_close) = apart(a, b);
            let gap = || (distance_of(a, b) - f64::from(a.radius)) / size(a, b);
            let check = || check_pair(&mut Random(index as u64), a, b, contact);
            verdicts.add(made[index], &(a, b), contact, [is_apart, is_close], gap, check);
        }
    }
    println!("{verdicts:?}");
    evidence("capsule, polygon", verdicts.cases(), verdicts.close, relative(verdicts.worst));
    let Verdicts { counts, axes, close, two, worst, .. } = verdicts;
    assert!(worst < 1e-7, "{worst:e}");
    for (made, [together, apart]) in counts {
        assert!(together > 300 && (apart > 300 || made == "inside"), "{made:?}");
    }
    assert!(close > 1000 && two > 1000, "{close} {two}");
    assert!(axes.iter().all(|count| *count >= 600), "{axes:?}");
}
