//! Trees are nearly as good as those that try every split.

mod full_sweep;

use full_sweep::full_sweep;
use jostle::bvh::{BuildQuality, Bvh, TreeStats};
use jostle_bench::{
    boxes::Shapes,
    runner::{bounds_of, box_columns},
    scene::{self, SceneShapes},
};

/// What the cost of a tree may be, over that of a full sweep. Cheap builds look at one axis only.
const BOUNDS: [(BuildQuality, f64); 3] =
    [(BuildQuality::Fast, 1.25), (BuildQuality::Balanced, 1.05), (BuildQuality::Quality, 1.05)];

/// What more it may be in scenes that are not even: the cells of the grid over which the top of a
/// tree is built are as large where boxes crowd as where there are none.
const UNEVEN: f64 = 0.07;

fn stats<const D: usize>(shapes: &Shapes<D>, build: BuildQuality) -> TreeStats {
    let mut bvh = Bvh::new().with_build(build);
    bvh.build(bounds_of(shapes).expect("columns have one length")).expect("the tree can be built");
    bvh.stats()
}

/// Costs over that of the full sweep, in the order of the bounds.
fn ratios<const D: usize>(shapes: &Shapes<D>) -> [f64; 3] {
    let reference = full_sweep(&box_columns(shapes));
    BOUNDS.map(|(build, _)| stats(shapes, build).sah_cost / reference.sah_cost)
}

#[test]
fn costs_are_near_those_of_a_full_sweep() {
    let mut text = String::new();
    let mut over = false;
    for name in ["uniform", "clustered", "slab", "crowd"] {
        for (shapes, seed) in [(20_000, 1), (50_000, 2)] {
            let kind = scene::by_name(name).expect("the scene exists");
            let ratios = match kind.build(shapes, seed).expect("it needs no file") {
                SceneShapes::Two(scene) => ratios(&scene.shapes),
                SceneShapes::Three(scene) => ratios(&scene.shapes),
            };
            let more = if name == "uniform" { 0.0 } else { UNEVEN };
            over |= ratios.iter().zip(BOUNDS).any(|(ratio, (_, bound))| *ratio > bound + more);
            text += &format!("{name} of {shapes}:");
            for (ratio, (build, _)) in ratios.iter().zip(BOUNDS) {
                text += &format!(" {build:?} {ratio:.4}");
            }
            text += "\n";
        }
    }
    eprintln!("{text}");
    assert!(!over, "a tree costs more than it may, over a full sweep:\n{text}");
}
