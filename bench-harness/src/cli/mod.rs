//! The command line: parse, dispatch, print what came of it.

mod contacts;
mod explain;
mod failure;
mod list;
mod machine;
mod mesh;
mod million;
#[cfg(feature = "mpi")]
mod mpi;
mod narrow;
mod neighbors;
mod particles;
mod peers;
mod progress;
mod queries;
mod render;
mod report;
mod soak;
mod stdout;
mod text;
#[cfg(feature = "tracing")]
mod trace;
mod verify;
mod world;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::runner::Row;
use stdout::Output;

/// The command line of the program. Without a command it is `million`.
#[derive(Debug, Parser)]
#[command(
    name = "jostle-bench",
    version,
    about = "Times and verifies the broad and narrow phases of the jostle collision detection \
             engine",
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// List scenes, broad phases, pairs of kinds, what is asked about them, and SIMD levels
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    million: million::Args,
    #[cfg(feature = "tracing")]
    #[command(flatten)]
    trace: trace::Trace,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Time broad phases on a moving scene, by default a million boxes, or on files (this is the
    /// default)
    Million(million::Args),
    /// Ask the narrow phase about random pairs of shapes of two kinds
    Narrow(narrow::Args),
    /// List the balls of a file that touch, and how
    Contacts(contacts::Args),
    /// List what is within a radius of each particle of a file
    Neighbors(neighbors::Args),
    /// Step a world of the shapes of a scene: contacts and events, with shapes at rest
    World(world::Args),
    /// Build a tree over a moving scene and ask it rays, neighbors, regions or moving boxes
    Queries(queries::Args),
    /// Find the triangles of two meshes that touch, by trees over both
    Mesh(mesh::Args),
    /// Time the pairs of a scene on many processes, each started by mpirun with the same arguments
    #[cfg(feature = "mpi")]
    Mpi(mpi::Args),
    /// Hold broad phases against brute force and closed forms, at every SIMD level
    Verify(verify::Args),
    /// Step worlds for a long time while everything happens to their shapes, and check what they
    /// find and hold: from half of the run to its end that may grow by a tenth and 256 KiB, what
    /// the process has resident by a tenth and 8 MiB
    Soak(soak::Args),
    /// Take turns with other libraries on the boxes of a scene, each in a process of its own
    Peers(peers::Args),
    /// Make one page of the figures that were recorded, record those of this machine, or compare
    /// two
    Report(report::Args),
    /// Draw a scene or files as SVG, PNG or a page: shapes, pairs, and what a broad phase made of
    /// them
    Render(Render),
    /// Tell why two shapes are reported as a pair, or are not
    Explain(explain::Args),
}

#[derive(Clone, Debug, clap::Args)]
struct Render {
    #[command(flatten)]
    args: render::Args,
    #[command(flatten)]
    output: Output,
}

impl Render {
    fn run(&self) -> Result<(), failure::Failure> {
        render::run(&self.args)?;
        if self.output.json {
            self.output.print(&Row::new("render").with("out", &self.args.out), &[])?;
        }
        Ok(())
    }
}

/// Runs the program on the arguments of the process: exit code 0 when all is well, 1 when a count
/// or a verification failed, 2 when it could not be run.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    // Written to its end when the command is done.
    #[cfg(feature = "tracing")]
    let _trace = match cli.trace.start() {
        Ok(trace) => trace,
        Err(failure) => return failure.exit(),
    };
    let result = match &cli.command {
        None if cli.list => list::print(cli.million.output),
        None => million::run(&cli.million),
        Some(Command::Million(args)) => million::run(args),
        Some(Command::Narrow(args)) => narrow::run(args),
        Some(Command::Contacts(args)) => contacts::run(args),
        Some(Command::Neighbors(args)) => neighbors::run(args),
        Some(Command::World(args)) => world::run(args),
        Some(Command::Queries(args)) => queries::run(args),
        Some(Command::Mesh(args)) => mesh::run(args),
        #[cfg(feature = "mpi")]
        Some(Command::Mpi(args)) => mpi::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Soak(args)) => soak::run(args),
        Some(Command::Peers(args)) => peers::run(args),
        Some(Command::Report(args)) => report::run(args),
        Some(Command::Render(args)) => args.run(),
        Some(Command::Explain(args)) => explain::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit(),
    }
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
