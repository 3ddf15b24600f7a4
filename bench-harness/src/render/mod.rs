//! Pictures of scenes: shapes, the ones that touch, and what a broad phase made of them.
//!
//! A broad phase draws itself through [`jostle::debug_draw`] into a list of primitives, each with a
//! style and a depth, next to the shapes and their pairs: the [`Model`]. `flat` projects it onto
//! paper for [`Format::Svg`] and [`Format::Png`]; `html` packs it into a page that turns it about.

mod extent;
mod flat;
mod format;
mod html;
mod legend;
mod levels;
mod model;
mod png;
mod recorder;
mod sample;
mod subject;
mod survey;
mod svg;

pub(crate) use extent::Extent;
pub(crate) use flat::{Form, Look, Mark, Sheet, Text, View, rectangle};
pub use format::Format;
pub use model::Model;
pub(crate) use png::write as png;
pub use subject::{Forms, Subject};
pub use survey::survey;
pub(crate) use svg::write as svg;

use crate::{number::thousands, runner::Error};

/// A picture, and what has to be said about it.
#[derive(Debug)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it leaves out, a line each; the picture says so too.
    pub left_out: Vec<String>,
}

/// Draws a model. Where it has more shapes than the format takes, an even share of them is drawn.
///
/// # Errors
/// When a picture of this size cannot be made.
pub fn draw(model: &mut Model, format: Format) -> Result<Picture, Error> {
    let mut left_out = Vec::new();
    left_out.extend(sample::thin(model, format.most_shapes(model.dim)));
    if model.extent.is_cut {
        left_out.push("shapes far out are cut off".to_owned());
    }
    if model.pairs > survey::MOST_CONTACTS as u64 {
        let pairs = thousands(model.pairs);
        left_out.push(format!("{pairs} pairs are not drawn as lines"));
    }
    let bytes = match format {
        Format::Svg => svg(&flat::draw(model, &mut left_out)).into_bytes(),
        Format::Png => png(&flat::draw(model, &mut left_out))?,
        Format::Html => html::write(model, &mut left_out).into_bytes(),
    };
    Ok(Picture { bytes, left_out })
}
