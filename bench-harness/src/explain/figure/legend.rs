//! What the marks mean, and what there is to see.

use super::{
    super::{Explanation, Relation},
    svg::{Anchor, Canvas, Font, Frame, Point},
};

const HEAD: Font = Font { class: "caption", size: 15.0 };
const TEXT: Font = Font { class: "text", size: 14.0 };

/// Height of a line of text, and of an entry.
const LINE: f64 = 20.0;
const ENTRY: f64 = 27.0;

/// Width of a sample.
const SAMPLE: f64 = 36.0;

/// Draws it in a column. Returns where it ends.
pub(super) fn draw(
    canvas: &mut Canvas,
    explanation: &Explanation,
    [left, top]: Point,
    width: f64,
) -> f64 {
    let mut column = Column { left, width, y: top + 10.0 };
    column.paragraph(canvas, &HEAD, "How to read it");
    column.paragraph(canvas, &TEXT, &how(explanation));
    column.y += 8.0;
    column.paragraph(canvas, &HEAD, "What it shows");
    column.paragraph(canvas, &TEXT, &what(explanation));
    column.y += 14.0;
    for (text, sample) in entries(explanation.relation) {
        sample(canvas, [left, column.y]);
        canvas.text(&TEXT, [left + SAMPLE + 12.0, column.y], Anchor::Start, text);
        column.y += ENTRY;
    }
    column.y - 0.5 * ENTRY
}

fn how(explanation: &Explanation) -> String {
    let count = explanation.axes.len();
    format!(
        "Two convex shapes are apart if their shadows on some line are. In the plane it is enough \
         to look along the {count} normals of their edges, parallel ones once. Each panel below \
         turns one of them flat."
    )
}

fn what(explanation: &Explanation) -> String {
    let (axis, count) = (explanation.deciding + 1, explanation.axes.len());
    match explanation.relation {
        Relation::Separated => {
            let largest = largest_gap(explanation);
            let more = if largest == explanation.deciding {
                String::new()
            } else {
                // A kernel looks outward from each edge, the figure both ways.
                format!(" Axis {} shows more, but any gap will do.", largest + 1)
            };
            format!(
                "On axis {axis} the shadows do not meet, so a line at a right angle to it fits \
                 between the shapes. One such axis is enough.{more}"
            )
        }
        Relation::Touching => format!(
            "There is no gap on any of the {count} axes, and on axis {axis} the shadows have no \
             more than an end in common. Touching counts as contact."
        ),
        Relation::Overlapping => format!(
            "There is no gap on any of the {count} axes, so no line fits between the shapes. The \
             least overlap, on axis {axis}, is the shortest way out."
        ),
    }
}

/// The axis with the largest gap.
fn largest_gap(explanation: &Explanation) -> usize {
    let axes = &explanation.axes;
    let further = |best: usize, axis: usize| {
        if axes[axis].distance() > axes[best].distance() * (1.0 + 1e-5) { axis } else { best }
    };
    (0..axes.len()).fold(explanation.deciding, further)
}

/// Draws a sample with the middle of its left side at a place.
type Sample = fn(&mut Canvas, Point);

fn entries(relation: Relation) -> Vec<(&'static str, Sample)> {
    let mut entries: Vec<(&str, Sample)> =
        vec![("A and its shadow", sample_a), ("B and its shadow", sample_b)];
    match relation {
        Relation::Overlapping => entries.extend([
            ("overlap: how far B must move", sample_overlap as Sample),
            ("shortest way out", sample_move),
            ("B after it", sample_moved),
        ]),
        Relation::Separated => entries.extend([
            ("gap", sample_gap as Sample),
            ("overlap: how far B must move", sample_overlap),
            ("line between the shapes", sample_between),
        ]),
        Relation::Touching => entries.extend([
            ("overlap: how far B must move", sample_overlap as Sample),
            ("line between the shapes", sample_between),
        ]),
    }
    entries
}

fn swatch([x, y]: Point) -> Frame {
    Frame { corner: [x, y - 8.0], size: [SAMPLE, 16.0] }
}

fn across([x, y]: Point) -> [Point; 2] {
    [[x, y], [x + SAMPLE, y]]
}

fn sample_a(canvas: &mut Canvas, at: Point) {
    canvas.rectangle("a", &swatch(at));
}

fn sample_b(canvas: &mut Canvas, at: Point) {
    canvas.rectangle("b", &swatch(at));
}

fn sample_overlap(canvas: &mut Canvas, at: Point) {
    canvas.rectangle("overlap", &swatch(at));
}

fn sample_gap(canvas: &mut Canvas, at: Point) {
    canvas.rectangle("gap", &swatch(at));
}

fn sample_move(canvas: &mut Canvas, at: Point) {
    canvas.arrow("move", across(at), 13.0);
}

fn sample_moved(canvas: &mut Canvas, at: Point) {
    canvas.rectangle("moved", &swatch(at));
}

fn sample_between(canvas: &mut Canvas, at: Point) {
    canvas.line("between", across(at));
}

/// Text from the top to the bottom.
struct Column {
    left: f64,
    width: f64,
    y: f64,
}

impl Column {
    /// Words in lines.
    fn paragraph(&mut self, canvas: &mut Canvas, font: &Font, text: &str) {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && font.width(&format!("{line} {word}")) > self.width {
                self.line(canvas, font, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(canvas, font, &line);
    }

    fn line(&mut self, canvas: &mut Canvas, font: &Font, line: &str) {
        canvas.text(font, [self.left, self.y], Anchor::Start, line);
        self.y += LINE;
    }
}
