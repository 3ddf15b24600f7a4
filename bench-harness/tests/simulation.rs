//! Simulations end in the same state whatever they run on, and the order of their shapes makes no
//! difference to what touches.

use jostle::{
    Shape, World,
    digest::Digest,
    shape::{Attributes, Mobility},
};
use jostle_bench::{
    runner::{Error, Setup, Silent},
    simulation::{
        crowd::{Crowd, Walk},
        granular::{Bed, Granular, Material},
    },
};

const THREADS: [usize; 6] = [1, 2, 3, 5, 8, 16];

/// Broad phases and levels; where there is no level of the name, the best one stands in.
const KINDS: [(&str, Option<&str>); 7] = [
    ("sap", Some("portable")),
    ("bvh", None),
    ("dynamic-tree", None),
    ("incremental-sap", None),
    ("quadtree", None),
    ("static-cache-sap", None),
    ("auto", Some("portable")),
];

/// Asserts that a run has one digest for all threads, levels and broad phases.
fn assert_one_digest(digest: impl Fn(&Setup) -> Result<String, Error>) {
    let of = |phase: &str, level: Option<&str>, threads: usize| {
        let setup = Setup::new(phase, level, Some(threads)).expect("a broad phase and a level");
        digest(&setup).expect("the simulation runs")
    };
    let expected = of("sap", None, 1);
    for threads in THREADS {
        assert_eq!(of("sap", None, threads), expected, "{threads} threads");
    }
    for (phase, level) in KINDS {
        assert_eq!(of(phase, level, 3), expected, "{phase} at {level:?}");
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
        let attributes = Attributes { mobility, user: place as u64, ..Attributes::DEFAULT };
        world.shapes_mut().insert_with(shapes[place], attributes).expect("it is valid");
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

#[test]
fn the_order_of_people_makes_no_difference() {
    let walk = Walk { people: 1500, steps: 300, seed: 1, door: 1.2 };
    let setup = Setup::new("auto", None, Some(2)).expect("a broad phase");
    let mut total = 0;
    let watch = |_, crowd: &Crowd| {
        total += assert_any_order(&crowd.shapes(), crowd.people.len());
    };
    walk.run(&setup, &Silent, watch).expect("the simulation runs");
    assert!(total > 100_000, "{total} contacts");
}

#[test]
fn the_order_of_grains_makes_no_difference() {
    let granular = Granular { grains: 2000, steps: 300, seed: 1, material: Material::BEADS };
    let setup = Setup::new("auto", None, Some(2)).expect("a broad phase");
    let mut total = 0;
    let watch = |_, bed: &Bed| total += assert_any_order(&bed.shapes(), bed.grains.len());
    granular.run(&setup, &Silent, watch).expect("the simulation runs");
    assert!(total > 50_000, "{total} contacts");
}

#[test]
fn a_crowd_ends_in_one_state() {
    let digest = |seed| {
        move |setup: &Setup| {
            let walk = Walk { people: 1500, steps: 300, seed, door: 1.2 };
            walk.run(setup, &Silent, |_, _| ()).map(|(report, _)| report.digest)
        }
    };
    assert_one_digest(digest(1));
    let setup = Setup::new("sap", None, Some(2)).expect("a broad phase");
    let [one, two] = [1, 2].map(|seed| digest(seed)(&setup).expect("the simulation runs"));
    assert_ne!(one, two, "seeds make a difference");
}

#[test]
fn a_bed_ends_in_one_state() {
    let digest = |steps, friction| {
        move |setup: &Setup| {
            let material = Material { friction, ..Material::BEADS };
            let granular = Granular { grains: 2000, steps, seed: 1, material };
            granular.run(setup, &Silent, |_, _| ()).map(|(report, _)| report.digest)
        }
    };
    assert_one_digest(digest(300, 0.5));
    let setup = Setup::new("sap", None, Some(2)).expect("a broad phase");
    let [rough, smooth] = [0.5, 0.0].map(|mu| digest(300, mu)(&setup).expect("it runs"));
    assert_ne!(rough, smooth, "friction makes a difference");
}
