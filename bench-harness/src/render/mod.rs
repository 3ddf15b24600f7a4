//! Pictures of scenes: shapes, the ones that touch, and what a broad phase made of them.
//!
//! A broad phase draws itself through [`jostle::debug_draw`] into a list of primitives, each with a
//! style and a depth, next to the shapes and their pairs: the [`Model`]. `flat` projects it onto a
//! sheet, which is written as SVG or PNG; [`page`] packs it into a page that turns it about.

mod flat;
mod survey;

use jostle_files::page::{self, Model, Picture};
pub(crate) use survey::about_z;
pub use survey::{Subject, Turned, survey};

use std::path::Path;

use crate::runner::Error;

/// Most shapes that a file can hold before what shows it gives up: programs that show SVG take
/// seconds for this many elements, three of which a box in space has.
const MOST_IN_SVG: usize = 50_000;
const MOST_IN_SVG_OF_SPACE: usize = 16_000;
const MOST_IN_PNG: usize = 2_000_000;

/// Draws a model. Where it has more shapes than the format takes, an even share of them is drawn.
///
/// # Errors
/// When a picture of this size cannot be made.
pub fn draw(model: &mut Model, format: Format) -> Result<Picture, Error> {
    let most = match format {
        Format::Html => return Ok(page::draw(model)),
        Format::Svg if model.dim == 2 => MOST_IN_SVG,
        Format::Svg => MOST_IN_SVG_OF_SPACE,
        Format::Png => MOST_IN_PNG,
    };
    let mut left_out = model.reduce(most);
    let sheet = flat::draw(model, &mut left_out);
    let bytes = if format == Format::Svg { sheet.svg().into_bytes() } else { sheet.png()? };
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
