//! All short sequences of frames of two boxes, and a share of those of three, on three places.

use jostle::{BroadPhase, Join, Pair, Pairs, broad::IncrementalSap};

use crate::common::{Boxes, assert_same, naive_within, scale};

/// Where a box can be on an axis; the last one is none.
const PLACES: [[f32; 2]; 7] =
    [[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [-0.0, 0.0], [1.0, 2.0], [2.0, 2.0], [1.0, 0.0]];

/// The frame with a number: each digit is the place of a box on both axes.
fn frame(mut number: usize, boxes: usize) -> Boxes<2> {
    let mut corners = || {
        let [x, y] = [number % 7, (number + number / 7) % 7].map(|place| PLACES[place]);
        number /= 7;
        ([x[0], y[0]], [x[1], y[1]])
    };
    (0..boxes).map(|_| corners()).collect()
}

/// Goes through all sequences of two frames, one behind the other in one broad phase: each two
/// frames follow each other once. Returns how often there were which number of pairs.
fn all_transitions(boxes: usize, step: usize) -> Vec<usize> {
    let frames = 7_usize.pow(boxes as u32);
    let expected: Vec<Vec<Pair>> =
        (0..frames).map(|number| naive_within(&frame(number, boxes))).collect();
    let (mut phase, mut pairs) = (IncrementalSap::<2>::new(), Pairs::new());
    let mut met = vec![0; boxes * boxes];
    let mut followed = 0;
    for first in 0..frames {
        for second in (first % step..frames).step_by(step) {
            for number in [first, second] {
                let boxes = frame(number, boxes);
                phase.pairs(&Join::within(boxes.bounds()), &mut pairs).expect("it is valid");
                assert_same(&pairs, &expected[number], &format!("{first} and {second}"));
                met[pairs.len()] += 1;
                followed += usize::from(phase.stats().fallback.is_none());
            }
        }
    }
    assert!(followed > met.iter().sum::<usize>() / 3, "{followed} followed");
    met
}

#[test]
fn two_boxes() {
    let met = all_transitions(2, 1);
    assert!(met[..2].iter().all(|count| *count > 500), "{met:?}");
}

#[test]
fn three_boxes() {
    let met = all_transitions(3, (13 / scale()).max(1));
    assert!(met[..4].iter().all(|count| *count > 500), "{met:?}");
}
