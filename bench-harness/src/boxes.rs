//! Shapes as structure-of-arrays columns, one `f32` column per axis.

use std::array;

/// Axis-aligned boxes as structure-of-arrays columns.
///
/// All `2 * D` columns have the same length, and row `i` of each belongs to box `i`. A box is
/// closed: it contains its faces, so two boxes that share only a face, an edge or a corner touch.
/// Nothing here enforces `min <= max`; readers hand on what the file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes<const D: usize> {
    /// Lower bounds: `min[axis][i]` is the lower bound of box `i` on `axis`.
    pub min: [Vec<f32>; D],
    /// Upper bounds: `max[axis][i]` is the upper bound of box `i` on `axis`.
    pub max: [Vec<f32>; D],
}

impl<const D: usize> Boxes<D> {
    /// No boxes, and no memory reserved for any.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// No boxes, with memory for `capacity` of them.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { min: columns(capacity), max: columns(capacity) }
    }

    /// Appends the box with the corners `min` and `max`.
    pub fn push(&mut self, min: [f32; D], max: [f32; D]) {
        for axis in 0..D {
            self.min[axis].push(min[axis]);
            self.max[axis].push(max[axis]);
        }
    }

    /// The corners `(min, max)` of box `index`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn corners(&self, index: usize) -> ([f32; D], [f32; D]) {
        (array::from_fn(|axis| self.min[axis][index]), array::from_fn(|axis| self.max[axis][index]))
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.min.first().map_or(0, Vec::len)
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<const D: usize> Default for Boxes<D> {
    fn default() -> Self {
        Self::new()
    }
}

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
