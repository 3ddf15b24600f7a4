//! What draws nothing: no boxes, no run, nothing to see.

use jostle::{
    Aabb, Join,
    broad::{
        BruteForce, DynamicTree, IncrementalSap, IncrementalSapAxes, Quadtree, QuadtreeSettings,
    },
    bvh::Bvh,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use crate::{
    common::{Boxes, Random, best, uniform},
    recorder::{Recorder, spoil},
};

fn nothing_of_nothing<const D: usize>() {
    let mut bad = uniform::<D>(&mut Random::seeded(1), 1, 5.0, 1.0);
    spoil(&mut bad);
    let mut drawn = 0;
    for mut phase in best::<D>() {
        let name = phase.name();
        assert!(Recorder::of(&*phase).is_empty(), "{name} before the first run");
        assert!(Recorder::of_run(&mut *phase, &Boxes::new()).is_empty(), "{name} of no boxes");
        assert!(Recorder::of_run(&mut *phase, &bad).is_empty(), "{name} of none that is valid");
        let boxes = uniform::<D>(&mut Random::seeded(2), 500, 9.0, 1.0);
        drawn += usize::from(!Recorder::of_run(&mut *phase, &boxes).is_empty());
        assert!(Recorder::of_run(&mut *phase, &bad).is_empty(), "{name} of what was there before");
    }
    assert_eq!(drawn, best::<D>().len() - 1, "all but brute force draw something");
}

#[test]
fn nothing_is_drawn_of_nothing() {
    nothing_of_nothing::<2>();
    nothing_of_nothing::<3>();
}

#[test]
fn brute_force_has_nothing_to_show() {
    let boxes = uniform::<3>(&mut Random::seeded(3), 500, 9.0, 1.0);
    assert!(Recorder::of_run(&mut BruteForce::new(), &boxes).is_empty());
}

#[test]
fn trees_that_were_emptied_draw_nothing() {
    let aabb = Aabb::new([1.0, 2.0], [3.0, 5.0]);
    let mut dynamic = DynamicTree::<2>::new();
    let world = Aabb::new([0.0; 2], [9.0; 2]);
    let mut quadtree =
        Quadtree::new(world, QuadtreeSettings::default()).expect("the world is finite");
    let draw = |dynamic: &DynamicTree<2>, quadtree: &Quadtree<2>| {
        let mut recorders = [Recorder::default(), Recorder::default()];
        dynamic.debug_draw(&mut recorders[0]);
        quadtree.debug_draw(&mut recorders[1]);
        recorders.map(|recorder| recorder.is_empty())
    };
    for round in 0..3 {
        assert_eq!(draw(&dynamic, &quadtree), [true; 2], "round {round}");
        let handles = (dynamic.insert(aabb), quadtree.insert(&aabb));
        assert_eq!(draw(&dynamic, &quadtree), [false; 2], "round {round}");
        dynamic.remove(handles.0.expect("it fits")).expect("it is there");
        quadtree.remove(handles.1.expect("it fits")).expect("it is there");
    }
}

/// A setting begins anew, so what was before is not drawn.
#[test]
fn other_axes_draw_nothing_before_their_first_run() {
    let boxes = uniform::<2>(&mut Random::seeded(4), 500, 9.0, 1.0);
    let mut phase = IncrementalSap::<2>::new();
    assert!(!Recorder::of_run(&mut phase, &boxes).is_empty());
    assert!(Recorder::of(&phase.with_axes(IncrementalSapAxes::One)).is_empty());
}

/// A renderer that implements nothing is one too.
#[test]
fn what_is_not_implemented_does_nothing() {
    struct Blind;
    impl<const D: usize> DebugDraw<D> for Blind {}
    let boxes = uniform::<3>(&mut Random::seeded(5), 500, 9.0, 1.0);
    for mut phase in best::<3>() {
        phase.count(&Join::within(boxes.bounds())).expect("the call is valid");
        phase.debug_draw(&mut Blind);
    }
    let style = DrawStyle::new(DrawElement::Contact, 0);
    DebugDraw::<3>::point(&mut Blind, [0.0; 3], style);
    let mut recorder = Recorder::<3>::default();
    recorder.point([0.0; 3], style);
    assert!(!recorder.is_empty());
}

/// A tree of one box is one leaf.
#[test]
fn one_box_is_one_leaf() {
    let mut bvh = Bvh::<2>::new();
    let boxes = uniform::<2>(&mut Random::seeded(6), 1, 5.0, 1.0);
    let drawn = Recorder::of_run(&mut bvh, &boxes);
    let (min, max) = boxes.corners(0);
    assert_eq!(drawn.boxes, [(Aabb { min, max }, DrawStyle::new(DrawElement::Leaf, 0))]);
    assert_eq!(drawn.members, [(0, 0, DrawStyle::new(DrawElement::Leaf, 0))]);
}
