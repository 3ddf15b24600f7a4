//! The command `mesh`.

use std::path::PathBuf;

use jostle::mesh::Pose;

use super::{
    failure::Failure,
    machine::Machine,
    progress::Bar,
    report::{run_at, times_of},
    stdout,
    text::{Align, Table, bytes, decimal, thousands},
};
use crate::{
    input::mesh::write_mesh,
    meshes::{MeshReport, MeshRun, Side, Source, TreeKind},
    runner,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A mesh: a .obj or .ply file, a .pos.f32 file with a .tri.u32 file beside it, or sphere:N or
    /// torus:N for one that is made of about N triangles
    #[arg(value_name = "A")]
    first_mesh: String,
    /// The mesh that is moved [default: the same]
    #[arg(value_name = "B")]
    second_mesh: Option<String>,
    /// By how much B is moved
    #[arg(
        long = "move",
        value_name = "X,Y,Z",
        default_value = "0,0,0",
        allow_hyphen_values = true
    )]
    by: String,
    /// How B is turned about its origin before that: a quaternion, of about length 1
    #[arg(long, value_name = "X,Y,Z,W", default_value = "0,0,0,1", allow_hyphen_values = true)]
    turn: String,
    /// The kind of trees: obb for oriented boxes, aabb for boxes along the axes
    #[arg(long, value_name = "NAME", default_value = "obb")]
    tree: String,
    #[command(flatten)]
    machine: Machine,
    /// Frames to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 5)]
    frames: u32,
    /// Find one pair instead of all
    #[arg(long)]
    first: bool,
    /// Hold the pairs against those of a double loop over all triangles
    #[arg(long)]
    verify: bool,
    /// Ask parry about the same meshes in turn (needs a build with --features parry)
    #[arg(long)]
    compare_parry: bool,
    /// Write A as STEM.pos.f32 and STEM.tri.u32 for other programs
    #[arg(long, value_name = "STEM")]
    write: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let run = request(args)?;
    if let Some(stem) = &args.write {
        let mesh = run.sources[0].mesh()?;
        write_mesh(stem, mesh.vertices(), mesh.triangles())?;
    }
    let report = run.run(&Bar::new())?;
    if let Some(fault) = report.fault {
        return Err(Failure::Finding(fault));
    }
    stdout::print(args.json, "mesh", &report, || text(&report))
}

fn request(args: &Args) -> Result<MeshRun, Failure> {
    let first = Source::parse(&args.first_mesh)?;
    let second = args.second_mesh.as_deref().map(Source::parse).transpose()?;
    let turn: [f32; 4] = numbers("--turn", &args.turn)?;
    Ok(MeshRun {
        sources: [first.clone(), second.unwrap_or(first)],
        pose: Pose::new(turn, numbers::<3>("--move", &args.by)?),
        tree: TreeKind::by_name(&args.tree)?,
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
        first: args.first,
        verify: args.verify,
        compare_parry: args.compare_parry,
    })
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(option: &str, text: &str) -> Result<[f32; N], Failure> {
    let parsed: Result<Vec<f32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = parsed.ok().and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        let why = format!("{option} {text}: {N} numbers with commas between them are expected");
        runner::Error::Request(why).into()
    })
}

fn text(report: &MeshReport) -> String {
    let times = times_of([("build", &report.build_ms), ("query", &report.query_ms)]);
    let mut text = format!("{}\n{}\n{}", head(report), times, findings(report));
    if !report.peers.is_empty() {
        text += &format!("\n{}", peers(report));
    }
    text
}

fn head(report: &MeshReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    for (name, side) in ["A", "B"].into_iter().zip(&report.sides) {
        fields.row([name, &side_of(side)]);
    }
    let ([x, y, z], [i, j, k, w]) = (report.translation, report.rotation);
    fields.row(["pose of B", &format!("turned by {i},{j},{k},{w}, moved by {x},{y},{z}")]);
    let MeshReport { tree, level, threads, frames, .. } = report;
    let run = format!("{tree} trees {}", run_at(level, *threads, *frames));
    fields.row(["run", &run]);
    fields.text()
}

fn side_of(side: &Side) -> String {
    let Side { mesh, tree, .. } = side;
    let [triangles, nodes] = [side.triangles, tree.nodes].map(|count| thousands(count as u64));
    let (depth, size) = (tree.depth, bytes(tree.bytes as u64));
    format!("{mesh}: {triangles} triangles, {nodes} nodes, {depth} deep, {size}")
}

fn findings(report: &MeshReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let what = if report.first { "first pair" } else { "touching pairs" };
    fields.row([what, &thousands(report.pairs)]);
    if report.verified {
        fields.row(["verified", "as a double loop over all triangles finds them"]);
    }
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    fields.row(["digest", &report.digest]);
    fields.text()
}

fn peers(report: &MeshReport) -> String {
    let [left, right] = [Align::Left, Align::Right];
    let mut table = Table::new(&[left, right, right, right, right, right, right]);
    table.row([
        "library",
        "build min ms",
        "query min ms",
        "ratio",
        "pairs",
        "only jostle",
        "only it",
    ]);
    let ms = |ms: f64| decimal(ms, 3);
    let (build, query) = (ms(report.build_ms.min), ms(report.query_ms.min));
    let pairs = thousands(report.pairs);
    table.row(["jostle", &build, &query, "1.00", &pairs, "", ""]);
    for peer in &report.peers {
        let ratio = peer.ratio.map_or("-".to_owned(), |ratio| decimal(ratio, 2));
        let counts = [peer.pairs, peer.only_jostle, peer.only_peer].map(thousands);
        let [pairs, ours, theirs] = &counts;
        let (build, query) = (ms(peer.build_ms.min), ms(peer.query_ms.min));
        table.row([peer.name, &build, &query, &ratio, pairs, ours, theirs]);
    }
    table.text()
}
