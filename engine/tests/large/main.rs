//! Shapes in `f64`, kilometers and light seconds from zero, against arithmetic without rounding.

#[path = "../common/mod.rs"]
mod common;

mod bad;
mod oracle;
mod origin;
mod places;
mod scene;
mod slacks;
mod threads;
mod touching;
mod walk;
