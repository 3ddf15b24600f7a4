//! Contacts by shape, by pair and in the world.

use jostle::{
    Error, Handle, Shape, World,
    shape::{Attributes, Mobility},
};

use crate::{
    common::{Random, THREADS, planar, spatial},
    looked_up::{check_lookups, check_resolve},
};

/// Worlds to which shapes come, and from which some go before and after a step.
fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let random = &mut Random::seeded(5);
    let (mut world, mut handles) = (World::<D>::new(), Vec::<Handle>::new());
    let mut found = [0; 2];
    for step in 0..20 {
        for number in 0..10 {
            let attributes = Attributes::new()
                .with_sensor(random.percent(10.0))
                .with_mobility(random.pick(&[Mobility::Moving, Mobility::Static]));
            let shape = make(random, number);
            let handle = world.shapes_mut().insert_with(shape, attributes);
            handles.push(handle.expect("it is valid"));
        }
        world.step().expect("nothing is wrong");
        if step % 3 == 2 {
            let gone = handles.swap_remove(random.below(handles.len()));
            world.shapes_mut().remove(gone).expect("it is there");
        }
        let [contacts, overlaps] = check_lookups(&world);
        found = [found[0] + contacts, found[1] + overlaps];
        check_resolve(&mut world, random.pick(&THREADS));
    }
    assert!(found[0] > 500 && found[1] > 100, "{found:?}");
    // Of a world that was restored it is known what touched, but not how.
    let mut restored = World::<D>::restore(&world.snapshot()).expect("it is sound");
    let [contacts, overlaps] = check_lookups(&restored);
    assert!(contacts == 0 && overlaps > 0);
    check_resolve(&mut restored, 1);
}

#[test]
fn what_is_looked_up_is_what_a_search_finds() {
    check(planar);
    check(spatial);
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
