//! The inputs: the same on every machine.

use jostle::{BroadPhase, Join, Pairs, Sap};
use jostle_bench::{
    boxes::Shapes,
    runner::bounds_of,
    scene::{self, Scene, SceneShapes},
};

use crate::case::Failure;

const SEED: u64 = 1;

/// Boxes spread evenly in space, each touching two others.
pub(crate) fn uniform(shapes: u32) -> Result<Scene<3>, Failure> {
    match scene::by_name("uniform")?.build(shapes, SEED)? {
        SceneShapes::Three(scene) => Ok(scene),
        SceneShapes::Two(_) => Err("the scene uniform is in space".into()),
    }
}

/// Discs of a crowd in the plane.
pub(crate) fn crowd(shapes: u32) -> Result<Scene<2>, Failure> {
    match scene::by_name("crowd")?.build(shapes, SEED)? {
        SceneShapes::Two(scene) => Ok(scene),
        SceneShapes::Three(_) => Err("the scene crowd is in the plane".into()),
    }
}

/// The pairs of bounds that touch, as the sweep and prune finds them.
pub(crate) fn pairs_of<const D: usize>(shapes: &Shapes<D>) -> Result<Pairs, Failure> {
    let mut pairs = Pairs::new();
    Sap::<D>::new().pairs(&Join::within(bounds_of(shapes)?), &mut pairs)?;
    Ok(pairs)
}

/// A number in [0, 1) for each index, spread evenly and in no order; another row for each `of`.
pub(crate) fn spread(index: usize, of: usize) -> f32 {
    const FACTORS: [f64; 8] = [
        0.618_033_988,
        0.754_877_666,
        0.569_840_291,
        0.819_172_513,
        0.671_043_607,
        0.549_700_478,
        0.856_674_883,
        0.733_891_857,
    ];
    (index as f64 * FACTORS[of % FACTORS.len()]).fract() as f32
}
