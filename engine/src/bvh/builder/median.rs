//! Splitting at the median, where the heuristic cannot or may not split.

use jostle_kernels::{
    Record,
    sah::{self, Weights},
    simd::LANES,
};

/// Coordinates are cut to this magnitude, so that the sum of two is one.
const FAR: f32 = f32::MAX;

/// Splits where half of the records are on either side, in whole groups of eight if they are boxes:
/// by their centers on the axis on which these are spread the most, or, where all are equal, in the
/// order that the records have. O(records).
///
/// Centers are those of whole boxes, in `f64`, where the heuristic cuts them off at 1e18: it splits
/// boxes beyond that, too.
pub(super) fn at_median<const D: usize>(
    records: &mut [Record],
    weights: Weights,
    half_area: f64,
) -> sah::SahSplit {
    let half = records.len() / 2;
    let left = match weights {
        Weights::One if records.len() > LANES => {
            half.next_multiple_of(LANES).min(records.len() - 1)
        }
        _ => half,
    };
    if let Some(axis) = widest::<D>(records) {
        let by_center = |a: &Record, b: &Record| {
            let centers = twice_center::<D>(a, axis).total_cmp(&twice_center::<D>(b, axis));
            centers.then(a.id().cmp(&b.id()))
        };
        records.select_nth_unstable_by(left, by_center);
    }
    let left_weight = records[..left].iter().map(|record| weights.of(record)).sum();
    // Alike on both sides: whichever is opened next, the order decides.
    sah::SahSplit { left, left_weight, half_areas: [half_area; 2] }
}

/// The axis on which centers are spread the most, if they are at all.
fn widest<const D: usize>(records: &[Record]) -> Option<usize> {
    let spread = |axis: usize| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for record in records {
            let center = twice_center::<D>(record, axis);
            (low, high) = (low.min(center), high.max(center));
        }
        high - low
    };
    let spreads: [f64; D] = std::array::from_fn(spread);
    let widest = (0..D).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b]))?;
    (spreads[widest] > 0.0).then_some(widest)
}

/// Twice the center of a box on an axis.
fn twice_center<const D: usize>(record: &Record, axis: usize) -> f64 {
    let cut = |x: f32| f64::from(x.clamp(-FAR, FAR));
    cut(record.min::<D>(axis)) + cut(record.max::<D>(axis))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(min: [f32; 2], max: [f32; 2], id: u32) -> Record {
        let [a, b, c, d] = [min[0], min[1], max[0], max[1]].map(f32::to_bits);
        let mut record = Record::default();
        record.set_words([a, b, c, d, 0, 0, id, 0]);
        record
    }

    fn split(records: &mut [Record]) -> (Vec<u32>, Vec<u32>) {
        let split = at_median::<2>(records, Weights::One, 3.0);
        assert_eq!((split.left_weight as usize, split.half_areas), (split.left, [3.0; 2]));
        let ids = |records: &[Record]| {
            let mut ids: Vec<_> = records.iter().map(Record::id).collect();
            ids.sort_unstable();
            ids
        };
        (ids(&records[..split.left]), ids(&records[split.left..]))
    }

    #[test]
    fn splits_by_the_centers_that_are_spread_the_most() {
        let tiny = |bits: u32| f32::from_bits(bits);
        // The smallest numbers there are, and the largest.
        for step in [tiny(1), 1.0, f32::MAX / 16.0] {
            let mut records: Vec<_> = (0..16)
                .map(|id| {
                    let (x, y) = ((id / 4) as f32 * step, (id * 5 % 16) as f32 * step);
                    record([x, y], [x, y], id)
                })
                .collect();
            let below = |id: &u32| id * 5 % 16 < 8;
            let (left, right) = split(&mut records);
            assert_eq!((left.len(), right.len()), (8, 8), "{step:e}");
            assert!(left.iter().all(below) && !right.iter().any(below), "{step:e}");
        }
    }

    #[test]
    fn keeps_the_order_of_boxes_with_one_center() {
        let everything = (f32::NEG_INFINITY, f32::INFINITY);
        for (min, max) in [(1.0, 1.0), (-1.0, 1.0), everything] {
            let mut records: Vec<_> = (0..20).map(|id| record([min; 2], [max; 2], id)).collect();
            let before = records.clone();
            let (left, right) = split(&mut records);
            assert_eq!((left, right), ((0..16).collect(), (16..20).collect()));
            assert_eq!(records, before);
        }
    }
}
