//! Manifolds of boxes in 3D against polygons clipped the textbook way, in `f64`.

mod cases;
mod classes;
mod oracle;
mod rests;
