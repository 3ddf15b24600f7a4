//! Simulations that use the engine as any user would: its shapes, contacts, events and colorings.
//!
//! [`crowd`] lets people leave rooms through doors, [`granular`] lets spheres settle in a box. Both
//! are made from a number and a seed, and end in the same state, bit for bit, for every broad
//! phase, number of threads and SIMD level; a digest of that state says so. What they measure is
//! put beside what was published.
//!
//! A step of either is: contacts by the engine, a force for each of them, the sum of these for each
//! shape, and motion.

mod clock;
mod coupling;
mod course;
pub mod crowd;
mod digest;
pub mod granular;
mod picture;
mod published;
mod vector;

pub use clock::Stage;
pub use course::Course;
pub use published::Published;
