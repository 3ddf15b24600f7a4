//! Pictures of scenes: shapes, the ones that touch, and what a broad phase made of them.
//!
//! A broad phase draws itself through [`jostle::debug_draw`] into a list of primitives, each with a
//! style and a depth, next to the shapes and their pairs: the [`Model`]. `flat` projects it onto a
//! sheet, which is written as SVG or PNG; `html` packs it into a page that turns it about.

mod extent;
mod flat;
mod html;
mod legend;
mod model;
mod survey;

pub use model::{Model, Solid};
pub(crate) use survey::about_z;
pub use survey::{Subject, Turned, survey};

use std::path::Path;

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
    left_out.extend(model.thin(format.most_shapes(model.dim)));
    if model.extent.is_cut {
        left_out.push("shapes far out are cut off".to_owned());
    }
    if model.pairs > survey::MOST_CONTACTS as u64 {
        let pairs = thousands(model.pairs);
        left_out.push(format!("{pairs} pairs are not drawn as lines"));
    }
    let bytes = match format {
        Format::Svg => flat::draw(model, &mut left_out).svg().into_bytes(),
        Format::Png => flat::draw(model, &mut left_out).png()?,
        Format::Html => html::write(model, &mut left_out).into_bytes(),
    };
    Ok(Picture { bytes, left_out })
}

/// The kind of a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A page that needs nothing but a browser with WebGL2.
    Html,
}

impl Format {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// When it ends in none of `.svg`, `.png` and `.html`.
    pub fn of(path: &Path) -> Result<Self, Error> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("html") => Ok(Self::Html),
            _ => {
                let path = path.display();
                let why = format!("{path}: the file name must end in .svg, .png or .html");
                Err(Error::Request(why))
            }
        }
    }

    /// Most shapes that a file of this kind can hold before what shows it gives up: programs that
    /// show SVG take seconds for this many elements, three of which a box in space has; a page has
    /// 16 bytes for each shape.
    fn most_shapes(self, dim: usize) -> usize {
        match self {
            Self::Svg if dim == 2 => 50_000,
            Self::Svg => 16_000,
            Self::Png => 2_000_000,
            Self::Html => 4_000_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("a/b.svg").unwrap(), Format::Svg);
        assert_eq!(of("b.png").unwrap(), Format::Png);
        assert_eq!(of("b.svg.html").unwrap(), Format::Html);
        for name in ["b", "b.SVG", "b.gif", "svg", ""] {
            let message = of(name).unwrap_err().to_string();
            let expected = format!("{name}: the file name must end in .svg, .png or .html");
            assert_eq!(message, expected);
        }
    }
}
