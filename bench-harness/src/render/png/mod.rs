//! Writing PNG.

mod font;

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::flat::{Form, Mark, Sheet, Text};
use crate::runner::Error;

/// Pixels to one of the sheet's, so that small shapes are round.
const SCALE: f32 = 2.0;

/// Pixels to a dot of a letter.
const DOT: f32 = 2.0;

/// The file.
///
/// # Errors
/// When there is no memory for the pixels, or the encoder refuses.
pub(crate) fn write(sheet: &Sheet) -> Result<Vec<u8>, Error> {
    let [width, height] = sheet.size.map(|side| (SCALE as f64 * side).ceil() as u32);
    let refused =
        || Error::Request(format!("no picture of {width} by {height} pixels can be made"));
    let mut pixmap = Pixmap::new(width, height).ok_or_else(refused)?;
    pixmap.fill(Color::WHITE);
    for mark in &sheet.marks {
        paint(&mut pixmap, mark);
    }
    for text in &sheet.texts {
        write_text(&mut pixmap, text);
    }
    pixmap.encode_png().map_err(|error| Error::Request(format!("the picture: {error}")))
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
    let ink = paint_of([0x22, 0x22, 0x22, 0xff]);
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
mod tests {
    use super::*;
    use crate::render::flat::Look;

    fn sheet(form: Form, look: Look) -> Sheet {
        Sheet { size: [40.0, 20.0], marks: vec![Mark { form, look }], texts: Vec::new() }
    }

    fn pixel(png: &[u8], x: u32, y: u32) -> [u8; 4] {
        let pixmap = Pixmap::decode_png(png).unwrap();
        let color = pixmap.pixel(x, y).unwrap().demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    }

    const RED: Look =
        Look { fill: Some([200, 0, 0, 0xff]), stroke: None, width: 0.0, dashes: None };

    #[test]
    fn forms_are_where_they_should_be() {
        let circle = write(&sheet(Form::Circle([10.0, 10.0], 5.0), RED)).unwrap();
        assert_eq!(pixel(&circle, 20, 20), [200, 0, 0, 255]);
        assert_eq!(pixel(&circle, 20, 32), [255; 4]);
        let triangle = vec![[20.0, 0.0], [40.0, 0.0], [20.0, 20.0]];
        let triangle = write(&sheet(Form::Polygon(triangle), RED)).unwrap();
        assert_eq!(pixel(&triangle, 44, 4), [200, 0, 0, 255]);
        assert_eq!(pixel(&triangle, 76, 36), [255; 4]);
    }

    #[test]
    fn dashes_have_gaps() {
        let stroke = Some([0, 0, 200, 0xff]);
        let look = Look { fill: None, stroke, width: 2.0, dashes: Some([5.0, 5.0]) };
        let lines = Form::Lines(vec![[[0.0, 10.0], [40.0, 10.0]]]);
        let png = write(&sheet(lines, look)).unwrap();
        assert_eq!(pixel(&png, 4, 20), [0, 0, 200, 255]);
        assert_eq!(pixel(&png, 14, 20), [255; 4]);
        assert_eq!(pixel(&png, 24, 20), [0, 0, 200, 255]);
    }

    #[test]
    fn text_leaves_ink_above_its_baseline() {
        let texts = vec![Text { at: [4.0, 16.0], words: "I".to_owned() }];
        let png = write(&Sheet { size: [40.0, 20.0], marks: Vec::new(), texts }).unwrap();
        // The stem of the letter, two dots from its left, seven dots high.
        assert_eq!(pixel(&png, 8 + 5, 31), [0x22, 0x22, 0x22, 255]);
        assert_eq!(pixel(&png, 8 + 5, 33), [255; 4]);
        assert_eq!(pixel(&png, 8 + 5, 17), [255; 4]);
    }

    #[test]
    fn what_is_not_finite_is_not_painted() {
        let nowhere = Form::Circle([f64::NAN, 1.0], 2.0);
        assert_eq!(pixel(&write(&sheet(nowhere, RED)).unwrap(), 2, 2), [255; 4]);
        let none = Sheet { size: [0.0, 1.0], marks: Vec::new(), texts: Vec::new() };
        assert!(write(&none).is_err());
    }
}
