//! One answer, whatever finds it.

use jostle::{
    Pair, Shape, SimdLevel, World,
    digest::Digest,
    shape::{Attributes, Mobility},
};

use crate::common::{Make, Random, broad_phases, planar, pool, spatial};

const SHAPES: u32 = 150;
const STEPS: usize = 12;

/// What a world found in a step: pairs, digests and events, all by the numbers of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    pairs: usize,
    contacts: u64,
    begun: Digest,
    persisted: Digest,
    ended: usize,
    sensor_overlaps: Digest,
}

/// A world whose shapes are put in in some order, and move by their numbers.
struct Run<const D: usize> {
    world: World<D>,
    moves: Vec<[f32; D]>,
}

impl<const D: usize> Run<D> {
    fn new(mut world: World<D>, shapes: &[Shape<D>], order: &[usize]) -> Self {
        for number in order {
            let user = *number as u64;
            let mobility = match number % 9 {
                0 => Mobility::Static,
                1 | 2 => Mobility::Sleeping,
                _ => Mobility::Moving,
            };
            let attributes = Attributes::new()
                .with_category(1 << (number % 3))
                .with_mask(if number % 5 == 0 { 3 } else { u32::MAX })
                .with_sensor(number % 11 == 0)
                .with_mobility(mobility)
                .with_user(user);
            world.shapes_mut().insert_with(&shapes[*number], attributes).expect("it is valid");
        }
        let mut random = Random::seeded(5);
        let moves = shapes.iter().map(|_| random.point(-0.05, 0.05)).collect();
        Self { world, moves }
    }

    /// Moves the balls and finds what there is to find.
    fn step(&mut self) -> Found {
        let shapes = self.world.shapes();
        let mut centers = shapes.balls().centers().map(<[f32]>::to_vec);
        for row in 0..centers[0].len() {
            let handle = shapes.handle_of(row).expect("balls come first");
            let number = shapes.attributes(handle).expect("it is there").user;
            for (axis, column) in centers.iter_mut().enumerate() {
                column[row] += self.moves[number as usize][axis];
            }
        }
        let shapes = self.world.shapes_mut();
        shapes.set_ball_centers(centers.each_ref().map(Vec::as_slice)).expect("they are as many");
        self.world.step().expect("nothing is wrong");
        let world = &self.world;
        let name = |index: u32| world.user(index).expect("it is there");
        let digest = |pairs: &mut dyn Iterator<Item = Pair>| {
            let named = pairs.map(|pair| {
                let (a, b) = (name(pair.a) as u32, name(pair.b) as u32);
                Pair { a: a.min(b), b: a.max(b) }
            });
            Digest::of(&named.collect::<Vec<_>>())
        };
        let changes = world.contact_changes();
        Found {
            pairs: world.pairs().len(),
            contacts: world.contacts().digest(name).value(),
            begun: digest(&mut changes.begun()),
            persisted: digest(&mut changes.persisted()),
            ended: changes.counts().ended,
            sensor_overlaps: digest(&mut world.sensor_overlaps().iter().copied()),
        }
    }
}

fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut random = Random::seeded(3);
    // No boxes on a grid, of which some are the same: a pair of these has no order.
    let kinds = [0, 1, 2, 3, 5];
    let make = |number: u32| make(&mut random, kinds[number as usize % kinds.len()]);
    let shapes: Vec<_> = (0..SHAPES).map(make).collect();
    let in_order: Vec<usize> = (0..shapes.len()).collect();
    let mut first = Run::new(World::new(), &shapes, &in_order);
    let expected: Vec<_> = (0..STEPS).map(|_| first.step()).collect();
    let none = Digest::default();
    assert!(expected.iter().filter(|found| found.begun != none && found.ended > 0).count() > 5);
    assert!(expected.iter().all(|found| found.sensor_overlaps != none));
    let with = |make: Make<D>, level: SimdLevel| {
        move || World::new().with_level(level).with_boxed_broad_phase(make(level))
    };
    let by_phase = broad_phases()
        .into_iter()
        .flat_map(|make| SimdLevel::available().iter().map(move |level| (2, with(make, *level))));
    for (threads, make) in by_phase {
        compare(threads, &make, &shapes, &expected);
    }
    for threads in [1, 3, 5, 8] {
        compare(threads, &World::new, &shapes, &expected);
    }
}

/// Holds what worlds of the same shapes find, put in in order and otherwise, against what is
/// expected.
fn compare<const D: usize>(
    threads: usize,
    make: &dyn Fn() -> World<D>,
    shapes: &[Shape<D>],
    expected: &[Found],
) {
    let mut random = Random::seeded(9);
    for order in [(0..shapes.len()).collect(), random.order(shapes.len())] {
        let mut run = Run::new(make(), shapes, &order);
        let name = run.world.pipeline().broad_phase().name();
        for expected in expected {
            let found = pool(threads).install(|| run.step());
            assert_eq!(found, *expected, "{name} on {threads} threads");
        }
    }
}

#[test]
fn worlds_agree_in_2d() {
    check::<2>(planar);
}

#[test]
fn worlds_agree_in_3d() {
    check::<3>(spatial);
}
