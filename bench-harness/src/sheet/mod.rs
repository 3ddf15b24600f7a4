//! A picture on paper: marks and texts in the order in which they are painted, and how it is
//! written as PNG, and as SVG with nothing but attributes that every program knows.

mod font;
mod png;

use std::fmt::Write;

/// A place on paper in pixels, from the upper left corner.
pub(crate) type Point = [f64; 2];

/// Red, green, blue and opacity, 0 to 255.
pub(crate) type Color = [u8; 4];

/// A color by a number as web pages have them, 0xrrggbb.
pub(crate) const fn rgb(number: u32) -> Color {
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue, 0xff]
}

/// What is written in by default.
const INK: Color = rgb(0x22_2222);

/// A picture on paper.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) size: Point,
    pub(crate) marks: Vec<Mark>,
    pub(crate) texts: Vec<Text>,
}

/// Something that is painted.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) form: Form,
    pub(crate) look: Look,
}

/// The form of a mark.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A closed line.
    Polygon(Vec<Point>),
    /// A circle by center and radius.
    Circle(Point, f64),
    /// Lines through points.
    Lines(Vec<Vec<Point>>),
}

/// How a mark is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Look {
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<Color>,
    /// Width of the line in pixels.
    pub(crate) width: f64,
    /// Lengths of dashes and of the gaps between them, if the line is not drawn through.
    pub(crate) dashes: Option<[f64; 2]>,
}

impl Look {
    pub(crate) fn filled(fill: Color) -> Self {
        Self { fill: Some(fill), ..Self::default() }
    }

    pub(crate) fn line(stroke: Color, width: f64) -> Self {
        Self { stroke: Some(stroke), width, ..Self::default() }
    }
}

/// Text on a baseline.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Point,
    pub(crate) words: String,
    /// Height of its letters in pixels.
    pub(crate) size: f64,
    pub(crate) color: Color,
    /// Which part of it is at its place.
    pub(crate) anchor: Anchor,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    End,
}

/// A rectangle between two corners.
pub(crate) fn rectangle([x, y]: Point, [right, bottom]: Point) -> Form {
    Form::Polygon(vec![[x, y], [right, y], [right, bottom], [x, bottom]])
}

/// Text in which nothing is taken for markup.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Sheet {
    pub(crate) fn mark(&mut self, form: Form, look: Look) {
        self.marks.push(Mark { form, look });
    }

    /// Writes text.
    pub(crate) fn text(&mut self, words: impl Into<String>, at: Point, size: f64, anchor: Anchor) {
        self.texts.push(Text { at, words: words.into(), size, color: INK, anchor });
    }

    /// The file.
    pub(crate) fn svg(&self) -> String {
        let [width, height] = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        // Marks of one look that follow each other are one group, as it takes more bytes than they
        // do.
        for marks in self.marks.chunk_by(|a, b| a.look == b.look) {
            group(&mut svg, marks);
        }
        svg += "<g font-family=\"system-ui, sans-serif\">\n";
        for Text { at: [x, y], words, size, color, anchor } in &self.texts {
            let fill = paint("fill", Some(*color));
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::End => " text-anchor=\"end\"",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size}\"{anchor}{fill}>{}</text>",
                escaped(words)
            );
        }
        svg + "</g>\n</svg>\n"
    }
}

/// Marks of one look. Lines are put into a single path: they do not lie over themselves.
fn group(svg: &mut String, marks: &[Mark]) {
    let Some(Mark { look, .. }) = marks.first() else { return };
    let _ = write!(svg, "<g{}{}", paint("fill", look.fill), paint("stroke", look.stroke));
    if look.stroke.is_some() {
        let _ = write!(svg, " stroke-width=\"{:.2}\"", look.width);
    }
    if let Some([dash, gap]) = look.dashes {
        let _ = write!(svg, " stroke-dasharray=\"{dash} {gap}\"");
    }
    svg.push('>');
    let mut lines = String::new();
    for mark in marks {
        match &mark.form {
            Form::Circle([x, y], radius) => {
                let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.2}\"/>");
            }
            Form::Polygon(points) => {
                let _ = write!(svg, "<path d=\"{}Z\"/>", path(points));
            }
            Form::Lines(all) => lines.extend(all.iter().map(|points| path(points))),
        }
    }
    if !lines.is_empty() {
        let _ = write!(svg, "<path d=\"{lines}\"/>");
    }
    svg.push_str("</g>\n");
}

/// A line through points.
fn path(points: &[Point]) -> String {
    let step = |(index, [x, y]): (usize, &Point)| {
        format!("{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })
    };
    points.iter().enumerate().map(step).collect()
}

/// A color as attributes, each with a space in front.
fn paint(name: &str, color: Option<Color>) -> String {
    match color {
        None => format!(" {name}=\"none\""),
        Some([red, green, blue, 0xff]) => format!(" {name}=\"#{red:02x}{green:02x}{blue:02x}\""),
        Some([red, green, blue, opacity]) => format!(
            " {name}=\"#{red:02x}{green:02x}{blue:02x}\" {name}-opacity=\"{:.2}\"",
            f64::from(opacity) / 255.0
        ),
    }
}
