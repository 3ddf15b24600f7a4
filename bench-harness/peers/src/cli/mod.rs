//! The command line: parse, dispatch, print what came of it.

mod list;
mod request;

use std::{
    io::{self, Write},
    panic,
    path::PathBuf,
    process::ExitCode,
};

use clap::{Parser, Subcommand};

use crate::{
    boxes,
    failure::Failure,
    measure::{self, Report},
    peer::{Peer, Tasks},
};
use request::Request;

/// The command line of the program.
#[derive(Debug, Parser)]
#[command(
    name = "jostle-peers",
    version,
    about = "Runs one other library on one file of boxes and prints one JSON object"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the peers that are compiled in
    List(list::Args),
    /// List all pairs of boxes that touch, from nothing in each run
    Pairs(Request),
    /// List all pairs of boxes that go on by a little in each run
    Drift(Drift),
    /// Find the nearest centers of boxes for each of them
    Nearest(Nearest),
}

#[derive(Debug, clap::Args)]
struct Drift {
    #[command(flatten)]
    request: Request,
    /// What each box goes on by in a run: raw little-endian f32 rows of D numbers
    #[arg(long, value_name = "FILE")]
    by: PathBuf,
}

#[derive(Debug, clap::Args)]
struct Nearest {
    #[command(flatten)]
    request: Request,
    /// Neighbors of each center, itself among them
    #[arg(long, value_name = "K", default_value_t = 8)]
    neighbors: usize,
}

/// Runs the program on the arguments of the process: exit code 0 when all is well, 1 when the
/// library failed, 2 when it could not be run.
pub(crate) fn main() -> ExitCode {
    // What a library says when it panics ends in the one line that says why this program failed.
    panic::set_hook(Box::new(|_| {}));
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::List(args) => print(&list::text(&args)?),
        Command::Pairs(request) => {
            let peer = request.peer()?;
            report(match request.dim()? {
                2 => pairs(&request, peer, &peer.flat)?,
                _ => pairs(&request, peer, &peer.space)?,
            })
        }
        Command::Drift(args) => {
            let peer = args.request.peer()?;
            report(match args.request.dim()? {
                2 => drift(&args, peer, &peer.flat)?,
                _ => drift(&args, peer, &peer.space)?,
            })
        }
        Command::Nearest(args) => {
            let peer = args.request.peer()?;
            report(match args.request.dim()? {
                2 => nearest(&args, peer, &peer.flat)?,
                _ => nearest(&args, peer, &peer.space)?,
            })
        }
    }
}

fn pairs<const D: usize>(
    request: &Request,
    peer: &'static Peer,
    tasks: &Tasks<D>,
) -> Result<Report, Failure> {
    let make = request.knows("pairs", tasks.pairs)?;
    let plan = request.plan(peer, "pairs")?;
    let boxes = boxes::read::<D>(&request.boxes)?;
    let measured = plan.run(|| measure::pairs(&mut *make(), &boxes, &plan))?;
    Ok(request.report("pairs", peer, boxes.len(), &plan, measured))
}

fn drift<const D: usize>(
    args: &Drift,
    peer: &'static Peer,
    tasks: &Tasks<D>,
) -> Result<Report, Failure> {
    let request = &args.request;
    let make = request.knows("drift", tasks.drift)?;
    let plan = request.plan(peer, "drift")?;
    let boxes = boxes::read::<D>(&request.boxes)?;
    let by = boxes::read_by::<D>(&args.by, boxes.len())?;
    let measured = plan.run(|| measure::drift(&mut *make(), &boxes, &by, &plan))?;
    Ok(request.report("drift", peer, boxes.len(), &plan, measured))
}

fn nearest<const D: usize>(
    args: &Nearest,
    peer: &'static Peer,
    tasks: &Tasks<D>,
) -> Result<Report, Failure> {
    let request = &args.request;
    let make = request.knows("nearest", tasks.nearest)?;
    let plan = request.plan(peer, "nearest")?;
    if args.neighbors == 0 {
        return Err(Failure::Request("--neighbors 0: it must be at least 1".to_owned()));
    }
    let boxes = boxes::read::<D>(&request.boxes)?;
    let points: Vec<_> = boxes.iter().map(|corners| corners.center()).collect();
    let measured = plan.run(|| measure::nearest(&mut *make(), &points, args.neighbors, &plan))?;
    Ok(request.report("nearest", peer, boxes.len(), &plan, measured))
}

/// Prints a report as one line of JSON.
fn report(report: Report) -> Result<(), Failure> {
    let line = serde_json::to_string(&report);
    print(&(line.map_err(|error| Failure::Request(error.to_string()))? + "\n"))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::Request(format!("standard output: {error}")))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
