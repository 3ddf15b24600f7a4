//! A panel for each axis: the shapes turned so that the axis lies flat below them.

use jostle_kernels::real::vector::{add, dot, scale};

use super::{
    super::{Axis, Explanation, Outline, Relation},
    MARGIN, WIDTH,
    geometry::bounds,
    letter,
    shadow::Shadow,
    svg::{Anchor, Canvas, Font, Frame, Point},
    tag,
    view::View,
};

/// Most panels in a row.
const COLUMNS: usize = 4;

/// Between panels.
const GAP: f64 = 12.0;

/// Beside the intervals there is room for a letter and the ends of the axis.
const SIDE: f64 = 34.0;

/// Above the shapes there is the number, below them the axis, its mark and a line of text.
const ABOVE: f64 = 42.0;
const BELOW: f64 = 92.0;

/// Height of one more line.
const LINE: f64 = 18.0;

/// Between the shapes and the axis.
const ROOM: f64 = 28.0;

/// The shapes are no higher than this.
const HIGHEST: f64 = 150.0;

const HEAD: Font = Font { class: "text", size: 14.0 };
const CAPTION: Font = Font { class: "caption", size: 14.0 };
const NOTE: Font = Font { class: "note", size: 13.0 };
const LETTER: Font = Font { class: "letter halo", size: 14.0 };

/// Draws all panels below `top`. Returns where they end.
pub(super) fn draw_all(canvas: &mut Canvas, explanation: &Explanation, top: f64) -> f64 {
    let axes = &explanation.axes;
    let rows = axes.len().div_ceil(COLUMNS);
    let columns = axes.len().div_ceil(rows);
    let width = (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64;
    let scale = common_scale(explanation, width - 2.0 * SIDE);
    let heights = axes.iter().map(|axis| scale * extent(axis, &explanation.outlines)[1]);
    let is_noted = (0..axes.len()).any(|axis| note(explanation, axis).is_some());
    let below = if is_noted { BELOW + LINE } else { BELOW };
    let floor = heights.fold(0.0, f64::max) + ABOVE;
    let height = floor + below;
    for index in 0..axes.len() {
        let (row, column) = ((index / columns) as f64, (index % columns) as f64);
        let corner = [MARGIN + column * (width + GAP), top + row * (height + GAP)];
        let is_deciding = index == explanation.deciding;
        canvas.group(if is_deciding { "panel deciding" } else { "panel" }, |canvas| {
            let frame = Frame { corner, size: [width, height] };
            draw(canvas, explanation, index, (&frame, [scale, floor]));
        });
    }
    top + rows as f64 * (height + GAP) - GAP
}

/// The scale at which the shapes fit into every panel, so that lengths can be compared.
fn common_scale(explanation: &Explanation, width: f64) -> f64 {
    let scales = explanation.axes.iter().map(|axis| {
        let [along, across] = extent(axis, &explanation.outlines);
        (width / along).min(HIGHEST / across)
    });
    let scale = scales.fold(f64::INFINITY, f64::min);
    // Two points in one place have any scale.
    if scale.is_finite() { scale } else { 1.0 }
}

/// How long and how high both shapes together are where the axis lies flat.
fn extent(axis: &Axis, outlines: &[Outline; 2]) -> Point {
    let (min, max) = bounds(places(axis, outlines));
    [max[0] - min[0], max[1] - min[1]]
}

/// The vertices along the axis and across it.
fn places(axis: &Axis, outlines: &[Outline; 2]) -> impl Iterator<Item = Point> {
    let [x, y] = axis.direction;
    let vertices = outlines.iter().flat_map(|outline| &outline.vertices);
    vertices.map(move |vertex| [dot(*vertex, [x, y]), dot(*vertex, [-y, x])])
}

fn draw(
    canvas: &mut Canvas,
    explanation: &Explanation,
    index: usize,
    (frame, [pixels, floor]): (&Frame, [f64; 2]),
) {
    let Explanation { outlines, axes, deciding, .. } = explanation;
    let (axis, is_deciding) = (&axes[index], index == *deciding);
    canvas.rectangle("frame", frame);
    let [left, top] = frame.corner;
    tag::number(canvas, [left + 20.0, top + 20.0], index, is_deciding);
    let head = format!("normal of {}", axis.owners());
    canvas.text(&HEAD, [left + 38.0, top + 20.0], Anchor::Start, &head);
    let floor = [frame.middle()[0], top + floor];
    let view = flat(axis, outlines, (floor, pixels));
    let shapes = [0, 1].map(|shape: usize| view.polygon(&outlines[shape]));
    canvas.polygon("a", &shapes[0]);
    canvas.polygon("b", &shapes[1]);
    let shadow = Shadow::new(view, axis, outlines, (true, ROOM));
    shadow.draw(canvas, explanation.relation_on(index));
    letter::draw(canvas, &shapes, shadow.projectors().as_flattened(), &LETTER);
    captions(canvas, explanation, index, (frame, &shadow));
}

/// Turned so that the axis lies flat, standing on the same line in all panels.
fn flat(axis: &Axis, outlines: &[Outline; 2], (to, pixels): (Point, f64)) -> View {
    let (min, max) = bounds(places(axis, outlines));
    let [x, y] = axis.direction;
    let from = add(scale([x, y], 0.5 * (min[0] + max[0])), scale([-y, x], min[1]));
    View { flat: axis.direction, scale: pixels, from, to }
}

/// The length of the gap or overlap below its mark, and what there is to know about it.
fn captions(
    canvas: &mut Canvas,
    explanation: &Explanation,
    index: usize,
    (frame, shadow): (&Frame, &Shadow<'_>),
) {
    let mut caption = explanation.caption(index);
    let relation = explanation.relation_on(index);
    if index == explanation.deciding {
        caption += match relation {
            Relation::Separated => ": decides",
            Relation::Touching => ": decides",
            Relation::Overlapping => ", the least",
        };
    }
    let below = |font: &Font, text: &str| {
        let [x, y] = shadow.caption([font.width(text), font.size]);
        let (half, middle) = (0.5 * (frame.size[0] - font.width(text)) - 8.0, frame.middle()[0]);
        let least = half.max(0.0);
        [x.clamp(middle - least, middle + least), y]
    };
    let at = below(&CAPTION, &caption);
    canvas.text(&CAPTION, at, Anchor::Middle, &caption);
    if let Some(note) = note(explanation, index) {
        let [x, y] = below(&NOTE, note);
        canvas.text(&NOTE, [x, y + LINE], Anchor::Middle, note);
    }
}

/// What explains an overlap that is larger than what the intervals have in common.
fn note(explanation: &Explanation, index: usize) -> Option<&'static str> {
    let [a, b] = &explanation.axes[index].intervals;
    match explanation.relation_on(index) {
        Relation::Overlapping if a.contains(b) => Some("B's shadow lies in A's"),
        Relation::Overlapping if b.contains(a) => Some("A's shadow lies in B's"),
        _ => None,
    }
}
