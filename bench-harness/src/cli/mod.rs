//! The command line: parse, dispatch, print what came of it.

mod baselines;
mod capacity;
mod compare;
mod explain_sat;
mod failure;
mod frame;
mod html_report;
mod list;
mod machine;
mod mesh;
mod million;
mod moving;
mod narrow;
mod pairs;
mod peers;
mod progress;
mod queries;
mod record;
mod render;
mod replay;
mod report;
mod scaling;
mod simulate;
mod stdout;
mod svg_file;
mod text;
#[cfg(feature = "tracing")]
mod trace;
mod verify;
mod world;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The command line of the program. Without a command it is `million`.
#[derive(Debug, Parser)]
#[command(
    name = "jostle-bench",
    version,
    about = "Times and verifies the broad and narrow phases of the jostle collision detection engine",
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    million: million::Args,
    #[cfg(feature = "tracing")]
    #[command(flatten)]
    trace: trace::Trace,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Time a broad phase on a moving scene, by default a million boxes (this is the default)
    Million(million::Args),
    /// Find the touching pairs of boxes or meshes in files
    Pairs(pairs::Args),
    /// List scenes, broad phases and SIMD levels
    List(list::Args),
    /// Hold broad phases against brute force and closed forms, at every SIMD level
    Verify(verify::Args),
    /// Compare with a textbook grid and a textbook sweep, on one thread
    Baselines(baselines::Args),
    /// Take turns with other libraries on the boxes of a scene, each in a process of its own
    Peers(peers::Args),
    /// Time a broad phase from few shapes to many, on one thread and more
    Scaling(scaling::Args),
    /// Take all figures of this machine and keep them in a folder
    Record(record::Args),
    /// Make one page of the figures that were kept
    Report(html_report::Args),
    /// Hold the figures of two files against each other, as before and after
    Compare(compare::Args),
    /// Find out how many shapes each broad phase handles in a given time
    Capacity(capacity::Args),
    /// Build a tree over a moving scene and ask it rays, neighbours, regions or moving boxes
    Queries(queries::Args),
    /// Ask the narrow phase about random pairs of shapes of two kinds
    Narrow(narrow::Args),
    /// Find the triangles of two meshes that touch, by trees over both
    Mesh(mesh::Args),
    /// Draw a scene or files as SVG, PNG or a page: shapes, pairs, and what a broad phase made of them
    Render(render::Args),
    /// Find who touches whom in a film of people, frame by frame, or take a captured step again
    Replay(replay::Args),
    /// Step a world of the shapes of a scene: contacts and events, with shapes at rest
    World(world::Args),
    /// Let people leave rooms or spheres settle, on the engine alone, and compare with what was published
    Simulate(simulate::Args),
    /// Draw the separating axis test of two shapes in 2D as SVG: axes, projections, verdict
    ExplainSat(explain_sat::Args),
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
    let result = match cli.command.unwrap_or(Command::Million(cli.million)) {
        Command::Million(args) => million::run(&args),
        Command::Pairs(args) => pairs::run(&args),
        Command::List(args) => list::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Baselines(args) => baselines::run(&args),
        Command::Peers(args) => peers::run(&args),
        Command::Scaling(args) => scaling::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Report(args) => html_report::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Capacity(args) => capacity::run(&args),
        Command::Queries(args) => queries::run(&args),
        Command::Narrow(args) => narrow::run(&args),
        Command::Mesh(args) => mesh::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::World(args) => world::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::ExplainSat(args) => explain_sat::run(&args),
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

    #[test]
    fn no_command_is_million() {
        let cli = Cli::try_parse_from(["jostle-bench", "--shapes", "7"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!(cli.million.shapes, 7);
    }
}
