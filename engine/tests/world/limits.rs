//! Limits: what is refused, and that nothing is lost by it.

use jostle::{
    Error, Shape, Shapes, SimdLevel, World,
    shape::{Attributes, Columns},
    step::StepLimits,
};

use crate::common::{Random, broad_phases, pool};

const SHAPES: usize = 400;

/// Crowded discs.
fn fill(world: &mut World<2>) {
    let mut random = Random::seeded(1);
    for _ in 0..SHAPES {
        let disc = Shape::ball(random.point(0.0, 20.0), 1.0);
        world.shapes_mut().insert(disc).expect("it is valid");
    }
}

/// What is needed and what is allowed.
fn refused(result: Result<(), Error>, expected: &str) -> (u64, u64) {
    match result {
        Err(Error::Limit { what, needed, limit }) => {
            assert_eq!(what, expected);
            (needed, limit)
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn too_many_pairs_are_counted_to_the_last_by_every_broad_phase() {
    let mut free = World::new();
    fill(&mut free);
    let pairs = free.step().expect("nothing is wrong").pairs as u64;
    assert!(pairs > 1000);
    for make in broad_phases::<2>() {
        for threads in [1, 3] {
            for limit in [0, 1, pairs / 2, pairs - 1] {
                let mut world = World::new()
                    .with_boxed_broad_phase(make(SimdLevel::detect()))
                    .with_limits(StepLimits::new().with_pairs(limit));
                fill(&mut world);
                for _ in 0..2 {
                    let result = pool(threads).install(|| world.step().map(|_| ()));
                    assert_eq!(refused(result, "pairs"), (pairs, limit));
                    assert!(world.touching().is_empty() && world.contacts().is_empty());
                }
                world = world.with_limits(StepLimits::new().with_pairs(pairs));
                let stats = world.step().expect("there is room for all");
                assert_eq!(stats.pairs as u64, pairs);
                assert_eq!(world.touching(), free.touching());
            }
        }
    }
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let mut world = World::new();
    fill(&mut world);
    world.step().expect("nothing is wrong");
    let (held, touching) = (world.memory_bytes() as u64, world.touching().len());
    world = world.with_limits(StepLimits::new().with_memory_bytes(held / 2));
    let (needed, limit) = refused(world.step().map(|_| ()), "bytes of memory");
    assert_eq!(limit, held / 2);
    assert!(needed > limit, "{needed} {limit}");
    // To count the pairs took some memory, too, which is kept: so once more.
    world = world.with_limits(StepLimits::new().with_memory_bytes(needed));
    let needed = match world.step().map(|_| ()) {
        Ok(()) => needed,
        refusal => refused(refusal, "bytes of memory").0,
    };
    world = world.with_limits(StepLimits::new().with_memory_bytes(needed));
    world.step().expect("that was enough");
    assert_eq!(
        (world.touching().len(), world.contact_changes().counts().persisted),
        (touching, touching)
    );
    // Buffers are rounded up.
    let most = needed + needed / 8 + (256 << 10);
    assert!(world.memory_bytes() as u64 <= most, "{} {most}", world.memory_bytes());
}

#[test]
fn shapes_beyond_the_limit_stay_outside() {
    let mut shapes = Shapes::<2>::new();
    shapes.set_limit(3);
    let (at, radii, mut handles) = ([0.0; 4], [1.0; 4], Vec::new());
    let columns = |len: usize| {
        Columns::default().with_balls([&at[..len], &at[..len]], &radii[..len]).expect("alike")
    };
    let mut insert = |shapes: &mut Shapes<2>, len| {
        shapes.insert_all(columns(len), Attributes::DEFAULT, &mut handles)
    };
    assert_eq!(refused(insert(&mut shapes, 4), "shapes"), (4, 3));
    assert_eq!((shapes.len(), insert(&mut shapes, 2)), (0, Ok(())));
    assert_eq!(refused(insert(&mut shapes, 2), "shapes"), (4, 3));
    assert_eq!((shapes.len(), insert(&mut shapes, 1)), (2, Ok(())));
    // Of a world whose shapes came from elsewhere.
    let mut world = World::new().with_limits(StepLimits::new().with_shapes(2));
    *world.shapes_mut() = shapes;
    assert_eq!(refused(world.step().map(|_| ()), "shapes"), (3, 2));
    world.shapes_mut().remove(handles[0]).expect("it is there");
    assert_eq!(world.step().expect("two are allowed").shapes, 2);
}
