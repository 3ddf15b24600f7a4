//! The scene of a run, and how it moves.

use serde::Serialize;

use super::{Error, Progress};
use crate::scene::{SceneKind, SceneShapes};

/// What of a scene moves, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Motion {
    /// Share of the shapes that move, from 0 to 1.
    pub moving: f64,
    /// Displacement of each of them per frame, in its own longest extents; as the scene has it
    /// where there is none.
    pub pace: Option<f64>,
}

impl Motion {
    /// That of the scene.
    pub const OF_SCENE: Self = Self { moving: 1.0, pace: None };

    /// Makes a scene that moves like this.
    ///
    /// # Errors
    /// When the share is none, the pace is negative or not finite or not the scene's to choose, or
    /// a recording is absent.
    pub fn make_scene(
        &self,
        scene: &SceneKind,
        shapes: u32,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<SceneShapes, Error> {
        let Self { moving, pace } = *self;
        if !(0.0..=1.0).contains(&moving) {
            let what = format!("{moving} of all shapes cannot move: expected 0 to 1");
            return Err(Error::Request(what));
        }
        if let Some(pace) = pace.filter(|pace| !(0.0..=f64::MAX).contains(pace)) {
            let what = format!("no shape moves at a pace of {pace}: expected a number from 0 on");
            return Err(Error::Request(what));
        }
        progress.begin("scene", 1);
        let mut shapes = scene.build(shapes, seed)?;
        if pace.is_some() && shapes.is_film() {
            let what = format!("{} moves as it was recorded, at no other pace", scene.name);
            return Err(Error::Request(what));
        }
        shapes.stop_all_but(moving);
        if let Some(pace) = pace {
            shapes.set_pace(pace);
        }
        progress.advance();
        Ok(shapes)
    }
}
