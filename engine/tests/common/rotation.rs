//! Rotations in `f64`.

/// The axes of a rotation by a complex number or a quaternion of any length; in 2D the third axis
/// stays as it is.
pub(crate) fn axes_of(parts: &[f64]) -> [[f64; 3]; 3] {
    let length = parts.iter().map(|x| x * x).sum::<f64>().sqrt();
    match *parts {
        [cos, sin] => {
            let (cos, sin) = (cos / length, sin / length);
            [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]
        }
        [x, y, z, w] => {
            let [x, y, z, w] = [x, y, z, w].map(|part| part / length);
            [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
                [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
                [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
            ]
        }
        _ => unreachable!("a rotation has two parts or four"),
    }
}

/// The first components of the first axes: those of the space.
pub(crate) fn axes_in<const D: usize>(parts: &[f64]) -> [[f64; D]; D] {
    let all = axes_of(parts);
    std::array::from_fn(|axis| std::array::from_fn(|k| all[axis][k]))
}
