//! The figure: the shapes as they lie, and once more for each axis, turned so that it lies flat.

mod geometry;
mod legend;
mod letter;
mod panel;
mod scene;
mod shadow;
mod svg;
mod tag;
mod view;

use super::Explanation;
use svg::{Canvas, Font, Frame};

/// Width of the figure in pixels; the height follows from the number of axes.
const WIDTH: f64 = 1000.0;

/// Around everything, and between its parts.
const MARGIN: f64 = 20.0;

const TITLE: Font = Font { class: "title", size: 21.0 };
const SUBTITLE: Font = Font { class: "text", size: 16.0 };

/// Draws the test of a pair of shapes as SVG.
#[must_use]
pub fn figure(explanation: &Explanation) -> String {
    let mut canvas = Canvas::default();
    let top = title(&mut canvas, explanation);
    let width = 610.0;
    let right = MARGIN + width + MARGIN;
    let end = legend::draw(&mut canvas, explanation, [right, top], WIDTH - MARGIN - right);
    let height = (end - top).max(400.0);
    scene::draw(&mut canvas, explanation, &Frame { corner: [MARGIN, top], size: [width, height] });
    let bottom = panel::draw_all(&mut canvas, explanation, top + height + MARGIN);
    canvas.finish([WIDTH, bottom + MARGIN], &explanation.verdict())
}

/// The verdict as a headline. Returns where it ends.
fn title(canvas: &mut Canvas, explanation: &Explanation) -> f64 {
    let verdict = explanation.verdict();
    let mut letters = verdict.chars();
    let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
    let sentence: String = capital.into_iter().chain(letters).collect();
    let (headline, rest) = match sentence.split_once("; ") {
        Some((headline, rest)) => (headline, Some(rest)),
        None => (&sentence[..], None),
    };
    canvas.text(&TITLE, [MARGIN, 32.0], svg::Anchor::Start, headline);
    let Some(rest) = rest else { return 56.0 };
    canvas.text(&SUBTITLE, [MARGIN, 57.0], svg::Anchor::Start, rest);
    80.0
}
