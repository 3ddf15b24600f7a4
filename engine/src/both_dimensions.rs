//! The functions of public types that this crate compiles for both dimensions.

use crate::{
    CollisionPipeline, Sap, World,
    broad::{
        Auto, BroadPhase, BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase,
        StaticCacheSap,
    },
    bvh::Bvh,
    instances::instances,
    shape::PreparedShapes,
};

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
