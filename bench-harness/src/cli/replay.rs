//! The command `replay`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{
    failure::Failure,
    machine::Engine,
    progress::Bar,
    stdout,
    text::{Align, Table, counted, decimal, thousands},
};
use crate::{
    input::trajectory::{self, Unit},
    replay::{DEFAULT_RADIUS, Replay, ReplayReport, check_name, write_frames},
    runner::Spread,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A text file of trajectories: lines of `id frame x y`, perhaps a height, and `#` comments
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Metres from the middle of a person to where a touch begins
    #[arg(long, value_name = "M", default_value_t = DEFAULT_RADIUS)]
    radius: f32,
    /// Show copies of the film side by side, so many that the fullest frame has at least N people
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    tile: u32,
    /// What lengths in the file are given in [default: as a comment says, else metres]
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
    /// Metres
    M,
    /// Centimetres
    Cm,
}

impl From<UnitArg> for Unit {
    fn from(unit: UnitArg) -> Self {
        match unit {
            UnitArg::M => Self::Metres,
            UnitArg::Cm => Self::Centimetres,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.out.as_deref().map_or(Ok(()), check_name)?;
    let setup = args.engine.setup()?;
    let film = trajectory::read(&args.file, args.unit.map(Into::into))?;
    let replay = Replay { radius: args.radius, people: args.tile };
    let report = replay.run(&setup, &film, &Bar::new())?;
    if let Some(out) = &args.out {
        write_frames(out, &report.frames)?;
    }
    stdout::print(args.json, &report, || text(&report))
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
    if report.quarantined > 0 {
        fields.row(["not valid", &counted(report.quarantined as u64, "position")]);
    }
    let (level, threads) = (report.level, counted(report.threads as u64, "thread"));
    fields.row(["run", &format!("{} at {level} on {threads}", report.broad_phase)]);
    let Spread { median, min, p99, mean } = report.frame_ms;
    let [median, min, p99, mean] = [median, min, p99, mean].map(|ms| decimal(ms, 3));
    fields.row(["time", &format!("{} ms, {mean} for a frame", decimal(report.total_ms, 1))]);
    fields.row(["of frames", &format!("median {median} ms, min {min}, p99 {p99}")]);
    fields.text()
}
