//! What the fuzz targets share: how bytes become numbers and shapes, and shapes in `f64`.
//!
//! A target is a program in `src/bin`; its module documentation says what it holds.

pub mod certainty;
pub mod filters;
pub mod input;
#[allow(dead_code, reason = "tests use more of it")]
#[path = "../../tests/common/rotation.rs"]
mod rotation;
pub mod shapes;
pub mod steps;
pub mod stored;

/// The pool of one thread that the caller is, so that what an input covers is the same each time.
pub fn on_one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nothing was run before");
}
