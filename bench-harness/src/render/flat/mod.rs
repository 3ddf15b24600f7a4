//! A model on paper.

mod marks;
mod view;

use std::iter;

use jostle::debug_draw::{DrawElement, DrawStyle};
use jostle_files::page::{
    Model,
    legend::{self, Key, Sample, Shown},
};

use crate::sheet::{Anchor, Form, Look, Mark, Point, Sheet, rectangle};
use view::View;

/// Most primitives of a kind that are drawn: more would hide the shapes, and in space everything
/// lies over everything.
const MOST_IN_PLANE: usize = 1200;
const MOST_IN_SPACE: usize = 240;

/// Height of a line of the legend, of its letters, and their width.
const LINE: f64 = 18.0;
const SIZE: f64 = 13.0;
const LETTER: f64 = 7.0;

/// Fill and line of shapes that touch none, and of those that touch another.
const ALONE: [[u8; 3]; 2] = [[0xb9, 0xc4, 0xd0], [0x6b, 0x7a, 0x8c]];
const TOUCHING: [[u8; 3]; 2] = [[0xe5, 0x48, 0x3b], [0xa3, 0x20, 0x1a]];

/// Projects a model. What cannot be shown is added to what is left out.
pub(super) fn draw(model: &Model, left_out: &mut Vec<String>) -> Sheet {
    let most = if model.dim == 2 { MOST_IN_PLANE } else { MOST_IN_SPACE };
    let mut shown = Shown::choose(model, most, left_out);
    if model.dim == 3 {
        // They lie within the shapes.
        shown.hide(DrawElement::Contact);
    }
    let view = View::new(model.dim, &model.extent);
    let mut sheet = Sheet { size: view.size(), ..Sheet::default() };
    marks::solids(model, &view, &mut sheet.marks);
    marks::primitives(model, &view, &shown, &mut sheet.marks);
    let title = legend::title(model);
    add_legend(&mut sheet, iter::once(&title).chain(left_out.iter()), &legend::keys(&shown));
    sheet
}

/// Writes the legend below the picture.
fn add_legend<'a>(sheet: &mut Sheet, lines: impl Iterator<Item = &'a String>, keys: &[Key]) {
    let [width, top] = sheet.size;
    let mut at = [view::MARGIN, top + 0.7 * LINE];
    let first = sheet.marks.len();
    for line in lines {
        sheet.text(line, at, SIZE, Anchor::Start);
        at[1] += LINE;
    }
    for key in keys {
        let needed = 24.0 + LETTER * (key.label.len() as f64 + 2.0);
        if at[0] + needed > width {
            at = [view::MARGIN, at[1] + LINE];
        }
        sheet.marks.push(sample(key.sample, at));
        sheet.text(&key.label, [at[0] + 20.0, at[1]], SIZE, Anchor::Start);
        at[0] += needed;
    }
    sheet.size[1] = at[1] + 0.5 * LINE;
    // Over circles that reach out of the picture, and under the samples.
    let band = rectangle([0.0, top], [width, sheet.size[1]]);
    sheet.marks.insert(first, Mark { form: band, look: Look::filled([0xff; 4]) });
}

/// What a key shows: a square for a shape, else a line.
fn sample(sample: Sample, [x, y]: Point) -> Mark {
    match sample {
        Sample::Shape { touching } => {
            let form = rectangle([x, y - 10.0], [x + 12.0, y + 2.0]);
            Mark { form, look: look_of_shape(touching, 1.0, 0.8) }
        }
        Sample::Primitive(style) => {
            let form = Form::Lines(vec![vec![[x, y - 4.0], [x + 14.0, y - 4.0]]]);
            Mark { form, look: look_of_primitive(style) }
        }
    }
}

/// The look of a shape in the plane, or of a side of one in space that is so bright.
fn look_of_shape(touching: bool, brightness: f64, width: f64) -> Look {
    let [fill, [r, g, b]] = if touching { TOUCHING } else { ALONE };
    let [red, green, blue] = fill.map(|x| (f64::from(x) * brightness) as u8);
    Look { fill: Some([red, green, blue, 0xff]), ..Look::line([r, g, b, 0xff], width) }
}

/// The look of a primitive: nodes and cells thinner the deeper they are, leaves and cuts dashed,
/// loose cells dotted.
fn look_of_primitive(style: DrawStyle) -> Look {
    let mut stroke = style.color();
    let (width, dashes) = match style.element {
        DrawElement::Leaf => (1.1, Some([4.0, 2.5])),
        DrawElement::LooseCell => (0.8, Some([1.0, 2.5])),
        DrawElement::Cut => (1.4, Some([5.0, 4.0])),
        DrawElement::Interval => (1.6, None),
        DrawElement::Contact => (1.4, None),
        _ => ((2.6 - 0.4 * f64::from(style.depth)).max(0.9), None),
    };
    if style.element == DrawElement::LooseCell {
        stroke[3] = 0xa0;
    }
    Look { dashes, ..Look::line(stroke, width) }
}
