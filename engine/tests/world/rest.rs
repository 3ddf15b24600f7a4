//! Shapes at rest: static ones, and those that sleep.

use jostle::{
    Handle, Shape, World,
    shape::{Attributes, Mobility},
};

fn disc(x: f32) -> Shape<2> {
    Shape::ball([x, 0.0], 1.0)
}

/// A world of discs on a line, each of which touches the next.
fn row(len: usize) -> (World<2>, Vec<Handle>) {
    let mut world = World::new();
    let insert = |x: usize| world.shapes_mut().insert(disc(1.5 * x as f32)).expect("it is valid");
    let handles = (0..len).map(insert).collect();
    (world, handles)
}

fn counts(world: &World<2>) -> (usize, usize, usize) {
    let counts = world.contact_changes().counts();
    (counts.begun, counts.persisted, counts.ended)
}

#[test]
fn pairs_that_fall_asleep_neither_end_nor_are_looked_at() {
    let (mut world, handles) = row(4);
    world.step().expect("nothing is wrong");
    assert_eq!(counts(&world), (3, 0, 0));
    world.shapes_mut().set_mobility(&handles[..3], Mobility::Sleeping).expect("they are there");
    world.step().expect("nothing is wrong");
    assert_eq!(
        (counts(&world), world.sleeping_contacts().len(), world.pairs().len()),
        ((0, 1, 0), 2, 1)
    );
    // For as long as they like.
    for _ in 0..5 {
        world.step().expect("nothing is wrong");
        assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 1, 0), 2));
    }
    world.shapes_mut().set_mobility(&handles[1..2], Mobility::Moving).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 3, 0), 0));
    // Those that were dormant have no place in the list of the step before.
    let places: Vec<_> = (0..3).map(|place| world.contact_changes().place_before(place)).collect();
    assert_eq!(places, [None, None, Some(0)]);
}

#[test]
fn who_wakes_elsewhere_touches_no_more() {
    let (mut world, handles) = row(2);
    world.step().expect("nothing is wrong");
    world.shapes_mut().set_mobility(&handles, Mobility::Sleeping).expect("they are there");
    world.step().expect("nothing is wrong");
    // Moved in its sleep: nobody looks.
    world.shapes_mut().set(handles[0], disc(-9.0)).expect("it is a disc");
    world.step().expect("nothing is wrong");
    assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 0, 0), 1));
    world.shapes_mut().set_mobility(&handles[..1], Mobility::Moving).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 0, 1), 0));
    assert_eq!(world.contact_changes().ended().collect::<Vec<_>>(), [[handles[0], handles[1]]]);
}

#[test]
fn who_is_removed_in_its_sleep_ends_its_pairs() {
    let (mut world, handles) = row(3);
    world.step().expect("nothing is wrong");
    world.shapes_mut().set_mobility(&handles, Mobility::Sleeping).expect("they are there");
    world.step().expect("nothing is wrong");
    assert_eq!(world.sleeping_contacts().len(), 2);
    world.shapes_mut().remove(handles[0]).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 0, 1), 1));
    assert_eq!(world.contact_changes().ended().collect::<Vec<_>>(), [[handles[0], handles[1]]]);
}

#[test]
fn static_shapes_are_held_against_moving_ones_only() {
    let (mut world, handles) = row(3);
    world.shapes_mut().set_mobility(&handles[..2], Mobility::Static).expect("they are there");
    world.step().expect("nothing is wrong");
    assert_eq!(
        (counts(&world), world.pairs().len(), world.sleeping_contacts().len()),
        ((1, 0, 0), 1, 0)
    );
    // A shape that is marked as static where it stands takes its pair along into its sleep.
    world.shapes_mut().set_mobility(&handles[2..], Mobility::Static).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((counts(&world), world.sleeping_contacts().len()), ((0, 0, 0), 1));
}

#[test]
fn most_shapes_at_rest_are_kept_sorted() {
    let mut world = World::<2>::new().with_broad_phase(jostle::broad::StaticCacheSap::new());
    let rest = Attributes::new().with_mobility(Mobility::Sleeping);
    for x in 0..200 {
        let shape = disc(1.5 * x as f32);
        world.shapes_mut().insert_with(shape, rest).expect("it is valid");
    }
    let mover = world.shapes_mut().insert(disc(0.0)).expect("it is valid");
    for step in 0..300 {
        world.shapes_mut().set(mover, disc(step as f32)).expect("it is a disc");
        world.step().expect("nothing is wrong");
        let expected = (0..200).filter(|x| (1.5 * *x as f32 - step as f32).abs() <= 2.0).count();
        assert_eq!(world.touching().len(), expected, "{step}");
    }
}
