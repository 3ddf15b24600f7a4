//! jostle: a multithreaded, SIMD, data-oriented collision detection engine for 2D and 3D.
//!
//! Each frame it finds every pair of touching boxes among up to millions of moving ones, rebuilt
//! from nothing but the user's own arrays.
//!
//! * [`Bounds`] borrows boxes or balls from columns or records, without copying.
//! * [`Join`] says what is asked: the pairs within one set, or between two; [`Filter`] leaves some
//!   out.
//! * A [`BroadPhase`] answers: [`Sap`], the radix-sorted multi-axis sweep and prune, for anything
//!   from a few hundred boxes up; [`Bvh`], a tree built anew each frame, which also answers rays,
//!   regions and nearest neighbors; [`QuadtreePhase`], a quadtree that is kept from frame to frame;
//!   [`IncrementalSap`], the sweep and prune whose order and pairs are kept, for boxes that move
//!   little; [`DynamicTreePhase`], a tree that is kept; [`BruteForce`] for few boxes, and to check
//!   the others; [`Auto`], which chooses by what the boxes are like.
//! * The answer goes to [`Pairs`], to a callback in batches, or is only counted ([`Output`]).
//!
//! [`Events`] are the difference between the pairs of two frames. A [coloring] of pairs lets
//! threads change both shapes of each.
//!
//! [`Neighbors`] are the points within a radius of each point, for crowds, particles and molecules.
//!
//! Positions in `f64`, kilometers or planets from zero, come in through [`large_world`].
//!
//! Triangle meshes have [trees](mesh) of their own, which answer for triangles.
//!
//! A [`Quadtree`] keeps boxes by [`Handle`]: inserted, removed, moved and found one at a time.
//!
//! [`interop`] shows vectors of glam, nalgebra and mint going in and coming out.
//!
//! What is inside is shown to a renderer of the user's by [`debug_draw`].
//!
//! ```
//! use jostle::{Bounds, BroadPhase, Filter, Join, Pairs, Sap, broad::BoxSet};
//!
//! // Three unit cubes in a row along x, as columns; the first two are part of the building.
//! let (low, high) = ([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]);
//! let (zero, one) = ([0.0; 3], [1.0; 3]);
//! let bounds = Bounds::from_columns([&low, &zero, &zero], [&high, &one, &one])?;
//! let filter = Filter::default().with_statics(&[true, true, false]);
//!
//! let mut sap = Sap::<3>::new(); // keep it, and the list, from pipeline to pipeline
//! let mut pairs = Pairs::new();
//! sap.pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
//! assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 1, 2)); // touching counts; (0, 1) is static
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! Every broad phase gives the same pairs; each gives the same *sequence* of pairs for every number
//! of threads, SIMD [`SimdLevel`] and machine. Threads are those of the rayon pool of the caller.
//! Invalid boxes are [quarantined](InvalidShape) and change nothing for the others.

pub mod bounds;
pub mod broad;
pub mod bvh;
mod canonical;
pub mod coloring;
pub mod debug_draw;
pub mod digest;
pub mod error;
pub mod events;
pub mod filter;
pub mod geometry;
mod handle;
mod instances;
pub mod interop;
pub mod large_world;
pub mod mesh;
pub mod narrow;
pub mod neighbors;
pub mod pairs;
pub mod pipeline;
pub mod shape;
pub mod snapshot;
mod span;
#[cfg(test)]
mod testing;
mod threads;
pub mod world;

pub use bounds::{Bounds, InvalidReason, InvalidShape, JoinSide};
pub use broad::{
    BoxSet, BroadPhase, Join, Output, RunStats, StageTimes,
    auto::Auto,
    brute_force::BruteForce,
    dynamic_tree::{DynamicTree, DynamicTreePhase},
    incremental_sap::IncrementalSap,
    quadtree::{Quadtree, QuadtreePhase},
    sap::{Sap, static_cache::StaticCacheSap},
};
pub use bvh::Bvh;
pub use digest::Digest;
pub use error::Error;
pub use events::Events;
pub use filter::Filter;
pub use handle::Handle;
pub use jostle_kernels::{Aabb, Pair, SimdLevel, SimdLevelError};
pub use narrow::{Contacts, Narrow};
pub use neighbors::Neighbors;
pub use pairs::Pairs;
pub use pipeline::CollisionPipeline;
pub use shape::{PreparedShapes, Shape, ShapeKind, Shapes};
pub use snapshot::Snapshot;
pub use world::World;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
