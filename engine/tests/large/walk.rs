//! Origins that wander: pairs go on, but for those whose gap is within their slacks.

use jostle::{
    CollisionPipeline, Shape, World,
    large_world::{Columns, LocalShapes},
};

use super::scene::{SHAPES, Scene, Style, Turned};
use crate::common::{Random, scale};

const FRAMES: usize = 200;

/// Walks about a scene that rests. Returns how many pairs began or ended after the first frame.
fn walk<const D: usize>(random: &mut Random, style: Style) -> usize
where
    Scene<D>: Turned<D>,
{
    let scene = Scene::<D>::new(random, style);
    let (mut local, mut frame) = (LocalShapes::new(), CollisionPipeline::<D>::new());
    let (mut before, mut changes) = (vec![0.0; SHAPES], 0);
    for number in 0..FRAMES * scale() {
        // From steps shorter than the shapes to jumps in which they are lost in an ulp.
        let away = 10.0_f64.powi(random.below(12) as i32) * scene.unit;
        let way: [f32; D] = random.point(-1.0, 1.0);
        let middle = scene.middle();
        let origin = std::array::from_fn(|axis| middle[axis] + away * f64::from(way[axis]));
        local.update(Some(origin), scene.columns()).expect("the shapes are valid");
        assert_eq!((local.origin(), local.has_moved()), (origin, true));
        frame.step(&local).expect("the call is valid");
        let slacks: Vec<f64> = (0..SHAPES).map(|index| local.slack_of(index).into()).collect();
        let begun = frame.events().begun().map(|at| frame.touching()[at]);
        let ended = frame.events().ended().map(|at| frame.touching_before()[at]);
        for pair in begun.chain(ended).filter(|_| number > 0) {
            let (a, b) = (pair.a as usize, pair.b as usize);
            let truth = scene.truth(a, b);
            assert_ne!(truth.touch, Some(true), "what touches began or ended: {pair:?}");
            let slack = f64::max(slacks[a] + slacks[b], before[a] + before[b]);
            assert!(truth.gap <= slack + scene.allowance(slack), "{pair:?}: {truth:?}, {slack}");
            changes += 1;
        }
        before = slacks;
    }
    changes
}

#[test]
fn a_wandering_origin_begins_and_ends_nothing_that_slacks_do_not_explain() {
    let mut random = Random::seeded(2);
    let mut changes = 0;
    for magnitude in [1e3, 1e6, 1e9, 1e12] {
        for is_turned in [false, true] {
            let style = Style { magnitude, is_turned };
            changes += walk::<2>(&mut random, style) + walk::<3>(&mut random, style);
        }
    }
    assert!(changes > 10_000, "hardly any pairs came and went: {changes}");
}

/// A row of balls a thousand kilometers out, each of which touches the next, and which goes on for
/// a hundred more.
#[test]
fn what_moves_far_stays_in_touch() {
    let (mut x, y) = ([(); 100].map(|()| 0.0_f64), [0.0; 100]);
    let mut world = World::<2>::new();
    for _ in x {
        world.shapes_mut().insert(Shape::point([0.0; 2])).expect("a point is valid");
    }
    let (mut local, mut moves) = (LocalShapes::new(), 0);
    for frame in 0..1000 {
        for (number, x) in x.iter_mut().enumerate() {
            *x = 1e6 + 100.0 * f64::from(frame) + number as f64;
        }
        let columns = Columns::default().with_balls([&x, &y], &[0.5_f32; 100]);
        local.update(None, columns.expect("lengths fit")).expect("the shapes are valid");
        moves += usize::from(local.has_moved());
        world.shapes_mut().set_columns(&local).expect("there are as many shapes");
        world.step().expect("the call is valid");
        assert_eq!(world.contacts().len(), 99);
        let counts = world.contact_changes().counts();
        assert_eq!((counts.begun, counts.ended), (if frame == 0 { 99 } else { 0 }, 0));
        assert_eq!(local.slack(), 0.0, "nothing was rounded");
    }
    assert!((50..=101).contains(&moves), "the origin moved {moves} times");
}
