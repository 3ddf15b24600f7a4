//! The shapes of a scene as the narrow phase takes them.

use jostle::{Pair, Shape, shape::Rotation};

use crate::{
    boxes::{Boxes, Shapes, columns},
    narrow::oracle::Axes,
    runner::Error,
    scene::{Scene, placement::generator},
};

/// So that rotations are not drawn from the numbers that the scene was drawn from.
const STREAM: u64 = 0x526f_7461_7465_0000;

/// The shapes of a scene: balls as they are, and boxes of the same extents in the same places, but
/// each turned about its center.
#[derive(Debug)]
pub struct Bodies<const D: usize> {
    shapes: jostle::Shapes<D>,
    centers: [Vec<f32>; D],
}

impl<const D: usize> Bodies<D> {
    /// The shapes of a scene; the seed decides how its boxes are turned.
    ///
    /// # Errors
    /// When a shape of the scene is refused.
    pub fn new(scene: &Scene<D>, seed: u64) -> Result<Self, Error>
    where
        Rotation<D>: Axes,
    {
        let mut rng = generator(seed ^ STREAM);
        Self::with_boxes(scene, |center, half| {
            Shape::oriented_box(center, half, Rotation::<D>::any(&mut rng))
        })
    }

    /// The shapes of a scene, each box as the largest ball in it.
    ///
    /// # Errors
    /// When a shape of the scene is refused.
    pub fn balls(scene: &Scene<D>) -> Result<Self, Error> {
        Self::with_boxes(scene, |center, half| {
            Shape::ball(center, half.into_iter().fold(f32::INFINITY, f32::min))
        })
    }

    /// The shapes of a scene, its boxes as what is made of their centers and half extents.
    fn with_boxes(
        scene: &Scene<D>,
        mut of_box: impl FnMut([f32; D], [f32; D]) -> Shape<D>,
    ) -> Result<Self, Error> {
        let mut shapes = jostle::Shapes::new();
        for index in 0..scene.shapes.len() {
            let shape = match &scene.shapes {
                Shapes::Boxes(boxes) => {
                    let (center, half) = extents(boxes, index);
                    of_box(center, half)
                }
                Shapes::Balls(balls) => {
                    let center = balls.center.each_ref().map(|column| column[index]);
                    Shape::ball(center, balls.radius[index])
                }
            };
            shapes.insert(shape)?;
        }
        Ok(Self { shapes, centers: columns(scene.shapes.len()) })
    }

    /// Goes where the shapes of the scene went.
    ///
    /// # Errors
    /// When the scene has more or fewer shapes than it had.
    pub fn follow(&mut self, scene: &Scene<D>) -> Result<(), Error> {
        match &scene.shapes {
            Shapes::Boxes(boxes) => {
                for (axis, column) in self.centers.iter_mut().enumerate() {
                    let bounds = boxes.min[axis].iter().zip(&boxes.max[axis]);
                    column.clear();
                    column.extend(bounds.map(|(min, max)| middle(*min, *max)));
                }
                let centers = self.centers.each_ref().map(Vec::as_slice);
                set_centers(&mut self.shapes, centers)?;
            }
            Shapes::Balls(balls) => {
                self.shapes.set_ball_centers(balls.center.each_ref().map(Vec::as_slice))?;
            }
        }
        Ok(())
    }

    /// Where the shapes are, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&[f32]; D] {
        if self.shapes.balls().radii().is_empty() {
            self.shapes.boxes().centers()
        } else {
            self.shapes.balls().centers()
        }
    }

    /// The shapes.
    #[must_use]
    pub fn shapes(&self) -> &jostle::Shapes<D> {
        &self.shapes
    }

    /// The shapes of a pair.
    ///
    /// # Panics
    /// When the pair is none of these shapes.
    #[must_use]
    pub fn of(&self, pair: Pair) -> [Shape<D>; 2] {
        crate::narrow::shapes_of(&self.shapes, pair)
    }
}

/// Moves shapes that are all boxes or all balls.
pub(crate) fn set_centers<const D: usize>(
    shapes: &mut jostle::Shapes<D>,
    centers: [&[f32]; D],
) -> Result<(), jostle::Error> {
    if shapes.balls().radii().is_empty() {
        shapes.set_box_centers(centers)
    } else {
        shapes.set_ball_centers(centers)
    }
}

/// The middle of two bounds, whose sum may be out of range.
fn middle(min: f32, max: f32) -> f32 {
    0.5 * min + 0.5 * max
}

/// The center and half the extents of a box.
fn extents<const D: usize>(boxes: &Boxes<D>, index: usize) -> ([f32; D], [f32; D]) {
    let (min, max) = boxes.corners(index);
    (
        std::array::from_fn(|axis| middle(min[axis], max[axis])),
        std::array::from_fn(|axis| 0.5 * max[axis] - 0.5 * min[axis]),
    )
}
