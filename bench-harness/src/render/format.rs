//! The kinds of files that pictures come in.

use std::path::Path;

use crate::runner::Error;

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
    pub(super) fn most_shapes(self, dim: usize) -> usize {
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
