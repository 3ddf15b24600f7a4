//! Contacts by shape, by pair and in the world.

use jostle::{Error, Handle, Shape, World};

use crate::common::{Random, planar};

/// Everything that is looked up is what a search finds.
fn check(world: &World<2>, handles: &[Handle]) -> usize {
    let name = |index| world.handle(index).expect("it is there");
    let mut found = 0;
    for handle in handles {
        let of_shape: Vec<_> = world.contacts_of(*handle).expect("it is there").collect();
        let index = world.index(*handle).expect("it is there");
        let touches = |pair: jostle::Pair| pair.a == index || pair.b == index;
        let expected: Vec<_> =
            world.contacts().iter().filter(|contact| touches(contact.pair)).collect();
        assert_eq!(of_shape, expected);
        for contact in &of_shape {
            let [a, b] = [contact.pair.a, contact.pair.b].map(name);
            for (first, second) in [(a, b), (b, a)] {
                let between = world.contact_between(first, second).expect("they are there");
                assert_eq!(between.as_ref(), Some(contact));
            }
            let points: Vec<_> = world.points_of(contact).expect("they are there").collect();
            let centers = [a, b].map(|handle| world.shapes().get(handle).expect("it is").center());
            for (point, [on_a, on_b]) in contact.points.iter().zip(&points) {
                for axis in 0..2 {
                    assert_eq!(on_a[axis], centers[0][axis] + point.on_a[axis]);
                    assert_eq!(on_b[axis], centers[1][axis] + point.on_b[axis]);
                }
            }
            assert_eq!(points.len(), contact.points.len());
        }
        found += of_shape.len();
    }
    let begun = world.contact_changes().begun().map(|pair| [pair.a, pair.b].map(name));
    assert!(begun.eq(world.contact_changes().begun_handles()));
    found
}

#[test]
fn what_is_looked_up_is_what_a_search_finds() {
    let random = &mut Random::seeded(5);
    let (mut world, mut handles) = (World::<2>::new(), Vec::new());
    let mut found = 0;
    for step in 0..20 {
        for number in 0..10 {
            let shape = planar(random, number);
            handles.push(world.shapes_mut().insert(shape).expect("it is valid"));
        }
        if step % 3 == 2 {
            let gone = handles.swap_remove(random.below(handles.len()));
            world.shapes_mut().remove(gone).expect("it is there");
        }
        world.step().expect("nothing is wrong");
        found += check(&world, &handles);
    }
    assert!(found > 500, "{found}");
}

#[test]
fn what_is_asked_about_was_in_the_step_and_is_there() {
    let mut world = World::<2>::new();
    let put = |world: &mut World<2>, x: f32| {
        world.shapes_mut().insert(Shape::ball([x, 0.0], 1.0)).expect("it is valid")
    };
    let [first, second, third] = [0.0, 1.5, 3.0].map(|x| put(&mut world, x));
    world.step().expect("nothing is wrong");
    let late = put(&mut world, 1.0);
    assert_eq!(world.contacts_of(late).map(|_| ()), Err(Error::NotInStep { handle: late }));
    // The last one takes its row; what was found is still by the indices of the step.
    world.shapes_mut().remove(first).expect("it is there");
    assert_eq!(world.index(first), Err(Error::StaleHandle { handle: first }));
    assert_eq!((world.index(second), world.index(third)), (Ok(1), Ok(2)));
    assert_eq!(world.contacts_of(second).expect("it is there").count(), 2);
    assert!(world.contact_between(third, second).expect("they are there").is_some());
    let contact = world.contacts().get(0).expect("there is one");
    let gone = world.points_of(&contact).map(|_| ());
    assert_eq!(gone, Err(Error::StaleHandle { handle: first }));
}
