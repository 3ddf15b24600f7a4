//! The examples `crowd` and `granular`: their physics, and that they end in the same state whatever
//! they run on.

mod beds;
mod crowds;

#[path = "../../examples/crowd.rs"]
#[expect(dead_code, reason = "an example is a program, which prints and draws as well")]
mod crowd;
#[path = "../../examples/granular.rs"]
#[expect(dead_code, reason = "an example is a program, which prints and draws as well")]
mod granular;

use jostle::{
    BroadPhase, Sap, Shape, SimdLevel, World,
    broad::{Auto, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap, VerletSap},
    bvh::Bvh,
    digest::Digest,
    shape::{Attributes, Mobility},
};

const THREADS: [usize; 6] = [1, 2, 3, 5, 8, 16];

/// What a simulation runs on.
struct Setup<const D: usize> {
    level: SimdLevel,
    phase: Box<dyn BroadPhase<D>>,
}

/// Asserts that a run has one state for all threads, levels and broad phases.
fn assert_one_state<const D: usize>(run: impl Fn(Setup<D>) -> Vec<u64> + Sync) {
    let best = SimdLevel::from_env().expect("the variable names a level");
    let of = |threads, level, phase| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started").install(|| run(Setup { level, phase }))
    };
    let expected = of(1, best, Box::new(Sap::new().with_level(best)));
    for threads in THREADS {
        assert!(
            of(threads, best, Box::new(Sap::new().with_level(best))) == expected,
            "{threads} threads"
        );
    }
    let portable = SimdLevel::PORTABLE;
    let phases: [(SimdLevel, Box<dyn BroadPhase<D>>); 8] = [
        (portable, Box::new(Sap::new().with_level(portable))),
        (best, Box::new(Bvh::new().with_level(best))),
        (best, Box::new(DynamicTreePhase::new().with_level(best))),
        (best, Box::new(IncrementalSap::new().with_level(best))),
        (best, Box::new(QuadtreePhase::new().with_level(best))),
        (best, Box::new(StaticCacheSap::new().with_level(best))),
        (best, Box::new(VerletSap::new().with_level(best))),
        (portable, Box::new(Auto::new().with_level(portable))),
    ];
    for (level, phase) in phases {
        let name = format!("{} at {}", phase.name(), level.name());
        assert!(of(3, level, phase) == expected, "{name}");
    }
}

/// How many shapes touch and how, by their places in a list, when they are put into a world in some
/// order. Those from some place on are static.
fn contacts<const D: usize>(
    shapes: &[Shape<D>],
    moving: usize,
    order: impl Iterator<Item = usize>,
) -> (usize, Digest) {
    let mut world = World::<D>::new();
    for place in order {
        let mobility = if place < moving { Mobility::Moving } else { Mobility::Static };
        let attributes = Attributes::new().with_mobility(mobility).with_user(place as u64);
        world.shapes_mut().insert_with(&shapes[place], attributes).expect("it is valid");
    }
    world.step().expect("nothing is wrong");
    let name = |index: u32| world.user(index).expect("it is there");
    (world.contacts().len(), world.contacts().digest(name))
}

/// Asserts that shapes have the same contacts in any order, and returns their number.
fn assert_any_order<const D: usize>(shapes: &[Shape<D>], moving: usize) -> usize {
    let count = shapes.len();
    let expected = contacts(shapes, moving, 0..count);
    assert_eq!(contacts(shapes, moving, (0..count).rev()), expected, "backwards");
    // A prime that is not a factor of the number of shapes is a step that comes by all of them.
    let step = [7919, 104_729].into_iter().find(|step| !count.is_multiple_of(*step));
    let step = step.expect("no number of shapes is that large");
    let mixed = (0..count).map(|place| place * step % count);
    assert_eq!(contacts(shapes, moving, mixed), expected, "mixed");
    expected.0
}
