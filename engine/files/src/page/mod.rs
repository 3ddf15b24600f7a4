//! A scene and what a broad phase made of it, and a page that draws them in any browser with
//! WebGL2.
//!
//! A broad phase draws itself through [`jostle::debug_draw`] into a list of primitives, each with a
//! style and a depth, next to the shapes and their pairs: the [`Model`], which [`survey`] makes.
//! [`draw`] packs it into a page that turns it about.

pub mod extent;
mod html;
pub mod legend;
mod model;
mod pack;
mod survey;

pub use extent::Extent;
pub use model::{Model, Primitive, Solid};
pub use survey::{MOST_CONTACTS, survey};

/// Most shapes in a page, which has 16 bytes for each. Of more, an even share is drawn.
const MOST_SHAPES: usize = 4_000_000;

/// A picture, and what has to be said about it.
#[derive(Debug)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it leaves out, a line each; the picture says so too.
    pub left_out: Vec<String>,
}

/// Draws a model as a page of HTML that needs nothing but a browser.
#[must_use]
pub fn draw(model: &mut Model) -> Picture {
    let mut left_out = model.reduce(MOST_SHAPES);
    Picture { bytes: html::write(model, &mut left_out).into_bytes(), left_out }
}
