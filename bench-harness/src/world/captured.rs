//! A captured step of a world, taken again.

use std::{fs, path::Path};

use jostle::{World, snapshot::Snapshot};

use super::found;
use crate::runner::{
    Error, Row, Setup, Spread, VERSION,
    broad_phases::{BroadPhaseKind, Makes},
    pool_of,
};

/// Takes the step of a world that was captured in a file.
///
/// # Errors
/// When the file cannot be read or holds no snapshot of a world, or the engine refuses.
pub fn replay_captured(setup: &Setup, path: &Path) -> Result<Row, Error> {
    let bytes =
        fs::read(path).map_err(|error| Error::Request(format!("{}: {error}", path.display())))?;
    let snapshot = Snapshot::from_bytes(&bytes)?;
    let row = pool_of(setup.threads)?.install(|| match snapshot.dimensions() {
        2 => step::<2>(&snapshot, setup),
        _ => step::<3>(&snapshot, setup),
    })?;
    let mut all = setup.tell(Row::new("world --replay").with("captured", path));
    all.extend(row);
    Ok(all.with("version", VERSION))
}

fn step<const D: usize>(snapshot: &Snapshot, setup: &Setup) -> Result<Row, Error>
where
    BroadPhaseKind: Makes<D>,
{
    let world = World::restore(snapshot)?.with_level(setup.level);
    let mut world = world.with_boxed_broad_phase(setup.phase::<D>());
    let stats = *world.step()?;
    let row = Row::default().with("dim", D).with("shapes", stats.shapes);
    let stages = stats.times.named().into_iter();
    let stages =
        stages.fold(Row::default(), |row, (name, time)| row.with(name, Spread::of([time])));
    let mut row = row.with("invalid", stats.invalid).with("sensor_overlaps", stats.sensor_overlaps);
    row.set("ccd_hits", stats.ccd_hits);
    row.set("stages_ms", stages);
    row.extend(found(&world));
    Ok(row)
}
