//! What a picture is of.

use jostle::Aabb;

use crate::{
    boxes::{Balls, Boxes, Shapes},
    runner::Load,
};

/// What a picture is of.
pub struct Subject<'a, const D: usize> {
    /// What it is called.
    pub name: String,
    /// What is asked of the broad phase.
    pub load: &'a dyn Load<D>,
    /// The shapes to draw, those of the second of two sets behind those of the first.
    pub forms: Forms<'a, D>,
}

/// Shapes to draw.
#[derive(Clone, Copy, Debug)]
pub enum Forms<'a, const D: usize> {
    /// Boxes.
    Boxes(&'a Boxes<D>),
    /// Balls.
    Balls(&'a Balls<D>),
}

impl<'a, const D: usize> From<&'a Shapes<D>> for Forms<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        match shapes {
            Shapes::Boxes(boxes) => Self::Boxes(boxes),
            Shapes::Balls(balls) => Self::Balls(balls),
        }
    }
}

impl<const D: usize> Forms<'_, D> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Boxes(boxes) => boxes.len(),
            Self::Balls(balls) => balls.len(),
        }
    }

    pub(super) fn are_round(&self) -> bool {
        matches!(self, Self::Balls(_))
    }

    pub(super) fn aabb(&self, index: usize) -> Aabb<D> {
        match self {
            Self::Boxes(boxes) => {
                let (min, max) = boxes.corners(index);
                Aabb { min, max }
            }
            Self::Balls(balls) => {
                let center = std::array::from_fn::<_, D, _>(|axis| balls.center[axis][index]);
                Aabb::from_center_radius(center, balls.radius[index])
            }
        }
    }
}
