//! After the first steps a world allocates nothing, on any thread.

use jostle::{
    BroadPhase, Handle, Layers, Shape, World,
    shape::{Attributes, Mobility},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 200;
const STEPS: usize = 40;
const SHAPES: usize = 600;

fn attributes(number: usize) -> Attributes {
    Attributes {
        sensor: number.is_multiple_of(10),
        fast: number % 25 == 1,
        mobility: if number.is_multiple_of(3) { Mobility::Sleeping } else { Mobility::Moving },
        category: 1 << (number % 4),
        ..Attributes::DEFAULT
    }
}

fn shape(random: &mut Random, number: usize) -> Shape<2> {
    let centre = random.point(0.0, 30.0);
    if number.is_multiple_of(2) {
        Shape::ball(centre, 1.0)
    } else {
        Shape::oriented_box(centre, [0.5, 1.0], random.unit())
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
    let mut centres = [vec![0.0; SHAPES], vec![0.0; SHAPES]];
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
        let balls = world.shapes().balls().centres();
        let len = balls[0].len();
        for (column, now) in centres.iter_mut().zip(balls) {
            column[..len].copy_from_slice(now);
            column[..len].iter_mut().for_each(|x| *x += random.between(-0.05, 0.05));
        }
        let columns = centres.each_ref().map(|column| &column[..len]);
        world.shapes_mut().set_ball_centres(columns).expect("they are as many");
        let stats = world.step().expect("nothing is wrong");
        assert!(stats.contacts > 200 && stats.sensed > 50, "{} {}", stats.contacts, stats.sensed);
        assert!(step == 0 || stats.encounters > 10, "{}", stats.encounters);
        assert!(step < 2 || !world.dormant().is_empty());
    }
    allocations() - before
}

pub(crate) fn check() {
    for threads in [1, 2] {
        let of = |layers: bool| {
            let phase = layers.then(|| Box::new(Layers::new()) as Box<dyn BroadPhase<2>>);
            pool(threads).install(|| measure(phase))
        };
        assert_eq!([of(false), of(true)], [0, 0], "on {threads} threads");
    }
}
