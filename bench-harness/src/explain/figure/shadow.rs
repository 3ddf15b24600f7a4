//! An axis beside the shapes, with what they cover on it.

use jostle_kernels::real::vector::{add_scaled, dot, neg, scale};

use super::{
    super::{Axis, Outline, Relation},
    svg::{Anchor, Canvas, Font, Point},
    view::View,
};

/// Half the thickness of the two bars together; A's lies on the side of the shapes.
const BARS: f64 = 12.0;

/// How far from the axis the mark of the gap or overlap is.
const MARK: f64 = 23.0;

/// How far the axis goes on behind the bars.
const BEYOND: f64 = 22.0;

const LETTER: Font = Font { class: "letter halo", size: 12.5 };

/// An axis that lies in the picture parallel to its direction, outside of the shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow<'a> {
    view: View,
    axis: &'a Axis,
    outlines: &'a [Outline; 2],
    /// Unit vector away from the shapes.
    away: Point,
    /// Where the axis is, in pixels along that vector.
    level: f64,
}

impl<'a> Shadow<'a> {
    /// The axis `room` pixels from the shapes: to the right of its direction, as one looks along
    /// it, or else to the left.
    pub(super) fn new(
        view: View,
        axis: &'a Axis,
        outlines: &'a [Outline; 2],
        (to_the_right, room): (bool, f64),
    ) -> Self {
        let [x, y] = view.direction(axis.direction);
        let away = if to_the_right { [-y, x] } else { [y, -x] };
        let vertices = outlines.iter().flat_map(|outline| view.polygon(outline));
        let level = vertices.map(|vertex| dot(vertex, away)).fold(f64::NEG_INFINITY, f64::max);
        Self { view, axis, outlines, away, level: level + room }
    }

    /// A place on the axis, moved away from the shapes by some pixels.
    fn place(&self, on_axis: f64, away: f64) -> Point {
        let at = self.view.at(scale(self.axis.direction, on_axis));
        add_scaled(at, self.away, self.level + away - dot(at, self.away))
    }

    /// How far a point is from the bars, on the side of the shapes.
    pub(super) fn clearance(&self, point: Point) -> f64 {
        self.level - BARS - dot(point, self.away)
    }

    /// Where the axis begins and ends.
    pub(super) fn ends(&self) -> [Point; 2] {
        let [a, b] = self.axis.intervals;
        let along = self.view.direction(self.axis.direction);
        let (begin, end) = (self.place(a.low.min(b.low), 0.0), self.place(a.high.max(b.high), 0.0));
        [add_scaled(begin, along, -BEYOND), add_scaled(end, along, BEYOND)]
    }

    /// The middle of a text of some size that stands beside the mark, on the far side.
    pub(super) fn caption(&self, [width, height]: Point) -> Point {
        let [x, y] = self.away.map(f64::abs);
        // The reach of the text's own box: it is a separating axis that is wanted.
        let reach = 0.5 * (x * width + y * height);
        let [from, to] = self.between();
        self.place(0.5 * (from + to), MARK + 6.0 + reach)
    }

    /// Corners of all that is drawn, but for captions.
    pub(super) fn corners(&self) -> [Point; 4] {
        let [begin, end] = self.ends();
        let off = |at: Point, by: f64| add_scaled(at, self.away, by);
        [off(begin, -BARS), off(begin, MARK + 4.0), off(end, -BARS), off(end, MARK + 4.0)]
    }

    /// A line between the shapes, at a right angle to the axis, from the far side of the shapes.
    pub(super) fn line_between(&self) -> [Point; 2] {
        let [from, to] = self.between();
        let middle = self.place(0.5 * (from + to), 0.0);
        let vertices = self.outlines.iter().flat_map(|outline| self.view.polygon(outline));
        let far = vertices.map(|vertex| dot(vertex, self.away)).fold(f64::INFINITY, f64::min);
        [
            add_scaled(middle, self.away, far - self.level - 18.0),
            add_scaled(middle, self.away, -BARS - 4.0),
        ]
    }

    /// The ends of the gap, or of the overlap.
    fn between(&self) -> [f64; 2] {
        [self.axis.intervals[0].high, self.axis.intervals[1].low]
    }

    /// Draws everything but the caption.
    pub(super) fn draw(&self, canvas: &mut Canvas, relation: Relation) {
        for (class, lines) in ["projector a", "projector b"].into_iter().zip(self.projectors()) {
            lines.into_iter().for_each(|line| canvas.line(class, line));
        }
        let [from, to] = self.between();
        let class = match relation {
            Relation::Separated => "gap",
            Relation::Touching => "",
            Relation::Overlapping => "overlap",
        };
        if !class.is_empty() {
            canvas.polygon(class, &self.bar([from, to], [-BARS - 3.0, BARS + 3.0]));
        }
        canvas.arrow("axis", self.ends(), 9.0);
        let [a, b] = self.axis.intervals;
        canvas.polygon("bar a", &self.bar([a.low, a.high], [-BARS, -2.0]));
        canvas.polygon("bar b", &self.bar([b.low, b.high], [2.0, BARS]));
        self.letters(canvas);
        self.mark(canvas, [from, to]);
    }

    /// A letter at the end of each bar, not where the overlap is marked.
    fn letters(&self, canvas: &mut Canvas) {
        let [a, b] = self.axis.intervals;
        let along = self.view.direction(self.axis.direction);
        let mut letter = |letter, [at, by]: [f64; 2], level| {
            let at = add_scaled(self.place(at, level), along, by);
            canvas.text(&LETTER, at, Anchor::Middle, letter);
        };
        letter("A", if b.contains(&a) { [a.high, 10.0] } else { [a.low, -10.0] }, -7.0);
        letter("B", if a.contains(&b) { [b.low, -10.0] } else { [b.high, 10.0] }, 7.0);
    }

    /// From the outermost vertices of A and of B to the ends of their bars.
    pub(super) fn projectors(&self) -> [[[Point; 2]; 2]; 2] {
        let direction = self.axis.direction;
        [(0, -BARS), (1, 2.0)].map(|(shape, level): (usize, f64)| {
            let (outline, interval) = (&self.outlines[shape], self.axis.intervals[shape]);
            [(neg(direction), interval.low), (direction, interval.high)].map(|(towards, end)| {
                [self.view.at(outline.farthest(towards)), self.place(end, level)]
            })
        })
    }

    /// The corners of a bar along a part of the axis.
    fn bar(&self, [low, high]: [f64; 2], [near, far]: [f64; 2]) -> [Point; 4] {
        [self.place(low, near), self.place(high, near), self.place(high, far), self.place(low, far)]
    }

    /// A dimension line.
    fn mark(&self, canvas: &mut Canvas, ends: [f64; 2]) {
        for end in ends {
            canvas.line("mark", [self.place(end, BARS + 3.0), self.place(end, MARK + 4.0)]);
        }
        let [from, to] = ends.map(|end| self.place(end, MARK));
        let middle = scale([from[0] + to[0], from[1] + to[1]], 0.5);
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let head = if length > 20.0 { 7.0 } else { 0.0 };
        canvas.arrow("mark", [middle, from], head);
        canvas.arrow("mark", [middle, to], head);
    }
}
