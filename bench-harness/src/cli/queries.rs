//! The command `queries`.

use super::{
    failure::Failure,
    machine::Machine,
    progress::Bar,
    report::{run_at, times_of},
    stdout,
    text::{Align, Table, bytes, decimal, thousands},
};
use crate::{
    queries::{Kind, QueryReport, QueryRun, build_by_name},
    runner::{self, DEFAULT_SEED},
    scene,
};

/// Queries where their number is neither given nor that of the shapes.
const DEFAULT_COUNT: usize = 1_000_000;

/// Neighbors of each point where their number is not given.
const DEFAULT_K: usize = 8;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// What to ask: ray, knn, overlap or cast
    #[arg(long, value_name = "KIND")]
    kind: String,
    /// The scene, by its name in `list` [default: crowd for knn, uniform for the others]
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    shapes: u32,
    /// Queries per frame [default: the number of shapes for knn, 1000000 for the others]
    #[arg(long, value_name = "M")]
    count: Option<usize>,
    /// Neighbors to find for each point [default: 8]
    #[arg(long, value_name = "K")]
    k: Option<usize>,
    /// How far neighbors may be [default: any distance]; how far regions and moving boxes reach
    /// from their centers [default: the mean size of the shapes, an eighth of it]
    #[arg(long, value_name = "R")]
    radius: Option<f32>,
    /// How much work to put into the tree: fast, balanced or quality
    #[arg(long, value_name = "NAME", default_value = "balanced")]
    build: String,
    #[command(flatten)]
    machine: Machine,
    /// Frames to time; one more runs first
    #[arg(long, value_name = "F", default_value_t = 5)]
    frames: u32,
    /// Seed of the scene and the queries
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Compare the cost of the tree with that of one by full sweeps, which takes some seconds
    #[arg(long)]
    compare_sah: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let report = request(args)?.run(&Bar::new())?;
    if let Some(fault) = report.fault {
        return Err(Failure::Finding(fault));
    }
    stdout::print(args.json, "queries", &report, || text(&report))
}

fn request(args: &Args) -> Result<QueryRun, Failure> {
    let kind = Kind::by_name(&args.kind)?;
    check(kind, args)?;
    let scene =
        args.scene.as_deref().unwrap_or(if kind == Kind::Knn { "crowd" } else { "uniform" });
    Ok(QueryRun {
        scene: scene::by_name(scene)?,
        shapes: args.shapes,
        seed: args.seed,
        kind,
        count: args.count.or((kind != Kind::Knn).then_some(DEFAULT_COUNT)),
        k: args.k.unwrap_or(DEFAULT_K),
        radius: args.radius,
        build: build_by_name(&args.build)?,
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
        compare_sah: args.compare_sah,
    })
}

/// Refuses numbers that mean nothing for the kind.
fn check(kind: Kind, args: &Args) -> Result<(), Failure> {
    let refuse = |why: String| Err(runner::Error::Request(why).into());
    if args.k.is_some() && kind != Kind::Knn {
        return refuse(format!("--k is for knn, not for {}", kind.name()));
    }
    if args.k == Some(0) {
        return refuse("--k 0: there must be at least 1 neighbor to find".to_owned());
    }
    match args.radius {
        Some(_) if kind == Kind::Ray => refuse("--radius is not for rays".to_owned()),
        Some(radius) if !(radius >= 0.0 && (radius.is_finite() || kind == Kind::Knn)) => {
            refuse(format!("--radius {radius}: it must be a number of at least 0"))
        }
        _ => Ok(()),
    }
}

fn text(report: &QueryReport) -> String {
    let times = times_of([
        ("build", &report.build_ms),
        ("queries", &report.total_ms),
        ("frame", &report.frame_ms),
    ]);
    format!("{}\n{}\n{}\n{}", head(report), times, findings(report), tree(report))
}

fn head(report: &QueryReport) -> String {
    let QueryReport { scene, dim, seed, build, level, threads, frames, .. } = report;
    let summary = scene::by_name(scene).map_or("", |kind| kind.summary);
    let shapes = thousands(report.shapes as u64);
    let reach = match (report.k, report.radius) {
        (Some(k), Some(radius)) => format!(", {k} neighbors within {radius}"),
        (Some(k), None) => format!(", {k} neighbors"),
        (None, Some(radius)) => format!(", radius {radius}"),
        (None, None) => String::new(),
    };
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["scene", &format!("{scene}: {summary}")]);
    fields.row(["shapes", &format!("{shapes} in {dim}D, seed {seed}")]);
    let count = thousands(report.count as u64);
    fields.row(["queries", &format!("{count} of kind {}{reach}", report.kind)]);
    let run = format!("bvh by {build} build {}", run_at(level, *threads, *frames));
    fields.row(["run", &run]);
    fields.text()
}

fn findings(report: &QueryReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["answers", &thousands(report.answers)]);
    if let Some(rate) = report.queries_per_second {
        fields.row(["queries per second", &decimal(rate, 0)]);
    }
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    let checked = format!("{} queries as testing every box answers them", report.checked);
    fields.row(["checked", &checked]);
    fields.row(["digest", &report.digest]);
    fields.text()
}

fn tree(report: &QueryReport) -> String {
    let tree = &report.tree;
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |number| decimal(number, 2));
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let nodes = [tree.nodes, tree.leaves].map(|nodes| thousands(nodes as u64));
    fields.row([
        "tree",
        &format!("{} nodes, {} of them leaves, {} deep", nodes[0], nodes[1], tree.depth),
    ]);
    fields.row(["boxes per leaf", &number(tree.boxes_per_leaf)]);
    fields.row(["children per inner node", &number(tree.children_per_inner)]);
    fields.row(["bytes per shape", &number(tree.bytes_per_shape)]);
    fields.row(["SAH cost", &number(tree.sah_cost)]);
    if let Some(sweep) = &report.full_sweep {
        let (nodes, cost) = (thousands(sweep.nodes as u64), decimal(sweep.sah_cost, 2));
        fields.row(["of a full sweep", &format!("{cost} with {nodes} nodes")]);
        fields.row(["ratio", &number(Some(sweep.ratio))]);
    }
    fields.text()
}
