//! Whole frames on scenes, from moved shapes to contacts.
//!
//! [`Bodies`] are the shapes of a scene, its boxes turned at random; [`frames`] moves them, makes
//! them ready, finds the pairs of their bounds and the contacts of these.

mod bodies;

use std::time::Instant;

use jostle::{
    BroadPhase, Join, Pairs,
    digest::Digest,
    narrow::{Narrow, NarrowStats},
    shape::{PreparedShapes, Rotation, ShapeKind},
};

pub use bodies::Bodies;
pub(crate) use bodies::set_centers;

use crate::{
    narrow::{Answering, Answers, Mode, check, kinds, oracle::Axes, per_pair},
    runner::{
        Case, Error, FrameTime, Progress, Row, SceneRequest, Setup, pool_of, ratio, report, since,
    },
    scene::{Scene, with_scene},
};

/// Most pairs whose contacts are kept: some GiB of them.
pub const PAIRS_LIMIT: u64 = 1 << 25;

/// Makes the scene, and in each frame moves it and finds the contacts of its shapes, on a pool of
/// its own. With `visit` contacts are looked at while they are in the cache, instead of kept.
///
/// A sample of the contacts is held against those found about pairs alone, and against `f64`.
///
/// # Errors
/// When the pool cannot be started, there are no frames or too many pairs, or the engine refuses;
/// [`Error::Finding`] where a contact is wrong.
pub fn frames(
    request: &SceneRequest,
    visit: bool,
    setup: &Setup,
    frames: u32,
    progress: &dyn Progress,
) -> Result<Row, Error> {
    let mut shapes = request.make(progress)?;
    let row = setup.tell(request.row("million --narrow", &shapes)).with("visit", visit);
    pool_of(setup.threads)?.install(|| {
        with_scene!(&mut shapes, scene => {
            let bodies = Bodies::new(scene, request.seed)?;
            let mut case = FrameCase::new(setup.phase(), scene, bodies, visit, setup)?;
            case.count_pairs(request)?;
            report(row, &mut case, frames, progress)
        })
    })
}

/// What works on the frames, and what is left of the last one.
struct FrameCase<'a, const D: usize> {
    scene: &'a mut Scene<D>,
    bodies: Bodies<D>,
    phase: Box<dyn BroadPhase<D>>,
    prepared: PreparedShapes<D>,
    narrow: Narrow<D>,
    pairs: Pairs,
    contacts: Answering<D>,
    report: NarrowStats,
}

impl<'a, const D: usize> FrameCase<'a, D> {
    fn new(
        phase: Box<dyn BroadPhase<D>>,
        scene: &'a mut Scene<D>,
        bodies: Bodies<D>,
        visit: bool,
        setup: &Setup,
    ) -> Result<Self, Error> {
        Ok(Self {
            scene,
            bodies,
            phase,
            prepared: PreparedShapes::new().with_level(setup.level),
            narrow: Narrow::new().with_level(setup.level),
            pairs: Pairs::new(),
            contacts: Answering::new(Answers::new(Mode::Manifold), visit)?,
            report: NarrowStats::default(),
        })
    }

    /// Refuses scenes with more pairs than fit.
    fn count_pairs(&mut self, request: &SceneRequest) -> Result<(), Error> {
        self.prepared.update(self.bodies.shapes())?;
        let pairs = self.phase.count(&Join::within(self.prepared.bounds()))?.pairs;
        if pairs <= PAIRS_LIMIT { Ok(()) } else { Err(too_many_pairs(request, pairs)) }
    }
}

impl<const D: usize> Case for FrameCase<'_, D>
where
    Rotation<D>: Axes,
{
    fn prepare(&mut self) -> Result<(), Error> {
        self.scene.step();
        self.bodies.follow(self.scene)
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        self.prepared.update(self.bodies.shapes())?;
        let ready = Instant::now();
        self.phase.pairs(&Join::within(self.prepared.bounds()), &mut self.pairs)?;
        let found = Instant::now();
        self.report = self.contacts.ask(&mut self.narrow, &self.prepared, &self.pairs)?;
        let done = Instant::now();
        let stages = since(start, [("prepare", ready), ("broad", found), ("narrow", done)]);
        Ok(FrameTime { total: done - start, stages })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let bytes = self.prepared.memory_bytes()
            + self.phase.memory_bytes()
            + self.pairs.capacity_bytes()
            + self.contacts.answers.memory_bytes();
        let other = self.contacts.keep(&mut self.narrow, &self.prepared, &self.pairs)?;
        let (contacts, pairs) = (&self.contacts.answers, self.pairs.as_slice());
        let checked = check(Mode::Manifold, contacts, pairs, |pair| self.bodies.of(pair))?;
        let touching = self.report.total().touching;
        row.set("narrow_ns_per_pair", per_pair(&row.get("stages_ms")["narrow"], pairs.len()));
        row.set("turned", !self.prepared.ranges().of(ShapeKind::Box).is_empty());
        row.set("pairs", pairs.len());
        row.set("contacts", touching);
        row.set("points", contacts.points());
        row.set("touching_share", ratio(touching as f64, pairs.len() as f64));
        row.set("kinds", kinds(&self.report));
        row.set("bytes_per_shape", ratio(bytes as f64, self.prepared.len() as f64));
        row.set("invalid", self.prepared.invalid().len());
        row.set("checked", checked.pairs);
        row.set("checked_by_f64", checked.by_f64);
        row.set("pairs_digest", Digest::of(pairs).to_string());
        row.set("digest", format!("{:016x}", contacts.digest(pairs)));
        Ok(checked.fault.or(other))
    }
}

/// Refuses a scene of so many shapes.
pub(crate) fn too_many_pairs(request: &SceneRequest, pairs: u64) -> Error {
    let (scene, shapes) = (request.scene.name, request.shapes);
    Error::Request(format!(
        "{scene} of {shapes} shapes has {pairs} pairs of bounds that touch, too many to keep \
         their contacts (at most {PAIRS_LIMIT}): ask for fewer shapes"
    ))
}
