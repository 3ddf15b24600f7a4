//! The gate, for boxes in columns and records: what is not valid is listed with its reason and
//! touches nothing; all else, however strange, is valid and found.

use std::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use jostle::{Bounds, Join, validate::InvalidReason};

use crate::common::{Boxes, Random, best, canonical, check_gate, naive_within, pool, uniform};

/// A record with fields of the user's own around the bounds: 11 floats, an odd stride.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct BoxRecord {
    mass: f32,
    max: [f32; 3],
    name: [u8; 4],
    min: [f32; 3],
    more: [u32; 3],
}

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

/// Checks boxes in columns and in records.
fn check_boxes(boxes: &Boxes<3>, bad: &[(u32, InvalidReason)], what: &str) {
    check_gate(boxes.bounds(), boxes, bad, &format!("columns: {what}"));
    let mut record = BoxRecord::zeroed();
    (record.mass, record.name, record.more) = (NAN, [0xff; 4], [u32::MAX; 3]);
    let records: Vec<BoxRecord> =
        boxes.iter().map(|(min, max)| BoxRecord { min, max, ..record }).collect();
    let (min, max) = (offset_of!(BoxRecord, min), offset_of!(BoxRecord, max));
    let bounds = Bounds::from_records(&records, min, max).unwrap();
    check_gate(bounds, boxes, bad, &format!("records: {what}"));
    // All records but the last are whole.
    let (floats, stride) = (cast_slice::<_, f32>(&records), size_of::<BoxRecord>() / 4);
    let floats = &floats[..floats.len().saturating_sub(3)];
    let [min, max] = [min, max].map(|offset| (floats.get(offset / 4..).unwrap_or(&[]), stride));
    let bounds = Bounds::from_strided(min, max).unwrap();
    check_gate(bounds, boxes, bad, &format!("strided: {what}"));
    let arrays: Vec<[[f32; 3]; 2]> = boxes.iter().map(|(min, max)| [max, min]).collect();
    let bounds = Bounds::from_records(&arrays, 12, 0).unwrap();
    check_gate(bounds, boxes, bad, &format!("arrays: {what}"));
}

/// Plain boxes with the given ones among them: in whole groups of eight, across two groups, and
/// in the incomplete last one.
fn among_plain(special: &[([f32; 3], [f32; 3])]) -> (Boxes<3>, Vec<usize>) {
    let mut boxes = uniform(&mut Random::seeded(51), 45, 3.0, 1.0);
    let places: Vec<usize> = (0..special.len()).map(|k| [3, 7, 8, 16, 40, 44, 43][k % 7]).collect();
    for (place, (min, max)) in places.iter().zip(special) {
        for axis in 0..3 {
            boxes.min[axis][*place] = min[axis];
            boxes.max[axis][*place] = max[axis];
        }
    }
    (boxes, places)
}

#[test]
fn boxes_that_are_not_valid() {
    let good = ([0.5; 3], [1.5; 3]);
    let mut bad = Vec::new();
    for axis in 0..3 {
        for nan in [NAN, -NAN, f32::from_bits(0x7f80_0001), f32::from_bits(0xffff_ffff)] {
            let (mut min, mut max) = (good, good);
            min.0[axis] = nan;
            max.1[axis] = nan;
            bad.extend([(min, InvalidReason::NotANumber), (max, InvalidReason::NotANumber)]);
            // A NaN beside inverted bounds is named first.
            max.0[(axis + 1) % 3] = 2.0;
            bad.push((max, InvalidReason::NotANumber));
        }
        for (low, high) in [(2.0, 1.0), (INF, -INF), (1.0_f32.next_up(), 1.0), (1e-45, -0.0)] {
            let mut inverted = good;
            (inverted.0[axis], inverted.1[axis]) = (low, high);
            bad.push((inverted, InvalidReason::Inverted));
        }
    }
    for (corners, reason) in &bad {
        for shift in 0..7 {
            // One at a time, at each of the places.
            let mut all = [good; 7];
            all[shift] = *corners;
            let (boxes, places) = among_plain(&all);
            let listed = [(places[shift] as u32, *reason)];
            if shift % 7 == 0 {
                check_boxes(&boxes, &listed, &format!("{corners:?}"));
            } else {
                check_gate(boxes.bounds(), &boxes, &listed, &format!("{corners:?}"));
            }
        }
    }
    assert_eq!(bad.len(), 3 * 16);
}

#[test]
fn strange_boxes_are_valid() {
    let tiny = f32::from_bits(1);
    let max = f32::MAX;
    let strange = [
        ([-0.0; 3], [0.0; 3]),
        ([0.0; 3], [-0.0; 3]),
        ([-1.0; 3], [-0.0; 3]),
        ([1.0; 3], [1.0; 3]),
        ([-INF; 3], [INF; 3]),
        ([-INF, 0.0, 0.0], [INF, 1.0, 1.0]),
        ([0.0, -INF, 0.5], [1.0, 0.5, INF]),
        ([INF; 3], [INF; 3]),
        ([-INF; 3], [-INF; 3]),
        ([-tiny; 3], [tiny; 3]),
        ([tiny; 3], [f32::MIN_POSITIVE; 3]),
        ([-max; 3], [max; 3]),
        ([max; 3], [max; 3]),
        ([-max; 3], [-max; 3]),
        ([max; 3], [INF; 3]),
    ];
    for first in 0..strange.len() {
        let mut some = strange;
        some.rotate_left(first);
        let (boxes, _) = among_plain(&some[..7]);
        check_boxes(&boxes, &[], &format!("strange boxes from {first} on"));
    }
    let all = strange.into_iter().cycle().take(100).collect();
    assert!(naive_within(&all).len() > 2000);
    check_boxes(&all, &[], "all strange boxes");
}

/// ADV15: half of the boxes are not valid, in every layout of boxes.
#[test]
fn every_second_box_is_nan() {
    let mut random = Random::seeded(53);
    let clean: Boxes<3> = uniform(&mut random, 50_000, 30.0, 1.0);
    let mut boxes = Boxes::new();
    for (min, max) in clean.iter() {
        boxes.push(min, max);
        let mut bad = max;
        bad[random.below(3)] = NAN;
        boxes.push(min, bad);
    }
    let mut records = Vec::new();
    records.extend(boxes.iter().map(|(min, max)| [min, max]));
    let of_records = Bounds::from_records(&records, 0, 12).unwrap();
    for mut phase in best() {
        if phase.name() == "brute-force" {
            continue;
        }
        let expected = canonical(&mut *phase, &Join::within(clean.bounds()));
        assert!(expected.len() > 20_000);
        for (threads, bounds) in [(1, boxes.bounds()), (2, of_records), (3, boxes.bounds())] {
            let found = pool(threads).install(|| canonical(&mut *phase, &Join::within(bounds)));
            assert!(
                found
                    .iter()
                    .map(|pair| (pair.a / 2, pair.b / 2))
                    .eq(expected.iter().map(|pair| (pair.a, pair.b)))
            );
            assert!(found.iter().all(|pair| pair.a % 2 == 0 && pair.b % 2 == 0));
            let invalid = phase.invalid();
            assert_eq!(invalid.len(), 50_000);
            assert!(invalid.iter().enumerate().all(|(place, q)| {
                q.index as usize == 2 * place + 1 && q.reason == InvalidReason::NotANumber
            }));
        }
    }
}
