//! The command `mpi`: the pairs of scenes on many processes.

use jostle_mpi::{MpiRanks, Ranks};
use mpi::Threading;

use super::{
    failure::Failure,
    machine::{Machine, Scene, number},
    stdout::Output,
};
use crate::{
    ranks::RanksRun,
    runner::{Error, Row, Setup, broad_phases, pool_of},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scene: Scene,
    /// All scenes, one after the other
    #[arg(long, conflicts_with = "scene")]
    all: bool,
    /// Frames to time; four more run first
    #[arg(long, value_name = "F", default_value_t = 20, value_parser = number::<u32>)]
    frames: u32,
    /// Without MPI: what one process takes for the same
    #[arg(long)]
    alone: bool,
    /// Hold the pairs of each frame against those of one machine
    #[arg(long, conflicts_with = "alone")]
    check: bool,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    output: Output,
}

/// Runs on each of the processes that `mpirun` starts. The first one prints.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.frames == 0 {
        return Err(Error::NoFrames.into());
    }
    let setup = Setup {
        broad_phase: broad_phases::by_name("sap")?,
        level: args.machine.level()?,
        threads: args.machine.threads()?,
    };
    let names = match args.all {
        true => scene::all().iter().map(|kind| kind.name).collect(),
        false => vec!["uniform"],
    };
    let requests = names.iter().map(|name| args.scene.request(name));
    let requests = requests.collect::<Result<Vec<_>, _>>()?;
    let run_all = |ranks: Option<&MpiRanks>| -> Result<Vec<Row>, Error> {
        let rows = requests.iter().map(|request| {
            let request = *request;
            if let (true, Err(why)) = (args.all, request.scene.check_recording()) {
                let row = Row::new("mpi").with("scene", request.scene.name);
                return Ok(row.with("skipped", why.to_string()));
            }
            let (frames, is_checked) = (args.frames, args.check);
            let run = RanksRun { request, frames, setup, is_checked };
            ranks.map_or_else(|| run.run_alone(), |ranks| run.run(ranks))
        });
        rows.collect()
    };
    // One thread of the pool starts MPI and makes all calls.
    let rows = pool_of(setup.threads)?.install(|| {
        if args.alone {
            return run_all(None);
        }
        let started = mpi::initialize_with_threading(Threading::Funneled);
        let Some((universe, _)) = started else {
            return Err(Error::Request("MPI runs already".to_owned()));
        };
        let ranks = MpiRanks::new(&universe.world());
        let rows = run_all(Some(&ranks))?;
        Ok(if ranks.rank() == 0 { rows } else { Vec::new() })
    })?;
    rows.iter().try_for_each(|row| args.output.print(row, &[]))
}
