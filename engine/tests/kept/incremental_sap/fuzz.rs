//! Raw bytes taken for frames of up to 64 boxes: whatever they are, all modes find the same pairs.

use jostle::{
    Join,
    broad::{IncrementalSapAxes, IncrementalSapFallback},
};

use super::lanes::Lanes;
use crate::common::{Boxes, Bytes, Random, corpus, scale};

/// Most boxes and frames of a case.
const BOXES: usize = 64;
const FRAMES: usize = 32;

/// Replaces, adds, takes out, shifts or exchanges boxes, by the next bytes.
fn operate<const D: usize>(boxes: &mut Boxes<D>, bytes: &mut Bytes<'_>) {
    let (operation, at) = (bytes.byte(), usize::from(bytes.byte()));
    let len = boxes.len();
    match operation % 8 {
        0 | 1 if len < BOXES => bytes.boxes(1).iter().for_each(|(a, b)| boxes.push(a, b)),
        2 if len > 0 => {
            for column in boxes.min.iter_mut().chain(&mut boxes.max) {
                column.swap_remove(at % len);
            }
        }
        3 if len > 0 => {
            let with = usize::from(bytes.byte()) % len;
            boxes.min.iter_mut().chain(&mut boxes.max).for_each(|c| c.swap(at % len, with));
        }
        // Added and removed in one frame.
        4 => {
            boxes.push([0.0; D], [1.0; D]);
            boxes.min.iter_mut().chain(&mut boxes.max).for_each(|c| c.truncate(len));
        }
        5 if len > 0 => {
            let by = bytes.float();
            let axis = at % D;
            boxes.min[axis].iter_mut().chain(&mut boxes.max[axis]).for_each(|x| *x += by);
        }
        6 => boxes.min.iter_mut().chain(&mut boxes.max).for_each(|column| column.reverse()),
        _ if len > 0 => {
            for (min, max) in bytes.boxes::<D>(1).iter() {
                for axis in 0..D {
                    (boxes.min[axis][at % len], boxes.max[axis][at % len]) = (min[axis], max[axis]);
                }
            }
        }
        _ => {}
    }
}

fn fuzz<const D: usize>(seed: u64) {
    let mut lanes = Lanes::<D>::new();
    let mut random = Random::seeded(seed);
    for (case, input) in corpus(seed, 60).enumerate().step_by(3) {
        let mut bytes = Bytes(&input);
        let most = random.below(BOXES + 1);
        let mut boxes = bytes.boxes::<D>(most);
        let tail: Vec<u8> = (0..600).map(|_| random.bits() as u8).collect();
        let rest: Vec<u8> = bytes.0.iter().chain(&tail).copied().collect();
        let mut bytes = Bytes(&rest);
        for frame in 0..FRAMES {
            let other: Boxes<D> = boxes.iter().skip(boxes.len() / 2).collect();
            lanes.check(&Join::within(boxes.bounds()), &|| format!("case {case}, frame {frame}"));
            let join = Join::between(boxes.bounds(), other.bounds());
            lanes.check(&join, &|| format!("case {case}, frame {frame}, two sets"));
            (0..1 + frame % 3).for_each(|_| operate(&mut boxes, &mut bytes));
        }
    }
    assert!(lanes.pairs > 100_000 * scale(), "{}", lanes.pairs);
    for axes in [IncrementalSapAxes::All, IncrementalSapAxes::One] {
        lanes.assert_met(axes, None, 5000);
        lanes.assert_met(axes, Some(IncrementalSapFallback::Turnover), 50);
        lanes.assert_met(axes, Some(IncrementalSapFallback::Swaps), 20);
    }
}

#[test]
fn frames_of_bytes_in_2d() {
    fuzz::<2>(1);
}

#[test]
fn frames_of_bytes_in_3d() {
    fuzz::<3>(2);
}
