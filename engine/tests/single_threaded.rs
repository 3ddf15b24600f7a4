//! What is asked for on the calling thread alone is done there, with the same answers.

mod common;

use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use jostle::{
    BroadPhase, Join, Pair, Pairs, Sap, Shape, World,
    broad::Output,
    bvh::Bvh,
    digest::Digest,
    neighbors::{Neighbors, Points},
    threads::single_threaded,
};

use common::{Boxes, Random, uniform};

/// Boxes that a pool would share.
const BOXES: usize = 20_000;

/// What is found of boxes, of the points of their lower corners, and of balls in a world.
#[derive(Debug, PartialEq)]
struct Found {
    listed: Vec<Pair>,
    streamed: Vec<Pair>,
    counted: u64,
    of_tree: Vec<Pair>,
    neighbors: Vec<u32>,
    touching: Vec<Pair>,
    contacts: Digest,
    begun: usize,
}

fn find(boxes: &Boxes<3>) -> Found {
    let join = Join::within(boxes.bounds());
    let (mut sap, mut listed, mut of_tree) = (Sap::<3>::new(), Pairs::new(), Pairs::new());
    sap.pairs(&join, &mut listed).expect("there is memory");
    let here = thread::current().id();
    let mut streamed = Vec::new();
    let mut append = |pairs: &[Pair]| {
        assert_eq!(thread::current().id(), here);
        streamed.extend_from_slice(pairs);
        ControlFlow::Continue(())
    };
    sap.stream(&join, &mut append).expect("there is memory");
    let counted = sap.count(&join).expect("there is memory").pairs;
    let mut tree = Bvh::new();
    tree.build(boxes.bounds()).expect("there is memory");
    tree.self_pairs(Output::Collect(&mut of_tree)).expect("there is memory");
    let mut neighbors = Neighbors::new(0.5);
    let points = Points::from_columns(boxes.min.each_ref().map(Vec::as_slice));
    neighbors.update(points.expect("the columns have one length")).expect("there is memory");
    let mut world = World::<3>::new();
    for (min, _) in boxes.iter() {
        world.shapes_mut().insert(Shape::ball(min, 0.3)).expect("it is valid");
    }
    world.step().expect("there is memory");
    Found {
        listed: listed.to_vec(),
        streamed,
        counted,
        of_tree: of_tree.to_vec(),
        neighbors: neighbors.indices().to_vec(),
        touching: world.touching().to_vec(),
        contacts: world.contacts().digest(u64::from),
        begun: world.contact_changes().counts().begun,
    }
}

/// One test, as there is one global pool.
#[test]
fn no_pool_is_started_and_the_answers_are_the_same() {
    let boxes = uniform::<3>(&mut Random::seeded(1), BOXES, 20.0, 0.7);
    let alone = single_threaded(|| find(&boxes));
    // A panic, and work within work, leave the thread as it was.
    let panicked = catch_unwind(AssertUnwindSafe(|| single_threaded(|| panic!("on purpose"))));
    panicked.expect_err("it panicked");
    single_threaded(|| single_threaded(|| ()));
    if cfg!(feature = "parallel") {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(3);
        builder.build_global().expect("nobody started the global pool before");
    }
    assert_eq!(alone, find(&boxes));
    assert_eq!(alone.listed, alone.streamed);
    assert_eq!(alone.counted, alone.listed.len() as u64);
    assert_eq!(alone.of_tree.len(), alone.listed.len());
    let found = [alone.listed.len(), alone.neighbors.len(), alone.touching.len(), alone.begun];
    assert!(found.iter().all(|found| *found > BOXES / 4), "{found:?}");
}
