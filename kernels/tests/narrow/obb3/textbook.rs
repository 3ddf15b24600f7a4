//! Boxes in 3D that the usual formula gets wrong: `docs/decisions/edge-axis-slack.md`.

use jostle_kernels::{contact::touches, sat::Obb3, shape::Obb};

use super::{apart_exactly, gaps};

/// C. Ericson, *Real-Time Collision Detection*, section 4.4.1, in `f32`.
fn apart_by_the_textbook(a: &Obb<3>, b: &Obb<3>) -> bool {
    let dot = |p: [f32; 3], q: [f32; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let between = std::array::from_fn(|i| b.center[i] - a.center[i]);
    let t = a.axes.map(|axis| dot(between, axis));
    let r = a.axes.map(|p| b.axes.map(|q| dot(p, q)));
    let abs = r.map(|row| row.map(|cosine| cosine.abs() + 1e-6));
    let (p, q) = (a.half, b.half);
    let column = |j: usize| [abs[0][j], abs[1][j], abs[2][j]];
    (0..3).any(|i| t[i].abs() > p[i] + dot(q, abs[i]))
        || (0..3).any(|j| dot(t, [r[0][j], r[1][j], r[2][j]]).abs() > dot(p, column(j)) + q[j])
        || (0..9).any(|edges| {
            let (i, j) = (edges / 3, edges % 3);
            let ([i1, i2], [j1, j2]) = ([(i + 1) % 3, (i + 2) % 3], [(j + 1) % 3, (j + 2) % 3]);
            let reach_a = p[i1] * abs[i2][j] + p[i2] * abs[i1][j];
            let reach_b = q[j1] * abs[i][j2] + q[j2] * abs[i][j1];
            (t[i2] * r[i1][j] - t[i1] * r[i2][j]).abs() > reach_a + reach_b
        })
}

/// Two beams that cross near their ends, one and a half thousandth deep. What the textbook adds to
/// the cosines is enough for their own rounding, but not for that of the way between the centers.
#[test]
fn crossing_beams_overlap() {
    let half = [10_000.0, 1.0, 1.0];
    let a = Obb {
        center: [0.0; 3],
        half,
        axes: [
            [0.34893176, -0.15806593, 0.9237217],
            [0.82995623, -0.40563732, -0.38292435],
            [0.43522328, 0.900263, -0.010351953],
        ],
    };
    let b = Obb {
        center: [5471.8696, 5005.8784, -5616.242],
        half,
        axes: [
            [0.8946992, 0.41223788, 0.17196877],
            [0.44425663, -0.8612326, -0.24680853],
            [0.04636129, 0.29721767, -0.95368356],
        ],
    };
    assert!(!apart_exactly(&a, &b));
    let depth = -gaps(&a, &b).into_iter().fold(f64::NEG_INFINITY, f64::max);
    assert!((1.6e-3..1.7e-3).contains(&depth), "{depth}");
    assert!(apart_by_the_textbook(&a, &b));
    assert!(touches::<Obb3, 3, 0>(&a, &b));
}

/// Half extents of a beam.
const BEAM: [f32; 3] = [10_000.0, 1.0, 1.0];

/// A beam at an angle around the vertical, with one of its long edges on top and one below.
fn beam(height: f64, angle: f64) -> Obb<3> {
    let (sin, cos) = angle.sin_cos();
    let half_turn = std::f64::consts::FRAC_1_SQRT_2;
    let axes = [
        [cos, sin, 0.0],
        [-sin * half_turn, cos * half_turn, half_turn],
        [sin * half_turn, -cos * half_turn, half_turn],
    ];
    let axes = axes.map(|axis| axis.map(|x| x as f32));
    Obb { center: [0.0, 0.0, height as f32], half: BEAM, axes }
}

/// Two beams, one above the other, at a small angle: only the axis across their long edges tells of
/// the gap. The textbook adds to it what is 4e-6 of the length of this axis at a right angle, and
/// at 2e-5 a fifth of a unit, which is a tenth of how thick the beams are.
#[test]
fn beams_above_each_other_are_apart() {
    let a = beam(0.0, 0.0);
    let touching = 2.0 * 2.0_f64.sqrt();
    for (angle, lost) in [(1e-2, 4e-4), (1e-3, 4e-3), (1e-4, 0.04), (2e-5, 0.2)] {
        for part in [1e-3, 0.1, 0.5, 0.98] {
            let b = beam(touching + lost * part, angle);
            assert!(apart_exactly(&a, &b), "{b:?}");
            assert!(!apart_by_the_textbook(&a, &b), "{b:?}");
            assert!(!touches::<Obb3, 3, 0>(&a, &b), "{b:?}");
            // No face tells.
            assert!(gaps(&a, &b)[..6].iter().all(|gap| *gap < 0.0), "{b:?}");
        }
        let b = beam(touching + lost * 1.02, angle);
        assert!(apart_by_the_textbook(&a, &b), "{b:?}");
    }
}

/// The same down to steps of the height: what touches is what touches exactly.
#[test]
fn beams_that_nearly_touch_are_decided_exactly() {
    let a = beam(0.0, 0.0);
    let mut apart = [0; 2];
    for angle in [1e-2, 1e-3, 1e-4, 2e-5, 1e-6] {
        let mut b = beam(2.0 * 2.0_f64.sqrt(), angle);
        b.center[2] = (0..20).fold(b.center[2], |height, _| height.next_down());
        for _ in 0..40 {
            b.center[2] = b.center[2].next_up();
            let is_apart = apart_exactly(&a, &b);
            assert_eq!(touches::<Obb3, 3, 0>(&a, &b), !is_apart, "{b:?}");
            apart[usize::from(is_apart)] += 1;
        }
    }
    assert!(apart.iter().all(|count| *count > 30), "{apart:?}");
}
