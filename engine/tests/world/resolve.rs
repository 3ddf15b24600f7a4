//! Working on both shapes of each contact, in parallel.

use jostle::{
    Error, Shape, World,
    coloring::Side,
    narrow::Contact,
    shape::{Attributes, Mobility},
};

use crate::common::{Random, THREADS, pool};

/// A crowd of discs of which every fifth is static, and every seventh sleeps.
fn crowd(discs: usize) -> World<2> {
    let mut world = World::new();
    let mut random = Random::seeded(1);
    let side = (discs as f32).sqrt();
    for index in 0..discs {
        let mobility = match index {
            _ if index % 5 == 0 => Mobility::Static,
            _ if index % 7 == 0 => Mobility::Sleeping,
            _ => Mobility::Moving,
        };
        let attributes = Attributes::new().with_mobility(mobility);
        let shape = Shape::ball(random.point(0.0, side), random.between(0.3, 0.7));
        world.shapes_mut().insert_with(shape, attributes).expect("it is valid");
    }
    world
}

/// How often something was done to a shape, and the sum of the numbers of the contacts.
type Sum = (u64, u64);

#[test]
fn each_contact_is_worked_on_once() {
    let mut world = crowd(3000);
    world.step().expect("nothing is wrong");
    let mut expected: Vec<Sum> = vec![(0, 0); 3000];
    for (place, pair) in (1..).zip(world.touching()) {
        for shape in [pair.a, pair.b] {
            let (count, sum) = &mut expected[shape as usize];
            (*count, *sum) = (*count + 1, *sum + place);
        }
    }
    let is_static = |shape: usize| shape.is_multiple_of(5);
    assert!((0..3000).any(|shape| is_static(shape) && expected[shape].0 > 0));
    (0..3000).filter(|shape| is_static(*shape)).for_each(|shape| expected[shape] = (0, 0));

    let places: Vec<_> = world.touching().to_vec();
    let mut states = vec![(0, 0); 3000];
    for pass in 1..=2 {
        let work = |contact: Contact<'_, 2>, mut a: Side<'_, Sum>, mut b: Side<'_, Sum>| {
            let place = places.binary_search(&contact.pair).expect("it is listed") as u64 + 1;
            assert_eq!(a.get_mut().is_none(), is_static(contact.pair.a as usize));
            for (count, sum) in [a.get_mut(), b.get_mut()].into_iter().flatten() {
                (*count, *sum) = (*count + 1, *sum + place);
            }
        };
        pool(3).install(|| world.resolve(&mut states, work)).expect("there is a state for each");
        let times = |(count, sum): &Sum| (pass * count, pass * sum);
        assert_eq!(states, expected.iter().map(times).collect::<Vec<_>>());
    }
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let results = THREADS.map(|threads| {
        pool(threads).install(|| {
            let mut world = crowd(20_000);
            let mut states: Vec<f32> = (0..20_000).map(|shape| (shape as f32).sqrt()).collect();
            for _ in 0..2 {
                world.step().expect("nothing is wrong");
                for _ in 0..3 {
                    let mix =
                        |contact: Contact<'_, 2>, mut a: Side<'_, f32>, mut b: Side<'_, f32>| {
                            let mean = 0.5 * (*a + *b) + contact.distance;
                            a.get_mut().into_iter().for_each(|a| *a = 0.3 * *a + 0.7 * mean);
                            b.get_mut().into_iter().for_each(|b| *b = 0.6 * *b + 0.4 * mean);
                        };
                    world.resolve(&mut states, mix).expect("there is a state for each");
                }
                world.shapes_mut().balls_mut().centers[0].iter_mut().for_each(|x| *x *= 0.99);
            }
            states.iter().map(|state| state.to_bits()).collect::<Vec<_>>()
        })
    });
    assert!(results.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn states_are_those_of_the_last_step() {
    let mut world = crowd(10);
    let mut none: [u8; 0] = [];
    let never = |_: Contact<'_, 2>, _: Side<'_, u8>, _: Side<'_, u8>| {
        panic!("there are no contacts yet");
    };
    world.resolve(&mut none, never).expect("nothing was found");
    world.step().expect("nothing is wrong");
    let wrong = world.resolve(&mut [0; 9], |_, _, _| {});
    assert_eq!(wrong, Err(Error::Length { what: "the states of shapes", expected: 10, found: 9 }));
    let last = world.handle(9).expect("there were ten");
    world.shapes_mut().remove(last).expect("it is there");
    world.resolve(&mut [0; 10], |_, _, _| {}).expect("there were ten in the last step");
    world.step().expect("nothing is wrong");
    world.resolve(&mut [0; 9], |_, _, _| {}).expect("there are nine now");
    assert_eq!(world.static_or_sleeping().len(), 9);
    assert_eq!(world.static_or_sleeping().iter().filter(|rests| **rests).count(), 3);
    // Those of a snapshot are to be found first.
    let mut restored = World::<2>::restore(&world.snapshot()).expect("it was just taken");
    restored.resolve(&mut [0; 9], |_, _, _| panic!("nothing was found")).expect("there are nine");
}
