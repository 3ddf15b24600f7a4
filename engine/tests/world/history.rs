//! Pairs across steps in which shapes come and go.

use jostle::{Handle, Shape, World, shape::Attributes};

fn disc(x: f32) -> Shape<2> {
    Shape::ball([x, 0.0], 1.0)
}

fn put(world: &mut World<2>, x: f32) -> Handle {
    world.shapes_mut().insert(disc(x)).expect("it is valid")
}

fn ended(world: &World<2>) -> Vec<[Handle; 2]> {
    world.contact_changes().ended().collect()
}

#[test]
fn a_shape_in_the_slot_of_another_is_another() {
    let mut world = World::new();
    let (a, b) = (put(&mut world, 0.0), put(&mut world, 1.0));
    world.step().expect("nothing is wrong");
    world.shapes_mut().remove(b).expect("it is there");
    let c = put(&mut world, 1.0);
    assert_eq!((b.slot(), b.generation() + 1), (c.slot(), c.generation()));
    world.step().expect("nothing is wrong");
    let counts = world.contact_changes().counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (1, 0, 1));
    assert_eq!(ended(&world), [[a, b]]);
    // One that came and went between steps was never there.
    let d = put(&mut world, 0.5);
    world.shapes_mut().remove(d).expect("it is there");
    world.step().expect("nothing is wrong");
    let counts = world.contact_changes().counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (0, 1, 0));
}

#[test]
fn indices_change_and_pairs_stay() {
    let mut world = World::new();
    let handles: Vec<_> = (0..40).map(|x| put(&mut world, 1.5 * x as f32)).collect();
    world.step().expect("nothing is wrong");
    // Boxes come behind balls, and a ball before the boxes moves them.
    let ground = Shape::aligned_box([30.0, -1.5], [100.0, 1.0]);
    world.shapes_mut().insert(ground).expect("it is valid");
    world.step().expect("nothing is wrong");
    assert_eq!(world.contact_changes().counts().begun, 40);
    for (index, removed) in [3, 17, 0, 39, 20].into_iter().enumerate() {
        let before: Vec<_> = world.touching().to_vec();
        let names = |world: &World<2>, list: &[jostle::Pair]| -> Vec<[Handle; 2]> {
            let name = |index| world.handle(index).expect("it was there");
            list.iter().map(|pair| [name(pair.a), name(pair.b)]).collect()
        };
        let names_before = names(&world, &before);
        world.shapes_mut().remove(handles[removed]).expect("it is there");
        put(&mut world, 1000.0 + 9.0 * index as f32);
        world.step().expect("nothing is wrong");
        let names_now = names(&world, world.touching());
        for (place, pair) in names_now.iter().enumerate() {
            let place_before = names_before
                .iter()
                .position(|before| *before == *pair || [before[1], before[0]] == *pair);
            assert!(place_before.is_some(), "{pair:?} is new");
            assert_eq!(world.contact_changes().place_before(place), place_before);
        }
        let gone = names_before.iter().filter(|pair| pair.contains(&handles[removed])).count();
        assert_eq!((ended(&world).len(), names_before.len() - names_now.len()), (gone, gone));
        assert_eq!(world.contact_changes().counts().begun, 0);
    }
}

#[test]
fn results_stay_while_shapes_change() {
    let mut world = World::new();
    let (a, b) = (put(&mut world, 0.0), put(&mut world, 1.0));
    let numbered = Attributes::new().with_user(7);
    world.shapes_mut().set_attributes(b, numbered).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((world.user(0), world.user(1), world.user(2)), (Some(0), Some(7), None));
    world.shapes_mut().remove(a).expect("it is there");
    // What was found is still about both.
    assert_eq!([world.handle(0), world.handle(1), world.handle(2)], [Some(a), Some(b), None]);
    assert_eq!((world.user(0), world.user(1)), (None, Some(7)));
    assert_eq!(world.touching().len(), 1);
}
