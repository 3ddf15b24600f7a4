//! Boxes in 2D.

use jostle_kernels::{
    contact::{Contact, PairTest},
    sat::Obb2,
    shape::Obb,
};

use crate::support::{Random, agreed, evidence, planar::Hulls, relative, scale};

/// A box turned by an angle.
pub(crate) fn turned(center: [f32; 2], half: [f32; 2], angle: f64) -> Obb<2> {
    let (sin, cos) = angle.sin_cos();
    Obb { center, half, axes: [[cos as f32, sin as f32], [-sin as f32, cos as f32]] }
}

/// Half extents: cubes, bars, plates of 1 to 10,000, segments, points.
fn half(random: &mut Random) -> [f32; 2] {
    let [x, y] = [0.1 + random.unit(), 0.1 + random.unit()];
    match random.below(12) {
        0 => [x, x * 1e-4],
        1 => [x * 1e-4, x],
        2 => [x, 0.0],
        3 => [0.0, y],
        4 if random.below(4) == 0 => [0.0; 2],
        5 => [x * 1e-6, y * 1e-6],
        _ => [x, y],
    }
}

/// An angle between two boxes: any, none, a right one, or next to none.
fn angle(random: &mut Random) -> f64 {
    let small = [0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
    let quarter = f64::from(random.below(4)) * std::f64::consts::FRAC_PI_2;
    if random.below(2) == 0 {
        f64::from(random.unit()) * std::f64::consts::TAU
    } else {
        quarter + random.of(&small) * f64::from(random.of(&[-1_i8, 1]))
    }
}

/// Two boxes of which B is `depth` into A along an axis of either, and shifted at random across it.
fn at_depth(random: &mut Random, depth: f64) -> (Obb<2>, Obb<2>) {
    let turn = f64::from(random.unit()) * std::f64::consts::TAU * f64::from(random.below(2));
    let a = turned([0.0; 2], half(random), turn);
    let mut b = turned([0.0; 2], half(random), turn + angle(random));
    let along = random.of(&[a, b]).axes[random.below(2) as usize].map(f64::from);
    let away = -Hulls::new(&a, &b).along(along) - depth;
    let across = f64::from(random.within(1.2));
    b.center = [
        (along[0] * away - along[1] * across) as f32,
        (along[1] * away + along[0] * across) as f32,
    ];
    (a, b)
}

/// Boxes along the axes with whole numbers, of which B touches A, misses it by one, or is in it.
fn on_grid(random: &mut Random) -> (Obb<2>, Obb<2>) {
    let axes = [[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [-1.0, 0.0]], [[0.0, -1.0], [1.0, 0.0]]];
    let whole = |random: &mut Random| random.below(1000) as f32;
    let shape = |random: &mut Random| Obb {
        center: [0.0; 2],
        half: [whole(random), whole(random)],
        axes: random.of(&axes),
    };
    let (a, mut b) = (shape(random), shape(random));
    let extent = |s: &Obb<2>| if s.axes[0][0] == 0.0 { [s.half[1], s.half[0]] } else { s.half };
    let reach = [0, 1].map(|axis| extent(&a)[axis] + extent(&b)[axis]);
    let side = random.below(2) as usize;
    b.center[side] = (reach[side] + random.of(&[-1.0, 0.0, 0.0, 1.0])) * random.of(&[-1.0, 1.0]);
    // Along the other axis at a corner, or anywhere.
    let (corner, anywhere) = (reach[1 - side], random.within(1.0));
    b.center[1 - side] = random.of(&[corner, (corner * anywhere).round()]);
    (a, b)
}

/// A box in a box.
fn contained(random: &mut Random) -> (Obb<2>, Obb<2>) {
    let turn = f64::from(random.unit()) * std::f64::consts::TAU;
    let a = turned([0.0; 2], half(random), turn);
    let small = a.half[0].min(a.half[1]) * 0.7;
    let part = |random: &mut Random| small * random.unit();
    let b = turned([0.0; 2], [part(random), part(random)], turn + angle(random));
    let to = [random.within(0.2), random.within(0.2)].map(|x| x * small);
    (a, Obb { center: to, ..b })
}

/// The case mix.
fn cases(random: &mut Random, count: usize) -> Vec<(Obb<2>, Obb<2>)> {
    let depths = [-1e-3, -1e-6, -1e-7, 0.0, 0.0, 1e-7, 1e-6, 1e-3, 0.1];
    let mut pairs = Vec::new();
    for _ in 0..count {
        let (mut a, mut b) = match random.below(10) {
            0..3 => contained(random),
            3..6 => on_grid(random),
            6..9 => {
                let depth = random.of(&depths);
                at_depth(random, depth)
            }
            _ => {
                let depth = f64::from(random.within(0.5));
                at_depth(random, depth)
            }
        };
        let size = random.of(&[1.0, 1.0, 1e-15, 1e15, 1e-30, 1e30, 1e-38, 3e-43]);
        let offset = random.of(&[0.0, 0.0, 1.0, 1e3, 1e5, 1e7]);
        let place = random.vector::<2>(offset * size);
        for shape in [&mut a, &mut b] {
            shape.half = shape.half.map(|x| x * size);
            shape.center = [0, 1].map(|axis| shape.center[axis] * size + place[axis]);
        }
        pairs.push(if random.below(2) == 0 { (a, b) } else { (b, a) });
    }
    pairs
}

/// How far B is from A along each of the four axes.
fn along_axes(a: &Obb<2>, b: &Obb<2>, hulls: &Hulls) -> [f64; 4] {
    let [p, q, r, s] = [a.axes[0], a.axes[1], b.axes[0], b.axes[1]].map(|v| v.map(f64::from));
    [p, q, r, s].map(|axis| hulls.along(axis).max(hulls.along(axis.map(|x| -x))))
}

/// What a run of cases showed.
#[derive(Debug, Default)]
struct Found {
    decided: [usize; 4],
    alone: [usize; 4],
    apart: usize,
    together: usize,
    /// Within 1e-6 of touching, and those that only exact arithmetic could decide.
    near: usize,
    close: usize,
    worst_gap: f64,
    worst_distance: f64,
}

impl Found {
    /// No gap that is not there, no overlap over a gap, the right depth and normal.
    fn add(&mut self, (a, b): &(Obb<2>, Obb<2>), contact: &Contact<2, 0>) {
        let hulls = Hulls::new(a, b);
        let size = hulls.size;
        let case = || format!("{a:?} {b:?} {contact:?}");
        if hulls.meet() {
            assert!(contact.distance <= 0.0, "a gap that is not there: {}", case());
            self.together += 1;
        } else if contact.distance <= 0.0 {
            self.worst_gap = self.worst_gap.max(hulls.gap() / size);
        } else {
            self.apart += 1;
        }
        self.close += usize::from(hulls.was_close());
        let along = along_axes(a, b, &hulls);
        let expected = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
        self.near += usize::from(expected.abs() < 1e-6 * size);
        if !(1e-30..=1e35).contains(&size) {
            return;
        }
        let distance = f64::from(contact.distance);
        self.worst_distance = self.worst_distance.max((distance - expected).abs() / size);
        let normal = contact.normal.map(f64::from);
        assert!((normal[0].hypot(normal[1]) - 1.0).abs() < 1e-6, "{}", case());
        // The normal says which way B is, and out to where it only touches.
        assert!((hulls.along(normal) - distance).abs() < 1e-6 * size, "{}", case());
        if distance <= 0.0 {
            let out = hulls.moved(normal.map(|x| x * -distance));
            assert!(out.separation().abs() < 2e-6 * size, "{}", case());
        }
        // What decides, computed without turning the pair around.
        let (direct, _) = Obb2::contact::<f32>(a, b);
        let axis = direct.axis as usize;
        self.decided[axis] += 1;
        assert!(along[axis] >= expected - 1e-6 * size, "{along:?} {}", case());
        // Not next to one that all but separates.
        let separates = along.map(|distance| distance > 1e-6 * size);
        let alone = along.iter().filter(|distance| **distance > 0.0).count() == 1;
        if alone && separates.contains(&true) {
            self.alone[axis] += 1;
            assert!(separates[axis] && contact.distance > 0.0, "{along:?} {}", case());
        }
    }
}

/// O2, O3: as they should be, and every axis is needed.
#[test]
fn distances_are_right() {
    let (mut random, mut found) = (Random(2), Found::default());
    let count = 100_000;
    for _ in 0..scale() {
        let pairs = cases(&mut random, count);
        for (pair, contact) in pairs.iter().zip(agreed::<Obb2, 2, 0>(&pairs)) {
            found.add(pair, &contact);
        }
    }
    println!("{found:?}");
    evidence("box, box in 2D", count * scale(), found.close, relative(found.worst_gap));
    let Found { decided, alone, apart, together, near, worst_gap, worst_distance, .. } = found;
    assert!(worst_gap < 2e-14, "{worst_gap:e}");
    assert!(worst_distance < 4e-7, "{worst_distance:e}");
    assert!(apart > 5000 && together > 15_000 && near > 10_000);
    assert!(decided.into_iter().all(|count| count >= 1000), "{decided:?}");
    assert!(alone.into_iter().all(|count| count >= 500), "{alone:?}");
}

/// P3: what is decided does not depend on the unit of length.
#[test]
fn scale_changes_nothing() {
    let mut random = Random(3);
    let pairs: Vec<_> = cases(&mut random, 4000 * scale())
        .into_iter()
        .filter(|(a, _)| (1e-4..1e4).contains(&(a.half[0] + a.half[1])))
        .collect();
    assert!(pairs.len() > 500, "{}", pairs.len());
    let expected = agreed::<Obb2, 2, 0>(&pairs);
    for exponent in [-20, -1, 1, 20] {
        let by = 2.0_f32.powi(exponent);
        let resize =
            |s: Obb<2>| Obb { center: s.center.map(|x| x * by), half: s.half.map(|x| x * by), ..s };
        let resized: Vec<_> = pairs.iter().map(|(a, b)| (resize(*a), resize(*b))).collect();
        for (index, contact) in agreed::<Obb2, 2, 0>(&resized).into_iter().enumerate() {
            let unscaled = &expected[index];
            assert_eq!(contact.distance > 0.0, unscaled.distance > 0.0, "{:?}", pairs[index]);
            assert_eq!(contact.axis, unscaled.axis, "{:?}", pairs[index]);
        }
    }
}

/// What overflows is decided in `f64`, and what is no number is nowhere apart.
#[test]
fn extremes() {
    let axes = [[1.0, 0.0], [0.0, 1.0]];
    let at = |x: f32, half: f32| Obb { center: [x, 0.0], half: [half; 2], axes };
    let max = f32::MAX;
    let pairs = [
        (at(-max, 1.0), at(max, 1.0)),
        (at(-max, max), at(max, max)),
        (at(-max, max * 0.9), at(max, max)),
        (at(0.0, max), at(max, 0.0)),
        (at(0.0, 0.0), at(0.0, 0.0)),
        (at(0.0, 1e-45), at(3e-45, 1e-45)),
        (at(0.0, 1e-45), at(2.8e-45, 1e-45)),
        (at(0.0, 1e-38), at(2e-38, 0.99e-38)),
    ];
    let apart: Vec<_> =
        agreed::<Obb2, 2, 0>(&pairs).iter().map(|contact| contact.distance > 0.0).collect();
    let expected: Vec<_> = pairs.iter().map(|(a, b)| !Hulls::new(a, b).meet()).collect();
    assert_eq!(apart, expected);
    assert!(expected.contains(&true) && expected.contains(&false));
}
