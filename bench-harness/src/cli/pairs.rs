//! The command `pairs`.

use std::path::PathBuf;

use clap::ValueEnum;
use jostle::Pairs;

use super::{failure::Failure, machine::Engine, progress::Bar, report, stdout, text::thousands};
use crate::{
    input::{elements::Elements, pairs_out::write_pairs},
    runner::{InputRequest, InputRun},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// One .bin or .csv file of boxes, one .ply mesh for the boxes of its triangles, or two .ply
    /// frames of a mesh for boxes swept from one to the other
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Dimensions of the boxes in a .bin or .csv file: 2 or 3 [default: 3]
    #[arg(long, value_name = "D")]
    dim: Option<usize>,
    #[command(flatten)]
    engine: Engine,
    /// Write the pairs to this .bin or .csv file, sorted by a, then by b
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which elements of two frames to hold against which, less those that share a vertex
    /// [default: faces]
    #[arg(long, value_name = "ELEMENTS")]
    elements: Option<ElementsArg>,
    /// Move all bounds outwards by this many units in the last place
    #[arg(long, value_name = "N", default_value_t = 0)]
    ulp: u32,
    /// Fail with exit code 1 unless there are this many pairs
    #[arg(long, value_name = "N")]
    expect: Option<u64>,
    /// Frames to time; where pairs are collected, two more run first
    #[arg(long, value_name = "F", default_value_t = 1)]
    frames: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ElementsArg {
    /// Edges against edges
    Edges,
    /// Vertices against faces: a is the vertex, b the face
    VertexFace,
    /// Faces against faces
    Faces,
}

impl From<ElementsArg> for Elements {
    fn from(elements: ElementsArg) -> Self {
        match elements {
            ElementsArg::Edges => Self::Edges,
            ElementsArg::VertexFace => Self::VertexFace,
            ElementsArg::Faces => Self::Faces,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.engine.setup()?;
    let mut run = InputRun::read(InputRequest {
        paths: args.inputs.clone(),
        dim: args.dim,
        elements: args.elements.map(Into::into),
        ulp: args.ulp,
    })?;
    let mut pairs = Pairs::new();
    let list = args.out.is_some().then_some(&mut pairs);
    let report = run.run(&setup, args.frames, list, &Bar::new())?;
    if let Some(path) = &args.out {
        write_pairs(path, bytemuck::cast_slice(pairs.as_slice()))?;
    }
    stdout::print(args.json, "pairs", &report, || report::text(&report))?;
    match args.expect {
        Some(expected) if expected != report.pairs => {
            let (expected, found) = (thousands(expected), thousands(report.pairs));
            Err(Failure::Finding(format!("expected {expected} pairs, found {found}")))
        }
        _ => Ok(()),
    }
}
