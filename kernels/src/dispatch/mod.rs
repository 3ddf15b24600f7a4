//! Which kernel computes a pair of kinds of shapes.
//!
//! A caller looks the kernel up once for a run of pairs of the same two kinds, so nothing above
//! has to be generic over the shapes. Shapes come as columns of [quads](crate::simd::Quad), and
//! each kernel is compiled once, here, for all callers.
//!
//! * `pair_list`: the list of all pairs of kinds ([`contact_entry`], [`impact_entry`])
//! * `contacts`: overlap, separation and contact of resting shapes
//! * `impacts`: time of impact of moving shapes
//! * `rays`: the list of all kinds, as rays meet them ([`ray_entry`])
//! * `table`: a value for each pair of kinds. A pair without a value does not compile.
//!
//! A new kind of shape takes its own file and a line of the list in [`shape`](crate::shape), a file
//! in [`pairs`](crate::pairs) for each pair that has a routine of its own, an entry for each pair in
//! `pair_list`, and one in `rays`.

mod contacts;
mod impacts;
mod pair_list;
mod rays;
mod table;

pub use contacts::{
    ContactBatch, ContactEntry, ContactOfPair, ContactTest, OverlapBatch, PairBlock, Precheck,
};
pub use impacts::{Column, ImpactEntry, ImpactKernel};
pub use pair_list::{contact_entry, impact_entry};
pub use rays::{RayEntry, ray_entry};
