//! Boxes in 3D beside other shapes.

use jostle_kernels::shape::Obb;

use super::{Random, exact, near::Number, rotation};

/// The corners of a box: corner `i` is on the high side of axis `k` if bit `k` of `i` is set.
pub(crate) fn corners<N: Number>(shape: &Obb<3>, number: fn(f32) -> N) -> [[N; 3]; 8] {
    std::array::from_fn(|signs| {
        let mut corner = shape.center.map(number);
        for k in 0..3 {
            let sign = if signs >> k & 1 == 0 { -1.0 } else { 1.0 };
            for (component, axis) in corner.iter_mut().zip(shape.axes[k]) {
                *component = component.clone() + number(sign * shape.half[k]) * number(axis);
            }
        }
        corner
    })
}

/// Axes of a box: those of the world, any, or along a direction, exactly or nearly so.
pub(crate) fn axes(random: &mut Random, along: [f32; 3]) -> [[f32; 3]; 3] {
    let square: f64 = along.iter().map(|x| f64::from(*x).powi(2)).sum();
    match random.below(3) {
        0 => {
            let [i, j] = random.of(&[[0, 1], [1, 2], [2, 0], [1, 0], [2, 1], [0, 2]]);
            let mut axes = [[0.0; 3]; 3];
            (axes[0][i], axes[1][j], axes[2][3 - i - j]) = (1.0, -1.0, 1.0);
            axes
        }
        1 if square > 0.0 => {
            let angle = random.of(&[0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
            let x =
                along.map(|x| f64::from(x) / square.sqrt() + angle * f64::from(random.within(1.0)));
            let any = random.direction::<3>();
            let unit = |v: [f64; 3]| {
                let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
                v.map(|x| x / length)
            };
            let cross = |a: [f64; 3], b: [f64; 3]| {
                [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
            };
            let x = unit(x);
            let y = unit(cross(x, any));
            let turn = random.below(3) as usize;
            let axes = [x, y, cross(x, y)].map(|axis| axis.map(|c| c as f32));
            [axes[turn], axes[(turn + 1) % 3], axes[(turn + 2) % 3]]
        }
        _ => rotation(random.direction()),
    }
}

/// The exact corners.
pub(crate) fn exact_corners(shape: &Obb<3>) -> [[super::Exact; 3]; 8] {
    corners(shape, exact)
}
