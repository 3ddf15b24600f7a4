//! Sensors of a world.

use jostle::{
    Handle, Pair, Shape, World,
    shape::{Attributes, Mobility},
};

/// Pairs of sensors that are listed, began, persist and ended in a step.
fn step<const D: usize>(world: &mut World<D>) -> [usize; 4] {
    world.step().expect("nothing is wrong");
    assert_eq!(world.stats().sensor_overlaps, world.sensor_overlaps().len());
    assert!(world.stats().hit_rate() <= 1.0);
    let counts = world.sensor_changes().counts();
    [world.sensor_overlaps().len(), counts.begun, counts.persisted, counts.ended]
}

/// A disc within a sensor.
fn in_sensor(of_sensor: Mobility, of_disc: Mobility) -> (World<2>, [Handle; 2]) {
    let mut world = World::<2>::new();
    let sensor = Attributes::new().with_sensor(true).with_mobility(of_sensor);
    let area = Shape::aligned_box([0.0, 0.0], [4.0, 4.0]);
    let sensor = world.shapes_mut().insert_with(area, sensor).expect("it is valid");
    let disc = Attributes::new().with_mobility(of_disc);
    let disc = world.shapes_mut().insert_with(Shape::ball([1.0, 0.0], 1.0), disc);
    (world, [disc.expect("it is valid"), sensor])
}

fn set(world: &mut World<2>, shape: Handle, mobility: Mobility) {
    world.shapes_mut().set_mobility(&[shape], mobility).expect("it is there");
}

#[test]
fn who_sleeps_in_a_sensor_is_in_it() {
    for of_sensor in [Mobility::Static, Mobility::Sleeping] {
        let (mut world, [disc, sensor]) = in_sensor(of_sensor, Mobility::Moving);
        assert_eq!(step(&mut world), [1, 1, 0, 0]);
        set(&mut world, disc, Mobility::Sleeping);
        for _ in 0..3 {
            assert_eq!(step(&mut world), [1, 0, 1, 0]);
            assert_eq!(world.sensor_changes().place_before(0), Some(0));
        }
        // Others come and go, so that both have other indices.
        let other = world.shapes_mut().insert(Shape::ball([90.0, 0.0], 1.0)).expect("it is valid");
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        world.shapes_mut().remove(other).expect("it is there");
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        set(&mut world, disc, Mobility::Moving);
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        // It falls asleep, goes in its sleep, which nobody sees, and is seen to be gone when it
        // wakes.
        set(&mut world, disc, Mobility::Sleeping);
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        world.shapes_mut().set(disc, Shape::ball([50.0, 0.0], 1.0)).expect("it is a disc");
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        set(&mut world, disc, Mobility::Moving);
        assert_eq!(step(&mut world), [0, 0, 0, 1]);
        assert_eq!(world.sensor_changes().ended().collect::<Vec<_>>(), [[disc, sensor]]);
    }
}

#[test]
fn who_is_removed_asleep_in_a_sensor_leaves_it() {
    for gone in [0, 1] {
        let (mut world, handles) = in_sensor(Mobility::Static, Mobility::Moving);
        assert_eq!(step(&mut world), [1, 1, 0, 0]);
        set(&mut world, handles[0], Mobility::Sleeping);
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
        world.shapes_mut().remove(handles[gone]).expect("it is there");
        assert_eq!(step(&mut world), [0, 0, 0, 1]);
        assert_eq!(world.sensor_changes().ended().collect::<Vec<_>>(), [handles]);
    }
}

#[test]
fn two_at_rest_are_looked_at_once_one_moves() {
    for mover in [0, 1] {
        let (mut world, handles) = in_sensor(Mobility::Sleeping, Mobility::Sleeping);
        assert_eq!(step(&mut world), [0; 4]);
        set(&mut world, handles[mover], Mobility::Moving);
        assert_eq!(step(&mut world), [1, 1, 0, 0]);
        set(&mut world, handles[mover], Mobility::Sleeping);
        assert_eq!(step(&mut world), [1, 0, 1, 0]);
    }
}

#[test]
fn a_sensor_that_moves_over_sleepers_senses_them() {
    let (mut world, [_, sensor]) = in_sensor(Mobility::Moving, Mobility::Sleeping);
    assert_eq!(step(&mut world), [1, 1, 0, 0]);
    let place = |world: &mut World<2>, x: f32| {
        let area = Shape::aligned_box([x, 0.0], [4.0, 4.0]);
        world.shapes_mut().set(sensor, area).expect("it is a box");
    };
    place(&mut world, 2.0);
    assert_eq!(step(&mut world), [1, 0, 1, 0]);
    // It falls asleep over one, and moves on when it wakes.
    set(&mut world, sensor, Mobility::Sleeping);
    assert_eq!(step(&mut world), [1, 0, 1, 0]);
    set(&mut world, sensor, Mobility::Moving);
    place(&mut world, 20.0);
    assert_eq!(step(&mut world), [0, 0, 0, 1]);
}

/// A sensor that stands still and is to sense static shapes, and sleepers that were put in.
#[test]
fn a_sensor_that_may_move_senses_all_at_rest() {
    for rests in [Mobility::Static, Mobility::Sleeping] {
        let (mut world, [disc, sensor]) = in_sensor(Mobility::Moving, rests);
        assert_eq!(step(&mut world), [1, 1, 0, 0]);
        let other = Attributes::new().with_mobility(rests);
        let other = world.shapes_mut().insert_with(Shape::ball([0.0, 1.0], 1.0), other);
        let other = other.expect("it is valid");
        assert_eq!(step(&mut world), [2, 1, 1, 0]);
        let inside: Vec<_> = world.sensor_overlaps_of(sensor).expect("it is there").collect();
        assert_eq!(inside, [disc, other]);
        // It comes to rest with both in it.
        set(&mut world, sensor, Mobility::Static);
        assert_eq!(step(&mut world), [2, 0, 2, 0]);
        assert_eq!(world.sensor_overlaps_of(sensor).expect("it is there").count(), 2);
    }
}

#[test]
fn who_rests_in_a_sensor_is_part_of_a_snapshot() {
    let (mut world, [disc, _]) = in_sensor(Mobility::Static, Mobility::Moving);
    assert_eq!(step(&mut world), [1, 1, 0, 0]);
    set(&mut world, disc, Mobility::Sleeping);
    assert_eq!(step(&mut world), [1, 0, 1, 0]);
    let mut again = World::<2>::restore(&world.snapshot()).expect("it is sound");
    assert_eq!(step(&mut again), [1, 0, 1, 0]);
}

/// A fast disc at -5 and a thin sensor at 0 that rests or not.
fn before_sensor(mobility: Mobility) -> (World<2>, Handle) {
    let mut world = World::<2>::new();
    let sensor = Attributes::new().with_sensor(true).with_mobility(mobility);
    let gate = Shape::aligned_box([0.0, 0.0], [0.01, 9.0]);
    world.shapes_mut().insert_with(gate, sensor).expect("it is valid");
    let fast = Attributes::new().with_ccd(true);
    let disc = world.shapes_mut().insert_with(Shape::ball([-5.0, 0.0], 1.0), fast);
    (world, disc.expect("it is valid"))
}

#[test]
fn who_passes_a_sensor_within_a_step_is_sensed() {
    for mobility in [Mobility::Static, Mobility::Sleeping, Mobility::Moving] {
        let (mut world, disc) = before_sensor(mobility);
        let mut go = |to: f32| {
            world.shapes_mut().set(disc, Shape::ball([to, 0.0], 1.0)).expect("it is a disc");
            (step(&mut world), world.touching().len())
        };
        assert_eq!(go(-5.0), ([0; 4], 0));
        // It passes, and stays there: it was in the sensor for a moment.
        assert_eq!(go(5.0), ([1, 1, 0, 0], 0));
        assert_eq!(go(5.0), ([0, 0, 0, 1], 0));
        // It passes step by step: it was in it in each of them.
        assert_eq!(go(-5.0), ([1, 1, 0, 0], 0));
        assert_eq!(go(5.0), ([1, 0, 1, 0], 0));
        assert_eq!(go(-5.0), ([1, 0, 1, 0], 0));
        assert_eq!(go(-5.0), ([0, 0, 0, 1], 0));
        // It stops in the sensor, and leaves it: nothing is told later than of a slow one.
        assert_eq!(go(0.0), ([1, 1, 0, 0], 0));
        assert_eq!(go(0.5), ([1, 0, 1, 0], 0));
        assert_eq!(go(9.0), ([0, 0, 0, 1], 0));
    }
}

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
