//! Sensors of a world.

use jostle::{Pair, Shape, World, shape::Attributes};

#[test]
fn a_shape_that_becomes_a_sensor_ends_its_contacts() {
    let mut world = World::<3>::new();
    let ball = |x: f32| Shape::ball([x, 0.0, 0.0], 1.0);
    let a = world.shapes_mut().insert(ball(0.0)).expect("it is valid");
    let b = world.shapes_mut().insert(ball(1.0)).expect("it is valid");
    world.step().expect("nothing is wrong");
    assert_eq!((world.touching().len(), world.sensor_overlaps().len()), (1, 0));
    let sensor = Attributes::new().with_sensor(true);
    world.shapes_mut().set_attributes(a, sensor).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!((world.touching(), world.sensor_overlaps()), (&[][..], &[Pair { a: 0, b: 1 }][..]));
    assert_eq!(world.contact_changes().ended().collect::<Vec<_>>(), [[a, b]]);
    assert_eq!(world.sensor_changes().begun().collect::<Vec<_>>(), [Pair { a: 0, b: 1 }]);
    world.step().expect("nothing is wrong");
    assert_eq!(world.sensor_changes().persisted().count(), 1);
    world.shapes_mut().remove(b).expect("it is there");
    world.step().expect("nothing is wrong");
    assert_eq!(world.sensor_changes().ended().collect::<Vec<_>>(), [[a, b]]);
}
