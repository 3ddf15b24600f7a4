//! A scene: shapes, and how they move.

use super::{drift::Drift, film::Film};
use crate::boxes::{Boxes, Shapes};

/// How the shapes of a scene move.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement<const D: usize> {
    /// Not at all.
    Rest,
    /// Along straight lines between walls.
    Drift(Drift<D>),
    /// As was recorded.
    Film(Film<D>),
}

/// Shapes with their motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<const D: usize> {
    /// Name of the scene.
    pub name: &'static str,
    /// The shapes, in the order that pair indices refer to.
    pub shapes: Shapes<D>,
    /// How they move.
    pub movement: Movement<D>,
}

impl<const D: usize> Scene<D> {
    /// A scene of boxes that do not move.
    pub(super) fn still(name: &'static str, boxes: Boxes<D>) -> Self {
        Self { name, shapes: Shapes::Boxes(boxes), movement: Movement::Rest }
    }

    /// Stops all shapes but a share of them, which is spread evenly over their order; where the
    /// movement was recorded, all copies of the recording but a share of them.
    ///
    /// # Panics
    /// When the share is not between 0 and 1.
    pub fn stop_all_but(&mut self, share: f64) {
        assert!((0.0..=1.0).contains(&share), "{share} of all is no share");
        match &mut self.movement {
            Movement::Rest => {}
            Movement::Drift(drift) => drift.stop_all_but(share),
            Movement::Film(film) => film.stop_all_but(share),
        }
    }

    /// Lets every shape that drifts move by so much of its longest extent per frame, in the
    /// direction it has. Shapes without an end stay as fast as they are, and so does what was
    /// recorded.
    ///
    /// # Panics
    /// When the pace is negative or not finite.
    pub fn set_pace(&mut self, pace: f64) {
        assert!((0.0..=f64::MAX).contains(&pace), "nothing moves at a pace of {pace}");
        if let Movement::Drift(drift) = &mut self.movement {
            drift.set_pace(&self.shapes, pace);
        }
    }

    /// Moves every shape by one frame.
    pub fn step(&mut self) {
        match &mut self.movement {
            Movement::Rest => {}
            Movement::Drift(drift) => drift.step(&mut self.shapes),
            Movement::Film(film) => film.step(&mut self.shapes),
        }
    }
}

/// A scene in either number of dimensions.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneShapes {
    /// A scene in the plane.
    Two(Scene<2>),
    /// A scene in space.
    Three(Scene<3>),
}

/// Evaluates an expression for the scene of either number of dimensions.
macro_rules! with_scene {
    ($shapes:expr, $scene:ident => $body:expr) => {
        match $shapes {
            $crate::scene::SceneShapes::Two($scene) => $body,
            $crate::scene::SceneShapes::Three($scene) => $body,
        }
    };
}
pub(crate) use with_scene;

impl SceneShapes {
    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        with_scene!(self, scene => scene.shapes.len())
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Moves every shape by one frame; see [`Scene::step`].
    pub fn step(&mut self) {
        with_scene!(self, scene => scene.step());
    }
}
