//! The jostle collision detection engine on many machines.
//!
//! Space is cut into [domains](jostle::domain), one for each rank of MPI. Each rank holds some
//! shapes, best those of its domain, and hands in their boxes. It gets ghosts, copies of the boxes
//! of others that touch its domain, and reports each pair whose corner lies there: so all ranks
//! together report each pair once, for any number of ranks and any cuts.
//!
//! * [`DistributedBroadPhase`] finds pairs, [`DistributedContacts`] says how they touch,
//!   [`DistributedImpacts`] when they meet on their way, and [`DistributedEvents`] what became of
//!   them.
//! * [`DistributedNeighbors`] lists all points within a radius, across periodic borders too, and
//!   keeps lists that have a skin.
//! * [`ask`] takes questions to the ranks that they concern, as rays and nearest shapes.
//! * [`Balancer`] chooses domains by what steps cost, and [`migrate`] moves shapes to theirs.
//!
//! Ranks are those of MPI (`MpiRanks`, with the feature `mpi`), threads of one process
//! ([`run_ranks`]), or whatever implements [`Ranks`]. All calls that take ranks are collective. One
//! that fails on a rank fails on all, and the next one may be made.
//!
//! ```
//! use jostle::{Bounds, Sap, domain::Decomposition};
//! use jostle_mpi::{DistributedBroadPhase, LocalBoxes, Ranks, run_ranks};
//!
//! // Two ranks in one process. With MPI they are `MpiRanks::new(&universe.world())`.
//! let found = run_ranks(2, |ranks| {
//!     let domains = Decomposition::bisect(&[[0.0, 0.0], [10.0, 0.0]], &[1.0; 2], 2)?;
//!     // Three discs in a row; one touches both others.
//!     let (ids, x) = [(vec![0, 1], vec![2.0, 4.0]), (vec![2], vec![6.0])][ranks.rank()].clone();
//!     let (y, radii) = (vec![0.0; x.len()], vec![1.0; x.len()]);
//!     let bounds = Bounds::from_balls([&x, &y], &radii)?;
//!     let mut phase = DistributedBroadPhase::new(Sap::<2>::new());
//!     phase.update(ranks, &domains, LocalBoxes::new(&ids, bounds))?;
//!     Ok::<_, jostle_mpi::Error>(phase.ids(&ids).collect::<Vec<_>>())
//! });
//! assert_eq!(found, [Ok(vec![[0, 1]]), Ok(vec![[1, 2]])]);
//! ```

#![forbid(unsafe_code)]

mod balance;
mod border_shapes;
mod broad_phase;
mod contacts;
mod error;
mod events;
mod ghosts;
mod impacts;
mod mail;
mod migrate;
mod neighbors;
mod questions;
mod ranks;

pub use balance::{Balance, Balancer};
pub use broad_phase::{DistributedBroadPhase, DistributedStats, LocalBoxes};
pub use contacts::DistributedContacts;
pub use error::{Error, Fault, RankFault};
pub use events::DistributedEvents;
pub use impacts::DistributedImpacts;
pub use migrate::migrate;
pub use neighbors::{DistributedNeighbors, DistributedWithin, LocalPoints, Neighbor};
pub use questions::ask;
#[cfg(feature = "mpi")]
pub use ranks::MpiRanks;
pub use ranks::{RankThread, Ranks, run_ranks};
