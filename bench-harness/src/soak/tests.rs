//! What is wrong is noticed: worlds and members that are made to differ. What memory grows by.

use jostle::{Shape, World};

use super::{
    arena::Arena,
    body::{AllKinds, Fault, Kinds},
    check::difference,
};
use crate::runner::{
    Error,
    broad_phases::{self, BroadPhaseKind, Makes},
    pool_of,
};

fn arena() -> Arena<2> {
    let phases = ["auto", "verlet-sap"].map(|name| broad_phases::by_name(name).expect("it is one"));
    let mut arena = Arena::new(&phases, jostle::SimdLevel::detect(), 100, 1);
    for _ in 0..200 {
        arena.change().expect("nothing is wrong");
        arena.step().expect("nothing is wrong");
    }
    arena
}

/// What is said of a step after which the arena was changed like that.
fn told(change: impl FnOnce(&mut Arena<2>)) -> Option<String> {
    let mut arena = arena();
    let before = arena.pairs_before();
    arena.change().expect("nothing is wrong");
    arena.step().expect("nothing is wrong");
    change(&mut arena);
    match arena.fault(&before) {
        Ok(told) => told,
        Err(Error::Finding(what)) => Some(what),
        Err(error) => panic!("{error}"),
    }
}

/// A member that touches another one, and does not rest.
fn touching(arena: &Arena<2>) -> usize {
    let world = &arena.worlds[0];
    let handles = world.touching().iter().flat_map(|pair| [pair.a, pair.b]);
    let mut moving = handles.filter(|index| !world.static_or_sleeping()[*index as usize]);
    let handle = moving.next().and_then(|index| world.handle(index)).expect("some touch");
    let mut members = arena.members.iter();
    members.position(|member| member.handle == handle).expect("it is there")
}

#[test]
fn what_is_right_is_not_told() {
    assert_eq!(told(|_| ()), None);
}

#[test]
fn a_shape_that_is_elsewhere_is_noticed() {
    let what = told(|arena| {
        let at = touching(arena);
        arena.members[at].shape = Shape::ball([1e3, 1e3], 0.1);
        arena.members[at].maker = 0;
    });
    assert!(what.is_some_and(|what| what.contains("made anew")));
}

#[test]
fn other_attributes_are_noticed() {
    let what = told(|arena| {
        let at = touching(arena);
        arena.members[at].attributes.enabled = false;
    });
    assert!(what.is_some_and(|what| what.contains("made anew") || what.contains("contacts")));
}

#[test]
fn a_member_that_is_none_is_noticed() {
    let what = told(|arena| {
        arena.members.pop();
    });
    assert!(what.is_some_and(|what| what.contains("shapes of the")));
}

#[test]
fn a_ball_with_other_numbers_is_noticed() {
    let what = told(|arena| {
        let is_ball = |member: &&mut super::body::Member<2>| {
            member.ball().is_some() && member.fault.is_none() && member.attributes.enabled
        };
        let ball = arena.members.iter_mut().find(is_ball).expect("one is a ball");
        ball.fault = Some(Fault::Radius(f32::NAN));
    });
    assert!(what.is_some_and(|what| what.contains("invalid shapes") || what.contains("pairs")));
}

#[test]
fn pairs_that_were_others_before_are_noticed() {
    let mut arena = arena();
    let before = arena.pairs_before();
    // Two steps, in which something began or ended.
    let counts = |arena: &Arena<2>| arena.worlds[0].contact_changes().counts();
    arena.change().expect("nothing is wrong");
    arena.step().expect("nothing is wrong");
    while counts(&arena).begun == 0 {
        arena.change().expect("nothing is wrong");
        arena.step().expect("nothing is wrong");
    }
    arena.step().expect("nothing is wrong");
    let told = arena.fault(&before).expect("no error");
    assert!(told.is_some_and(|what| what.contains("begun, persisted, ended")));
}

#[test]
fn worlds_that_differ_are_told_apart() {
    let mut arena = arena();
    let at = touching(&arena);
    let handle = arena.members[at].handle;
    assert_eq!(difference(&arena.worlds[1], &arena.worlds[0]), None);
    arena.worlds[1].shapes_mut().set(handle, Shape::ball([1e3, 1e3], 0.1)).expect("it is valid");
    let Err(Error::Finding(what)) = arena.step() else { panic!("it is not noticed") };
    assert!(what.starts_with("verlet-sap and auto: other pairs"), "{what}");
}

#[test]
fn a_restored_world_is_compared() {
    let pools = [1, 2, 3].map(|threads| pool_of(threads).expect("threads can be started"));
    for number in 0..9 {
        let mut arena = arena();
        let told = arena.step_twice(number, pools.each_ref()).expect("nothing is wrong");
        assert_eq!(told, None, "{number}");
    }
    let worlds = [World::<2>::new(), World::new()];
    assert_eq!(difference(&worlds[0], &worlds[1]), None);
}

/// What a world found and holds after the same steps once, twice and so on. It is cleared in
/// between.
fn after_each_turn<const D: usize>(phase: &str) -> Vec<(u64, usize)>
where
    BroadPhaseKind: Makes<D>,
    AllKinds: Kinds<D>,
{
    const SHAPES: u32 = 60;
    const STEPS: u32 = 600;
    // The first is never made anew.
    let phases = [phase, "sap"].map(|name| broad_phases::by_name(name).expect("it is one"));
    let begin = || Arena::<D>::new(&phases, jostle::SimdLevel::detect(), SHAPES, 1);
    let mut worlds = begin().worlds;
    let turn = |_| {
        for world in &mut worlds {
            // All handles that there ever were are given out again in their order.
            for _ in 0..2 * SHAPES {
                world.shapes_mut().insert(Shape::point([0.0; D])).expect("there is room");
            }
            world.shapes_mut().clear();
            world.step().expect("nothing is wrong");
        }
        let mut arena = Arena { worlds: std::mem::take(&mut worlds), ..begin() };
        for _ in 0..STEPS {
            arena.change().expect("nothing is wrong");
            arena.step().expect("nothing is wrong");
        }
        let (changes, found) = (arena.churn, arena.reached);
        assert!(changes.storm_steps > 50 && changes.removals > 100 && found.contacts > 1000);
        worlds = arena.worlds;
        (arena.digest, worlds[0].memory_bytes())
    };
    (0..3).map(turn).collect()
}

/// What a long soak holds grows a little to its end. That is buffers that meet the most they ever
/// had to hold: steps that were made before take no byte more.
#[test]
fn the_same_steps_once_more_hold_no_more() {
    for name in ["auto", "verlet-sap", "dynamic-tree", "quadtree", "incremental-sap", "bvh"] {
        for turns in [after_each_turn::<2>(name), after_each_turn::<3>(name)] {
            assert!(turns.iter().all(|turn| turn.0 == turns[0].0), "{name}: {turns:x?}");
            assert_eq!(turns[1].1, turns[2].1, "{name}");
        }
    }
}
