//! Candidates that are kept: each box lies in a fat one of its own.

use jostle::{broad::VerletSap, debug_draw::DrawElement};

use crate::{
    common::{Counts, Random, uniform},
    recorder::{Recorder, aabb_of, spoil},
};

fn check<const D: usize>() {
    let (mut random, mut counts) = (Random::seeded(1), Counts::default());
    let mut phase = VerletSap::<D>::new();
    let mut boxes = uniform::<D>(&mut random, 2000, 40.0, 1.0);
    for frame in 0..60 {
        // Nearly still but for one that jumps, and at last thrown about.
        let by = if frame < 40 { 1e-3 } else { 6.0 };
        for index in 0..boxes.len() {
            let by = if index == frame { 9.0 } else { by };
            for axis in 0..D {
                let step = random.between(-by, by);
                boxes.min[axis][index] += step;
                boxes.max[axis][index] += step;
            }
        }
        if frame == 15 {
            spoil(&mut boxes);
        }
        let drawn = Recorder::of_run(&mut phase, &boxes);
        let is_kept = drawn.of_element(DrawElement::Strip).next().is_none();
        counts.add("swept", !is_kept);
        if is_kept {
            drawn.assert_each_once(&boxes, "kept");
            assert_eq!(drawn.members.len(), drawn.boxes.len());
            for (id, at, style) in &drawn.members {
                let ((fat, of), aabb) = (&drawn.boxes[*at], aabb_of(&boxes, *id));
                assert_eq!((of, of.element), (style, DrawElement::Leaf));
                assert!(fat.contains(&aabb), "frame {frame}: box {id} is not in {fat:?}");
                counts.add("fat", fat.min[0] < aabb.min[0] && aabb.max[0] < fat.max[0]);
            }
            counts.add("kept", true);
            counts.add("left out", drawn.members.len() < boxes.len());
        }
    }
    counts.assert(&[("swept", 5), ("kept", 30), ("left out", 20), ("fat", 20_000)]);
}

#[test]
fn boxes_lie_in_their_fat_boxes() {
    check::<2>();
    check::<3>();
}
