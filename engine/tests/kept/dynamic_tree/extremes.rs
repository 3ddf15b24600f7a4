//! Sequences that make trees high, boxes that make costs infinite, and trees that live long.

use jostle::{
    Aabb, Handle,
    broad::{DynamicTree, Output},
    debug_draw::{DebugDraw, DrawStyle},
};

use super::model::Modeled;
use crate::common::Random;

fn count(tree: &mut DynamicTree<2>) -> u64 {
    tree.pairs(Output::Count).expect("there is memory").pairs
}

#[test]
fn sorted_boxes_make_no_list() {
    let mut tree = DynamicTree::<2>::new();
    for index in 0..1_000_000 {
        let low = index as f32;
        tree.insert(Aabb::new([low, 0.0], [low + 1.0, 1.0])).expect("the box is valid");
    }
    tree.validate().expect("the tree is sound");
    assert!(tree.height() <= 19 + 8, "{} levels", tree.height());
    assert_eq!(count(&mut tree), 999_999);
}

#[test]
fn equal_boxes_are_divided() {
    let mut tree = DynamicTree::<2>::new();
    for _ in 0..5000 {
        tree.insert(Aabb::point([1.0, 2.0])).expect("the box is valid");
    }
    tree.validate().expect("the tree is sound");
    assert!(tree.height() <= 12 + 8, "{} levels", tree.height());
    assert_eq!(count(&mut tree), 5000 * 4999 / 2);
}

/// The sum of the extents of all leaves.
#[derive(Default)]
struct Leaves {
    drawn: Option<f32>,
    extents: f32,
}

impl<const D: usize> DebugDraw<D> for Leaves {
    fn aabb(&mut self, aabb: &Aabb<D>, _: DrawStyle) {
        self.drawn = Some(aabb.size().iter().sum());
    }

    fn member(&mut self, _: u32, _: DrawStyle) {
        self.extents += self.drawn.take().unwrap_or_default();
    }
}

/// Nothing on a line in space has an area, so that all places for a box cost the same by area.
fn on_a_line<const D: usize>(axis: usize, size: f32, in_order: bool) {
    let (mut tree, mut random, count) = (DynamicTree::<D>::new(), Random::seeded(9), 3000);
    for index in 0..count {
        let mut min = [1.0; D];
        min[axis] = if in_order { index as f32 } else { random.between(0.0, count as f32) };
        let mut max = min;
        max[axis] += size;
        tree.insert(Aabb::new(min, max)).expect("the box is valid");
    }
    let mut leaves = Leaves::default();
    tree.debug_draw(&mut leaves);
    let share = leaves.extents / count as f32;
    // In leaves that are mixed up it would be some hundred times as long.
    let what = format!("axis {axis} of {D}, size {size}, in order: {in_order}");
    assert!((0.3..1.5).contains(&share), "leaves are {share} times as long as the line, {what}");
}

#[test]
fn boxes_on_a_line_are_in_short_leaves() {
    for (size, in_order) in [(0.0, false), (0.0, true), (0.5, false), (0.5, true)] {
        (0..2).for_each(|axis| on_a_line::<2>(axis, size, in_order));
        (0..3).for_each(|axis| on_a_line::<3>(axis, size, in_order));
    }
}

#[test]
fn nested_infinite_and_denormal_boxes() {
    let mut model = Modeled::new(DynamicTree::<3>::new());
    let inf = f32::INFINITY;
    for power in -149..128 {
        let half = 2f32.powi(power);
        model.insert(Aabb::new([-half; 3], [half; 3]));
        model.insert(Aabb::new([half; 3], [2.0 * half; 3]));
    }
    for axis in 0..3 {
        for (low, high) in [(-inf, inf), (-inf, 0.0), (0.0, inf), (inf, inf), (-inf, -inf)] {
            let (mut min, mut max) = ([-1.0; 3], [1.0; 3]);
            (min[axis], max[axis]) = (low, high);
            model.insert(Aabb::new(min, max));
        }
    }
    model.check();
    let [pairs, moved] = model.check_pairs();
    assert!(pairs > 30_000 && moved == pairs);
    let handles: Vec<Handle> = model.boxes.keys().copied().collect();
    for handle in handles.iter().step_by(2) {
        model.remove(*handle);
        model.check();
    }
    model.check_pairs();
}

/// Adds a level at the root and thins it out, again and again: the tree would be as high as it has
/// boxes.
#[test]
fn thinned_out_trees_stay_low() {
    let mut model = Modeled::new(DynamicTree::<2>::new());
    let (mut random, mut highest) = (Random::seeded(7), 0);
    for round in 0..200 {
        let far = 10.0 * round as f32;
        let mut added = Vec::new();
        for _ in 0..60 {
            let [x, y]: [f32; 2] = random.point(0.0, 8.0);
            added.push(model.tree.insert(Aabb::point([far + x, y])).expect("the box is valid"));
        }
        for handle in &added[2..] {
            model.tree.remove(*handle).expect("it was just put in");
        }
        highest = highest.max(model.tree.height());
        model.tree.validate().expect("the tree is sound");
    }
    assert_eq!(model.tree.len(), 400);
    assert!((13..=16).contains(&highest), "{highest} levels");
}

#[test]
fn memory_stays_flat() {
    let (mut tree, mut random) = (DynamicTree::<3>::new(), Random::seeded(3));
    let any = |random: &mut Random| {
        let at: [f32; 3] = random.point(0.0, 30.0);
        Aabb::new(at, at.map(|x| x + 1.0))
    };
    let mut handles: Vec<Handle> =
        (0..2000).map(|_| tree.insert(any(&mut random)).expect("the box is valid")).collect();
    let mut round = |tree: &mut DynamicTree<3>| {
        for _ in 0..20_000 {
            let at = random.below(handles.len());
            tree.remove(handles[at]).expect("it is in the tree");
            handles[at] = tree.insert(any(&mut random)).expect("the box is valid");
        }
    };
    round(&mut tree);
    let before = tree.memory_bytes();
    for _ in 0..5 {
        round(&mut tree);
    }
    assert_eq!(tree.memory_bytes(), before);
    tree.validate().expect("the tree is sound");
}
