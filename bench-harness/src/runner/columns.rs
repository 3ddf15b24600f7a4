//! The boxes of shapes.

use std::{array, borrow::Cow};

use crate::boxes::{Balls, Boxes, Shapes};

/// The box of each shape, as columns of minima and maxima.
#[must_use]
pub fn box_columns<const D: usize>(shapes: &Shapes<D>) -> Cow<'_, Boxes<D>> {
    match shapes {
        Shapes::Boxes(boxes) => Cow::Borrowed(boxes),
        Shapes::Balls(balls) => Cow::Owned(boxes_of_balls(balls)),
    }
}

fn boxes_of_balls<const D: usize>(balls: &Balls<D>) -> Boxes<D> {
    let bounds = |axis: usize, bound: fn(f32, f32) -> f32| -> Vec<f32> {
        let balls = balls.center[axis].iter().zip(&balls.radius);
        balls.map(|(center, radius)| bound(*center, *radius)).collect()
    };
    Boxes {
        min: array::from_fn(|axis| bounds(axis, |center, radius| center - radius)),
        max: array::from_fn(|axis| bounds(axis, |center, radius| center + radius)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_reach_as_far_as_their_radius() {
        let mut balls = Balls::new();
        balls.push([1.0, -2.0], 0.5);
        let shapes = Shapes::Balls(balls);
        assert_eq!(box_columns(&shapes).corners(0), ([0.5, -2.5], [1.5, -1.5]));
    }
}
