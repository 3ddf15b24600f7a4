//! Which kernel computes a pair of kinds of shapes.
//!
//! A caller looks the kernel up once for a run of pairs of the same two kinds, so nothing above
//! has to be generic over the shapes. Shapes come as columns of [quads](crate::simd::Quad), and
//! each kernel is compiled once, here, for all callers.
//!
//! * `contacts`: overlap, separation and contact of resting shapes ([`contact_entry`])
//! * `impacts`: time of impact of moving shapes ([`impact_entry`])
//! * `table`: the tables behind both. A pair of kinds without an entry does not compile.
//!
//! A new kind of shape takes its own file in [`shape`](crate::shape), a file in
//! [`pairs`](crate::pairs) for each pair that it is part of, its name in
//! [`ShapeKind`](crate::shape::ShapeKind), and a line for each pair in the lists of `contacts` and
//! `impacts`.

mod contacts;
mod impacts;
mod table;

pub use contacts::{
    ContactBatch, ContactEntry, ContactOfPair, ContactTest, OverlapBatch, PairBlock, Precheck,
    contact_entry,
};
pub use impacts::{Column, ImpactEntry, ImpactKernel, impact_entry};
