//! Shapes on paper.

use super::{Form, Look, Mark, Point, view::View};
use crate::render::{
    extent::{Extent, corners},
    model::{Model, Solid},
};

/// Brightness of the sides of a box by the axis that they face: the upper one has most light.
const LIGHT: [f64; 3] = [0.78, 0.9, 1.0];

/// Paints the shapes, in space the farthest first.
pub(super) fn draw(model: &Model, view: &View, marks: &mut Vec<Mark>) {
    let width = line_width(model, view);
    let mut solids: Vec<&Solid> =
        model.solids.iter().filter(|solid| model.extent.touches(ends(solid))).collect();
    if model.dim == 3 {
        let nearness = |solid: &&Solid| view.nearness(middle(&model.extent, solid));
        solids.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    }
    for solid in solids {
        if solid.round {
            marks.push(ball(&model.extent, view, solid, width));
        } else if model.dim == 2 {
            marks.push(rectangle(&model.extent, view, solid, width));
        } else {
            sides(&model.extent, view, solid, width, marks);
        }
    }
}

/// Lines no thicker than a part of what they go around.
pub(super) fn line_width(model: &Model, view: &View) -> f64 {
    let side = |solid: &Solid| f64::from(solid.aabb.max[0]) - f64::from(solid.aabb.min[0]);
    let mut sides: Vec<f64> = model.solids.iter().map(side).collect();
    let middle = sides.len() / 2;
    let median = match sides.is_empty() {
        true => 0.0,
        false => *sides.select_nth_unstable_by(middle, f64::total_cmp).1,
    };
    (0.06 * median * view.scale).clamp(0.2, 0.8)
}

fn ends(solid: &Solid) -> [[f32; 3]; 2] {
    [solid.aabb.min, solid.aabb.max]
}

/// The middle of what is seen of a shape.
fn middle(extent: &Extent, solid: &Solid) -> [f64; 3] {
    let [min, max] = ends(solid).map(|end| extent.clamp(end));
    std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis]))
}

/// A circle, or a ball, which looks the same from everywhere.
fn ball(extent: &Extent, view: &View, solid: &Solid, width: f64) -> Mark {
    let [min, max] = ends(solid).map(|end| end.map(f64::from));
    let center = std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis]));
    let radius = 0.5 * (max[0] - min[0]) * view.scale;
    let look = Look::of_shape(solid.degree > 0, 1.0, width).translucent();
    // A ball without end covers all there is.
    if !radius.is_finite() {
        return rectangle(extent, view, solid, width);
    }
    Mark { form: Form::Circle(view.at(center), radius), look }
}

fn rectangle(extent: &Extent, view: &View, solid: &Solid, width: f64) -> Mark {
    let [min, max] = ends(solid).map(|end| view.at(extent.clamp(end)));
    let look = Look::of_shape(solid.degree > 0, 1.0, width).translucent();
    Mark { form: super::rectangle([min[0], max[1]], [max[0], min[1]]), look }
}

/// The three sides of a box that face the eye: those at the ends of the axes, of which all come
/// towards it or go away.
fn sides(extent: &Extent, view: &View, solid: &Solid, width: f64, marks: &mut Vec<Mark>) {
    let all = corners(&ends(solid).map(|end| extent.clamp(end)));
    let at: [Point; 8] = all.map(|corner| view.at(corner));
    for axis in 0..3 {
        let (first, second) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        let near = if view.nearness(unit) > 0.0 { 1 << axis } else { 0 };
        let around = [near, near | first, near | first | second, near | second];
        marks.push(Mark {
            form: Form::Polygon(around.map(|corner| at[corner]).to_vec()),
            look: Look::of_shape(solid.degree > 0, LIGHT[axis], width),
        });
    }
}
