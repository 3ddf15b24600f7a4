//! One point against many.

use super::Band;
use crate::{
    Lanes,
    lane::{LANES, set_bits},
};

/// Points as columns of whole groups; lanes behind the last point have a NaN on the first axis.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a, const D: usize> {
    /// Coordinates, one column per axis.
    pub at: [&'a [[f32; LANES]]; D],
    /// What is reported of a point; as a float it is a normal positive number.
    pub keys: &'a [[u32; LANES]],
}

/// A point whose neighbors are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Query<const D: usize> {
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
/// `decide` is asked for targets in the band by their place; the answer is taken as it is.
///
/// # Panics
/// When `out` has fewer slots than there are lanes of targets, or columns differ in length.
#[inline(always)]
pub fn scan<L: Lanes, const D: usize, const ABOVE: bool>(
    lanes: L,
    query: &Query<D>,
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
