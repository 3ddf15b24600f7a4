//! With the feature `tracing`, the stages of a step are spans, each within the one it is a part of.
#![cfg(feature = "tracing")]

use std::{cell::RefCell, sync::Once};

use jostle::{BroadPhase, Error, Sap, Shape, World, bvh::Bvh, shape::Attributes};
use rayon::ThreadPoolBuilder;
use tracing::{
    Event, Metadata, Subscriber,
    span::{self, Id, Record},
};

/// Writes down the spans that a thread enters, each with as many dots before it as there are spans
/// around it.
///
/// It listens to all threads of the process. Subscribers of single threads are no help here:
/// `tracing` may then ask another thread, without one, whether a span that is new is listened to.
struct Outline;

#[derive(Default)]
struct State {
    names: Vec<&'static str>,
    depth: usize,
    lines: Vec<String>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

impl Outline {
    /// Begins to listen, if nobody has. A test calls it before anything enters a span.
    fn listen() {
        static LISTENS: Once = Once::new();
        LISTENS.call_once(|| {
            tracing::subscriber::set_global_default(Self).expect("there is no other subscriber");
        });
    }

    /// What is entered in some work on this thread.
    fn of<R>(work: impl FnOnce() -> R) -> Vec<String> {
        STATE.take();
        work();
        let state = STATE.take();
        assert_eq!(state.depth, 0, "all spans are left");
        state.lines
    }
}

impl Subscriber for Outline {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "jostle"
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> Id {
        STATE.with_borrow_mut(|state| {
            state.names.push(attributes.metadata().name());
            Id::from_u64(state.names.len() as u64)
        })
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, id: &Id) {
        STATE.with_borrow_mut(|state| {
            let name = state.names[id.into_u64() as usize - 1];
            state.lines.push(".".repeat(state.depth) + name);
            state.depth += 1;
        });
    }

    fn exit(&self, _: &Id) {
        STATE.with_borrow_mut(|state| state.depth -= 1);
    }
}

/// The spans of the second step of a few discs, one of which is fast, on a pool of one thread.
fn spans_of(phase: impl BroadPhase<2> + 'static) -> Result<Vec<String>, Error> {
    Outline::listen();
    let mut world = World::<2>::new().with_broad_phase(phase);
    for index in 0..100_u8 {
        let ccd = Attributes::new().with_ccd(index == 0);
        world.shapes_mut().insert_with(Shape::ball([f32::from(index), 0.0], 0.6), ccd)?;
    }
    world.step()?;
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    pool.install(|| {
        let mut found = Ok(());
        let spans = Outline::of(|| found = world.step().map(drop));
        found.map(|()| spans)
    })
}

/// The spans but for those within a sweep of ways, which asks a broad phase of its own.
fn without_ways(spans: &[String]) -> Vec<&str> {
    let mut within = false;
    let mut keep = |line: &str| {
        if !line.starts_with("..") {
            within = line == ".sweep";
            return true;
        }
        !within
    };
    spans.iter().map(String::as_str).filter(|line| keep(line)).collect()
}

#[test]
fn a_step_with_the_sweep_and_prune() -> Result<(), Error> {
    let spans = spans_of(Sap::new())?;
    let expected = [
        "step", ".prepare", ".broad", "..sample", "..plan", "..bounds", "..cells", ".order",
        ".narrow", ".sweep", ".events",
    ];
    assert_eq!(without_ways(&spans), expected);
    Ok(())
}

#[test]
fn a_step_with_the_tree() -> Result<(), Error> {
    let spans = spans_of(Bvh::new())?;
    let expected = [
        "step", ".prepare", ".broad", "..build", "..join", ".order", ".narrow", ".sweep", ".events",
    ];
    assert_eq!(without_ways(&spans), expected);
    Ok(())
}

#[test]
fn a_step_on_several_threads_gathers_pairs() -> Result<(), Error> {
    Outline::listen();
    let mut world = World::<2>::new().with_broad_phase(Sap::new());
    for index in 0..20_000_u16 {
        let at = [f32::from(index % 200), f32::from(index / 200)];
        world.shapes_mut().insert(Shape::ball(at, 0.6))?;
    }
    let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("threads can be started");
    let spans = pool.install(|| Outline::of(|| world.step().map(drop)));
    // After the jobs on the cells, and a part of that stage.
    assert!(spans.windows(2).any(|pair| pair == ["..cells", "...gather"]), "{spans:?}");
    Ok(())
}
