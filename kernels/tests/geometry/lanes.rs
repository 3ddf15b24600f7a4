//! Eight lanes against one number, bit for bit.

use jostle_kernels::{
    Aabb, Lanes, Pass, SimdLevel,
    geometry::closest,
    lane::LANES,
    real::{Real, Wide},
    shape::{Ball, Capsule, Obb, Triangle},
};

use super::support::{Cases, scale};

/// Numbers that go in, enough for every formula.
const INPUTS: usize = 18;

/// Numbers that come out of all formulas.
const OUTPUTS: usize = 34;

/// All formulas of closest points, of the same numbers.
#[inline(always)]
fn all<R: Real>(x: &[R; INPUTS]) -> [R; OUTPUTS] {
    let at = |i: usize| [x[i], x[i + 1], x[i + 2]];
    let (p, a, b, c, d) = (at(0), at(3), at(6), at(9), at(12));
    let flat = |i: usize| [x[i], x[i + 1]];
    let pair = closest::segments([a, b], [c, d]);
    let flat_pair = closest::segments([flat(0), flat(2)], [flat(4), flat(6)]);
    let half = [a[0].abs(), a[1].abs(), a[2].abs()];
    let groups = [
        closest::segment(p, [a, b]),
        closest::aabb(p, &Aabb { min: a, max: b }),
        closest::ball(p, &Ball { center: a, radius: x[17].abs() }),
        closest::capsule(p, &Capsule { center: a, axis: b, radius: x[17].abs() }),
        closest::obb(p, &Obb { center: at(15), half, axes: [b, c, d] }),
        closest::triangle3(p, &Triangle { vertices: [a, b, c] }),
        pair.on_first,
        pair.on_second,
    ];
    let mut out = [x[0]; OUTPUTS];
    for (to, group) in out.as_chunks_mut::<3>().0.iter_mut().zip(groups) {
        *to = group;
    }
    [out[24], out[25]] = pair.parameters;
    [out[26], out[27]] = flat_pair.on_first;
    [out[28], out[29]] = flat_pair.on_second;
    [out[30], out[31]] = closest::segment(flat(0), [flat(2), flat(4)]);
    let capsule = Capsule { center: flat(2), axis: flat(4), radius: x[6].abs() };
    [out[32], out[33]] = closest::capsule(flat(0), &capsule);
    out
}

/// The formulas in eight lanes.
struct Eight([[f32; LANES]; INPUTS]);

impl Pass for Eight {
    type Output = [[f32; LANES]; OUTPUTS];
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let found = all(&self.0.map(|column| Wide::new(lanes, lanes.load(&column))));
        let mut out = [[0.0; LANES]; OUTPUTS];
        for (to, from) in out.iter_mut().zip(found) {
            lanes.store(from.floats, to);
        }
        out
    }
}

#[test]
fn eight_lanes_equal_one_number() {
    let mut cases = Cases::new(111);
    let (mut numbers, mut levels) = (0, 0);
    for round in 0..8_000 * scale() {
        let mut inputs = [[0.0; LANES]; INPUTS];
        for lane in 0..LANES {
            cases.next();
            for column in &mut inputs {
                column[lane] = match cases.random.below(60) {
                    0 => cases.random.of(&[0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN]),
                    _ => cases.number(),
                };
            }
            if round % 4 == 0 {
                // A segment of no length, a flat triangle.
                for k in 0..3 {
                    inputs[6 + k][lane] = inputs[3 + k][lane];
                }
            }
        }
        for level in SimdLevel::available() {
            let found = level.run(Eight(inputs));
            for lane in 0..LANES {
                let expected = all(&inputs.map(|column| column[lane]));
                for (column, expected) in found.iter().zip(expected) {
                    let same = column[lane].to_bits() == expected.to_bits();
                    assert!(same || column[lane].is_nan() && expected.is_nan(), "{level} {lane}");
                    numbers += usize::from(expected.is_finite());
                }
            }
            levels += 1;
        }
    }
    assert!(numbers > 1_000_000 && levels >= 8_000, "{numbers} {levels}");
}
