//! The shorter way from one direction to another.

use crate::Shape;

/// How a shape turns from one place to another: in 2D by an angle, in 3D by an axis as long as the
/// angle.
pub(super) fn turn<const D: usize>(from: &Shape<D>, to: &Shape<D>) -> [f32; 3] {
    let turn = match (from, to) {
        (Shape::Box(from), Shape::Box(to)) if from.rotation != to.rotation => {
            between_rotations::<D>(from.rotation.parts(), to.rotation.parts())
        }
        (Shape::Polygon(from), Shape::Polygon(to)) if from.rotation != to.rotation => {
            between_rotations::<2>(from.rotation.parts(), to.rotation.parts())
        }
        (Shape::Capsule(from), Shape::Capsule(to)) if from.axis != to.axis => {
            between_axes::<D>(&from.axis, &to.axis, true)
        }
        _ => [0.0; 3],
    };
    turn.map(|part| part as f32)
}

/// By complex numbers in 2D, by quaternions in 3D.
fn between_rotations<const D: usize>(from: &[f32], to: &[f32]) -> [f64; 3] {
    if D == 2 { between_axes::<2>(from, to, false) } else { between_quaternions(from, to) }
}

fn between_quaternions(from: &[f32], to: &[f32]) -> [f64; 3] {
    let wide = |parts: &[f32]| [0, 1, 2, 3].map(|part| f64::from(parts[part]));
    let ([x, y, z, w], [a, b, c, d]) = (wide(from), wide(to));
    // The second times the conjugate of the first.
    let real = d * w + a * x + b * y + c * z;
    let axis = [
        a * w - d * x - b * z + c * y,
        b * w - d * y - c * x + a * z,
        c * w - d * z - a * y + b * x,
    ];
    // A quaternion and its negative are the same rotation; one of them is the shorter way.
    let sign = if real < 0.0 { -1.0 } else { 1.0 };
    let axis = axis.map(|part| sign * part);
    as_long_as(axis, |sine| 2.0 * sine.atan2(sign * real))
}

/// From the direction of one vector to that of another, or of its opposite, where that is as good.
fn between_axes<const D: usize>(from: &[f32], to: &[f32], opposite: bool) -> [f64; 3] {
    let wide =
        |parts: &[f32]| [0, 1, 2].map(|axis| if axis < D { f64::from(parts[axis]) } else { 0.0 });
    let (from, to) = (wide(from), wide(to));
    let dot: f64 = from.iter().zip(&to).map(|(a, b)| a * b).sum();
    let sign = if opposite && dot < 0.0 { -1.0 } else { 1.0 };
    let cross = |i: usize, j: usize| sign * (from[i] * to[j] - from[j] * to[i]);
    if D == 2 {
        return [cross(0, 1).atan2(sign * dot), 0.0, 0.0];
    }
    as_long_as([cross(1, 2), cross(2, 0), cross(0, 1)], |sine| sine.atan2(sign * dot))
}

/// A vector of this direction, as long as a function of its length says.
fn as_long_as(vector: [f64; 3], of_length: impl Fn(f64) -> f64) -> [f64; 3] {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 {
        return [0.0; 3];
    }
    vector.map(|x| x / length * of_length(length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{narrow::Motion, shape::Rotation};

    const QUARTER: f32 = std::f32::consts::FRAC_PI_2;

    #[test]
    fn boxes_turn_the_shorter_way() {
        let planar = |angle: f32| Shape::oriented_box([1.0, 0.0], [1.0, 2.0], angle);
        for (from, to, expected) in [
            (0.0, 0.5, 0.5),
            (3.0, -3.0, 2.0 * std::f32::consts::PI - 6.0),
            (0.5, -1.0, -1.5),
            (1.0, 1.0, 0.0),
        ] {
            let motion = Motion::between(&planar(from), &planar(to));
            assert!((motion.angle() - expected).abs() < 1e-6, "{from} {to} {}", motion.angle());
            assert_eq!((motion.by(), motion.turns()), ([0.0; 2], expected != 0.0));
        }
        let axis = [0.6, 0.0, 0.8];
        let spatial = |angle: f32, by: f32| {
            let rotation = Rotation::about(axis, angle);
            Shape::oriented_box([by, 0.0, 0.0], [1.0; 3], rotation)
        };
        for (from, to, expected) in [(0.0, 0.5, 0.5), (3.0, -3.0, 0.283_185_3), (0.5, -1.0, -1.5)] {
            let motion = Motion::between(&spatial(from, 1.0), &spatial(to, 4.0));
            for (part, along) in motion.rotation().iter().zip(axis) {
                assert!((part - along * expected).abs() < 1e-5, "{from} {to} {motion:?}");
            }
            assert_eq!(motion.by(), [3.0, 0.0, 0.0]);
        }
    }

    #[test]
    fn capsules_have_no_front() {
        let planar = |angle: f32| {
            let end = [angle.cos(), angle.sin()];
            Shape::capsule(end.map(|x| -x), end, 0.5)
        };
        let turned = |from, to| Motion::between(&planar(from), &planar(to)).angle();
        assert!((turned(0.0, 1.0) - 1.0).abs() < 1e-6);
        assert!((turned(0.0, 3.0) - (3.0 - 2.0 * QUARTER)).abs() < 1e-6);
        let spatial = |end: [f32; 3]| Shape::capsule(end.map(|x| -x), end, 0.5);
        let motion = Motion::between(&spatial([2.0, 0.0, 0.0]), &spatial([0.0, -1.0, 0.0]));
        assert!((motion.rotation()[2].abs() - QUARTER).abs() < 1e-6, "{motion:?}");
        let point = Shape::point([1.0, 2.0, 3.0]);
        assert_eq!(Motion::between(&point, &point), Motion::REST);
    }
}
