//! What differs between two and three dimensions.

use std::any::Any;

use bevy_math::{Mat3A, Quat, Vec3A};
use jostle::{Error, Shapes, shape::Rotation};

/// Numbers of a rotation: a complex number or a quaternion.
pub(crate) const fn parts_of_rotation(dimensions: usize) -> usize {
    if dimensions == 2 { 2 } else { 4 }
}

/// The rotation with these parts, of which 2D has two: cosine and sine, or `x, y, z, w`.
pub(crate) fn rotation<const D: usize>(parts: [f32; 4]) -> Rotation<D> {
    let [x, y, ..] = parts;
    let (plane, space) = (Rotation::<2>::from([x, y]), Rotation::<3>::from(parts));
    let either: [&dyn Any; 2] = [&plane, &space];
    either.into_iter().find_map(|any| any.downcast_ref().copied()).unwrap_or_default()
}

/// The parts of a rotation.
pub(crate) fn parts<const D: usize>(rotation: &Rotation<D>) -> [f32; 4] {
    let any: &dyn Any = rotation;
    if let Some(plane) = any.downcast_ref::<Rotation<2>>() {
        let [cos, sin] = plane.cos_sin();
        return [cos, sin, 0.0, 0.0];
    }
    any.downcast_ref::<Rotation<3>>().map_or([0.0; 4], Rotation::quaternion)
}

/// First turns by `inner`, then by `outer`.
pub(crate) fn turned<const D: usize>(outer: [f32; 4], inner: &Rotation<D>) -> Rotation<D> {
    let inner = parts(inner);
    rotation(if D == 2 {
        let ([c, s, ..], [d, t, ..]) = (outer, inner);
        [c * d - s * t, s * d + c * t, 0.0, 0.0]
    } else {
        (Quat::from_array(outer) * Quat::from_array(inner)).to_array()
    })
}

/// The parts of the rotation of a matrix whose columns have these lengths; of a mirrored one, that
/// of the matrix with its first column the other way.
pub(crate) fn parts_of_matrix<const D: usize>(matrix: &Mat3A, scale: [f32; D]) -> [f32; 4] {
    if D == 2 {
        let x = matrix.x_axis / scale[0];
        return [x.x, x.y, 0.0, 0.0];
    }
    let sign = if is_mirrored::<D>(matrix) { -1.0 } else { 1.0 };
    let [x, y, z] = [matrix.x_axis * sign, matrix.y_axis, matrix.z_axis];
    let columns: [Vec3A; 3] = [x / scale[0], y / scale[1], z / scale[D - 1]];
    Quat::from_mat3a(&Mat3A::from_cols(columns[0], columns[1], columns[2])).to_array()
}

/// Whether a matrix turns left into right.
pub(crate) fn is_mirrored<const D: usize>(matrix: &Mat3A) -> bool {
    if D == 2 {
        let (x, y) = (matrix.x_axis, matrix.y_axis);
        return x.x * y.y - x.y * y.x < 0.0;
    }
    matrix.determinant() < 0.0
}

/// Sets the rotations of all boxes.
pub(crate) fn set_box_rotations<const D: usize>(
    shapes: &mut Shapes<D>,
    parts: [&[f32]; 4],
) -> Result<(), Error> {
    let any: &mut dyn Any = shapes;
    if let Some(plane) = any.downcast_mut::<Shapes<2>>() {
        return plane.set_box_rotations([parts[0], parts[1]]);
    }
    any.downcast_mut::<Shapes<3>>().map_or(Ok(()), |space| space.set_box_rotations(parts))
}

/// The first coordinates of a vector.
pub(crate) fn array<const D: usize>(vector: Vec3A) -> [f32; D] {
    let all = vector.to_array();
    std::array::from_fn(|axis| all[axis])
}

/// A vector with these first coordinates.
pub(crate) fn vector<const D: usize>(array: [f32; D]) -> Vec3A {
    let mut all = [0.0; 3];
    all[..D].copy_from_slice(&array);
    Vec3A::from_array(all)
}
