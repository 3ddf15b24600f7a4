//! Two oriented boxes in 3D: the axes of both and the cross products of their edges, then the
//! points where the features that face each other along the deepest axis meet.
//!
//! * **A face against the other box.** The reference face is the one the axis belongs to. The
//!   incident face is the face of the other box that is most parallel to it. What lies above both
//!   is a polygon of up to eight corners (`clip`). Of those at or below the reference face up to
//!   four are kept that span it (`reduce`).
//! * **An edge against an edge.** The two points where the edges are closest (`edges`).
//!
//! The method is polygon clipping between reference and incident face (D. Gregorius, *Robust
//! Contact Creation for Physics Simulations*, GDC 2015). The four incident edges are clipped by
//! slabs (Y.-D. Liang and B. A. Barsky, *A new concept and method for line clipping*, 1984), so
//! that no lane waits for another.
//!
//! * `axes`: the fifteen separating axes ([`BoxBox3`])
//! * `frame`: reference and incident box in one form, whichever face decides
//! * `faces`, `edges`: the contact of a face, and of two edges
//! * `manifold`: the better of both ([`BoxBox3Manifold`])
//! * `kernels`: batches of pairs that were classified first ([`BoxBox3Classes`])
//! * `placed`: boxes of two bodies, one of which moved ([`PlacedBoxes`])

mod axes;
mod clip;
mod edges;
mod faces;
mod frame;
mod kernels;
mod manifold;
mod placed;
mod reduce;

pub use axes::BoxBox3;
pub(crate) use axes::{AROUND, in_world};
pub use kernels::{BoxBox3Classes, BoxBox3Edges, BoxBox3Faces, Class};
pub use manifold::BoxBox3Manifold;
pub use placed::PlacedBoxes;
