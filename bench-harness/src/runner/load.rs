//! What a broad phase is run on, frame by frame.

use std::array;

use jostle::{Bounds, Error, Join, Pair};

use crate::{
    boxes::{Boxes, Shapes},
    scene::Scene,
};

/// What a broad phase is run on, frame by frame.
pub trait Load<const D: usize>: Send {
    /// Moves the shapes to the next frame.
    fn step(&mut self);

    /// What is asked of the broad phase in this frame.
    ///
    /// # Errors
    /// When the columns differ in length.
    fn join(&self) -> Result<Join<'_, D>, Error>;

    /// Moves those pairs that count to the front, in their order, and returns their number.
    ///
    /// This is not part of the broad phase, and not of its time.
    fn retain(&self, pairs: &mut [Pair]) -> usize {
        pairs.len()
    }
}

impl<const D: usize> Load<D> for Scene<D> {
    fn step(&mut self) {
        Scene::step(self);
    }

    fn join(&self) -> Result<Join<'_, D>, Error> {
        Ok(Join::within(bounds_of(&self.shapes)?))
    }
}

impl<const D: usize> Load<D> for Boxes<D> {
    fn step(&mut self) {}

    fn join(&self) -> Result<Join<'_, D>, Error> {
        Ok(Join::within(bounds_of_boxes(self)?))
    }
}

/// The bounds of shapes, without a copy.
///
/// # Errors
/// When the columns differ in length.
pub fn bounds_of<const D: usize>(shapes: &Shapes<D>) -> Result<Bounds<'_, D>, Error> {
    match shapes {
        Shapes::Boxes(boxes) => bounds_of_boxes(boxes),
        Shapes::Balls(balls) => {
            Bounds::from_balls(array::from_fn(|axis| &*balls.center[axis]), &balls.radius)
        }
    }
}

/// The bounds of boxes, without a copy.
///
/// # Errors
/// When the columns differ in length.
pub fn bounds_of_boxes<const D: usize>(boxes: &Boxes<D>) -> Result<Bounds<'_, D>, Error> {
    Bounds::from_columns(
        array::from_fn(|axis| &*boxes.min[axis]),
        array::from_fn(|axis| &*boxes.max[axis]),
    )
}
