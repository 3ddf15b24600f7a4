//! The example `explain_sat`: the shadows that it draws against what the engine says, and what is
//! in its figures against what should be.

#[path = "../examples/explain_sat.rs"]
#[expect(dead_code, reason = "an example is a program, which prints as well")]
mod explain_sat;

use std::{fs, path::Path};

use explain_sat::{Axis, EXAMPLES, Explanation, Outline, Point, Relation, dot, figure, parse};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How much intervals and the engine may differ, relative to the coordinates.
const TOLERANCE: f64 = 1e-5;

/// Pairs at the limits of what can be drawn.
const EXTREMES: [[&str; 2]; 8] = [
    ["0,0,0,0,10", "0,0,0,0,3"],
    ["0,0,0,0,10", "1,0,0,0,3"],
    ["0,0,5,0.001,10", "1,1,0.01,2,3"],
    ["0,0,1,1,10", "1000000,0,1,1,3"],
    ["0,0,1e-30,2e-30,10", "1e-30,0,1e-30,1e-30,30"],
    ["1e12,0,1e12,2e11,10", "1e12,0,1e11,1e11,30"],
    ["0,0,2,1,0", "0,0,1,0.5,0"],
    ["0,0 0,0 1,0 1,0 0,1", "1e-30,0 1,1e-30 1,1"],
];

fn explain([a, b]: [&str; 2]) -> Explanation {
    let parse = |text: &str| parse(text).expect("a shape");
    Explanation::new(&parse(a), &parse(b)).expect("the engine takes them")
}

/// Random shapes.
struct Random(Pcg64Mcg);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    fn number(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    fn oriented_box(&mut self) -> String {
        let [x, y] = [0, 1].map(|_| self.number(-3.0, 3.0));
        let [hx, hy] = [0, 1].map(|_| self.number(0.2, 2.0));
        format!("{x},{y},{hx},{hy},{}", self.number(-180.0, 180.0))
    }

    /// Vertices on an ellipse, in order.
    fn polygon(&mut self) -> String {
        let count = self.0.random_range(3..=16);
        let [x, y] = [0, 1].map(|_| self.number(-3.0, 3.0));
        let [width, height] = [0, 1].map(|_| self.number(0.5, 2.5));
        let turn = self.number(0.0, 1.0);
        let vertex = |index: u16| {
            let angle = (f32::from(index) + turn) / f32::from(count) * std::f32::consts::TAU;
            format!("{},{}", x + width * angle.cos(), y + height * angle.sin())
        };
        (0..count).map(vertex).collect::<Vec<_>>().join(" ")
    }

    fn shape(&mut self) -> String {
        if self.0.random_bool(0.5) { self.oriented_box() } else { self.polygon() }
    }
}

/// The best of all axes by their shadows.
fn best(explanation: &Explanation) -> f64 {
    explanation.axes.iter().map(Axis::distance).fold(f64::NEG_INFINITY, f64::max)
}

/// The best way outward from an edge, which is all that the engine looks at for polygons.
fn best_outward([a, b]: &[Outline; 2]) -> f64 {
    let most = |outline: &Outline, way: Point| {
        outline.vertices.iter().map(|vertex| dot(*vertex, way)).fold(f64::NEG_INFINITY, f64::max)
    };
    let along = |way: Point| -most(b, way.map(|x| -x)) - most(a, way);
    let of_b = b.normals.iter().map(|normal| along(normal.map(|x| -x)));
    let of_a = a.normals.iter().map(|normal| along(*normal));
    of_a.chain(of_b).fold(f64::NEG_INFINITY, f64::max)
}

fn relation(explanation: &Explanation) -> Relation {
    explanation.relation_on(explanation.deciding)
}

fn assert_agrees(explanation: &Explanation) {
    let Explanation { outlines, axes, deciding, distance, normal, .. } = explanation;
    let close = |a: f64, b: f64| assert!((a - b).abs() < TOLERANCE, "{a} {b}: {explanation:?}");
    let axis = &axes[*deciding];
    close(axis.distance(), *distance);
    close(dot(axis.direction, *normal), 1.0);
    close(best_outward(outlines), *distance);
    match relation(explanation) {
        Relation::Separated => assert!(best(explanation) > 0.0, "{explanation:?}"),
        Relation::Touching => close(best(explanation), 0.0),
        Relation::Overlapping => close(best(explanation), *distance),
    }
}

#[test]
fn boxes() {
    let mut random = Random::new(1);
    let mut count = [0; 3];
    for _ in 0..2000 {
        let explanation = explain([&random.oriented_box(), &random.oriented_box()]);
        assert_agrees(&explanation);
        // Both ways along each axis are ways outward.
        assert!((best(&explanation) - explanation.distance).abs() < TOLERANCE);
        assert_eq!(explanation.axes.len(), 4);
        count[relation(&explanation) as usize] += 1;
    }
    assert!(count[0] > 500 && count[2] > 500, "{count:?}");
}

#[test]
fn polygons_and_boxes() {
    let mut random = Random::new(2);
    let mut more_than_outward = 0;
    for _ in 0..2000 {
        let explanation = explain([&random.shape(), &random.polygon()]);
        assert_agrees(&explanation);
        let turned = explain([&random.polygon(), &random.oriented_box()]);
        assert_agrees(&turned);
        more_than_outward += usize::from(best(&explanation) > explanation.distance + TOLERANCE);
    }
    assert!(more_than_outward > 10, "{more_than_outward}");
}

#[test]
fn examples_show_what_their_names_say() {
    let headlines = EXAMPLES.map(|(name, shapes)| {
        let explanation = explain(shapes);
        assert_agrees(&explanation);
        let inside = |axis: &Axis| {
            let [a, b] = axis.shadows;
            a[0] <= b[0] && b[1] <= a[1]
        };
        assert_eq!(explanation.axes.iter().all(inside), name == "contained", "{name}");
        let gaps = explanation.axes.iter().filter(|axis| axis.distance() > 0.0).count();
        assert_eq!(gaps, usize::from(name == "separated"), "one axis is enough: {name}");
        explanation.verdict()
    });
    let expected = [
        "Separated: axis 3 shows a gap of 0.48",
        "Touching: the shadows just meet on axis 3",
        "Overlapping: least overlap 2.71 along axis 1",
        "Overlapping: least overlap 0.86 along axis 3",
    ];
    assert_eq!(headlines.each_ref().map(|lines| &lines[0][..]), expected);
    assert!(headlines[2][1].ends_with("Moving B by (-0.70, 2.62) separates them."));
    assert!(headlines[3][1].ends_with("Moving B by (0.36, 0.78) separates them."));
}

#[test]
fn the_way_out_leads_out() {
    let mut random = Random::new(3);
    let mut overlapping = 0;
    for _ in 0..500 {
        let explanation = explain([&random.shape(), &random.shape()]);
        if relation(&explanation) != Relation::Overlapping {
            continue;
        }
        let ([a, b], way) = (&explanation.outlines, explanation.way_out());
        let mut moved = b.clone();
        moved.vertices.iter_mut().for_each(|[x, y]| (*x, *y) = (*x + way[0], *y + way[1]));
        let distance = best_outward(&[a.clone(), moved]);
        assert!(distance.abs() < TOLERANCE, "{distance}: {explanation:?}");
        overlapping += 1;
    }
    assert!(overlapping > 100, "{overlapping}");
}

#[test]
fn parallel_edges_share_an_axis() {
    for (shapes, expected) in [
        (["0,0,2,1,0", "1,1,1,1,90"], 2),
        (["0,0,2,1,30", "1,1,1,1,-60"], 2),
        (["0,0,2,1,30", "1,1,1,1,30.1"], 4),
        (["2,0 1,1.7 -1,1.7 -2,0 -1,-1.7 1,-1.7", "5,0,1,1,0"], 4),
        (["0,0 1,0 0,1", "3,3 2,3 3,2"], 3),
    ] {
        assert_eq!(explain(shapes).axes.len(), expected, "{shapes:?}");
    }
}

#[test]
fn verdicts_are_those_of_geometry() {
    let headline = |a, b| explain([a, b]).verdict()[0].clone();
    let (square, triangle) = ("-1,-1,1,1,0", "2,0 4,1 4,-1");
    assert_eq!(headline(square, triangle), "Separated: axis 2 shows a gap of 2.00");
    assert_eq!(headline(triangle, square), "Separated: axis 2 shows a gap of 2.00");
    let inside = headline(square, "-0.5,-1,1,2,90");
    assert_eq!(inside, "Overlapping: least overlap 2.00 along axis 1");
    let touching = headline("0,0 2,0 2,2 0,2", "2,1 4,0 4,2");
    assert_eq!(touching, "Touching: the shadows just meet on axis 2");
}

#[test]
fn what_is_no_shape_is_told() {
    let many: Vec<_> = (0..17).map(|x| format!("{x},{}", x * x)).collect();
    for (text, expected) in [
        ("", "\"\" is no shape: a box is x,y,hx,hy,degrees"),
        ("1,2,3,4", "\"1,2,3,4\" is no shape"),
        ("0,0 1,0 1,1,1", "is no shape"),
        ("0,0,1,one,0", "\"one\" is not a number"),
        ("0,0,1,NaN,0", "NaN: numbers must be finite and at most 1e12"),
        ("0,0 1,0 0,inf", "inf: numbers must be finite"),
        ("2e12,0,1,1,0", "2000000000000: numbers must be finite"),
        ("0,0 1,1", "3"),
        ("0,0 2,0 1,0.5 1,2", "convex"),
        (&many.join(" "), "16"),
    ] {
        let message = parse(text).expect_err("is no shape");
        assert!(message.contains(expected), "{text}: {message}");
    }
    let [inverted, square] = ["0,0,-1,1,0", "0,0,1,1,0"].map(|text| parse(text).expect("numbers"));
    assert!(Explanation::new(&inverted, &square).is_err());
}

/// An attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let start = format!(" {name}=\"");
    let value = element.split(&start).nth(1).unwrap_or_else(|| panic!("{name} in {element}"));
    value.split('"').next().expect("a value")
}

/// A text by its middle and half its size.
struct Label {
    text: String,
    middle: Point,
    half: Point,
}

fn labels(svg: &str) -> Vec<Label> {
    let number = |tag: &str, name: &str| attribute(tag, name).parse::<f64>().expect("a number");
    let label = |element: &str| {
        let (tag, rest) = element.split_once('>').expect("a tag ends");
        let text = rest.split('<').next().expect("a text").trim().to_owned();
        let size = number(tag, "font-size");
        let half = [0.5 * 0.55 * size * text.chars().count() as f64, 0.36 * size];
        let mut middle = [number(tag, "x"), number(tag, "y")];
        if attribute(tag, "text-anchor") == "start" {
            middle[0] += half[0];
        }
        Label { text, middle, half }
    };
    svg.split("<text").skip(1).map(label).collect()
}

/// Asserts that no label lies on another or beyond the edge of the figure, that there is a panel
/// with a caption for each axis, and that nothing is asked of those who show it but plain
/// attributes.
fn assert_good(explanation: &Explanation, context: &str) {
    let svg = figure(explanation).expect("it is drawn in memory");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{context}");
    for word in ["NaN", "inf", "<style", "class=", "url("] {
        assert!(!svg.contains(word), "{context}: {word}");
    }
    let size = ["width", "height"].map(|name| attribute(&svg, name).parse::<f64>().expect("px"));
    let labels = labels(&svg);
    for (index, label) in labels.iter().enumerate() {
        let ends = |k: usize| [label.middle[k] - label.half[k], label.middle[k] + label.half[k]];
        let is_beyond = (0..2).any(|k| ends(k)[0] < 0.0 || ends(k)[1] > size[k]);
        assert!(!is_beyond, "{context}: {}", label.text);
        for other in &labels[..index] {
            let overlaps = |k: usize| {
                (label.middle[k] - other.middle[k]).abs() < label.half[k] + other.half[k]
            };
            assert!(!(overlaps(0) && overlaps(1)), "{context}: {} {}", label.text, other.text);
        }
    }
    let count = |text: &str| labels.iter().filter(|label| label.text == text).count();
    assert_eq!([count("A"), count("B")], [explanation.axes.len(); 2], "{context}");
    for (index, axis) in explanation.axes.iter().enumerate() {
        let owners = match axis.is_normal_of {
            [true, true] => "A and B",
            [true, false] => "A",
            _ => "B",
        };
        assert_eq!(count(&format!("axis {}, normal of {owners}", index + 1)), 1, "{context}");
        let caption = explanation.caption(index);
        assert!(labels.iter().any(|label| label.text.starts_with(&caption)), "{context}");
    }
    assert_eq!(count(&explanation.verdict()[0]), 1, "{context}");
}

#[test]
fn any_figure_can_be_read() {
    for (name, shapes) in EXAMPLES {
        assert_good(&explain(shapes), name);
    }
    for shapes in EXTREMES {
        let explanation = explain(shapes);
        assert!(explanation.distance.is_finite(), "{shapes:?}");
        let direction = explanation.axes[explanation.deciding].direction;
        assert!(dot(direction, explanation.normal) > 0.999, "{shapes:?}");
        assert_good(&explanation, &format!("{shapes:?}"));
    }
    let mut random = Random::new(6);
    for index in 0..150 {
        let boxes = index % 2 == 0;
        let mut shape = || if boxes { random.oriented_box() } else { random.shape() };
        let (a, b) = (shape(), shape());
        assert_good(&explain([&a, &b]), &format!("--a \"{a}\" --b \"{b}\""));
    }
}

#[test]
fn the_figures_in_the_docs_are_those_of_the_example() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (name, shapes) in EXAMPLES.into_iter().filter(|(name, _)| *name != "touching") {
        let file = format!("separating-axis-{name}.svg");
        let kept = fs::read_to_string(docs.join(&file)).expect("the figure is there");
        let drawn = figure(&explain(shapes)).expect("it is drawn in memory");
        assert!(kept == drawn, "--example explain_sat -- --example {name} --out docs/{file}");
    }
}
