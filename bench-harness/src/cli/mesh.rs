//! The command `mesh`.

use std::path::PathBuf;

use jostle::mesh::Pose;
use jostle_files::mesh;

use super::{
    failure::Failure,
    machine::{Machine, number},
    progress::Bar,
    stdout::Output,
};
use crate::{
    meshes::{MeshRun, Source},
    names::choose,
    peers::Nobody,
    runner::Error,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A mesh: a .obj, .ply or .stl file, a .pos.f32 file with a .tri.u32 file beside it, or
    /// sphere:N or torus:N for one that is made of about N triangles
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
    #[arg(long, value_name = "F", default_value_t = 5, value_parser = number::<u32>)]
    frames: u32,
    /// Find one pair instead of all
    #[arg(long)]
    first: bool,
    /// Hold the pairs against those of a double loop over all triangles
    #[arg(long)]
    verify: bool,
    /// Write A as STEM.pos.f32 and STEM.tri.u32 for other programs
    #[arg(long, value_name = "STEM")]
    write: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let run = request(args)?;
    if let Some(stem) = &args.write {
        let mesh = run.sources[0].mesh()?;
        mesh::write_raw(stem, mesh.vertices(), mesh.triangles())?;
    }
    args.output.print(&run.run(&Nobody, &Bar::new())?, &[])
}

fn request(args: &Args) -> Result<MeshRun, Failure> {
    let first = Source::parse(&args.first_mesh)?;
    let second = args.second_mesh.as_deref().map(Source::parse).transpose()?;
    let turn: [f32; 4] = numbers("--turn", &args.turn)?;
    Ok(MeshRun {
        sources: [first.clone(), second.unwrap_or(first)],
        pose: Pose::new(turn, numbers::<3>("--move", &args.by)?),
        tree: choose("tree", &args.tree)?,
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
        first: args.first,
        verify: args.verify,
    })
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(option: &str, text: &str) -> Result<[f32; N], Failure> {
    let parsed: Result<Vec<f32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = parsed.ok().and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        let why = format!("{option} {text}: {N} numbers with commas between them are expected");
        Error::Request(why).into()
    })
}
