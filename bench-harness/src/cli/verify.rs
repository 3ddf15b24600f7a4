//! The command `verify`.

use jostle::SimdLevel;

use super::{failure::Failure, machine::number, progress::Bar, stdout::Output};
use crate::{
    runner::{DEFAULT_SEED, Row, VERSION, broad_phases, threads_of},
    scene::{self, SceneKind},
    verify::Verify,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// How many shapes to make each scene of
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u32>)]
    shapes: u32,
    /// One scene, by its name in --list [default: all, but those whose recording is absent]
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// One broad phase, by its name in --list [default: all]; queries are verified with bvh
    #[arg(long, value_name = "NAME")]
    broad_phase: Option<String>,
    /// Threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Seed of the scenes
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (verify, left_out) = request(args)?;
    let progress = Bar::new();
    let rows = verify.run(&progress)?;
    let has_tree = verify.broad_phases.iter().any(|kind| kind.name == "bvh");
    let queries = if has_tree { verify.run_queries(&progress)? } else { Vec::new() };
    drop(progress);
    let all = rows.len() + queries.len();
    let failed = rows.iter().chain(&queries).filter(|row| row.get("ok") == false).count();
    let levels: Vec<&str> = SimdLevel::available().iter().map(|level| level.name()).collect();
    let row = Row::new("verify").with("broad_phases", rows).with("queries", queries);
    let row = row.with("seed", verify.seed).with("threads", verify.threads);
    let row = row.with("levels", levels).with("left_out", left_out).with("version", VERSION);
    let row = row.with("verified", all).with("failed", failed).with("ok", failed == 0);
    args.output.print(&row, &[])?;
    if failed == 0 {
        return Ok(());
    }
    Err(Failure::Finding(format!("{failed} of {all} verifications failed")))
}

/// What to verify, and why what was left out is not.
fn request(args: &Args) -> Result<(Verify, Vec<Row>), Failure> {
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
fn all_here() -> (Vec<&'static SceneKind>, Vec<Row>) {
    let (mut here, mut left_out) = (Vec::new(), Vec::new());
    for kind in scene::all() {
        match kind.check_recording() {
            Ok(()) => here.push(kind),
            Err(why) => {
                let row = Row::default().with("scene", kind.name);
                left_out.push(row.with("skipped", why.to_string()));
            }
        }
    }
    (here, left_out)
}
