//! Limits: what is refused, and that nothing is lost by it.

use jostle::{
    BroadPhase, Error, Sap, Shape, Shapes, SimdLevel, World,
    broad::{Auto, AutoCandidate, VerletSap},
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

/// Candidates that are kept take several times the memory of a sweep: where there is no room for
/// both them and the contacts, they are done without.
#[test]
fn what_can_be_done_without_has_no_step_refused() {
    let run = |limit: u64, phase: Box<dyn BroadPhase<2>>| {
        let mut world = World::new()
            .with_boxed_broad_phase(phase)
            .with_limits(StepLimits::new().with_memory_bytes(limit));
        let mut random = Random::seeded(3);
        let mut centers: [Vec<f32>; 2] = Default::default();
        let mut ways: Vec<[f32; 2]> = Vec::new();
        for _ in 0..4000 {
            let center = random.point(0.0, 60.0);
            world.shapes_mut().insert(Shape::ball(center, 0.5)).expect("it is valid");
            (0..2).for_each(|axis| centers[axis].push(center[axis]));
            ways.push(random.point(-0.01, 0.01));
        }
        let mut kept = 0;
        for _ in 0..40 {
            let stats = world.step()?;
            let choice = stats.broad.choice.map(|choice| choice.broad_phase);
            kept += u32::from(choice == Some(AutoCandidate::VerletSap));
            let most = limit.saturating_add(limit / 8 + (256 << 10));
            assert!(world.memory_bytes() as u64 <= most, "{} {most}", world.memory_bytes());
            for (axis, centers) in centers.iter_mut().enumerate() {
                centers.iter_mut().zip(&ways).for_each(|(center, way)| *center += way[axis]);
            }
            let centers = centers.each_ref().map(|centers| &centers[..]);
            world.shapes_mut().set_ball_centers(centers).expect("there are as many");
        }
        Ok(kept)
    };
    // What a sweep needs at least.
    let mut least = 1 << 20;
    while let Err(Error::Limit { needed, .. }) = run(least, Box::new(Sap::new())) {
        least = needed.max(least + least / 64);
    }
    for (share, expected) in [(1.05, 0..=2), (1.3, 0..=9), (4.0, 34..=39)] {
        let limit = (share * least as f64) as u64;
        let kept = run(limit, Box::new(Auto::new())).expect("a sweep is not refused");
        assert!(expected.contains(&kept), "{kept} with {share}");
    }
    run(least / 4 * 5, Box::new(VerletSap::new())).expect("a sweep is not refused");
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
