//! The command `verify`.

use jostle::SimdLevel;
use serde::Serialize;

use super::{
    failure::Failure,
    progress::Bar,
    stdout,
    text::{Align, Table, thousands},
};
use crate::{
    runner::{DEFAULT_SEED, VERSION, broad_phases, threads_of},
    scene::{self, SceneKind},
    verify::{QueryRow, Row, Verify},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// How many shapes to make each scene of
    #[arg(long, value_name = "N", default_value_t = 2000)]
    shapes: u32,
    /// One scene, by its name in `list` [default: all, but those whose recording is absent]
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// One broad phase, by its name in `list` [default: all]; queries are verified with bvh
    #[arg(long, value_name = "NAME")]
    broad_phase: Option<String>,
    /// Threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Seed of the scenes
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Verification {
    ok: bool,
    failed: usize,
    shapes: u32,
    seed: u64,
    threads: usize,
    levels: Vec<&'static str>,
    rows: Vec<Row>,
    queries: Vec<QueryRow>,
    left_out: Vec<String>,
    version: &'static str,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (verify, left_out) = request(args)?;
    let progress = Bar::new();
    let rows = verify.run(&progress)?;
    let has_tree = verify.broad_phases.iter().any(|kind| kind.name == "bvh");
    let queries = if has_tree { verify.run_queries(&progress)? } else { Vec::new() };
    drop(progress);
    let oks = rows.iter().map(|row| row.ok).chain(queries.iter().map(|row| row.ok));
    let failed = oks.filter(|ok| !ok).count();
    let verification = Verification {
        ok: failed == 0,
        failed,
        shapes: verify.shapes,
        seed: verify.seed,
        threads: verify.threads,
        levels: SimdLevel::available().iter().map(|level| level.name()).collect(),
        rows,
        queries,
        left_out,
        version: VERSION,
    };
    stdout::print(args.json, "verify", &verification, || verification.text())?;
    if failed == 0 {
        return Ok(());
    }
    let all = verification.len();
    Err(Failure::Finding(format!("{failed} of {all} verifications failed")))
}

/// What to verify, and why what was left out is not.
fn request(args: &Args) -> Result<(Verify, Vec<String>), Failure> {
    let (scenes, left_out) = match &args.scene {
        Some(name) => (vec![scene::by_name(name)?], Vec::new()),
        None => all_here(),
    };
    let verify = Verify {
        scenes,
        broad_phases: match &args.broad_phase {
            Some(name) => vec![broad_phases::by_name(name)?],
            None => broad_phases::all().iter().collect(),
        },
        shapes: args.shapes,
        seed: args.seed,
        threads: threads_of(args.threads)?,
    };
    Ok((verify, left_out))
}

/// All scenes that can be made here, and why the others cannot.
fn all_here() -> (Vec<&'static SceneKind>, Vec<String>) {
    let (mut here, mut left_out) = (Vec::new(), Vec::new());
    for kind in scene::all() {
        match kind.check_recording() {
            Ok(()) => here.push(kind),
            Err(absent) => left_out.push(absent.to_string()),
        }
    }
    (here, left_out)
}

impl Verification {
    fn len(&self) -> usize {
        self.rows.len() + self.queries.len()
    }

    fn text(&self) -> String {
        let mut text = self.broad_phases();
        if !self.queries.is_empty() {
            text += "\n";
            text += &self.queries();
        }
        for row in &self.rows {
            for fault in &row.faults {
                text += &format!("\n  {} with {}: {fault}", row.scene, row.broad_phase);
            }
        }
        for row in &self.queries {
            for fault in &row.faults {
                text += &format!("\n  {} asked for {}: {fault}", row.scene, row.kind);
            }
        }
        for absent in &self.left_out {
            text += &format!("\n  SKIPPED: {absent}");
        }
        let (levels, all) = (self.levels.join(", "), self.len());
        text + &format!("\n  {} of {all} ok at {levels}\n", all - self.failed)
    }

    fn broad_phases(&self) -> String {
        use Align::{Left, Right};
        let mut table = Table::new(&[Left, Left, Right, Right, Left, Left, Left]);
        table.row(["scene", "broad phase", "shapes", "pairs", "digest", "", "held against"]);
        for row in &self.rows {
            table.row([
                row.scene,
                row.broad_phase,
                &thousands(row.shapes as u64),
                &thousands(row.pairs),
                &row.digest,
                verdict(row.ok),
                &row.against.join(", "),
            ]);
        }
        table.text()
    }

    fn queries(&self) -> String {
        use Align::{Left, Right};
        let mut table = Table::new(&[Left, Left, Right, Right, Right, Left, Left]);
        table.row(["scene", "queries", "shapes", "count", "answers", "digest", ""]);
        for row in &self.queries {
            table.row([
                row.scene,
                row.kind,
                &thousands(row.shapes as u64),
                &thousands(row.count as u64),
                &thousands(row.answers),
                &row.digest,
                verdict(row.ok),
            ]);
        }
        table.text()
    }
}

fn verdict(ok: bool) -> &'static str {
    if ok { "ok" } else { "FAILED" }
}
