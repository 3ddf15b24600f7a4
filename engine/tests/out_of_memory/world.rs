//! Steps of a world whose memory is refused.

use jostle::{
    Error, Handle, Shape, World,
    shape::{Attributes, Mobility},
};

use super::{
    common::{Random, pool},
    refusing::with_buffers,
};

const SHAPES: usize = 4000;

/// Bytes of the smallest buffer: what is smaller are the chunks of threads.
const BUFFER: usize = 1 << 14;

fn attributes(number: usize) -> Attributes {
    Attributes::new()
        .with_sensor(number.is_multiple_of(10))
        .with_ccd(number % 25 == 1)
        .with_mobility(if number.is_multiple_of(3) { Mobility::Sleeping } else { Mobility::Moving })
}

/// Balls and boxes, some of which no world takes for shapes from the next step on.
fn populate(world: &mut World<2>, random: &mut Random) -> Vec<Handle> {
    let shape = |number: usize| {
        let center = random.point(0.0, 70.0);
        let shape = if number.is_multiple_of(2) {
            Shape::ball(center, 1.0)
        } else {
            Shape::oriented_box(center, [0.5, 1.0], random.unit())
        };
        world.shapes_mut().insert_with(shape, attributes(number)).expect("it is valid")
    };
    (0..SHAPES).map(shape).collect()
}

/// Moves all, so that many pairs begin and many end.
fn disturb(world: &mut World<2>, random: &mut Random, handles: &[Handle]) {
    for handle in handles {
        let shape = Shape::ball(random.point(0.0, 70.0), 1.0);
        // Boxes stay.
        let _ = world.teleport(*handle, shape);
    }
}

/// What a step found.
#[derive(Debug, PartialEq)]
struct Found {
    contacts: jostle::digest::Digest,
    sensor_overlaps: usize,
    ccd_hits: usize,
    changes: [jostle::events::EventCounts; 2],
}

fn found(world: &World<2>) -> Found {
    Found {
        contacts: world.contacts().digest(u64::from),
        sensor_overlaps: world.sensor_overlaps().len(),
        ccd_hits: world.ccd_hits().len(),
        changes: [world.contact_changes().counts(), world.sensor_changes().counts()],
    }
}

/// A world before its first step, or its second.
fn world(steps: usize) -> World<2> {
    let mut random = Random::seeded(211);
    let mut world = World::new();
    let handles = populate(&mut world, &mut random);
    for _ in 0..steps {
        world.step().expect("there is memory");
        disturb(&mut world, &mut random, &handles);
    }
    world
}

pub(crate) fn check() {
    for (steps, threads) in [(0, 1), (1, 1), (1, 3)] {
        let expected = pool(threads).install(|| {
            let mut world = world(steps);
            world.step().expect("there is memory");
            found(&world)
        });
        assert!(expected.changes[0].begun > 500 && expected.sensor_overlaps > 100, "{expected:?}");
        assert!(steps == 0 || expected.changes[0].ended > 500, "{expected:?}");
        let failures = pool(threads).install(|| refuse(steps, &expected));
        assert!(failures > 4, "it failed only {failures} times");
    }
}

/// Refuses a step its first buffer, the second, and so on. Returns how often it failed.
fn refuse(steps: usize, expected: &Found) -> usize {
    let mut failures = 0;
    for buffers in 0.. {
        let mut world = world(steps);
        let (result, refused) = with_buffers((buffers, BUFFER), || world.step().map(|_| ()));
        if let Err(error) = result {
            assert!(refused > 0 && matches!(error, Error::OutOfMemory { .. }), "{error}");
            failures += 1;
            world.step().expect("there is memory");
        }
        assert_eq!(found(&world), *expected, "step {steps} with {buffers} buffers");
        if refused == 0 {
            return failures;
        }
    }
    unreachable!("it would ask for buffers forever")
}
