//! Capsules against triangles.

use jostle_kernels::{
    pairs::{CapsuleTriangle, Contact},
    shape::{Capsule, Triangle},
};

use crate::support::{
    Exact, MADE, Made, Random, Verdicts, agreed,
    capsules::{Seen, check, dot64, ends, is_on, reach},
    evidence, exact,
    near::{Number, distance, is_near_triangle},
    relative, scale, triangles,
};

/// The ends of a capsule's segment and the corners of a triangle.
fn shapes<N: Number>(
    a: &Capsule<3>,
    b: &Triangle,
    number: fn(f32) -> N,
) -> ([[N; 3]; 2], [[N; 3]; 3]) {
    (ends(a, number), b.vertices.map(|vertex| vertex.map(number)))
}

/// The size of all there is, seen from the capsule.
fn size(a: &Capsule<3>, b: &Triangle) -> f64 {
    let off = |v: [f32; 3]| [0, 1, 2].map(|k| f64::from(v[k]) - f64::from(a.center[k]));
    let sizes = b.vertices.map(off).into_iter().flatten().chain(a.axis.map(f64::from));
    sizes.fold(f64::from(a.radius), |size, x| size.max(x.abs()))
}

fn distance_of(a: &Capsule<3>, b: &Triangle) -> f64 {
    let (segment, corners) = shapes(a, b, f64::from);
    distance(4.0 * size(a, b), |radius| is_near_triangle(&segment, &corners, &radius))
}

/// Whether the two are apart: exactly, where it is not plain; and whether it was not.
fn apart(a: &Capsule<3>, b: &Triangle) -> [bool; 2] {
    let (segment, corners) = shapes(a, b, f64::from);
    let (radius, margin) = (f64::from(a.radius), 1e-6 * size(a, b));
    let is_near = |radius: f64| radius > 0.0 && is_near_triangle(&segment, &corners, &radius);
    if !is_near(radius + margin) {
        return [margin > 0.0, false];
    }
    if is_near(radius - margin) {
        return [false; 2];
    }
    let (segment, corners) = shapes::<Exact>(a, b, exact);
    [!is_near_triangle(&segment, &corners, &exact(a.radius)), true]
}

/// A capsule around an edge of one of two triangles, with any radius or just one that touches.
fn pair(random: &mut Random, index: usize) -> (Capsule<3>, Triangle) {
    let [other, mut triangle] = triangles(random, MADE[index % MADE.len()]);
    let [p, q, _] = other.vertices;
    let mut a = Capsule {
        center: [0, 1, 2].map(|k| p[k] * 0.5 + q[k] * 0.5),
        axis: [0, 1, 2].map(|k| q[k] * 0.5 - p[k] * 0.5),
        radius: 0.0,
    };
    if random.below(8) == 0 {
        a.axis = [0.0; 3];
    }
    if random.below(8) == 0 {
        // Along the first side of the triangle, or nearly so.
        let [p, q, _] = triangle.vertices;
        let tilt = size(&a, &triangle) as f32 * random.of(&[0.0, 1e-7, 1e-5, 1e-3]);
        a.axis = [0, 1, 2].map(|k| (q[k] - p[k]) * 0.75 + random.within(tilt));
    }
    if random.below(16) == 0 {
        triangle.vertices.swap(0, 2);
    }
    let gap = distance_of(&a, &triangle) as f32;
    a.radius = match random.below(8) {
        0 | 1 => 0.0,
        2 | 3 => gap * (1.0 + random.of(&[-2.0, -1.0, 0.0, 1.0, 2.0]) * f32::EPSILON),
        4 => gap * 1.25,
        _ => random.unit() * size(&a, &triangle) as f32 * random.of(&[1.0, 0.1, 0.01]),
    };
    (a, triangle)
}

fn check_pair(random: &mut Random, a: &Capsule<3>, b: &Triangle, contact: &Contact<3, 2>) {
    let wide = b.vertices.map(|vertex| vertex.map(f64::from));
    let from_first = wide.map(|vertex| [0, 1, 2].map(|k| vertex[k] - wide[0][k]));
    let triangle = Seen {
        reach: &|way| from_first.iter().map(|p| dot64(*p, way)).fold(f64::MIN, f64::max),
        has: &|p, error| is_near_triangle(&[p, p], &from_first, &error),
    };
    let capsule = Seen { reach: &|way| reach(a, way), has: &|p, error| is_on(a, p, error) };
    let between = [0, 1, 2].map(|k| wide[0][k] - f64::from(a.center[k]));
    check(random, [&capsule, &triangle], between, [size(a, b), a.radius.into()], contact);
}

#[test]
fn the_verdict_is_never_wrong() {
    let mut random = Random(0xca7);
    let mut verdicts = Verdicts::<_, 5>::new();
    for _ in 0..40 * scale() {
        let pairs: Vec<_> = (0..1000).map(|index| pair(&mut random, index)).collect();
        let contacts = agreed::<CapsuleTriangle, 3, 2>(&pairs);
        for (index, ((a, b), contact)) in pairs.iter().zip(&contacts).enumerate() {
            let verdict = apart(a, b);
            let gap = || (distance_of(a, b) - f64::from(a.radius)) / size(a, b);
            let check = || check_pair(&mut Random(index as u64), a, b, contact);
            verdicts.add(MADE[index % MADE.len()], &(a, b), contact, verdict, gap, check);
        }
    }
    println!("{verdicts:?}");
    evidence("capsule, triangle", verdicts.cases(), verdicts.close, relative(verdicts.worst));
    let Verdicts { counts, axes, worst, .. } = verdicts;
    assert!(worst < 1e-7, "{worst:e}");
    for (made, [together, apart]) in counts {
        // The segment is the edge that they share.
        let always = matches!(made, Made::SharedEdge | Made::Identical | Made::EdgeOnEdge);
        assert!(together > 500 && (apart > 500) != always, "{made:?} {together} {apart}");
    }
    assert!(axes.iter().all(|count| *count >= 500), "{axes:?}");
}
