//! Steps of a world of a crowd of a hundred thousand, all awake, nine of ten asleep, and one that
//! goes as another comes, and passes over its contacts, on one thread and on all.
//!
//! Two steps of the scene follow each other again and again. What they find is compared with the
//! sweep and prune's before anything is timed.

mod common;

use std::array::from_fn;

use common::{SEED, group, pools, time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jostle::{
    Sap, Shape, World,
    coloring::Side,
    narrow::Contact,
    shape::{Attributes, Mobility},
};
use jostle_bench::{
    boxes::Shapes,
    scene::{self, SceneShapes},
};

const SHAPES: u32 = 100_000;

type Centers = [Vec<f32>; 2];

/// A world of the scene `crowd`, of which one shape in `stride` is awake, and where its discs are
/// in two steps.
fn crowd(stride: usize) -> (World<2>, [Centers; 2]) {
    let crowd = scene::by_name("crowd").expect("there is one");
    let SceneShapes::Two(mut scene) = crowd.build(SHAPES, SEED).expect("it needs no file") else {
        unreachable!("a crowd is in 2D")
    };
    let mut world = World::new();
    let centers = [(); 2].map(|()| {
        let Shapes::Balls(balls) = &scene.shapes else { unreachable!("a crowd is of discs") };
        let centers: Centers = from_fn(|axis| balls.center[axis].clone());
        if world.shapes().is_empty() {
            for (place, radius) in balls.radius.iter().enumerate() {
                let is_awake = place.is_multiple_of(stride);
                let mobility = if is_awake { Mobility::Moving } else { Mobility::Sleeping };
                let ball = Shape::ball(from_fn(|axis| centers[axis][place]), *radius);
                let attributes = Attributes::new().with_mobility(mobility);
                world.shapes_mut().insert_with(ball, attributes).expect("there is room");
            }
        }
        scene.step();
        centers
    });
    (world, centers)
}

/// Goes to the next of two steps. Those that sleep stay.
fn step(world: &mut World<2>, steps: &[Centers; 2], number: &mut usize, stride: usize) {
    *number += 1;
    let balls = world.shapes_mut().balls_mut();
    for (to, from) in balls.centers.into_iter().zip(&steps[*number % 2]) {
        let awake = to.iter_mut().zip(from).step_by(stride);
        awake.for_each(|(to, from)| *to = *from);
    }
    world.step().expect("the step is valid");
}

/// Compares the world that is timed with one that sweeps all.
fn check(stride: usize) {
    let ((mut world, steps), mut other) =
        (crowd(stride), crowd(stride).0.with_broad_phase(Sap::new()));
    let mut numbers = [0; 2];
    for _ in 0..4 {
        step(&mut world, &steps, &mut numbers[0], stride);
        step(&mut other, &steps, &mut numbers[1], stride);
        assert!(world.touching() == other.touching(), "contacts differ");
        assert_ne!(world.touching(), []);
    }
}

fn steps(criterion: &mut Criterion) {
    let mut bench = group(criterion, "world/crowd");
    bench.throughput(Throughput::Elements(SHAPES.into()));
    for (name, stride) in [("awake", 1), ("9 of 10 asleep", 10)] {
        for pool in pools() {
            pool.install(|| check(stride));
            let ((mut world, steps), mut number) = (crowd(stride), 0);
            time(&mut bench, &pool, name, SHAPES as usize, || {
                step(&mut world, &steps, &mut number, stride);
            });
        }
    }
}

/// Steps in which one disc goes and another comes.
fn exchanges(criterion: &mut Criterion) {
    let mut bench = group(criterion, "world/crowd");
    bench.throughput(Throughput::Elements(SHAPES.into()));
    for pool in pools() {
        let ((mut world, steps), mut number) = (crowd(1), 0);
        time(&mut bench, &pool, "one in, one out", SHAPES as usize, || {
            let shapes = world.shapes_mut();
            let place = number * 7919 % SHAPES as usize;
            let handle = shapes.handle_of(place).expect("it is there");
            let disc = shapes.get(handle).expect("it is there");
            shapes.remove(handle).expect("it is there");
            shapes.insert(disc).expect("there is room");
            step(&mut world, &steps, &mut number, 1);
        });
    }
}

fn passes(criterion: &mut Criterion) {
    let (mut world, _) = crowd(1);
    world.step().expect("the step is valid");
    let mut bench = group(criterion, "world/resolve");
    bench.throughput(Throughput::Elements(world.contacts().len() as u64));
    for pool in pools() {
        let mut depths = vec![0.0_f32; SHAPES as usize];
        time(&mut bench, &pool, "pass", world.contacts().len(), || {
            let work = |contact: Contact<'_, 2>, mut a: Side<'_, f32>, mut b: Side<'_, f32>| {
                for depth in [a.get_mut(), b.get_mut()].into_iter().flatten() {
                    *depth = depth.max(-contact.distance);
                }
            };
            world.resolve(&mut depths, work).expect("there is one for each");
        });
        let deepest = |a: f32, b: f32| a.max(b);
        let expected = world.contacts().iter().map(|contact| -contact.distance).fold(0.0, deepest);
        assert_eq!(depths.into_iter().fold(0.0, deepest), expected);
    }
}

criterion_group!(benches, steps, exchanges, passes);
criterion_main!(benches);
