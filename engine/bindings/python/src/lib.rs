//! The Python package of the jostle collision detection engine: what `jostle` in Python is made of.
//!
//! Each call borrows the arrays of the caller as they are, lets other threads of Python run, works
//! on the threads of a pool, and hands over vectors as arrays.

mod arrays;
mod contacts;
mod debug;
mod dimensions;
mod error;
mod extent;
mod files;
mod neighbors;
mod output;
mod pairs;
mod pipeline;
mod pool;
mod query;
mod shapes;
mod tree;
mod view;
mod world;

use pyo3::prelude::*;

#[pymodule]
mod _jostle {
    #[pymodule_export]
    use crate::debug::{layout, thread_count};
    #[pymodule_export]
    use crate::files::{page, read_mesh, read_particles, read_trajectory};
    #[pymodule_export]
    use crate::neighbors::{NeighborList, query_pairs};
    #[pymodule_export]
    use crate::pairs::{pairs_of_balls, pairs_of_boxes};
    #[pymodule_export]
    use crate::pipeline::Pipeline;
    #[pymodule_export]
    use crate::shapes::dimensions_of;
    #[pymodule_export]
    use crate::tree::Tree;
    #[pymodule_export]
    use crate::world::World;
}
