//! Pairs, trees and neighbors of boxes and points.

use std::array;

use jostle::{
    Join, Pairs, SimdLevel,
    broad::Output,
    bvh::{Bvh, Lists},
    geometry::ray::Ray,
    neighbors::{Neighbors, Points},
};

use crate::{
    Digests,
    common::{Boxes, Random, at_all_scales, broad_phases, uniform},
};

/// Boxes of most scenes.
const BOXES: usize = 1_500;
/// Frames of boxes that move.
const FRAMES: usize = 3;
/// Questions to a tree.
const RAYS: usize = 200;

pub(crate) fn add<const D: usize>(digests: &mut Digests, level: SimdLevel) {
    let mut random = Random::seeded(1);
    let side = if D == 2 { 40.0 } else { 12.0 };
    let mut scenes = [
        ("uniform", uniform::<D>(&mut random, BOXES, side, 1.0)),
        ("all scales", at_all_scales::<D>(&mut random, BOXES, ([3.0; D], 30.0), 0.1)),
    ];
    for (name, boxes) in &mut scenes {
        of_broad_phases(digests, level, name, boxes);
        of_trees(digests, level, name, boxes);
        let centers = boxes.min.each_ref().map(Vec::as_slice);
        let points = Points::from_columns(centers).expect("the columns have one length");
        let mut neighbors = Neighbors::new(0.7).with_level(level);
        neighbors.update(points).expect("there is memory");
        assert!(!neighbors.indices().is_empty());
        digests.add(&format!("neighbors {D} {name}"), &neighbors.indices());
        let periods = [Some((0.0, side)); D];
        let mut neighbors = Neighbors::new(0.7).with_periods(periods).with_shifts();
        neighbors = neighbors.with_level(level);
        neighbors.update(points).expect("there is memory");
        let images = |point| neighbors.images_of(point).map(Iterator::collect::<Vec<_>>);
        let images: Vec<_> = (0..boxes.len()).map(images).collect();
        digests.add(&format!("neighbors {D} {name}, periodic"), &images);
    }
}

/// The sequence of pairs of each broad phase, while boxes move.
fn of_broad_phases<const D: usize>(
    digests: &mut Digests,
    level: SimdLevel,
    name: &str,
    boxes: &mut Boxes<D>,
) {
    let mut random = Random::seeded(2);
    let mut phases: Vec<_> = broad_phases().into_iter().map(|make| make(level)).collect();
    let mut found: Vec<_> = phases.iter().map(|_| Vec::new()).collect();
    for _ in 0..FRAMES {
        for (phase, found) in phases.iter_mut().zip(&mut found) {
            let mut pairs = Pairs::new();
            let output = Output::Collect(&mut pairs);
            phase.run(&Join::within(boxes.bounds()), output).expect("the call is valid");
            assert!(!pairs.is_empty());
            found.extend(pairs.iter().copied());
        }
        boxes.move_all(&mut random, 0.1);
    }
    for (phase, found) in phases.iter().zip(&found) {
        digests.add(&format!("pairs {D} {name}, {}", phase.name()), found);
    }
}

fn of_trees<const D: usize>(digests: &mut Digests, level: SimdLevel, name: &str, boxes: &Boxes<D>) {
    let mut random = Random::seeded(3);
    let mut tree = Bvh::new().with_level(level);
    tree.build(boxes.bounds()).expect("the boxes fit");
    digests.add(&format!("tree {D} {name}"), &tree.stats());
    // From anywhere to a corner of a box.
    let ray = |number| {
        let (corner, _) = boxes.corners(number);
        let origin = random.point::<D>(0.0, 12.0);
        Ray::new(origin, array::from_fn(|axis| corner[axis] - origin[axis]))
    };
    let rays: Vec<_> = (0..RAYS).map(ray).collect();
    let mut hits = Vec::new();
    tree.closest_hits(&rays, |_, _| true, &mut hits).expect("the rays are valid");
    let mut nearest = Lists::new();
    let points: Vec<_> = rays.iter().map(|ray| ray.origin).collect();
    let wanted = |_, _| true;
    tree.nearest_of(&points, 5, f32::INFINITY, wanted, &mut nearest).expect("they are valid");
    assert!(hits.iter().any(Option::is_some));
    digests.add(&format!("rays and nearest {D} {name}"), &(hits, nearest.items()));
}
