//! The command `contacts`: the balls of a file in, how they touch out.

use std::path::PathBuf;

use jostle::{CollisionPipeline, shape::Columns};
use jostle_files::{
    particles::Frame,
    table::{Links, Table, Values},
};

use super::{
    failure::Failure,
    machine::Machine,
    particles::{Source, relative},
    stdout::Output,
};
use crate::runner::pool_of;

/// Lists the balls of a file that touch: which way, how far apart, at most 0, and where.
/// Coordinates are rounded to f32 relative to the corner of the cell, or of all balls. Space does
/// not repeat itself.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// The radius of each ball, where the file tells none
    #[arg(long, value_name = "R")]
    radius: Option<f32>,
    /// Write the contacts to this .csv, .npy or .vtp file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let frame = args.source.read()?;
    let radii = radii(args, &frame)?;
    let points = relative(&frame);
    let [x, y, z] =
        [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).collect::<Vec<_>>());
    let balls = Columns::default().with_balls([&x, &y, &z], &radii)?;
    let mut pipeline = CollisionPipeline::<3>::new().with_level(args.machine.level()?);
    pool_of(args.machine.threads()?)?.install(|| pipeline.step(balls).map(|_| ()))?;
    let found = Found::of(&frame, &pipeline);
    if let Some(path) = &args.out {
        let links = Links { points: &frame.positions, ends: &found.ends };
        found.table().write(path, Some(links))?;
    }
    let row = args.source.row("contacts", &frame);
    let row = row.with("invalid", pipeline.prepared().invalid().len());
    let digest = pipeline.contacts().digest(u64::from).to_string();
    args.output.print(&row.with("contacts", found.ends.len()).with("digest", digest), &[])
}

/// The radii of the file, or the one that is given.
fn radii(args: &Args, frame: &Frame) -> Result<Vec<f32>, Failure> {
    match (&frame.radii, args.radius) {
        (Some(radii), _) => Ok(radii.iter().map(|radius| *radius as f32).collect()),
        (None, Some(radius)) => Ok(vec![radius; frame.positions.len()]),
        (None, None) => Err(args.source.fault("it tells no radii: give one by --radius")),
    }
}

/// The contacts of a frame, in columns.
#[derive(Default)]
struct Found {
    ends: Vec<[u32; 2]>,
    /// Both ends again, for the table.
    columns: [Vec<u32>; 2],
    distances: Vec<f32>,
    normals: Vec<f32>,
    points: Vec<f64>,
}

impl Found {
    fn of(frame: &Frame, pipeline: &CollisionPipeline<3>) -> Self {
        let mut found = Self::default();
        for contact in pipeline.contacts().iter() {
            let [a, b] = [contact.pair.a, contact.pair.b];
            found.ends.push([a, b]);
            found.columns[0].push(a);
            found.columns[1].push(b);
            found.distances.push(contact.distance);
            found.normals.extend(contact.normal);
            // Balls have one point, halfway between their surfaces. Each is from its own center.
            let point = &contact.points[0];
            let [of_a, of_b] = [a, b].map(|ball| frame.positions[ball as usize]);
            found.points.extend([0, 1, 2].map(|axis| {
                let ends = [
                    of_a[axis] + f64::from(point.on_a[axis]),
                    of_b[axis] + f64::from(point.on_b[axis]),
                ];
                0.5 * (ends[0] + ends[1])
            }));
        }
        found
    }

    fn table(&self) -> Table<'_> {
        let [a, b] = &self.columns;
        Table::new(self.ends.len())
            .with("a", 1, Values::U32(a))
            .with("b", 1, Values::U32(b))
            .with("distance", 1, Values::F32(&self.distances))
            .with("normal", 3, Values::F32(&self.normals))
            .with("point", 3, Values::F64(&self.points))
    }
}
