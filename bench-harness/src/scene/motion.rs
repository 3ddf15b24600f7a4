//! A scene in motion: shapes that drift in a walled domain.

use crate::boxes::{Balls, Boxes, Shapes};

/// The walled region that moving shapes stay in, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain<const D: usize> {
    /// Lower wall per axis.
    pub min: [f32; D],
    /// Upper wall per axis.
    pub max: [f32; D],
}

/// Shapes with their motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<const D: usize> {
    /// Name of the scene.
    pub name: &'static str,
    /// The shapes, in the order that pair indices refer to.
    pub shapes: Shapes<D>,
    /// Displacement per frame, one column per axis in scene units; `None` where
    /// nothing moves.
    pub velocity: Option<[Vec<f32>; D]>,
    /// Walls that reflect moving shapes; unbounded where nothing moves.
    pub domain: Domain<D>,
}

impl<const D: usize> Scene<D> {
    /// A scene of boxes that do not move.
    pub(super) fn still(name: &'static str, boxes: Boxes<D>) -> Self {
        Self {
            name,
            shapes: Shapes::Boxes(boxes),
            velocity: None,
            domain: Domain { min: [f32::NEG_INFINITY; D], max: [f32::INFINITY; D] },
        }
    }

    /// Stops all shapes but a share of them, which is spread evenly over their order.
    ///
    /// # Panics
    /// When the share is not between 0 and 1.
    pub fn stop_all_but(&mut self, share: f64) {
        assert!((0.0..=1.0).contains(&share), "{share} of all is no share");
        let upto = |index: usize| (index as f64 * share).floor();
        for speeds in self.velocity.iter_mut().flatten() {
            for (index, speed) in speeds.iter_mut().enumerate() {
                if upto(index) == upto(index + 1) {
                    *speed = 0.0;
                }
            }
        }
    }

    /// Lets every shape that moves move by so much of its longest extent per frame, in the direction it
    /// has. Shapes without an end stay as fast as they are.
    ///
    /// # Panics
    /// When the pace is negative or not finite.
    pub fn set_pace(&mut self, pace: f64) {
        assert!((0.0..=f64::MAX).contains(&pace), "nothing moves at a pace of {pace}");
        let Some(velocity) = &mut self.velocity else { return };
        for index in 0..self.shapes.len() {
            let speeds = velocity.each_ref().map(|column| f64::from(column[index]));
            let speed = speeds.iter().map(|x| x * x).sum::<f64>().sqrt();
            let factor = pace * f64::from(self.shapes.longest_extent(index)) / speed;
            if factor.is_finite() {
                for (column, speed) in velocity.iter_mut().zip(speeds) {
                    column[index] = (speed * factor) as f32;
                }
            }
        }
    }

    /// Moves every shape by one frame.
    ///
    /// A shape that reaches past a wall turns back on that axis, so it is never
    /// further out than one displacement, or than it began. Both bounds of a box
    /// get the same displacement; rounding is monotonic, so `min <= max` holds
    /// for ever. Does nothing where [`velocity`](Self::velocity) is `None`.
    pub fn step(&mut self) {
        let Some(velocity) = &mut self.velocity else {
            return;
        };
        for (axis, speeds) in velocity.iter_mut().enumerate() {
            let walls = (self.domain.min[axis], self.domain.max[axis]);
            match &mut self.shapes {
                Shapes::Boxes(boxes) => step_boxes(boxes, axis, speeds, walls),
                Shapes::Balls(balls) => step_balls(balls, axis, speeds, walls),
            }
        }
    }
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
    let balls = balls.centre[axis].iter_mut().zip(&balls.radius);
    for ((centre, radius), v) in balls.zip(velocity) {
        *v = reflected(*v, *centre - radius, *centre + radius, walls);
        *centre += *v;
    }
}

/// The velocity of an extent, turned inwards where the extent is past a wall.
///
/// Selects only, no branches, so that the loops above vectorise.
fn reflected(velocity: f32, min: f32, max: f32, (lower, upper): (f32, f32)) -> f32 {
    let inwards = if max > upper { -velocity.abs() } else { velocity };
    if min < lower { velocity.abs() } else { inwards }
}

/// A scene in either number of dimensions.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneShapes {
    /// A scene in the plane.
    Two(Scene<2>),
    /// A scene in space.
    Three(Scene<3>),
}

impl SceneShapes {
    /// Number of shapes.
    pub fn len(&self) -> usize {
        match self {
            Self::Two(scene) => scene.shapes.len(),
            Self::Three(scene) => scene.shapes.len(),
        }
    }

    /// Whether there are no shapes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Stops all shapes but a share of them; see [`Scene::stop_all_but`].
    ///
    /// # Panics
    /// When the share is not between 0 and 1.
    pub fn stop_all_but(&mut self, share: f64) {
        match self {
            Self::Two(scene) => scene.stop_all_but(share),
            Self::Three(scene) => scene.stop_all_but(share),
        }
    }

    /// Gives every shape that moves a pace; see [`Scene::set_pace`].
    ///
    /// # Panics
    /// When the pace is negative or not finite.
    pub fn set_pace(&mut self, pace: f64) {
        match self {
            Self::Two(scene) => scene.set_pace(pace),
            Self::Three(scene) => scene.set_pace(pace),
        }
    }

    /// Moves every shape by one frame; see [`Scene::step`].
    pub fn step(&mut self) {
        match self {
            Self::Two(scene) => scene.step(),
            Self::Three(scene) => scene.step(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_that_moves_is_exact() {
        for (share, moving) in [(0.0, 0), (0.01, 1), (0.25, 25), (0.999, 99), (1.0, 100)] {
            let mut boxes = Boxes::<2>::new();
            (0..100).for_each(|_| boxes.push([0.0; 2], [1.0; 2]));
            let mut scene = Scene::still("a hundred", boxes);
            scene.velocity = Some([vec![1.0; 100], vec![1.0; 100]]);
            scene.stop_all_but(share);
            let [x, y] = scene.velocity.expect("it was just set");
            assert_eq!(x.iter().filter(|speed| **speed != 0.0).count(), moving, "{share}");
            assert_eq!(x, y);
        }
    }

    #[test]
    fn a_pace_is_in_extents_and_keeps_directions() {
        let mut boxes = Boxes::<2>::new();
        for extent in [4.0, 2.0, f32::INFINITY] {
            boxes.push([0.0; 2], [extent, 1.0]);
        }
        let mut scene = Scene::still("three boxes", boxes);
        scene.velocity = Some([vec![3.0, 0.0, 7.0], vec![-4.0, 0.0, 7.0]]);
        scene.set_pace(0.25);
        let expected = [vec![0.6, 0.0, 7.0], vec![-0.8, 0.0, 7.0]];
        assert_eq!(scene.velocity, Some(expected));
    }

    #[test]
    fn walls_turn_boxes_back() {
        let mut boxes = Boxes::<2>::new();
        boxes.push([0.0, 4.5], [1.0, 5.5]);
        let mut scene = Scene {
            name: "two walls",
            shapes: Shapes::Boxes(boxes),
            velocity: Some([vec![-0.25], vec![0.25]]),
            domain: Domain { min: [0.0; 2], max: [5.5; 2] },
        };
        scene.step();
        scene.step();
        assert_eq!(scene.velocity, Some([vec![0.25], vec![-0.25]]));
        let Shapes::Boxes(boxes) = scene.shapes else {
            panic!("the scene was made of boxes");
        };
        assert_eq!(boxes.corners(0), ([0.0, 4.5], [1.0, 5.5]));
    }

    #[test]
    fn walls_turn_balls_back() {
        let mut balls = Balls::<2>::new();
        balls.push([1.0, 1.0], 1.0);
        let mut scene = Scene {
            name: "one wall",
            shapes: Shapes::Balls(balls),
            velocity: Some([vec![-0.5], vec![0.0]]),
            domain: Domain { min: [0.0; 2], max: [9.0; 2] },
        };
        for _ in 0..3 {
            scene.step();
        }
        let Shapes::Balls(balls) = scene.shapes else {
            panic!("the scene was made of balls");
        };
        assert_eq!(balls.centre, [vec![1.5], vec![1.0]]);
    }
}
