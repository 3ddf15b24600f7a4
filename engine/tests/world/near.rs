//! Contacts of shapes that are near each other, in a world.

use jostle::{
    Shape, World,
    explain::Verdict,
    narrow::{NEAREST, contact_within},
};

use crate::common::{Random, THREADS, pool};

/// Discs with a margin are near where discs that are larger by half of it touch; also many, on many
/// threads, among contacts of those that touch.
#[test]
fn many_that_are_near_are_those_of_larger_ones() {
    const MARGIN: f32 = 0.25;
    let mut random = Random::seeded(6);
    let places: Vec<[f32; 2]> = (0..30_000).map(|_| random.point(0.0, 160.0)).collect();
    let step = |margin: f32, radius: f32, threads: usize| {
        let mut world = World::<2>::new().with_margin(margin).expect("it is finite");
        for center in &places {
            world.shapes_mut().insert(Shape::ball(*center, radius)).expect("it is valid");
        }
        pool(threads).install(|| world.step().map(|_| ())).expect("nothing is wrong");
        world
    };
    let larger = step(0.0, 0.5 + 0.5 * MARGIN, 1);
    let touching = step(0.0, 0.5, 1);
    for threads in THREADS {
        let world = step(MARGIN, 0.5, threads);
        assert_eq!(world.touching(), larger.touching());
        let mut apart = 0;
        for (contact, pair) in world.contacts().iter().zip(world.touching()) {
            assert_eq!(contact.pair, *pair);
            let [a, b] = [pair.a, pair.b].map(|index| Shape::ball(places[index as usize], 0.5));
            let alone = contact_within(&a, &b, MARGIN).expect("they are valid");
            let alone = alone.expect("they are near");
            let found = (contact.normal, contact.distance, contact.points);
            assert_eq!(found, (alone.normal, alone.distance, alone.points()));
            apart += usize::from(contact.distance > 0.0);
        }
        assert_eq!(world.contacts().len() - apart, touching.contacts().len());
        assert!(apart > 8192 && touching.contacts().len() > 3 * 8192, "{apart}");
    }
}

/// A contact begins where shapes come near, and goes on until they are far.
#[test]
fn who_comes_near_begins_and_who_touches_goes_on() {
    let mut world = World::<3>::new().with_margin(0.5).expect("it is finite");
    let cube = |x: f32| Shape::aligned_box([x, 0.9 * x, 0.0], [1.0; 3]);
    let first = world.shapes_mut().insert(cube(0.0)).expect("it is valid");
    let second = world.shapes_mut().insert(cube(9.0)).expect("it is valid");
    let mut go = |x: f32| {
        world.shapes_mut().set(second, cube(x)).expect("it is a box");
        world.step().expect("nothing is wrong");
        let verdict = world.explain(first, second).expect("they are there").verdict();
        assert_eq!(matches!(verdict, Verdict::Contact), world.contacts().len() == 1);
        let counts = world.contact_changes().counts();
        let contact = world.contacts().get(0);
        let is_nearest = contact.map(|contact| contact.points[0].feature == NEAREST);
        ([counts.begun, counts.persisted, counts.ended], is_nearest)
    };
    assert_eq!(go(2.6), ([0, 0, 0], None));
    // Edge to edge at first: apart on two axes.
    assert_eq!(go(2.3), ([1, 0, 0], Some(true)));
    assert_eq!(go(2.1), ([0, 1, 0], Some(false)));
    assert_eq!(go(1.9), ([0, 1, 0], Some(false)));
    assert_eq!(go(2.6), ([0, 0, 1], None));
}
