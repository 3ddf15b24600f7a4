//! Pixels of pictures that are written.

use super::*;
use crate::sheet::{Anchor, Look};

fn sheet(form: Form, look: Look) -> Sheet {
    Sheet { size: [40.0, 20.0], marks: vec![Mark { form, look }], ..Sheet::default() }
}

fn pixel(png: &[u8], x: u32, y: u32) -> [u8; 4] {
    let pixmap = Pixmap::decode_png(png).unwrap();
    let color = pixmap.pixel(x, y).unwrap().demultiply();
    [color.red(), color.green(), color.blue(), color.alpha()]
}

const RED: Look = Look { fill: Some([200, 0, 0, 0xff]), stroke: None, width: 0.0, dashes: None };

#[test]
fn forms_are_where_they_should_be() {
    let circle = sheet(Form::Circle([10.0, 10.0], 5.0), RED).png().unwrap();
    assert_eq!(pixel(&circle, 20, 20), [200, 0, 0, 255]);
    assert_eq!(pixel(&circle, 20, 32), [255; 4]);
    let triangle = vec![[20.0, 0.0], [40.0, 0.0], [20.0, 20.0]];
    let triangle = sheet(Form::Polygon(triangle), RED).png().unwrap();
    assert_eq!(pixel(&triangle, 44, 4), [200, 0, 0, 255]);
    assert_eq!(pixel(&triangle, 76, 36), [255; 4]);
}

#[test]
fn dashes_have_gaps() {
    let stroke = Some([0, 0, 200, 0xff]);
    let look = Look { fill: None, stroke, width: 2.0, dashes: Some([5.0, 5.0]) };
    let lines = Form::Lines(vec![vec![[0.0, 10.0], [40.0, 10.0]]]);
    let png = sheet(lines, look).png().unwrap();
    assert_eq!(pixel(&png, 4, 20), [0, 0, 200, 255]);
    assert_eq!(pixel(&png, 14, 20), [255; 4]);
    assert_eq!(pixel(&png, 24, 20), [0, 0, 200, 255]);
}

#[test]
fn text_leaves_ink_above_its_baseline() {
    let mut sheet = Sheet { size: [40.0, 20.0], ..Sheet::default() };
    sheet.text("I", [4.0, 16.0], 13.0, Anchor::Start);
    let png = sheet.png().unwrap();
    // The stem of the letter, two dots from its left, seven dots high.
    assert_eq!(pixel(&png, 8 + 5, 31), [0x22, 0x22, 0x22, 255]);
    assert_eq!(pixel(&png, 8 + 5, 33), [255; 4]);
    assert_eq!(pixel(&png, 8 + 5, 17), [255; 4]);
}

#[test]
fn what_is_not_finite_is_not_painted() {
    let nowhere = Form::Circle([f64::NAN, 1.0], 2.0);
    assert_eq!(pixel(&sheet(nowhere, RED).png().unwrap(), 2, 2), [255; 4]);
    let none = Sheet { size: [0.0, 1.0], ..Sheet::default() };
    assert!(none.png().is_err());
}
