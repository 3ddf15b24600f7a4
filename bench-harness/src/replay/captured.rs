//! A captured step of a world, taken again.

use jostle::{BroadPhase, SimdLevel, World, digest::Digest, snapshot::Snapshot};
use serde::Serialize;

use crate::runner::{Error, Setup, Spread, VERSION, as_map, pool_of};

/// What came of a captured step.
#[derive(Clone, Debug, Serialize)]
pub struct CapturedReport {
    /// Number of axes.
    pub dim: usize,
    /// Number of shapes.
    pub shapes: usize,
    /// Those of them that are not valid.
    pub invalid: usize,
    /// Pairs of bounds that touch.
    pub pairs: usize,
    /// Pairs of shapes that touch.
    pub contacts: usize,
    /// Pairs of a sensor and another shape that touch.
    pub sensor_overlaps: usize,
    /// What fast shapes met.
    pub ccd_hits: usize,
    /// Contacts that were not there in the step before.
    pub begun: usize,
    /// Those that were.
    pub persisted: usize,
    /// Pairs that touched in the step before and do not any more.
    pub ended: usize,
    /// Time of each stage.
    #[serde(serialize_with = "as_map")]
    pub stages_ms: Vec<(&'static str, Spread)>,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Digest of the pairs, in hexadecimal.
    pub pairs_digest: String,
    /// Digest of the contacts, in hexadecimal.
    pub digest: String,
    /// Version of the program.
    pub version: &'static str,
}

/// Takes the step of a captured world.
///
/// # Errors
/// When the snapshot is of no world, or the engine refuses.
pub fn replay_captured(setup: &Setup, bytes: &[u8]) -> Result<CapturedReport, Error> {
    let snapshot = Snapshot::from_bytes(bytes)?;
    let (kind, level) = (setup.broad_phase, setup.level);
    pool_of(setup.threads)?.install(|| match snapshot.dimensions() {
        2 => step(&snapshot, kind.two(level), level, setup),
        _ => step(&snapshot, kind.three(level), level, setup),
    })
}

fn step<const D: usize>(
    snapshot: &Snapshot,
    phase: Box<dyn BroadPhase<D>>,
    level: SimdLevel,
    setup: &Setup,
) -> Result<CapturedReport, Error> {
    let world = World::restore(snapshot)?.with_level(level);
    let mut world = world.with_boxed_broad_phase(phase);
    let stats = *world.step()?;
    let counts = world.contact_changes().counts();
    let stages = stats.times.named().into_iter();
    Ok(CapturedReport {
        dim: D,
        shapes: stats.shapes,
        invalid: stats.invalid,
        pairs: stats.pairs,
        contacts: stats.contacts,
        sensor_overlaps: stats.sensor_overlaps,
        ccd_hits: stats.ccd_hits,
        begun: counts.begun,
        persisted: counts.persisted,
        ended: counts.ended,
        stages_ms: stages.map(|(name, time)| (name, Spread::of([time]))).collect(),
        broad_phase: setup.broad_phase.name,
        level: level.name(),
        threads: setup.threads,
        pairs_digest: Digest::of(world.pairs()).to_string(),
        digest: world.contacts().digest(u64::from).to_string(),
        version: VERSION,
    })
}
