//! From rotations to axes, and turned points.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    lane::LANES,
    shape::{Turn, complex_axes, quaternion_axes},
};

use crate::support::{Exact, Random, evidence, exact, scale};

/// What is computed of eight rotations, at a level.
struct AtLevel<I, O>(I, fn(&I) -> O);

impl<I, O> Pass for AtLevel<I, O> {
    type Output = O;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> O {
        (self.1)(&self.0)
    }
}

/// Half a step of a component, or 2^-50.
fn error_of(component: f32) -> Exact {
    exact(component).abs() * exact(f32::EPSILON / 2.0) + exact(f32::EPSILON.powi(2) * 0.0625)
}

/// A quaternion or complex number with squares that sum up to 0.9 to 1.1; often a special one.
fn rotation<const N: usize>(random: &mut Random) -> [f32; N] {
    let mut rotation: [f32; N] = random.direction().map(|x: f64| x as f32);
    match random.below(8) {
        // A tiny part, or none.
        0 => rotation[random.below(N as u32) as usize] *= random.of(&[0.0, 1e-9, 1e-20, 1e-42]),
        // A quarter or half turn, or a third of one.
        1 => rotation = std::array::from_fn(|_| random.of(&[0.0, 0.0, 1.0, -1.0])),
        _ => {}
    }
    let square: f32 = rotation.iter().map(|x| x * x).sum();
    if square < 0.1 {
        rotation = [0.0; N];
        rotation[N - 1] = 1.0;
    }
    let square: f32 = rotation.iter().map(|x| x * x).sum();
    // Near the ends of what the gate lets in, and in between.
    let length = random.of(&[0.949, 1.0, 1.0, 1.0, 1.048]);
    rotation.map(|x| x / square.sqrt() * length)
}

fn eight<const N: usize>(random: &mut Random) -> ([[f32; N]; LANES], [[f32; LANES]; N]) {
    let rows: [[f32; N]; LANES] = std::array::from_fn(|_| rotation(random));
    (rows, std::array::from_fn(|number| rows.map(|row| row[number])))
}

#[test]
fn axes_of_quaternions_are_rounded_once() {
    let mut random = Random(1);
    let mut zeros = 0;
    for _ in 0..5000 * scale() {
        let (rows, columns) = eight(&mut random);
        let axes = quaternion_axes(&columns);
        for level in SimdLevel::available() {
            let again = level.run(AtLevel(columns, quaternion_axes));
            assert_eq!(
                axes.map(|a| a.map(|c| c.map(f32::to_bits))),
                again.map(|a| a.map(|c| c.map(f32::to_bits))),
                "{level}"
            );
        }
        for (lane, q) in rows.into_iter().enumerate() {
            let of = |i: usize, j: usize| exact(q[i]) * exact(q[j]);
            let twice = |a: Exact| a.clone() + a;
            let (x, y, z, w) = (0, 1, 2, 3);
            let square = of(x, x) + of(y, y) + of(z, z) + of(w, w);
            let expected = [
                [
                    of(w, w) + of(x, x) - of(y, y) - of(z, z),
                    twice(of(x, y) + of(w, z)),
                    twice(of(x, z) - of(w, y)),
                ],
                [
                    twice(of(x, y) - of(w, z)),
                    of(w, w) - of(x, x) + of(y, y) - of(z, z),
                    twice(of(y, z) + of(w, x)),
                ],
                [
                    twice(of(x, z) + of(w, y)),
                    twice(of(y, z) - of(w, x)),
                    of(w, w) - of(x, x) - of(y, y) + of(z, z),
                ],
            ];
            for (axis, expected) in axes.iter().zip(expected) {
                for (component, expected) in axis.iter().zip(expected) {
                    let component = component[lane];
                    let off = exact(component) * square.clone() - expected.clone();
                    assert!(off.abs() <= error_of(component) * square.clone(), "{q:?}: {axes:?}");
                    if expected.signum() == 0 {
                        assert_eq!(component.to_bits(), 0, "{q:?}: zeros stay, and are positive");
                        zeros += 1;
                    }
                }
            }
        }
    }
    let cases = 40_000 * scale();
    evidence("axes of quaternions", cases, cases, "rounded once");
    assert!(zeros > 1000, "only {zeros} zeros");
}

/// Whether `found` is `number / sqrt(square)` but for `error`: without a root, by squares.
fn is_per_root(found: f32, error: Exact, number: &Exact, square: &Exact) -> bool {
    let square_of = |x: Exact| x.clone() * x;
    let (size, target) = (exact(found).abs(), square_of(number.clone()));
    let most = square_of(size.clone() + error.clone()) * square.clone();
    let least = size - error;
    let sign = number.signum() == exact(found).signum();
    most >= target && (least.signum() <= 0 || sign && square_of(least) * square.clone() <= target)
}

#[test]
fn axes_of_complex_numbers_are_rounded_once() {
    let mut random = Random(2);
    for _ in 0..5000 * scale() {
        let (rows, columns) = eight(&mut random);
        let axes = complex_axes(&columns);
        for level in SimdLevel::available() {
            assert_eq!(axes, level.run(AtLevel(columns, complex_axes)), "{level}");
        }
        for (lane, [cos, sin]) in rows.into_iter().enumerate() {
            let [[a, b], [c, d]] = axes.map(|axis| axis.map(|component| component[lane]));
            let square = exact(cos) * exact(cos) + exact(sin) * exact(sin);
            for (found, number) in [(a, cos), (b, sin), (-c, sin), (d, cos)] {
                let near = is_per_root(found, error_of(found), &exact(number), &square);
                assert!(near, "{cos} {sin}: {axes:?}");
                assert!(found != 0.0 || number.abs() < 1e-30, "{cos} {sin}: {axes:?}");
            }
        }
    }
    let cases = 40_000 * scale();
    evidence("axes of complex numbers", cases, cases, "rounded once");
}

#[test]
fn points_are_turned_and_rounded_once() {
    let mut random = Random(3);
    for _ in 0..5000 * scale() {
        let (rows, columns) = eight(&mut random);
        let size = random.of(&[1e-20_f32, 1.0, 1e4, 1e20]);
        let points: [[f32; 2]; LANES] = std::array::from_fn(|_| random.vector(size));
        let of_axis = |axis: usize| points.map(|point| point[axis]);
        let given = (columns, [of_axis(0), of_axis(1)]);
        let turned = Turn::new(&given.0).point(&given.1);
        for level in SimdLevel::available() {
            let again = level.run(AtLevel(given, |(of, points)| Turn::new(of).point(points)));
            assert_eq!(turned, again, "{level}");
        }
        for (lane, ([cos, sin], [x, y])) in rows.into_iter().zip(points).enumerate() {
            let square = exact(cos) * exact(cos) + exact(sin) * exact(sin);
            let turned = turned.map(|axis| axis[lane]);
            let right = exact(cos) * exact(x) - exact(sin) * exact(y);
            let up = exact(sin) * exact(x) + exact(cos) * exact(y);
            for (found, number) in turned.into_iter().zip([right, up]) {
                let error = error_of(found) + exact(f64::from(size) * 0.5_f64.powi(50));
                let near = is_per_root(found, error, &number, &square);
                assert!(near, "{cos} {sin}, {x} {y}: {turned:?}");
            }
        }
    }
    let cases = 40_000 * scale();
    evidence("turned points", cases, cases, "rounded once");
}
