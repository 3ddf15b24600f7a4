//! After the first steps a world allocates nothing, on any thread.

use jostle::{
    BroadPhase, Handle, Shape, World,
    broad::StaticCacheSap,
    events::PairData,
    shape::{Attributes, Mobility},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 200;
const STEPS: usize = 40;
const SHAPES: usize = 600;

fn attributes(number: usize) -> Attributes {
    Attributes::new()
        .with_sensor(number.is_multiple_of(10))
        .with_ccd(number % 25 == 1)
        .with_mobility(if number.is_multiple_of(3) { Mobility::Sleeping } else { Mobility::Moving })
        .with_category(1 << (number % 4))
}

fn shape(random: &mut Random, number: usize) -> Shape<2> {
    let center = random.point(0.0, 30.0);
    if number.is_multiple_of(2) {
        Shape::ball(center, 1.0)
    } else {
        Shape::oriented_box(center, [0.5, 1.0], random.unit())
    }
}

/// Allocations of steps in which shapes move, fall asleep, wake up, come and go.
fn measure(phase: Option<Box<dyn BroadPhase<2>>>) -> u64 {
    let mut random = Random::seeded(7);
    let mut world = World::<2>::new();
    if let Some(phase) = phase {
        world = world.with_boxed_broad_phase(phase);
    }
    let mut live: Vec<Handle> = Vec::with_capacity(SHAPES);
    for number in 0..SHAPES {
        let shape = shape(&mut random, number);
        live.push(world.shapes_mut().insert_with(shape, attributes(number)).expect("it is valid"));
    }
    let mut centers = [vec![0.0; SHAPES], vec![0.0; SHAPES]];
    let (mut data, mut states, mut inside) = (PairData::<u32>::new(), vec![0_u8; SHAPES], 0);
    let mut before = 0;
    for step in 0..WARM_UP + STEPS {
        if step == WARM_UP {
            before = allocations();
        }
        let number = random.below(SHAPES);
        world.shapes_mut().remove(live[number]).expect("it is there");
        let shape = shape(&mut random, number);
        live[number] =
            world.shapes_mut().insert_with(shape, attributes(number)).expect("it is valid");
        let some = random.below(SHAPES - 10);
        let mobility = random.pick(&[Mobility::Moving, Mobility::Sleeping]);
        world.shapes_mut().set_mobility(&live[some..some + 10], mobility).expect("they are there");
        let balls = world.shapes().balls().centers();
        let len = balls[0].len();
        for (column, now) in centers.iter_mut().zip(balls) {
            column[..len].copy_from_slice(now);
            column[..len].iter_mut().for_each(|x| *x += random.between(-0.05, 0.05));
        }
        let columns = centers.each_ref().map(|column| &column[..len]);
        world.shapes_mut().set_ball_centers(columns).expect("they are as many");
        world.set_pair_excluded(live[1], live[2 + step % 7], step % 2 == 0).expect("they are");
        let wants = |_: [Handle; 2], users: [u64; 2]| users[0] + users[1] != 1;
        let found = if step % 3 == 0 { world.step_where(wants) } else { world.step() };
        let stats = *found.expect("nothing is wrong");
        data.update(&world.contact_changes()).expect("it is the next step");
        world
            .resolve_with(&mut states, data.values_mut(), |_, _, _, _, steps| *steps += 1)
            .expect("there is one for each");
        inside += world.sensor_overlaps_of(live[10]).expect("it is there").count();
        assert!(
            stats.contacts > 200 && stats.sensor_overlaps > 50,
            "{} {}",
            stats.contacts,
            stats.sensor_overlaps
        );
        assert!(step == 0 || stats.ccd_hits > 10, "{}", stats.ccd_hits);
        assert!(step < 2 || !world.sleeping_contacts().is_empty());
    }
    let made = allocations() - before;
    assert!(inside > 100 && data.values().iter().any(|steps| *steps > 20), "{inside}");
    made
}

pub(crate) fn check() {
    for threads in [1, 2] {
        let of = |static_cache: bool| {
            let phase =
                static_cache.then(|| Box::new(StaticCacheSap::new()) as Box<dyn BroadPhase<2>>);
            pool(threads).install(|| measure(phase))
        };
        assert_eq!([of(false), of(true)], [0, 0], "on {threads} threads");
    }
}
