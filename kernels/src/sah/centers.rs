//! Where the centers of the boxes are.

use super::{FAR, split::Buffers};
use crate::{Lanes, Record, lane::LANES, record::to_columns};

/// Writes twice the centers of the records to the buffers, eight at a time, and returns between
/// which values they lie on each axis.
#[inline(always)]
pub(super) fn find_centers<L: Lanes, const D: usize>(
    lanes: L,
    records: &[Record],
    buffers: &mut Buffers<'_, D>,
) -> [(f32, f32); D] {
    let mut low = [lanes.splat(f32::INFINITY); D];
    let mut high = [lanes.splat(f32::NEG_INFINITY); D];
    let last = records.len() - 1;
    for first in (0..records.len()).step_by(LANES) {
        // Lanes behind the last record repeat it.
        let group: [&Record; LANES] =
            std::array::from_fn(|lane| &records[(first + lane).min(last)]);
        let columns = to_columns::<L, D>(lanes, group);
        for axis in 0..D {
            let center = twice_center(lanes, columns.min[axis], columns.max[axis]);
            low[axis] = lanes.min(center, low[axis]);
            high[axis] = lanes.max(center, high[axis]);
            lanes.store(center, super::split::chunk(buffers.centers[axis], first));
        }
    }
    let mut ends = [(0.0, 0.0); D];
    for axis in 0..D {
        ends[axis] = ends_of(lanes, low[axis], high[axis]);
    }
    ends
}

/// Twice the centers of eight intervals, cut to what is finite.
#[inline(always)]
pub fn twice_center<L: Lanes>(lanes: L, min: L::Floats, max: L::Floats) -> L::Floats {
    let (near, far) = (lanes.splat(-FAR), lanes.splat(FAR));
    let cut = |x| lanes.min(lanes.max(x, near), far);
    lanes.add(cut(min), cut(max))
}

/// The smallest of one group and the largest of another.
#[inline(always)]
pub fn ends_of<L: Lanes>(lanes: L, low: L::Floats, high: L::Floats) -> (f32, f32) {
    let (mut lows, mut highs) = ([0.0; LANES], [0.0; LANES]);
    lanes.store(low, &mut lows);
    lanes.store(high, &mut highs);
    let low = lows.into_iter().fold(f32::INFINITY, f32::min);
    (low, highs.into_iter().fold(f32::NEG_INFINITY, f32::max))
}
