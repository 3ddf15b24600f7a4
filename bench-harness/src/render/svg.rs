//! Writing SVG.

use std::fmt::Write;

use super::flat::{Form, Look, Mark, Sheet};

/// The file.
pub(crate) fn write(sheet: &Sheet) -> String {
    let [width, height] = sheet.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    // Marks of one look that follow each other are one group, as it takes more bytes than they do.
    for marks in sheet.marks.chunk_by(|a, b| a.look == b.look) {
        group(&mut svg, marks);
    }
    svg += "<g font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">\n";
    for text in &sheet.texts {
        let [x, y] = text.at;
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\">{}</text>", escaped(&text.words));
    }
    svg + "</g>\n</svg>\n"
}

/// Marks of one look. Lines are put into a single path: they do not lie over themselves.
fn group(svg: &mut String, marks: &[Mark]) {
    let Some(first) = marks.first() else { return };
    let _ = write!(svg, "<g{}>", attributes(&first.look));
    let mut lines = String::new();
    for mark in marks {
        match &mark.form {
            Form::Circle([x, y], radius) => {
                let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.2}\"/>");
            }
            Form::Polygon(points) => {
                svg.push_str("<path d=\"");
                path(svg, points);
                svg.push_str("Z\"/>");
            }
            Form::Lines(ends) => ends.iter().for_each(|ends| path(&mut lines, ends)),
        }
    }
    if !lines.is_empty() {
        let _ = write!(svg, "<path d=\"{lines}\"/>");
    }
    svg.push_str("</g>\n");
}

/// A line through points.
fn path(svg: &mut String, points: &[[f64; 2]]) {
    for (index, [x, y]) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(svg, "{command}{x:.1} {y:.1}");
    }
}

/// A look as attributes, each with a space in front.
fn attributes(look: &Look) -> String {
    let mut text = String::new();
    for (name, color) in [("fill", look.fill), ("stroke", look.stroke)] {
        let Some([red, green, blue, opacity]) = color else {
            let _ = write!(text, " {name}=\"none\"");
            continue;
        };
        let _ = write!(text, " {name}=\"#{red:02x}{green:02x}{blue:02x}\"");
        if opacity < 0xff {
            let _ = write!(text, " {name}-opacity=\"{:.2}\"", f64::from(opacity) / 255.0);
        }
    }
    if look.stroke.is_some() {
        let _ = write!(text, " stroke-width=\"{:.2}\"", look.width);
    }
    if let Some([dash, gap]) = look.dashes {
        let _ = write!(text, " stroke-dasharray=\"{dash} {gap}\"");
    }
    text
}

/// Text in which nothing is taken for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
