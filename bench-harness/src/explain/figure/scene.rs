//! The shapes as they lie, the normals of their edges, and the axis that decides.

use jostle_kernels::real::vector::{add, scale, sub};

use super::{
    super::{Explanation, Relation},
    geometry::{bounds, edges},
    letter,
    shadow::Shadow,
    svg::{Anchor, Canvas, Font, Frame, Point},
    tag::{self, Obstacles, RADIUS, Tag},
    view::View,
};

/// Between the shapes and the axis there is room for a tag.
const ROOM: f64 = 62.0;

/// Free within the frame.
const PADDING: f64 = 12.0;

/// Steps towards the largest scale that fits; each halves what it may still grow by.
const STEPS: usize = 16;

const CAPTION: Font = Font { class: "caption halo", size: 15.0 };
const LETTER: Font = Font { class: "letter halo", size: 19.0 };

/// The picture at some scale.
struct Scene<'a> {
    explanation: &'a Explanation,
    view: View,
    shapes: [Vec<Point>; 2],
    /// B after the shortest way out, and that way.
    moved: Option<(Vec<Point>, [Point; 2])>,
    shadow: Shadow<'a>,
    tags: Vec<Tag>,
}

/// Draws it as large as it fits into a frame, with the axis on the side where that is larger.
pub(super) fn draw(canvas: &mut Canvas, explanation: &Explanation, frame: &Frame) {
    canvas.rectangle("frame", frame);
    let [first, second] = [true, false].map(|side| fit(explanation, frame, side));
    let scene = if first.view.scale < second.view.scale { second } else { first };
    scene.draw(canvas);
}

/// The largest picture that fits, in the middle of the frame.
fn fit<'a>(explanation: &'a Explanation, frame: &Frame, side: bool) -> Scene<'a> {
    let room = frame.size.map(|size| size - 2.0 * PADDING);
    let (min, max) = bounds(explanation.outlines.iter().flat_map(|o| o.vertices.clone()));
    let from = scale(add(min, max), 0.5);
    let extent = (max[0] - min[0]).max(max[1] - min[1]);
    let at_scale = |scale: f64| {
        let view = View { flat: [1.0, 0.0], scale, from, to: [0.0; 2] };
        Scene::new(explanation, view, side)
    };
    let fits = |scene: &Scene<'_>| {
        let (min, max) = scene.bounds();
        max[0] - min[0] <= room[0] && max[1] - min[1] <= room[1]
    };
    // Two points in one place have any scale.
    let most = if extent > 0.0 { room[0].max(room[1]) / extent } else { 1.0 };
    let (mut scale, mut step) = (0.0, most);
    for _ in 0..STEPS {
        if fits(&at_scale(scale + step)) {
            scale += step;
        }
        step *= 0.5;
    }
    let (min, max) = at_scale(scale).bounds();
    let to = sub(frame.middle(), [0, 1].map(|k| 0.5 * (min[k] + max[k])));
    Scene::new(explanation, View { flat: [1.0, 0.0], scale, from, to }, side)
}

impl<'a> Scene<'a> {
    fn new(explanation: &'a Explanation, view: View, side: bool) -> Self {
        let Explanation { outlines, axes, deciding, relation, .. } = explanation;
        let shadow = Shadow::new(view, &axes[*deciding], outlines, (side, ROOM));
        let shapes = [0, 1].map(|shape: usize| view.polygon(&outlines[shape]));
        let moved = (*relation == Relation::Overlapping).then(|| {
            let way = explanation.way_out();
            let from = outlines[1].middle();
            let moved = outlines[1].vertices.iter().map(|vertex| view.at(add(*vertex, way)));
            (moved.collect(), [view.at(from), view.at(add(from, way))])
        });
        let mut scene = Self { explanation, view, shapes, moved, shadow, tags: Vec::new() };
        let lines = scene.lines();
        let beside = |at| scene.shadow.clearance(at);
        let obstacles = Obstacles { shapes: &scene.shapes, lines: &lines, beside: &beside };
        scene.tags = tag::place(axes, &view, &obstacles);
        scene
    }

    /// The lines that are neither of the shapes nor of the axis.
    fn lines(&self) -> Vec<[Point; 2]> {
        match &self.moved {
            Some((moved, way)) => edges(moved).chain([*way]).collect(),
            None => vec![self.shadow.line_between()],
        }
    }

    /// Where the caption of the axis is, and its size.
    fn caption(&self) -> (String, Point, Point) {
        let caption = self.explanation.caption(self.explanation.deciding);
        let size = [CAPTION.width(&caption), CAPTION.size];
        let at = self.shadow.caption(size);
        (caption, at, size)
    }

    /// Where the number of the axis is: at its end.
    fn number(&self) -> Point {
        let [from, to] = self.shadow.ends();
        let along = sub(to, from);
        let length = along[0].hypot(along[1]);
        add(to, scale(along, (RADIUS + 2.0) / length))
    }

    /// The corners of everything.
    fn bounds(&self) -> (Point, Point) {
        let (_, caption, size) = self.caption();
        let around = |at: Point, reach: Point| [sub(at, reach), add(at, reach)];
        let circles = self.tags.iter().map(Tag::middle).chain([self.number()]);
        let points = self.shapes.iter().flatten().copied();
        bounds(
            points
                .chain(self.lines().into_iter().flatten())
                .chain(self.shadow.corners())
                .chain(around(caption, scale(size, 0.5)))
                .chain(circles.flat_map(|at| around(at, [RADIUS; 2]))),
        )
    }

    fn draw(&self, canvas: &mut Canvas) {
        let Explanation { deciding, relation, .. } = self.explanation;
        let [a, b] = &self.shapes;
        canvas.polygon("a", a);
        canvas.polygon("b", b);
        if let Some((moved, _)) = &self.moved {
            canvas.polygon("moved", moved);
        }
        canvas.group("decider", |canvas| self.shadow.draw(canvas, *relation));
        match &self.moved {
            Some((_, way)) => canvas.arrow("move", *way, 13.0),
            None => canvas.line("between", self.shadow.line_between()),
        }
        for (axis, tag) in self.tags.iter().enumerate() {
            tag.draw(canvas, axis, axis == *deciding);
        }
        tag::number(canvas, self.number(), *deciding, true);
        let (caption, at, _) = self.caption();
        canvas.text(&CAPTION, at, Anchor::Middle, &caption);
        let tags: Vec<_> = self.tags.iter().flat_map(Tag::lines).collect();
        let projectors = self.shadow.projectors();
        let lines = [&self.lines()[..], projectors.as_flattened(), &tags].concat();
        letter::draw(canvas, &self.shapes, &lines, &LETTER);
    }
}
