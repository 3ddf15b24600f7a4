//! Shapes that drift in a walled domain.

use crate::boxes::{Balls, Boxes, Shapes};

/// The walled region that moving shapes stay in, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain<const D: usize> {
    /// Lower wall per axis.
    pub min: [f32; D],
    /// Upper wall per axis.
    pub max: [f32; D],
}

/// Movement along straight lines, turned back by walls.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift<const D: usize> {
    /// Displacement per frame, one column per axis in scene units.
    pub velocity: [Vec<f32>; D],
    /// Walls that reflect moving shapes.
    pub domain: Domain<D>,
}

impl<const D: usize> Drift<D> {
    /// Stops all shapes but a share of them, which is spread evenly over their order.
    pub(super) fn stop_all_but(&mut self, share: f64) {
        for speeds in &mut self.velocity {
            for (index, speed) in speeds.iter_mut().enumerate() {
                if !is_among(index, share) {
                    *speed = 0.0;
                }
            }
        }
    }

    /// Gives every shape that moves a pace, see [`Scene::set_pace`](super::Scene::set_pace).
    pub(super) fn set_pace(&mut self, shapes: &Shapes<D>, pace: f64) {
        for index in 0..shapes.len() {
            let speeds = self.velocity.each_ref().map(|column| f64::from(column[index]));
            let speed = speeds.iter().map(|x| x * x).sum::<f64>().sqrt();
            let factor = pace * f64::from(shapes.longest_extent(index)) / speed;
            if factor.is_finite() {
                for (column, speed) in self.velocity.iter_mut().zip(speeds) {
                    column[index] = (speed * factor) as f32;
                }
            }
        }
    }

    /// Moves every shape by one frame.
    ///
    /// A shape that reaches past a wall turns back on that axis, so it is never further out than
    /// one displacement, or than it began. Both bounds of a box get the same displacement; rounding
    /// is monotonic, so `min <= max` holds for ever.
    pub(super) fn step(&mut self, shapes: &mut Shapes<D>) {
        for (axis, speeds) in self.velocity.iter_mut().enumerate() {
            let walls = (self.domain.min[axis], self.domain.max[axis]);
            match shapes {
                Shapes::Boxes(boxes) => step_boxes(boxes, axis, speeds, walls),
                Shapes::Balls(balls) => step_balls(balls, axis, speeds, walls),
            }
        }
    }
}

/// Whether an index is among a share of all that is spread evenly.
pub(super) fn is_among(index: usize, share: f64) -> bool {
    let upto = |index: usize| (index as f64 * share).floor();
    upto(index) != upto(index + 1)
}

fn step_boxes<const D: usize>(
    boxes: &mut Boxes<D>,
    axis: usize,
    velocity: &mut [f32],
    walls: (f32, f32),
) {
    let bounds = boxes.min[axis].iter_mut().zip(&mut boxes.max[axis]);
    for ((min, max), v) in bounds.zip(velocity) {
        *v = reflected(*v, *min, *max, walls);
        *min += *v;
        *max += *v;
    }
}

fn step_balls<const D: usize>(
    balls: &mut Balls<D>,
    axis: usize,
    velocity: &mut [f32],
    walls: (f32, f32),
) {
    let balls = balls.center[axis].iter_mut().zip(&balls.radius);
    for ((center, radius), v) in balls.zip(velocity) {
        *v = reflected(*v, *center - radius, *center + radius, walls);
        *center += *v;
    }
}

/// The velocity of an extent, turned inwards where the extent is past a wall.
///
/// Selects only, no branches, so that the loops above vectorize.
fn reflected(velocity: f32, min: f32, max: f32, (lower, upper): (f32, f32)) -> f32 {
    let inwards = if max > upper { -velocity.abs() } else { velocity };
    if min < lower { velocity.abs() } else { inwards }
}
