//! The command `replay`.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use jostle::snapshot::Snapshot;

use super::{
    failure::Failure,
    machine::Engine,
    progress::Bar,
    report::{events, times_of},
    stdout,
    text::{Align, Table, counted, decimal, thousands},
};
use crate::{
    input::trajectory::{self, Unit},
    replay::{
        CapturedReport, DEFAULT_RADIUS, Replay, ReplayReport, check_name, replay_captured,
        write_frames,
    },
    runner::Spread,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A text file of trajectories: lines of `id frame x y`, perhaps a height, and `#` comments; or a
    /// snapshot of a world, whose next step is taken
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Meters from the middle of a person to where a touch begins
    #[arg(long, value_name = "M", default_value_t = DEFAULT_RADIUS)]
    radius: f32,
    /// Show copies of the film side by side, so many that the fullest frame has at least N people
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    tile: u32,
    /// What lengths in the file are given in [default: as a comment says, else meters]
    #[arg(long, value_name = "UNIT")]
    unit: Option<UnitArg>,
    #[command(flatten)]
    engine: Engine,
    /// Write the numbers of each frame to this .csv file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UnitArg {
    /// Meters
    M,
    /// Centimeters
    Cm,
}

impl From<UnitArg> for Unit {
    fn from(unit: UnitArg) -> Self {
        match unit {
            UnitArg::M => Self::Meters,
            UnitArg::Cm => Self::Centimeters,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.out.as_deref().map_or(Ok(()), check_name)?;
    let setup = args.engine.setup()?;
    if let Some(bytes) = snapshot_of(&args.file) {
        let report = replay_captured(&setup, &bytes)?;
        return stdout::print(args.json, "replay captured", &report, || captured_text(&report));
    }
    let film = trajectory::read(&args.file, args.unit.map(Into::into))?;
    let replay = Replay { radius: args.radius, people: args.tile };
    let report = replay.run(&setup, &film, &Bar::new())?;
    if let Some(out) = &args.out {
        write_frames(out, &report.frames)?;
    }
    stdout::print(args.json, "replay", &report, || text(&report))
}

/// What is in a file, if that begins like a snapshot. Whatever else there is to say about it the reader of
/// films says.
fn snapshot_of(file: &Path) -> Option<Vec<u8>> {
    let mut begin = [0; 8];
    File::open(file).ok()?.read_exact(&mut begin).ok()?;
    Snapshot::is_snapshot(&begin).then(|| fs::read(file).ok())?
}

fn captured_text(report: &CapturedReport) -> String {
    let count = |count: usize| thousands(count as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["captured", &format!("{} shapes in {}D", count(report.shapes), report.dim)]);
    let (level, threads) = (report.level, counted(report.threads as u64, "thread"));
    fields.row(["run", &format!("{} at {level} on {threads}", report.broad_phase)]);
    fields.row(["pairs of bounds", &count(report.pairs)]);
    fields.row(["contacts", &count(report.contacts)]);
    fields.row(["events", &events(report.begun, report.persisted, report.ended)]);
    for (name, found) in [
        ("sensor_overlaps", report.sensor_overlaps),
        ("ccd_hits", report.ccd_hits),
        ("not valid", report.invalid),
    ] {
        if found > 0 {
            fields.row([name, &count(found)]);
        }
    }
    fields.row(["digest of the pairs", &report.pairs_digest]);
    fields.row(["digest", &report.digest]);
    let stages = report.stages_ms.iter().map(|(name, spread)| (*name, spread));
    format!("{}\n{}", times_of(stages), fields.text())
}

fn text(report: &ReplayReport) -> String {
    let frames = report.frames.len();
    let mean = |sum: usize| decimal(sum as f64 / frames as f64, 1);
    let rows = report.frames.iter().map(|frame| frame.people).sum();
    let count = |count: usize| thousands(count as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let (people, of) = (counted(report.people as u64, "person"), counted(frames as u64, "frame"));
    let tiled = match report.copies {
        1 => String::new(),
        copies => format!(", in {} copies", count(copies)),
    };
    fields.row(["film", &format!("{people} in {of}, {} at a time{tiled}", mean(rows))]);
    fields.row(["radius", &format!("{} m", report.radius)]);
    let touching = format!(
        "{} in all frames, {} at a time",
        count(report.contacts()),
        mean(report.contacts())
    );
    fields.row(["contacts", &touching]);
    if let Some(most) = report.fullest() {
        let (contacts, people) = (count(most.contacts), counted(most.people as u64, "person"));
        fields.row(["most", &format!("{contacts} in frame {}, of {people}", most.frame)]);
    }
    fields.row(["begun", &count(report.begun)]);
    if let Some(longest) = &report.longest {
        let ([a, b], frames) = (longest.ids, counted(u64::from(longest.frames), "frame"));
        fields.row(["longest", &format!("{a} and {b}, {frames} from frame {}", longest.first)]);
    }
    if report.invalid > 0 {
        fields.row(["not valid", &counted(report.invalid as u64, "position")]);
    }
    let (level, threads) = (report.level, counted(report.threads as u64, "thread"));
    fields.row(["run", &format!("{} at {level} on {threads}", report.broad_phase)]);
    let Spread { median, min, p99, mean, .. } = report.frame_ms;
    let [median, min, p99, mean] = [median, min, p99, mean].map(|ms| decimal(ms, 3));
    fields.row(["time", &format!("{} ms, {mean} for a frame", decimal(report.total_ms, 1))]);
    fields.row(["of frames", &format!("median {median} ms, min {min}, p99 {p99}")]);
    fields.text()
}
