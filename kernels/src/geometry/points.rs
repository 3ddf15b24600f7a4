//! Helpers over coordinates that the geometry files share.

/// Whether all coordinates are numbers.
pub(super) fn finite<const D: usize>(points: &[[f32; D]]) -> bool {
    points.as_flattened().iter().all(|x| x.is_finite())
}

/// The same in `f64`.
pub(super) fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}

/// Rounded once. No zero is negative.
pub(super) fn rounded<const D: usize>(vector: [f64; D]) -> [f32; D] {
    vector.map(|x| x as f32 + 0.0)
}

/// The edges of a polygon, the last one back to the first vertex.
pub(super) fn edges(polygon: &[[f32; 2]]) -> impl Iterator<Item = [[f32; 2]; 2]> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| [*a, *b])
}
