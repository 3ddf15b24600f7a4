//! Whole runs of the sweep and prune.

use std::ops::ControlFlow;

use jostle::{BroadPhase, Join, Pairs, Sap};
use jostle_bench::{boxes::Shapes, runner::bounds_of, scene::Scene};

use crate::{
    case::{Case, Cases, Failure},
    inputs::{crowd, uniform},
};

const SHAPES: u32 = 30_000;

/// So much is added to a box on all sides for the case that is about bins: then the first batch of
/// pairs is found early in the sweep.
const GROWN_BY: f32 = 0.5;

pub(crate) fn cases() -> Cases {
    Ok(vec![
        fill(grown(uniform(SHAPES)?)?),
        frame("sap-frame-3d", uniform(SHAPES)?),
        frame("sap-frame-2d", crowd(SHAPES)?),
    ])
}

/// The plan and the bins: the sweep is broken off at the first batch of pairs.
fn fill(shapes: Shapes<3>) -> Case {
    let mut sap = Sap::<3>::new();
    Case::new("bin-fill", move || {
        let join = Join::within(bounds_of(&shapes).expect("columns have one length"));
        let summary = sap.stream(&join, &mut |_| ControlFlow::Break(())).expect("it is valid");
        assert!(summary.stopped);
    })
}

fn frame<const D: usize>(name: &'static str, scene: Scene<D>) -> Case {
    let (mut sap, mut pairs) = (Sap::<D>::new(), Pairs::new());
    Case::new(name, move || {
        let join = Join::within(bounds_of(&scene.shapes).expect("columns have one length"));
        sap.pairs(&join, &mut pairs).expect("it is valid");
        assert!(!pairs.is_empty());
    })
}

/// The same boxes, larger.
fn grown(scene: Scene<3>) -> Result<Shapes<3>, Failure> {
    let Shapes::Boxes(mut boxes) = scene.shapes else {
        return Err("the scene uniform is of boxes".into());
    };
    let add = |columns: &mut [Vec<f32>; 3], by: f32| {
        columns.iter_mut().flatten().for_each(|bound| *bound += by);
    };
    add(&mut boxes.min, -GROWN_BY);
    add(&mut boxes.max, GROWN_BY);
    Ok(Shapes::Boxes(boxes))
}
