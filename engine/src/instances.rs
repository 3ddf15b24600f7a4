//! What is generic over the dimension, compiled here once for both.
//!
//! A generic function is compiled by each crate that uses it: a program that links the engine would
//! spend most of its build on broad phases, and compile them with its own settings. rustc takes
//! what a library has already compiled only if it is `#[inline(never)]` (as C++ does with
//! `extern template`). So the large functions below, through which all work goes, are marked so,
//! and named here, which has them compiled.

use crate::{
    BroadPhase, CollisionPipeline, Sap, World,
    broad::{Auto, BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap},
    bvh::Bvh,
    shape::PreparedShapes,
};

/// Has functions that are generic over a dimension `D` compiled by this crate, for both dimensions.
macro_rules! instances {
    ($($function:expr),+ $(,)?) => {
        $crate::instances::instances!(in 2: $($function),+);
        $crate::instances::instances!(in 3: $($function),+);
    };
    (in $dimension:literal: $($function:expr),+) => {
        const _: () = {
            use std::sync::atomic::AtomicPtr;
            const D: usize = $dimension;
            // Atomic only because pointers in a static have to be. They are never read.
            #[used]
            static INSTANCES: [AtomicPtr<()>; [$(stringify!($function)),+].len()] =
                [$(AtomicPtr::new($function as *mut ())),+];
        };
    };
}
pub(crate) use instances;

instances![
    World::<D>::find,
    World::<D>::with_level,
    World::<D>::with_boxed_broad_phase,
    CollisionPipeline::<D>::find,
    CollisionPipeline::<D>::new,
    CollisionPipeline::<D>::with_level,
    PreparedShapes::<D>::fill,
    Bvh::<D>::build_part,
    Bvh::<D>::join,
    <Bvh<D> as BroadPhase<D>>::run,
    <Sap<D> as BroadPhase<D>>::run,
    <StaticCacheSap<D> as BroadPhase<D>>::run,
    <BruteForce<D> as BroadPhase<D>>::run,
    <Auto<D> as BroadPhase<D>>::run,
    <QuadtreePhase<D> as BroadPhase<D>>::run,
    <DynamicTreePhase<D> as BroadPhase<D>>::run,
    <IncrementalSap<D> as BroadPhase<D>>::run,
];
