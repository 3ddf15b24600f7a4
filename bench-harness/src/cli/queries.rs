//! The command `queries`.

use super::{
    failure::Failure,
    machine::{Machine, Scene, number},
    progress::Bar,
    stdout::Output,
};
use crate::{
    names::{choose, name_of},
    queries::{Kind, QueryRun, build_by_name},
    runner::Error,
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
    /// Let rays meet the shapes themselves, and not their bounds
    #[arg(long)]
    shapes_themselves: bool,
    #[command(flatten)]
    scene: Scene,
    /// Queries per frame [default: the number of shapes for knn, 1000000 for the others]
    #[arg(long, value_name = "M", value_parser = number::<usize>)]
    count: Option<usize>,
    /// Neighbors to find for each point [default: 8]
    #[arg(long, value_name = "K", value_parser = number::<usize>)]
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
    /// Frames to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 5, value_parser = number::<u32>)]
    frames: u32,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.output.print(&request(args)?.run(&Bar::new())?, &[])
}

fn request(args: &Args) -> Result<QueryRun, Failure> {
    let kind = choose("kind of query", &args.kind)?;
    check(kind, args)?;
    Ok(QueryRun {
        scene: args.scene.request(if kind == Kind::Knn { "crowd" } else { "uniform" })?,
        kind,
        of_shapes: args.shapes_themselves,
        count: args.count.or((kind != Kind::Knn).then_some(DEFAULT_COUNT)),
        k: args.k.unwrap_or(DEFAULT_K),
        radius: args.radius,
        build: build_by_name(&args.build)?,
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
    })
}

/// Refuses numbers that mean nothing for the kind.
fn check(kind: Kind, args: &Args) -> Result<(), Failure> {
    let refuse = |why: String| Err(Error::Request(why).into());
    if args.k.is_some() && kind != Kind::Knn {
        return refuse(format!("--k is for knn, not for {}", name_of(&kind)));
    }
    if args.shapes_themselves && kind != Kind::Ray {
        return refuse(format!("--shapes-themselves is for rays, not for {}", name_of(&kind)));
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
