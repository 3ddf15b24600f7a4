//! jostle: a multithreaded, SIMD, data-oriented collision detection engine for 2D and 3D.
//!
//! Each frame it finds every pair of touching shapes among up to millions of moving ones, and says
//! how they touch. Start from what you have:
//!
//! * **I have arrays each frame.** A [`CollisionPipeline`] borrows [columns](shape::Columns) of
//!   balls, boxes, capsules, polygons, triangles, solids, half-spaces and hulls, and finds contacts
//!   and what became of them.
//! * **I keep a world.** A [`World`] holds [`Shapes`] by [`Handle`], with layers, sensors, sleep
//!   and continuous collision detection; each [step](World::step) finds everything anew.
//! * **I only need pairs.** [`Bounds`] borrow boxes or balls; a [`Join`] asks for the pairs within
//!   a set or between two, of which a [`Filter`] leaves some out; a [`BroadPhase`] answers into
//!   [`Pairs`], to a callback or to a counter. [`Sap`] is the fastest where most boxes move;
//!   [`broad`] has the others, among them [one that chooses](broad::Auto).
//! * **I ask rays.** [`query`] answers rays, moving shapes, overlaps and nearest for shapes, one by
//!   one or in batches; a [`Bvh`](bvh::Bvh) does for boxes.
//! * **I want all points within a radius.** [`Neighbors`](neighbors::Neighbors) lists them.
//! * **I have pairs.** [`narrow`] finds contacts, separations and times of impact.
//! * **I have triangle meshes.** [`mesh`] finds the triangles that touch.
//! * **I am far from zero.** [`large_world`] takes positions in `f64`.
//! * **I have many machines.** [`domain`] cuts space among them.
//! * **A pair seems to be missing.** [`explain`] has the reason, and all numbers behind it.
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
//! let mut sap = Sap::<3>::new(); // keep it, and the list, from frame to frame
//! let mut pairs = Pairs::new();
//! sap.pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
//! // Touching counts; (0, 1) is static.
//! assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 1, 2));
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! Every broad phase gives the same pairs. Each gives the same *sequence* of pairs at every number
//! of threads, at every [`SimdLevel`] and on every machine. Threads are those of the rayon pool of
//! the caller, or the global one, or the calling one alone: see [`threads`].
//! An invalid shape is [listed](validate::InvalidShape) and changes nothing for the others; an
//! [`Error`] changes nothing at all.

mod bounds;
pub mod broad;
mod broad_phase;
pub mod bvh;
pub mod cancel;
mod canonical;
mod clock;
pub mod coloring;
#[cfg(not(target_family = "wasm"))]
mod compiled;
pub mod debug_draw;
pub mod digest;
pub mod domain;
pub mod error;
pub mod events;
mod exec;
pub mod explain;
mod filter;
#[cfg(feature = "tracing")]
pub mod forks {
    //! What of a frame could run beside what: a record for a model of many threads.

    pub use crate::exec::forks::{ForkEvent, record_forks};
}
pub mod geometry;
mod handle;
mod instances;
pub mod interop;
mod join;
pub mod large_world;
mod memory;
pub mod mesh;
mod morton;
pub mod narrow;
pub mod neighbors;
mod pairs;
mod pipeline;
pub mod query;
pub mod records;
pub mod shape;
pub mod snapshot;
mod span;
pub mod step;
#[cfg(test)]
mod testing;
pub mod threads;
mod tree;
mod unique_id;
pub mod validate;
mod world;

/// The crate whose [`Pod`](bytemuck::Pod) records of the user's own have to be.
pub use bytemuck;

pub use bounds::{Bounds, Moved};
pub use broad::sap::Sap;
pub use broad_phase::BroadPhase;
pub use error::refused::Error;
pub use filter::Filter;
pub use handle::Handle;
pub use join::Join;
pub use jostle_kernels::{Aabb, Pair, SimdLevel};
pub use pairs::Pairs;
pub use pipeline::CollisionPipeline;
pub use shape::{shapes::Shapes, value::Shape};
pub use world::World;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
