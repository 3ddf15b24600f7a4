//! The command `verify`.

use jostle::Level;
use serde::Serialize;

use super::{
    failure::Failure,
    progress::Bar,
    stdout,
    text::{Align, Table, thousands},
};
use crate::{
    runner::{DEFAULT_SEED, VERSION, broad_phases, threads_of},
    scene,
    verify::{Row, Verify},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// How many shapes to make each scene of
    #[arg(long, value_name = "N", default_value_t = 2000)]
    shapes: u32,
    /// One scene, by its name in `list` [default: all]
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// One broad phase, by its name in `list` [default: all]
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
    version: &'static str,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let verify = request(args)?;
    let rows = verify.run(&Bar::new())?;
    let failed = rows.iter().filter(|row| !row.ok).count();
    let verification = Verification {
        ok: failed == 0,
        failed,
        shapes: verify.shapes,
        seed: verify.seed,
        threads: verify.threads,
        levels: Level::available().iter().map(|level| level.name()).collect(),
        rows,
        version: VERSION,
    };
    stdout::print(args.json, &verification, || verification.text())?;
    if failed == 0 {
        return Ok(());
    }
    let rows = verification.rows.len();
    Err(Failure::Finding(format!("{failed} of {rows} verifications failed")))
}

fn request(args: &Args) -> Result<Verify, Failure> {
    Ok(Verify {
        scenes: match &args.scene {
            Some(name) => vec![scene::by_name(name)?],
            None => scene::all().iter().collect(),
        },
        broad_phases: match &args.broad_phase {
            Some(name) => vec![broad_phases::by_name(name)?],
            None => broad_phases::all().iter().collect(),
        },
        shapes: args.shapes,
        seed: args.seed,
        threads: threads_of(args.threads)?,
    })
}

impl Verification {
    fn text(&self) -> String {
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
                if row.ok { "ok" } else { "FAILED" },
                &row.against.join(", "),
            ]);
        }
        let mut text = table.text();
        for row in &self.rows {
            for fault in &row.faults {
                text += &format!("\n  {} with {}: {fault}", row.scene, row.broad_phase);
            }
        }
        let levels = self.levels.join(", ");
        text + &format!(
            "\n  {} of {} ok at {levels}\n",
            self.rows.len() - self.failed,
            self.rows.len()
        )
    }
}
