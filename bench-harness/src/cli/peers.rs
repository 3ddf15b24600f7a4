//! The command `peers`.

use std::{path::PathBuf, time::Duration};

use clap::ValueEnum;

use super::{
    failure::Failure,
    progress::Bar,
    report::motion,
    stdout,
    text::{Align, Table, bytes, counted, decimal, thousands},
};
use crate::{
    peers::programs::{Contest, PeerPoint, PeersReport, Task, build, built_before},
    runner::{DEFAULT_SEED, Motion, threads_of},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Scenes, by their names in `list`
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "uniform")]
    scene: Vec<String>,
    /// How many shapes to make each of
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    shapes: u32,
    /// Threads that each library may use, in one contest after the other
    /// [default: as many as the machine runs at once]
    #[arg(long, value_name = "T,...", value_delimiter = ',')]
    threads: Vec<usize>,
    /// What the libraries are asked
    #[arg(long, value_name = "TASK", default_value = "pairs")]
    task: TaskArg,
    /// For `moved`: what each shape moves by, in its own longest extents
    /// [default: as the scene has it]
    #[arg(long, value_name = "SHARE")]
    pace: Option<f64>,
    /// Seed of the scenes
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Ask these libraries only, and the engine
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Processes of each library: they take turns
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Runs to time in each process; one more runs first
    #[arg(long, value_name = "F", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Seconds after which a process is stopped
    #[arg(long, value_name = "S", default_value_t = 120)]
    limit: u64,
    /// Build libraries too that need more than Rust, or long: box2d, box3d, rapier
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    features: Vec<String>,
    /// Ask this program, instead of building those that come along; can be given several times
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,
    /// Print one JSON object for each contest instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TaskArg {
    /// All pairs of boxes that touch, from nothing
    Pairs,
    /// The same after the boxes have moved, from what is kept
    Moved,
    /// The nearest centers of boxes for each of them
    Nearest,
}

impl From<TaskArg> for Task {
    fn from(task: TaskArg) -> Self {
        match task {
            TaskArg::Pairs => Self::Pairs,
            TaskArg::Moved => Self::Moved,
            TaskArg::Nearest => Self::Nearest,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let threads = match &args.threads[..] {
        [] => vec![threads_of(None)?],
        some => some.iter().map(|threads| threads_of(Some(*threads))).collect::<Result<_, _>>()?,
    };
    let scenes = args.scene.iter().map(|name| scene::by_name(name));
    let scenes = scenes.collect::<Result<Vec<_>, _>>()?;
    let programs = programs(args)?;
    for scene in scenes {
        for &threads in &threads {
            let contest = Contest {
                scene,
                shapes: args.shapes,
                seed: args.seed,
                motion: Motion { pace: args.pace, ..Motion::OF_SCENE },
                task: args.task.into(),
                programs: &programs,
                only: &args.only,
                rounds: args.rounds,
                runs: args.runs,
                limit: Duration::from_secs(args.limit),
            };
            let report = contest.run(threads, &Bar::new())?;
            stdout::print(args.json, "peers", &report, || text(&report))?;
        }
    }
    Ok(())
}

/// The programs that have the libraries.
fn programs(args: &Args) -> Result<Vec<PathBuf>, Failure> {
    if !args.program.is_empty() {
        return Ok(args.program.clone());
    }
    let mut programs = vec![build(&args.features)?];
    programs.extend(built_before());
    Ok(programs)
}

fn text(report: &PeersReport) -> String {
    format!("{}\n{}\n{}\n", head(report), times(report), remarks(report))
}

fn head(report: &PeersReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let (shapes, moving) = (thousands(report.shapes as u64), motion(&report.motion));
    let PeersReport { scene, dim, seed, task, .. } = report;
    fields.row(["scene", &format!("{scene}, {shapes} boxes in {dim}D, seed {seed}{moving}")]);
    let threads = counted(report.threads_allowed as u64, "thread");
    let rounds = counted(u64::from(report.rounds), "round");
    let pinned = if report.pinned { "pinned" } else { "NOT pinned: there is no taskset" };
    fields.row([
        "run",
        &format!("{}, at most {threads} ({pinned}), {rounds} of one process each", task.name()),
    ]);
    fields.text()
}

fn times(report: &PeersReport) -> String {
    use Align::{Left, Right};
    let mut table = Table::new(&[Left, Right, Right, Right, Right, Right, Right, Right, Left]);
    table.row([
        "peer",
        "threads",
        "build ms",
        "find ms",
        "total ms",
        "+-",
        "to jostle",
        "memory",
        "",
    ]);
    for point in &report.points {
        table.row(row(point));
    }
    table.text()
}

fn row(point: &PeerPoint) -> [String; 9] {
    let ms = |ms: f64| decimal(ms, 1);
    let remark = match (&point.fault, point.noisy) {
        (Some(fault), _) => fault.clone(),
        (None, true) => "noisy".to_owned(),
        (None, false) => String::new(),
    };
    [
        point.peer.clone(),
        point.threads.to_string(),
        ms(point.build_ms.median),
        ms(point.find_ms.median),
        ms(point.total_ms.median),
        ms(point.total_ms.mad),
        point.ratio.map_or("-".to_owned(), |ratio| decimal(ratio, 2)),
        point.peak_rss_bytes.map_or(String::new(), bytes),
        remark,
    ]
}

fn remarks(report: &PeersReport) -> String {
    let mut text = String::new();
    for failed in &report.failed {
        text += &format!("  {} did not answer: {}\n", failed.peer, failed.why);
    }
    if let Some((best, ratio)) = report.best_other() {
        let ratio = decimal(ratio, 2);
        text += &format!(
            "  the best other is {} ({}): {ratio} times as long\n",
            best.peer, best.library
        );
    }
    text
}
