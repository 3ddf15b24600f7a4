//! The command `explain`.

use jostle::{BroadPhase, CollisionPipeline, Join, explain::PairExplanation, shape::Rotation};

use super::{
    failure::Failure,
    machine::{Engine, number},
    render::ShapeSource,
    stdout::{Output, print_text},
};
use crate::{
    frame::Bodies,
    narrow::oracle::Axes,
    runner::{Error, Input, Load, Row, pool_of},
    scene::{Scene, SceneShapes},
};

/// Tells why two shapes are reported as a pair, or are not: whether each is valid, how their bounds
/// lie on each axis, where the broad phase put them, and what the narrow phase decided.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The index of the first shape; between two files one of the first
    #[arg(value_name = "A", value_parser = number::<u32>)]
    a: u32,
    /// The index of the second shape; between two files one of the second
    #[arg(value_name = "B", value_parser = number::<u32>)]
    b: u32,
    #[command(flatten)]
    source: ShapeSource,
    #[command(flatten)]
    engine: Engine,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.engine.setup()?;
    let row = pool_of(setup.threads)?.install(|| match args.source.scene()? {
        Some((_, SceneShapes::Two(scene))) => args.scene(&scene, setup.phase()),
        Some((_, SceneShapes::Three(scene))) => args.scene(&scene, setup.phase()),
        None => match args.source.files()? {
            Input::Two(boxes) => args.boxes(&boxes, &mut *setup.phase()),
            Input::Three(boxes) => args.boxes(&boxes, &mut *setup.phase()),
            Input::Swept(elements) => args.boxes(&elements, &mut *setup.phase()),
        },
    })?;
    if args.output.json {
        return args.output.print(&row, &[]);
    }
    print_text(row.text("explanation"))
}

impl Args {
    /// Explains boxes.
    fn boxes<const D: usize>(
        &self,
        load: &dyn Load<D>,
        phase: &mut dyn BroadPhase<D>,
    ) -> Result<Row, Error> {
        let join: Join<'_, D> = load.join()?;
        phase.count(&join)?;
        Ok(row(&phase.explain(&join, self.a, self.b)?))
    }

    /// Explains the boxes of a scene, or its shapes with `--narrow`.
    fn scene<const D: usize>(
        &self,
        scene: &Scene<D>,
        mut phase: Box<dyn BroadPhase<D>>,
    ) -> Result<Row, Error>
    where
        Rotation<D>: Axes,
    {
        if !self.source.narrow {
            return self.boxes(scene, &mut *phase);
        }
        let bodies = Bodies::new(scene, self.source.seed)?;
        let mut pipeline = CollisionPipeline::new().with_boxed_broad_phase(phase);
        pipeline.step(bodies.shapes())?;
        Ok(row(&pipeline.explain(bodies.shapes(), self.a, self.b)?))
    }
}

fn row<const D: usize>(explanation: &PairExplanation<D>) -> Row {
    let verdict = explanation.verdict();
    let pair = [explanation.pair.a, explanation.pair.b];
    let row = Row::new("explain").with("pair", pair).with("reported", verdict.is_reported());
    row.with("verdict", verdict.to_string()).with("explanation", explanation.to_string())
}
