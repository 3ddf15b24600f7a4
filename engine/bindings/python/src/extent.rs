//! Where positions of `float64` are, so that they can be rounded about an origin among them.

use rayon::prelude::*;

use crate::view::Reader;

/// Vectors that one thread looks at one after the other.
const CHUNK: usize = 1 << 14;

/// The middle between the outermost numbers on each axis. What is not finite, or too far for `f32`,
/// does not count.
pub(crate) fn middle<const D: usize>(sets: &[Reader<'_, D>]) -> [f64; D] {
    let most = f64::from(f32::MAX) / 4.0;
    let nothing = [[f64::INFINITY; D], [f64::NEG_INFINITY; D]];
    let [low, high] = reduced(
        sets,
        nothing,
        |mut all, point| {
            if point.iter().all(|x| x.abs() < most) {
                for axis in 0..D {
                    all[0][axis] = all[0][axis].min(point[axis]);
                    all[1][axis] = all[1][axis].max(point[axis]);
                }
            }
            all
        },
        |a, b| {
            let [low, high] = [f64::min, f64::max];
            let of = |from: fn(f64, f64) -> f64, side: usize| {
                std::array::from_fn(|axis| from(a[side][axis], b[side][axis]))
            };
            [of(low, 0), of(high, 1)]
        },
    );
    if low[0] > high[0] {
        return [0.0; D];
    }
    std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]))
}

/// How far any vector is from the origin on any axis, of those that are not too far for `f32`.
pub(crate) fn farthest<const D: usize>(sets: &[Reader<'_, D>], origin: &[f64; D]) -> f64 {
    let farther = |most: f64, point: [f64; D]| {
        let apart = (0..D).map(|axis| (point[axis] - origin[axis]).abs()).fold(0.0, f64::max);
        if apart <= f64::from(f32::MAX) { most.max(apart) } else { most }
    };
    reduced(sets, 0.0, farther, f64::max)
}

/// What all vectors come to, on all threads.
fn reduced<T: Copy + Send + Sync, const D: usize>(
    sets: &[Reader<'_, D>],
    nothing: T,
    with: impl Fn(T, [f64; D]) -> T + Sync,
    both: impl Fn(T, T) -> T + Sync,
) -> T {
    let of_set = |set: &Reader<'_, D>| {
        (0..set.len.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let rows = chunk * CHUNK..set.len.min((chunk + 1) * CHUNK);
                rows.fold(nothing, |all, row| with(all, set.get(row)))
            })
            .reduce(|| nothing, &both)
    };
    sets.iter().map(of_set).fold(nothing, &both)
}
