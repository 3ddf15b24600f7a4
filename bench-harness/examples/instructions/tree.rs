//! The tree: built, refitted, joined with itself.

use jostle::{
    broad::Output,
    bvh::{BuildQuality, Bvh},
};
use jostle_bench::runner::bounds_of;

use crate::{
    case::{Case, Cases},
    inputs::uniform,
};

const SHAPES: u32 = 10_000;

pub(crate) fn cases() -> Cases {
    let scene = uniform(SHAPES)?;
    let mut built = Bvh::<3>::new().with_build(BuildQuality::Balanced);
    built.build(bounds_of(&scene.shapes)?)?;
    let mut joined = built;
    let [mut refitted, mut balanced] =
        [(); 2].map(|()| Bvh::new().with_build(BuildQuality::Balanced));
    refitted.build(bounds_of(&scene.shapes)?)?;
    let (of_refit, of_build) = (scene.clone(), scene);
    Ok(vec![
        Case::new("sah-build", move || {
            let bounds = bounds_of(&of_build.shapes).expect("columns have one length");
            balanced.build(bounds).expect("it is valid");
        }),
        Case::new("tree-refit", move || {
            let bounds = bounds_of(&of_refit.shapes).expect("columns have one length");
            refitted.refit(bounds).expect("it is as many boxes");
        }),
        Case::new("tree-self-pairs", move || {
            assert!(joined.self_pairs(Output::Count).expect("it is built").pairs > 0);
        }),
    ])
}
