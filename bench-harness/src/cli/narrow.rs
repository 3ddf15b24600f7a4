//! The command `narrow`.

use super::{
    failure::Failure,
    machine::Machine,
    progress::Bar,
    report::{run_at, spread_row},
    stdout,
    text::{Align, Table, bytes, decimal, thousands},
};
use crate::{
    narrow::{Asked, KindsReport, Mode, NarrowReport, NarrowRun, by_name},
    peers::{Comparison, NEAR},
    runner::{self, DEFAULT_SEED, Spread},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The kinds of the two shapes of each pair, by their name in `list`
    #[arg(long, value_name = "NAME")]
    pair: String,
    /// What to ask: overlap, mtv, manifold or sweep
    #[arg(long, value_name = "MODE")]
    mode: String,
    /// Number of pairs
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pairs: usize,
    #[command(flatten)]
    machine: Machine,
    /// Frames to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 20)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Where the middle of the scene is, on each axis
    #[arg(long, value_name = "X", default_value_t = 0.0, allow_negative_numbers = true)]
    offset: f32,
    /// Look at what is found while it is in the cache, instead of keeping it (mtv and manifold)
    #[arg(long)]
    visit: bool,
    /// Ask parry about the same pairs in turn (needs a build with --features parry)
    #[arg(long)]
    compare_parry: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let report = request(args)?.run(&Bar::new())?;
    if let Some(fault) = report.fault {
        return Err(Failure::Finding(fault));
    }
    stdout::print(args.json, "narrow", &report, || text(&report))
}

fn request(args: &Args) -> Result<NarrowRun, Failure> {
    let (offset, pairs, seed) = (args.offset, args.pairs, args.seed);
    if !offset.is_finite() {
        let why = format!("--offset {offset}: it must be finite");
        return Err(runner::Error::Request(why).into());
    }
    Ok(NarrowRun {
        pair: by_name(&args.pair)?,
        mode: Mode::by_name(&args.mode)?,
        scene: Asked { pairs, seed, offset },
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
        visit: args.visit,
        compare_parry: args.compare_parry,
    })
}

fn text(report: &NarrowReport) -> String {
    let mut text = format!("{}\n{}\n{}", head(report), times(report), findings(report));
    if !report.peers.is_empty() {
        text += &format!("\n{}{}", peers(report), disagreements(&report.peers));
    }
    text
}

fn head(report: &NarrowReport) -> String {
    let NarrowReport { pair, dim, mode, seed, offset, level, threads, frames, visit, .. } = report;
    let summary = by_name(pair).map_or("", |kind| kind.summary);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["pair", &format!("{pair}: {summary}")]);
    let at = if *offset == 0.0 { String::new() } else { format!(", around {offset}") };
    let pairs = thousands(report.pairs as u64);
    fields.row(["pairs", &format!("{pairs} in {dim}D, seed {seed}{at}")]);
    let run = format!("{mode} {}{}", run_at(level, *threads, *frames), looked_at(*visit));
    fields.row(["run", &run]);
    fields.text()
}

/// What becomes of what is found.
pub(super) fn looked_at(visit: bool) -> &'static str {
    if visit { ", looked at and not kept" } else { "" }
}

fn times(report: &NarrowReport) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.row(["stage", "median", "min", "p99"]);
    table.row(spread_row("prepare ms", &report.prepare_ms, 3));
    table.row(spread_row("narrow ms", &report.total_ms, 3));
    if let Some(ns) = &report.ns_per_pair {
        table.row(spread_row("ns per pair", ns, 2));
    }
    table.text()
}

fn findings(report: &NarrowReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let touching = thousands(report.touching);
    let share = 100.0 * report.touching as f64 / report.pairs.max(1) as f64;
    fields.row(["touching", &format!("{touching} ({} %)", decimal(share, 1))]);
    if let Some(points) = report.points {
        fields.row(["points", &thousands(points)]);
    }
    for kinds in &report.kinds {
        fields.row([kinds.kinds.clone(), ladder(kinds)]);
    }
    fields.row(["memory of the answers", &bytes(report.memory_bytes as u64)]);
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    fields.row(["checked", &checked(report.checked, report.checked_by_f64)]);
    fields.row(["digest", &report.digest]);
    fields.text()
}

/// How many pairs of two kinds came how far.
pub(super) fn ladder(kinds: &KindsReport) -> String {
    let KindsReport {
        candidates, after_circles, after_overlap, touching, groups, occupancy, ..
    } = kinds;
    let mut rungs = format!("{} pairs", thousands(*candidates));
    let mut before = candidates;
    for (left, test) in [(after_circles, "test of circles"), (after_overlap, "test for overlap")] {
        if left != before {
            rungs += &format!(", {} after the {test}", thousands(*left));
        }
        before = left;
    }
    let [touching, groups] = [touching, groups].map(|count| thousands(*count));
    let occupancy = decimal(100.0 * occupancy, 1);
    format!("{rungs}, {touching} touching, {groups} groups of eight {occupancy} % full")
}

/// How many pairs were held against what.
pub(super) fn checked(pairs: usize, by_f64: usize) -> String {
    let [pairs, by_f64] = [pairs, by_f64].map(|count| thousands(count as u64));
    format!("{pairs} pairs as they are found alone, {by_f64} of them as f64 has them")
}

fn peers(report: &NarrowReport) -> String {
    let [left, right] = [Align::Left, Align::Right];
    let mut table = Table::new(&[left, right, right, right, right, right, right, right]);
    table.row([
        "library",
        "ns per pair",
        "min",
        "p99",
        "ratio",
        "touching",
        "disagree near, far",
        "jostle right, wrong",
    ]);
    let numbers = |ns: Option<Spread>| match ns {
        Some(Spread { median, min, p99, .. }) => [median, min, p99].map(|ns| decimal(ns, 2)),
        None => ["-", "-", "-"].map(str::to_owned),
    };
    let mut row = |name: &str, ns, ratio: String, touching, disagree: [String; 2]| {
        let [median, min, p99] = numbers(ns);
        let ([disagree, right], touching) = (disagree, thousands(touching));
        table.row([name.to_owned(), median, min, p99, ratio, touching, disagree, right]);
    };
    row(
        "jostle",
        report.ns_per_pair,
        "1.00".to_owned(),
        report.touching,
        [(); 2].map(|()| String::new()),
    );
    for peer in &report.peers {
        let ratio = peer.ratio.map_or("-".to_owned(), |ratio| decimal(ratio, 2));
        let [near, far] = [peer.disagreements_near, peer.disagreements_far].map(thousands);
        let [right, wrong] = [peer.engine_right, peer.engine_wrong].map(thousands);
        let disagree = [format!("{near}, {far}"), format!("{right}, {wrong}")];
        row(peer.name, peer.ns_per_pair, ratio, peer.touching, disagree);
    }
    table.text()
}

/// The first disagreements that are far from touching.
fn disagreements(peers: &[Comparison]) -> String {
    let lines = peers.iter().flat_map(|peer| {
        peer.first_far.iter().map(|far| {
            let said = if far.touching { "touch" } else { "are apart" };
            let (a, b, distance) = (far.a, far.b, far.distance);
            format!("  {}: {a} and {b} {said}, at a distance of {distance}\n", peer.name)
        })
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\nfar is more than {NEAR} from touching:\n{lines}")
    }
}
