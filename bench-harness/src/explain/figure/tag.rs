//! The normals of edges, with the numbers of their axes.

use jostle_kernels::real::vector::{add_scaled, sub};

use super::{
    super::{Axis, Edge},
    geometry::{depth, to_segment},
    svg::{Anchor, Canvas, Font, Point},
    view::View,
};

/// Length of a normal, and where it is crowded.
const LENGTHS: [f64; 2] = [20.0, 34.0];

/// Radius of the circle around a number.
pub(super) const RADIUS: f64 = 10.0;

/// More room than this is not looked for.
const ENOUGH: f64 = 16.0;

const NUMBER: Font = Font { class: "number", size: 11.5 };

/// A number in a circle.
pub(super) fn number(canvas: &mut Canvas, at: Point, axis: usize, is_deciding: bool) {
    canvas.group(if is_deciding { "tag deciding" } else { "tag" }, |canvas| {
        canvas.circle(at, RADIUS);
        canvas.text(&NUMBER, at, Anchor::Middle, &(axis + 1).to_string());
    });
}

/// The normal of an edge, with the number of its axis at the tip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    foot: Point,
    normal: Point,
    length: f64,
}

impl Tag {
    fn tip(&self) -> Point {
        add_scaled(self.foot, self.normal, self.length)
    }

    /// Where the number is.
    pub(super) fn middle(&self) -> Point {
        add_scaled(self.foot, self.normal, self.length + RADIUS)
    }

    /// Lines that are as much in the way of a letter as the tag.
    pub(super) fn lines(&self) -> [[Point; 2]; 3] {
        let [x, y] = self.middle();
        [
            [self.foot, self.middle()],
            [[x - RADIUS, y], [x + RADIUS, y]],
            [[x, y - RADIUS], [x, y + RADIUS]],
        ]
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, axis: usize, is_deciding: bool) {
        canvas.arrow("axis", [self.foot, self.tip()], 8.0);
        number(canvas, self.middle(), axis, is_deciding);
    }
}

/// What tags should not lie on.
pub(super) struct Obstacles<'a> {
    pub(super) shapes: &'a [Vec<Point>; 2],
    pub(super) lines: &'a [[Point; 2]],
    /// How far a point is from what lies beside the shapes.
    pub(super) beside: &'a dyn Fn(Point) -> f64,
}

/// A tag for each axis, at that of its edges where it is least in the way.
pub(super) fn place(axes: &[Axis], view: &View, obstacles: &Obstacles<'_>) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    for axis in axes {
        let candidates = LENGTHS.into_iter().flat_map(|length| {
            axis.edges.iter().flat_map(move |(_, edge)| along(edge, length, view))
        });
        let room = |tag: &Tag| {
            let room = obstacles.room(tag).min(among(tag, &tags));
            room.min(ENOUGH)
        };
        // Of equals the first, which is in the middle of its edge.
        let best = candidates.reduce(|best, tag| if room(&tag) > room(&best) { tag } else { best });
        tags.extend(best);
    }
    tags
}

/// Tags at some places along an edge.
fn along(edge: &Edge, length: f64, view: &View) -> impl Iterator<Item = Tag> {
    let [from, to] = edge.ends.map(|end| view.at(end));
    let normal = view.direction(edge.normal);
    let parts = [0.5, 0.35, 0.65, 0.2, 0.8].into_iter();
    parts.map(move |part| Tag { foot: add_scaled(from, sub(to, from), part), normal, length })
}

/// How far a tag is from the others.
fn among(tag: &Tag, others: &[Tag]) -> f64 {
    let room = |other: &Tag| {
        let (own, theirs) = (tag.middle(), other.middle());
        if to_segment(own, [theirs; 2]) < 2.0 * RADIUS + 1.0 {
            // Anything rather than that.
            return -RADIUS;
        }
        to_segment(own, [other.foot, theirs]).min(to_segment(theirs, [tag.foot, own])) - RADIUS
    };
    others.iter().map(room).fold(f64::INFINITY, f64::min)
}

impl Obstacles<'_> {
    fn room(&self, tag: &Tag) -> f64 {
        let (at, arrow) = (tag.middle(), [tag.foot, tag.middle()]);
        let outside = self.shapes.iter().flat_map(|shape| {
            // In a shape is not as good as outside, and on its outline is worst.
            let room = |at| -> f64 {
                let depth = depth(at, shape);
                if depth > 0.0 { 0.4 * depth } else { -depth }
            };
            [room(at), room(tag.tip())]
        });
        let to_lines = self.lines.iter().flat_map(|line| {
            [to_segment(at, *line), to_segment(line[0], arrow), to_segment(line[1], arrow)]
        });
        let nearest = outside.chain(to_lines).fold(f64::INFINITY, f64::min);
        nearest.min((self.beside)(at))
    }
}
