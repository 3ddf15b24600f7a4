//! Boxes and balls as structure-of-arrays columns, one `f32` column per axis.

use std::array;

pub use jostle_files::boxes::Boxes;

/// Balls (circles in 2D) as structure-of-arrays columns.
///
/// All `D + 1` columns have the same length, and row `i` of each belongs to
/// ball `i`. Balls are closed: two that share one point touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Balls<const D: usize> {
    /// Centers: `center[axis][i]` is the coordinate of ball `i` on `axis`.
    pub center: [Vec<f32>; D],
    /// Radii, in the unit of the centers.
    pub radius: Vec<f32>,
}

impl<const D: usize> Balls<D> {
    /// No balls, with memory for `capacity` of them.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { center: columns(capacity), radius: Vec::with_capacity(capacity) }
    }

    /// Appends the ball around `center` with `radius`.
    pub fn push(&mut self, center: [f32; D], radius: f32) {
        for (column, coordinate) in self.center.iter_mut().zip(center) {
            column.push(coordinate);
        }
        self.radius.push(radius);
    }

    /// Number of balls.
    pub fn len(&self) -> usize {
        self.radius.len()
    }

    /// Whether there are no balls.
    pub fn is_empty(&self) -> bool {
        self.radius.is_empty()
    }
}

/// The shapes of a scene: all boxes or all balls.
#[derive(Clone, Debug, PartialEq)]
pub enum Shapes<const D: usize> {
    /// Axis-aligned boxes.
    Boxes(Boxes<D>),
    /// Balls, circles in 2D.
    Balls(Balls<D>),
}

impl<const D: usize> Shapes<D> {
    /// Number of shapes.
    pub fn len(&self) -> usize {
        match self {
            Self::Boxes(boxes) => boxes.len(),
            Self::Balls(balls) => balls.len(),
        }
    }

    /// Whether there are no shapes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The longest extent of a shape on any axis.
    pub(crate) fn longest_extent(&self, index: usize) -> f32 {
        match self {
            Self::Boxes(boxes) => {
                let (min, max) = boxes.corners(index);
                min.iter().zip(max).map(|(min, max)| max - min).fold(0.0, f32::max)
            }
            Self::Balls(balls) => 2.0 * balls.radius[index],
        }
    }
}

/// `D` empty columns with memory for `capacity` values each.
pub(crate) fn columns<const D: usize>(capacity: usize) -> [Vec<f32>; D] {
    array::from_fn(|_| Vec::with_capacity(capacity))
}
