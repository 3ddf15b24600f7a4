//! A model on paper: marks in the order in which they are painted.

mod look;
mod primitives;
mod solids;
mod view;

use jostle::debug_draw::DrawElement;

pub(crate) use look::Look;
pub(crate) use view::View;

use super::{
    legend::{Legend, Sample},
    levels::Shown,
    model::Model,
};

/// Most primitives of a kind that are drawn: more would hide the shapes, and in space everything
/// lies over everything.
const MOST_IN_PLANE: usize = 1200;
const MOST_IN_SPACE: usize = 240;

/// Height of a line of the legend.
const LINE: f64 = 18.0;

/// Width of a letter of the legend.
pub(super) const LETTER: f64 = 7.0;

/// A place on paper in pixels, from the upper left corner.
pub(crate) type Point = [f64; 2];

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
    /// Lines from point to point.
    Lines(Vec<[Point; 2]>),
}

/// Text, by the left end of its baseline.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Point,
    pub(crate) words: String,
}

/// A picture on paper.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) size: Point,
    pub(crate) marks: Vec<Mark>,
    pub(crate) texts: Vec<Text>,
}

/// Projects a model. What cannot be shown is added to what is left out.
pub(super) fn draw(model: &Model, left_out: &mut Vec<String>) -> Sheet {
    let most = if model.dim == 2 { MOST_IN_PLANE } else { MOST_IN_SPACE };
    let mut shown = Shown::choose(model, most, left_out);
    if model.dim == 3 {
        // They lie within the shapes.
        shown.hide(DrawElement::Contact);
    }
    let view = View::new(model.dim, &model.extent);
    let mut sheet = Sheet { size: view.size(), marks: Vec::new(), texts: Vec::new() };
    solids::draw(model, &view, &mut sheet.marks);
    primitives::draw(model, &view, &shown, &mut sheet.marks);
    sheet.add_legend(&Legend::new(model, &shown, left_out));
    sheet
}

impl Sheet {
    /// Writes the legend below the picture.
    fn add_legend(&mut self, legend: &Legend) {
        let [width, top] = self.size;
        let mut at = [view::MARGIN, top + 0.7 * LINE];
        let first = self.marks.len();
        for line in &legend.lines {
            self.texts.push(Text { at, words: line.clone() });
            at[1] += LINE;
        }
        for key in &legend.keys {
            let needed = 24.0 + LETTER * (key.label.len() as f64 + 2.0);
            if at[0] + needed > width {
                at = [view::MARGIN, at[1] + LINE];
            }
            self.marks.push(sample(key.sample, at));
            self.texts.push(Text { at: [at[0] + 20.0, at[1]], words: key.label.clone() });
            at[0] += needed;
        }
        self.size[1] = at[1] + 0.5 * LINE;
        // Over circles that reach out of the picture, and under the samples.
        let band = rectangle([0.0, top], [width, self.size[1]]);
        self.marks.insert(first, Mark { form: band, look: Look::PAPER });
    }
}

/// What a key shows: a square for a shape, else a line.
fn sample(sample: Sample, [x, y]: Point) -> Mark {
    match sample {
        Sample::Shape { touching } => {
            let form = rectangle([x, y - 10.0], [x + 12.0, y + 2.0]);
            Mark { form, look: Look::of_shape(touching, 1.0, 0.8) }
        }
        Sample::Primitive(style) => {
            let form = Form::Lines(vec![[[x, y - 4.0], [x + 14.0, y - 4.0]]]);
            Mark { form, look: Look::of_primitive(style) }
        }
    }
}

/// A rectangle between two corners.
pub(crate) fn rectangle([x, y]: Point, [right, bottom]: Point) -> Form {
    Form::Polygon(vec![[x, y], [right, y], [right, bottom], [x, bottom]])
}
