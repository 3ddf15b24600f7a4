//! Writing PNG.

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::{Form, Mark, Sheet, Text, font};
use crate::runner::Error;

/// Pixels to one of the sheet's, so that small shapes are round.
const SCALE: f32 = 2.0;

/// Pixels to a dot of a letter.
const DOT: f32 = 2.0;

impl Sheet {
    /// The file.
    ///
    /// # Errors
    /// When there is no memory for the pixels, or the encoder refuses.
    pub(crate) fn png(&self) -> Result<Vec<u8>, Error> {
        let [width, height] = self.size.map(|side| (SCALE as f64 * side).ceil() as u32);
        let refused =
            || Error::Request(format!("no picture of {width} by {height} pixels can be made"));
        let mut pixmap = Pixmap::new(width, height).ok_or_else(refused)?;
        pixmap.fill(Color::WHITE);
        for mark in &self.marks {
            paint(&mut pixmap, mark);
        }
        for text in &self.texts {
            write_text(&mut pixmap, text);
        }
        pixmap.encode_png().map_err(|error| Error::Request(format!("the picture: {error}")))
    }
}

/// Paints a mark; nothing where it is too small or too large to have an outline.
fn paint(pixmap: &mut Pixmap, mark: &Mark) {
    let Some(path) = path_of(&mark.form) else { return };
    let scale = Transform::from_scale(SCALE, SCALE);
    if let Some(fill) = mark.look.fill {
        pixmap.fill_path(&path, &paint_of(fill), FillRule::Winding, scale, None);
    }
    if let Some(color) = mark.look.stroke {
        let stroke = Stroke {
            width: mark.look.width as f32,
            line_cap: LineCap::Butt,
            dash: mark.look.dashes.and_then(|dashes| {
                StrokeDash::new(dashes.map(|length| length as f32).to_vec(), 0.0)
            }),
            ..Stroke::default()
        };
        pixmap.stroke_path(&path, &paint_of(color), &stroke, scale, None);
    }
}

fn paint_of([red, green, blue, opacity]: [u8; 4]) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, opacity);
    paint
}

fn path_of(form: &Form) -> Option<Path> {
    let mut builder = PathBuilder::new();
    match form {
        Form::Circle([x, y], radius) => {
            builder.push_circle(*x as f32, *y as f32, *radius as f32);
        }
        Form::Polygon(points) => {
            trace(&mut builder, points);
            builder.close();
        }
        Form::Lines(lines) => lines.iter().for_each(|ends| trace(&mut builder, ends)),
    }
    builder.finish()
}

fn trace(builder: &mut PathBuilder, points: &[[f64; 2]]) {
    for (index, [x, y]) in points.iter().enumerate() {
        match index {
            0 => builder.move_to(*x as f32, *y as f32),
            _ => builder.line_to(*x as f32, *y as f32),
        }
    }
}

/// Writes text dot by dot.
fn write_text(pixmap: &mut Pixmap, text: &Text) {
    let [left, baseline] = text.at.map(|x| (SCALE as f64 * x).round() as f32);
    let ink = paint_of(text.color);
    for (place, letter) in text.words.chars().enumerate() {
        let x = left + place as f32 * DOT * (font::WIDTH + 1) as f32;
        for (column, row) in font::dots(letter) {
            let (x, y) = (x + DOT * column as f32, baseline - DOT * (font::ASCENT - row) as f32);
            if let Some(dot) = Rect::from_xywh(x, y, DOT, DOT) {
                pixmap.fill_rect(dot, &ink, Transform::identity(), None);
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/units/png.rs"]
mod tests;
