//! Helpers over coordinates that the geometry files share.
//!
//! They are loops, for `array::map` is compiled to calls: their results pass through memory in
//! parts and are read back at once, for which the processor waits until all older stores are done.

/// Whether all coordinates are numbers.
#[inline]
pub(super) fn finite<const D: usize>(points: &[[f32; D]]) -> bool {
    points.as_flattened().iter().all(|x| x.is_finite())
}

/// The same in `f64`.
#[inline(always)]
pub(super) fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    let mut wide = [0.0; D];
    for axis in 0..D {
        wide[axis] = f64::from(vector[axis]);
    }
    wide
}

/// Rounded once. No zero is negative.
#[inline(always)]
pub(super) fn rounded<const D: usize>(vector: [f64; D]) -> [f32; D] {
    let mut rounded = [0.0; D];
    for axis in 0..D {
        rounded[axis] = vector[axis] as f32 + 0.0;
    }
    rounded
}

/// The edges of a polygon, the last one back to the first vertex.
pub(super) fn edges(polygon: &[[f32; 2]]) -> impl Iterator<Item = [[f32; 2]; 2]> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| [*a, *b])
}
