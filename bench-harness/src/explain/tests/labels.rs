//! Labels can be read: none lies on another or beyond the edge of the figure.

use super::*;

/// The text of a circle.
const CIRCLE: &str = "circle";

/// A label or the circle of a number, by its middle and half its size.
struct Label {
    text: String,
    middle: [f64; 2],
    half: [f64; 2],
}

impl Label {
    fn overlaps(&self, other: &Self) -> bool {
        let [x, y] = [0, 1].map(|k| (self.middle[k] - other.middle[k]).abs());
        if self.is_round() && other.is_round() {
            return x.hypot(y) < self.half[0] + other.half[0];
        }
        x < self.half[0] + other.half[0] && y < self.half[1] + other.half[1]
    }

    fn is_round(&self) -> bool {
        self.text == CIRCLE
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let start = format!(" {name}=\"");
    let value = tag.split(&start).nth(1).unwrap_or_else(|| panic!("{name} in {tag}"));
    value.split('"').next().expect("a value")
}

fn labels(svg: &str) -> Vec<Label> {
    let number = |tag: &str, name: &str| attribute(tag, name).parse::<f64>().expect("a number");
    let mut labels = Vec::new();
    for line in svg.lines() {
        if line.starts_with("<circle") {
            let (x, y, r) = (number(line, "cx"), number(line, "cy"), number(line, "r"));
            labels.push(Label { text: CIRCLE.to_owned(), middle: [x, y], half: [r, r] });
        } else if line.starts_with("<text") && attribute(line, "class") != "number" {
            let text = line.split(['<', '>']).nth(2).expect("a text").to_owned();
            let size = number(line, "font-size");
            let half = [0.5 * 0.55 * size * text.chars().count() as f64, 0.36 * size];
            let (mut x, y) = (number(line, "x"), number(line, "y") - 0.36 * size);
            if attribute(line, "text-anchor") == "start" {
                x += half[0];
            }
            labels.push(Label { text, middle: [x, y], half });
        }
    }
    labels
}

fn assert_readable(svg: &str, context: &str) {
    let labels = labels(svg);
    assert!(labels.len() > 20, "{context}");
    let head = svg.lines().next().expect("a line");
    let size = ["width", "height"].map(|name| attribute(head, name).parse::<f64>().expect("px"));
    for (index, label) in labels.iter().enumerate() {
        let beyond = (0..2)
            .any(|k| label.middle[k] < label.half[k] || label.middle[k] > size[k] - label.half[k]);
        assert!(!beyond, "{context}: {}", label.text);
        for other in &labels[..index] {
            let both = [&label.text, &other.text];
            assert!(!label.overlaps(other), "{context}: {both:?}");
        }
    }
}

#[test]
fn labels_of_examples_do_not_overlap() {
    for name in Example::ALL {
        assert_readable(&figure(&example(name)), name.name());
    }
}

#[test]
fn labels_of_random_shapes_do_not_overlap() {
    let mut random = Random::new(6);
    for index in 0..150 {
        let boxes = index % 2 == 0;
        let mut shape = || if boxes { random.oriented_box() } else { random.shape() };
        let (a, b) = (shape(), shape());
        assert_readable(&figure(&explain([&a, &b])), &format!("--a \"{a}\" --b \"{b}\""));
    }
}
