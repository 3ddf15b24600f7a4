//! Scenes, input readers and result writers of the `jostle` benchmark harness.
//!
//! [`scene`] makes repeatable arrangements of boxes and balls from a count and a
//! seed, [`input`] reads boxes and meshes from files and writes pair lists, and
//! [`boxes`] holds the column layout that both of them produce.

pub mod boxes;
pub mod input;
pub mod scene;
