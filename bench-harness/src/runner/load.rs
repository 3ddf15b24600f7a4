//! What a broad phase is run on, frame by frame.

use std::{array, borrow::Cow};

use jostle::{Bounds, Error, Join, Moved, Pair};

use crate::{
    boxes::{Balls, Boxes, Shapes},
    elements::SweptElements,
    scene::{Movement, Scene},
};

/// What a broad phase is run on, frame by frame.
pub trait Load<const D: usize>: Send {
    /// Moves the shapes to the next frame.
    fn step(&mut self);

    /// Tells which shapes moved, where a broad phase is to be told. This is part of its time.
    ///
    /// # Errors
    /// When memory runs out.
    fn tell(&mut self) -> Result<(), Error> {
        Ok(())
    }

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

/// A scene that drifts, of which it is told which shapes move.
pub(super) struct ToldScene<'a, const D: usize> {
    scene: &'a mut Scene<D>,
    movers: Vec<u32>,
    moved: Moved,
}

impl<'a, const D: usize> ToldScene<'a, D> {
    /// None where the scene does not drift.
    pub(super) fn of(scene: &'a mut Scene<D>) -> Option<Self> {
        let Movement::Drift(drift) = &scene.movement else { return None };
        let moves = |index: &u32| drift.velocity.iter().any(|of| of[*index as usize] != 0.0);
        let movers = (0..scene.shapes.len() as u32).filter(moves).collect();
        Some(Self { scene, movers, moved: Moved::new() })
    }
}

impl<const D: usize> Load<D> for ToldScene<'_, D> {
    fn step(&mut self) {
        self.scene.step();
    }

    fn tell(&mut self) -> Result<(), Error> {
        self.moved.tell(self.scene.shapes.len(), &self.movers)
    }

    fn join(&self) -> Result<Join<'_, D>, Error> {
        Ok(Join::within(bounds_of(&self.scene.shapes)?.with_moved(&self.moved)?))
    }
}

impl<const D: usize> Load<D> for Boxes<D> {
    fn step(&mut self) {}

    fn join(&self) -> Result<Join<'_, D>, Error> {
        Ok(Join::within(bounds_of_boxes(self)?))
    }
}

impl Load<3> for SweptElements {
    fn step(&mut self) {}

    fn join(&self) -> Result<Join<'_, 3>, Error> {
        let all = self.boxes.len();
        let rows = |begin: usize, end: usize| {
            Bounds::from_columns(
                array::from_fn(|axis| &self.boxes.min[axis][begin..end]),
                array::from_fn(|axis| &self.boxes.max[axis][begin..end]),
            )
        };
        Ok(match self.split {
            None => Join::within(rows(0, all)?),
            Some(split) => Join::between(rows(0, split)?, rows(split, all)?),
        })
    }

    fn retain(&self, pairs: &mut [Pair]) -> usize {
        let offset = self.split.unwrap_or(0) as u32;
        keep(pairs, |pair| !self.shares_vertex(pair.a, offset + pair.b))
    }
}

/// Moves the pairs that count to the front, in their order, and returns their number.
pub(crate) fn keep(pairs: &mut [Pair], counts: impl Fn(Pair) -> bool) -> usize {
    let mut kept = 0;
    for index in 0..pairs.len() {
        if counts(pairs[index]) {
            pairs.swap(kept, index);
            kept += 1;
        }
    }
    kept
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
