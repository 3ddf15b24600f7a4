//! The command `million`: broad phases and whole frames on scenes, broad phases on files.

use std::path::{Path, PathBuf};

use jostle::{Pair, Pairs};
use jostle_files::{extension, pairs};

use super::{
    failure::Failure,
    machine::{Engine, Scene, number},
    progress::Bar,
    stdout::Output,
    text::thousands,
};
use crate::{
    elements::Elements,
    frame,
    runner::{
        Error, Input, InputRequest, Motion, Row, SceneRequest, Setup, Silent, broad_phases,
        pairs_of_files, pairs_of_scene, thread_counts,
    },
    scaling,
};

/// Figures of a point of many that are too many for a table.
const HIDDEN: [&str; 7] = [
    "pairs_per_second",
    "tests_per_shape",
    "checked",
    "checked_by_f64",
    "invalid",
    "peak_rss_bytes",
    "digest",
];

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scene: Scene,
    #[command(flatten)]
    engine: Engine,
    /// Frames to time; where pairs are collected, two more run first
    /// [default: 20; of files 1; with --budget-ms 5]
    #[arg(long, value_name = "F", value_parser = number::<u32>)]
    frames: Option<u32>,
    /// Tell the broad phase which shapes move, where the scene is one that drifts
    #[arg(long, conflicts_with_all = ["narrow", "budget_ms"])]
    told: bool,
    /// Go on to the contacts of the shapes, with all boxes turned at random
    #[arg(long)]
    narrow: bool,
    /// Look at the contacts while they are in the cache, instead of keeping them
    #[arg(long, requires = "narrow")]
    visit: bool,
    /// Time from a thousand shapes on, two sizes to a decade, on one thread and all; lists of
    /// --shapes and --threads are taken as they are
    #[arg(long)]
    scaling: bool,
    /// Find out how many shapes, of at most --shapes, each broad phase handles within so many
    /// milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "scaling")]
    budget_ms: Option<f64>,
    /// Files instead of a scene: one .bin, .csv or .npy file of boxes, one mesh (.ply, .obj, .stl)
    /// for the boxes of its triangles, or two frames of a mesh for boxes swept from one to the
    /// other
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all =
            ["scene", "shapes", "seed", "pace", "told", "narrow", "scaling", "budget_ms"],
    )]
    input: Vec<PathBuf>,
    /// Dimensions of the boxes in a .bin, .csv or .npy file: 2 or 3 [default: 3]
    #[arg(long, value_name = "D", requires = "input")]
    dim: Option<usize>,
    /// Which elements of two frames to hold against which, less those that share a vertex
    /// [default: faces]
    #[arg(long, value_name = "ELEMENTS", requires = "input")]
    elements: Option<Elements>,
    /// Move all bounds of files outwards by this many units in the last place
    #[arg(long, value_name = "N", default_value_t = 0, requires = "input")]
    ulp: u32,
    /// Write the pairs of files to this .bin, .csv, .npy or .vtp file, sorted by a, then by b; in
    /// .vtp, which ParaView opens, as lines between the middles of the boxes
    #[arg(long, value_name = "FILE", requires = "input")]
    out: Option<PathBuf>,
    /// Fail with exit code 1 unless files have this many pairs
    #[arg(long, value_name = "N", requires = "input", value_parser = number::<u64>)]
    expect: Option<u64>,
    #[command(flatten)]
    pub(super) output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if !args.input.is_empty() {
        return files(args);
    }
    if let Some(budget) = args.budget_ms {
        return args.output.print(&fit(args, budget)?, &[]);
    }
    let threads = args.engine.machine.all_threads()?;
    if !args.scaling && threads.len() == 1 && args.scene.shapes.len() < 2 {
        let request = args.scene.request("uniform")?;
        let row = args.one(&request, &args.engine.setup()?, args.frames.unwrap_or(20))?;
        return args.output.print(&row, &[]);
    }
    args.output.print(&many(args, &threads)?, &HIDDEN)
}

impl Args {
    fn one(&self, request: &SceneRequest, setup: &Setup, frames: u32) -> Result<Row, Failure> {
        Ok(if self.narrow {
            frame::frames(request, self.visit, setup, frames, &Bar::new())?
        } else {
            let motion = Motion { told: self.told, ..request.motion };
            pairs_of_scene(&SceneRequest { motion, ..*request }, setup, frames, &Bar::new())?
        })
    }
}

/// Every number of shapes on every number of threads; where the scaling is asked for and these are
/// not listed, fewer than the most shapes on one thread and on all only.
fn many(args: &Args, threads: &[usize]) -> Result<Row, Failure> {
    let listed = &args.scene.shapes;
    let most = listed.iter().copied().max().unwrap_or(1_000_000);
    let sizes = match listed.len() {
        0 | 1 if args.scaling => scaling::sizes(most),
        0 => vec![most],
        _ => listed.clone(),
    };
    let threads = match *threads {
        [most] if args.scaling => thread_counts(most),
        _ => threads.to_vec(),
    };
    let ends = [threads.first().copied(), threads.last().copied()];
    let mut points = Vec::new();
    for &threads in &threads {
        let setup = args.engine.setup_on(broad_phases::DEFAULT, threads)?;
        for &shapes in &sizes {
            if args.scaling && shapes < most && !ends.contains(&Some(threads)) {
                continue;
            }
            // Fewer shapes take less time and are noisier.
            let more = (f64::from(most) / f64::from(shapes.max(1))).sqrt();
            let frames = (f64::from(args.frames.unwrap_or(20)) * more).ceil() as u32;
            points.push(args.one(&args.scene.of("uniform", shapes)?, &setup, frames)?);
        }
    }
    Ok(scaling::report(points))
}

/// How many shapes fit into a budget: with the broad phase that is named, or with each.
fn fit(args: &Args, budget: f64) -> Result<Row, Failure> {
    if !(budget > 0.0 && budget.is_finite()) {
        let why = format!("a budget of {budget} ms: it must be above 0");
        return Err(Error::Request(why).into());
    }
    let request = args.scene.request("rectangles")?;
    let frames = args.frames.unwrap_or(5);
    let (named, setup) = (args.engine.broad_phase.as_deref(), args.engine.setup()?);
    let mut points = Vec::new();
    for kind in broad_phases::all().iter().filter(|kind| named.is_none_or(|name| name == kind.name))
    {
        let setup = Setup { broad_phase: kind, ..setup };
        let fits = scaling::largest(request.shapes, |shapes| {
            let request = SceneRequest { shapes, ..request };
            let row = if args.narrow {
                frame::frames(&request, args.visit, &setup, frames, &Silent)
            } else {
                pairs_of_scene(&request, &setup, frames, &Silent)
            };
            Ok(row?.median("total_ms") <= budget)
        })?;
        points.push(Row::default().with("broad_phase", kind.name).with("shapes", fits));
    }
    let row = Row::new("million --budget-ms").with("scene", request.scene.name);
    let row = row.with("budget_ms", budget).with("most_shapes", request.shapes);
    let row = row.with("level", args.engine.machine.level()?.name());
    let row = row.with("threads", args.engine.machine.threads()?).with("narrow", args.narrow);
    Ok(row.with("frames", frames).with("broad_phases", points))
}

/// A broad phase on boxes or meshes from files.
fn files(args: &Args) -> Result<(), Failure> {
    let (paths, dim) = (args.input.clone(), args.dim);
    let request = InputRequest { paths, dim, elements: args.elements, ulp: args.ulp };
    let mut pairs = Pairs::new();
    let list = args.out.is_some().then_some(&mut pairs);
    let (setup, frames) = (args.engine.setup()?, args.frames.unwrap_or(1));
    let row = pairs_of_files(&request, &setup, frames, list, &Bar::new())?;
    if let Some(path) = &args.out {
        write(path, pairs.as_slice(), &request)?;
    }
    args.output.print(&row, &[])?;
    match (args.expect, row.count("pairs")) {
        (Some(expected), found) if expected != found => {
            let [expected, found] = [expected, found].map(thousands);
            Err(Failure::Finding(format!("expected {expected} pairs, found {found}")))
        }
        _ => Ok(()),
    }
}

/// Writes the pairs of files.
fn write(path: &Path, pairs: &[Pair], request: &InputRequest) -> Result<(), Error> {
    // The middles of boxes are for this format only: others do without another look at the files.
    let centers = (extension(path) == "vtp").then(|| Input::read(request)).transpose()?;
    let centers = centers.map(|input| input.centers());
    Ok(pairs::write(path, bytemuck::cast_slice(pairs), centers.as_deref())?)
}
