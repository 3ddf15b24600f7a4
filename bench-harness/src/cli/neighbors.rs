//! The command `neighbors`: the particles of a file in, pairs with their distances out.

use std::path::PathBuf;

use jostle::neighbors::{ListKind, Neighbors};
use jostle_files::{
    particles::{Cell, Frame},
    table::{Links, Table, Values},
};

use super::{
    failure::Failure,
    machine::Machine,
    particles::{Source, relative},
    stdout::Output,
};
use crate::runner::pool_of;

/// Lists the pairs of particles that are within a radius of each other, by all images where the
/// cell of the file is periodic. Coordinates are rounded to f32 relative to the corner of the cell,
/// or of all particles; a pair is listed by these.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// How far neighbors are at most, in the unit of the file (in meters where it is of people)
    #[arg(long, value_name = "R")]
    radius: f32,
    /// List each pair from both of its particles
    #[arg(long)]
    full: bool,
    /// Write the pairs with their distances to this .csv, .npy or .vtp file, and by which images
    /// they are where the cell is periodic
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let frame = args.source.read()?;
    let cell = frame.cell.filter(|cell| cell.periodic.contains(&true));
    let mut lists = Neighbors::<3>::new(args.radius).with_level(args.machine.level()?);
    lists = lists.with_kind(if args.full { ListKind::Full } else { ListKind::Half });
    if let Some(Cell { vectors, periodic, .. }) = cell {
        let repeats = |axis: usize| periodic[axis].then_some(vectors[axis]);
        lists = lists.with_cell([0, 1, 2].map(repeats)).with_shifts();
    }
    let threads = args.machine.threads()?;
    let points = relative(&frame);
    pool_of(threads)?.install(|| lists.update(&points[..]))?;
    let found = Found::of(&frame, &lists);
    let invalid = lists.invalid().len();
    if let Some(path) = &args.out {
        found
            .table(cell.is_some())
            .write(path, Some(Links { points: &frame.positions, ends: &found.ends }))?;
    }
    let row = args.source.row("neighbors", &frame).with("invalid", invalid);
    let row = row.with("periodic", cell.map(|cell| cell.periodic));
    args.output.print(&row.with("radius", args.radius).with("pairs", found.ends.len()), &[])
}

/// The pairs of a frame, in columns.
#[derive(Default)]
struct Found {
    ends: Vec<[u32; 2]>,
    /// Both ends again, for the table.
    columns: [Vec<u32>; 2],
    distances: Vec<f64>,
    /// By how many vectors of the cell the second particle is moved to be near the first.
    shifts: Vec<i32>,
}

impl Found {
    fn of(frame: &Frame, lists: &Neighbors<3>) -> Self {
        let mut found = Self::default();
        for a in 0..lists.len() {
            match lists.images_of(a) {
                Some(images) => images.for_each(|(b, shift)| found.push(frame, a, b, shift)),
                None => lists.of(a).iter().for_each(|b| found.push(frame, a, *b, [0; 3])),
            }
        }
        found
    }

    fn push(&mut self, frame: &Frame, a: usize, b: u32, shift: [i32; 3]) {
        let vectors = frame.cell.map_or([[0.0; 3]; 3], |cell| cell.vectors);
        let squares = (0..3).map(|axis| {
            let moved: f64 = (0..3).map(|k| f64::from(shift[k]) * vectors[k][axis]).sum();
            (frame.positions[b as usize][axis] + moved - frame.positions[a][axis]).powi(2)
        });
        self.distances.push(squares.sum::<f64>().sqrt());
        self.ends.push([a as u32, b]);
        self.columns[0].push(a as u32);
        self.columns[1].push(b);
        self.shifts.extend(shift);
    }

    fn table(&self, is_periodic: bool) -> Table<'_> {
        let [a, b] = &self.columns;
        let table = Table::new(self.ends.len())
            .with("a", 1, Values::U32(a))
            .with("b", 1, Values::U32(b))
            .with("distance", 1, Values::F64(&self.distances));
        if is_periodic { table.with("shift", 3, Values::I32(&self.shifts)) } else { table }
    }
}
