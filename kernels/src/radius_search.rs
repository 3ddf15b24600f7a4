//! Points within a distance of a point: eight distances at a time, hits left-packed.
//!
//! Squares of distances are computed in `f32`. A [`Band`] says which of them decide; for those in
//! between, which are rare, the caller decides. So the answer is as exact as the caller's.

use crate::{
    Lanes,
    simd::{LANES, set_bits},
};

/// Squared distances in `f32` up to `sure` are of points that are within the reach, those above
/// `most` of points that are not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Within the reach up to here.
    pub sure: f32,
    /// Beyond it from here on.
    pub most: f32,
}

/// Half the distance of 1 to the next `f32`.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// More than three squares lose where they underflow.
const UNDERFLOW: f64 = f32::from_bits(4) as f64;

impl Band {
    /// The band of a reach, for points whose differences on each axis are off by at most `error`.
    ///
    /// In three dimensions a square of a distance has five roundings in a row: one in a difference,
    /// which counts twice, one in a square and two in sums. Each changes it by a factor of at most
    /// 1 +- 2^-24, all five by less than 1 +- 6 2^-24; a difference does not underflow, a square
    /// loses up to 2^-150. Errors of the points move the distance by at most the square root of 3
    /// times theirs. What overflows is infinite and so beyond every finite band; where the band is
    /// not finite, nothing is decided that is not within it.
    #[must_use]
    pub fn new(reach: f32, error: f64) -> Self {
        let reach = f64::from(reach);
        // 1.75 is above the square root of 3.
        let (low, high) = ((reach - 1.75 * error).max(0.0), reach + 1.75 * error);
        let sure = low * low * (1.0 - 6.0 * ROUNDING) - UNDERFLOW;
        let most = high * high * (1.0 + 6.0 * ROUNDING) + UNDERFLOW;
        // The next ones, as the conversion may have rounded to the wrong side.
        Self { sure: (sure as f32).next_down(), most: (most as f32).next_up() }
    }
}

/// Points as columns of whole groups; lanes behind the last point have a NaN on the first axis.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a, const D: usize> {
    /// Coordinates, one column per axis.
    pub at: [&'a [[f32; LANES]]; D],
    /// What is reported of a point; as a float it is a normal positive number.
    pub keys: &'a [[u32; LANES]],
}

/// A point whose neighbors are searched.
#[derive(Clone, Copy, Debug)]
pub struct RadiusQuery<const D: usize> {
    /// Where it is.
    pub at: [f32; D],
    /// Its own key.
    pub key: u32,
    /// What is near.
    pub band: Band,
}

/// Writes the keys of the targets near the query to the front of `out`, in their order, and returns
/// how many they are. Left out is what has the query's own key, and with `ABOVE` all keys below it.
///
/// `decide` decides for targets in the band, by their place.
///
/// # Panics
/// When `out` has fewer slots than there are lanes of targets, or columns differ in length.
#[inline(always)]
pub fn scan<L: Lanes, const D: usize, const ABOVE: bool>(
    lanes: L,
    query: &RadiusQuery<D>,
    targets: &Targets<'_, D>,
    out: &mut [u32],
    mut decide: impl FnMut(usize) -> bool,
) -> usize {
    let groups = targets.keys.len();
    let columns = targets.at.map(|column| &column[..groups]);
    let out = &mut out[..groups * LANES];
    let at = query.at.map(|x| lanes.splat(x));
    let key = lanes.splat_int(query.key);
    let [sure, most] = [query.band.sure, query.band.most].map(|limit| lanes.splat(limit));
    let mut count = 0;
    for (group, keys) in targets.keys.iter().enumerate() {
        let mut square = lanes.splat(0.0);
        for axis in 0..D {
            let from = lanes.sub(lanes.load(&columns[axis][group]), at[axis]);
            let part = lanes.mul(from, from);
            square = if axis == 0 { part } else { lanes.add(square, part) };
        }
        let keys = lanes.load_int(keys);
        let near = lanes.le(square, most);
        let near = if ABOVE {
            lanes.both(near, lanes.lt(lanes.floats_of_bits(key), lanes.floats_of_bits(keys)))
        } else {
            lanes.but_not(near, lanes.eq_int(key, keys))
        };
        let mut bits = lanes.bits(near);
        let doubtful = lanes.bits(lanes.but_not(near, lanes.le(square, sure)));
        if doubtful != 0 {
            bits &= !refused(doubtful, group, &mut decide);
        }
        // The slots are there: no more were taken than targets lie before this group.
        let Some(slots) = out[count..].first_chunk_mut() else { break };
        count += lanes.pack_ints(bits, keys, slots);
    }
    count
}

/// Which of the doubtful lanes of a group are not near.
#[cold]
#[inline(never)]
fn refused(doubtful: u32, group: usize, decide: &mut impl FnMut(usize) -> bool) -> u32 {
    set_bits(doubtful)
        .filter(|lane| !decide(group * LANES + lane))
        .fold(0, |bits, lane| bits | 1 << lane)
}
