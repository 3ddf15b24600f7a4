//! The scene of a run, and how it moves.

use serde::Serialize;

use super::{Error, Progress, Row};
use crate::scene::{Movement, SceneKind, SceneShapes, with_scene};

/// What of a scene moves, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Motion {
    /// Share of the shapes that move, from 0 to 1.
    pub moving: f64,
    /// Displacement of each of them per frame, in its own longest extents; as the scene has it
    /// where there is none.
    pub pace: Option<f64>,
    /// Whether broad phases are told which shapes move.
    pub told: bool,
}

impl Motion {
    /// That of the scene.
    pub const OF_SCENE: Self = Self { moving: 1.0, pace: None, told: false };
}

/// A scene to be made.
#[derive(Clone, Copy, Debug)]
pub struct SceneRequest {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Number of shapes to make it of.
    pub shapes: u32,
    /// Seed to make it from.
    pub seed: u64,
    /// How they move.
    pub motion: Motion,
}

impl SceneRequest {
    /// Makes the scene.
    ///
    /// # Errors
    /// When the share is none, the pace is negative or not finite or not the scene's to choose, or
    /// a recording is absent.
    pub fn make(&self, progress: &dyn Progress) -> Result<SceneShapes, Error> {
        let Motion { moving, pace, .. } = self.motion;
        if !(0.0..=1.0).contains(&moving) {
            let what = format!("{moving} of all shapes cannot move: expected 0 to 1");
            return Err(Error::Request(what));
        }
        if let Some(pace) = pace.filter(|pace| !(0.0..=f64::MAX).contains(pace)) {
            let what = format!("no shape moves at a pace of {pace}: expected a number from 0 on");
            return Err(Error::Request(what));
        }
        progress.begin("scene", 1);
        let mut shapes = self.scene.build(self.shapes, self.seed)?;
        with_scene!(&mut shapes, scene => {
            if pace.is_some() && matches!(scene.movement, Movement::Film(_)) {
                let what = format!("{} moves as it was recorded, at no other pace", scene.name);
                return Err(Error::Request(what));
            }
            scene.stop_all_but(moving);
            if let Some(pace) = pace {
                scene.set_pace(pace);
            }
        });
        progress.advance();
        Ok(shapes)
    }

    /// A report that says what was made, and of how many shapes.
    #[must_use]
    pub fn row(&self, command: &str, made: &SceneShapes) -> Row {
        let row = Row::new(command).with("scene", self.scene.name).with("seed", self.seed);
        let row = row.with("moving", self.motion.moving).with("pace", self.motion.pace);
        let row = row.with("told", self.motion.told.then_some(true));
        row.with("dim", self.scene.dim()).with("shapes", made.len())
    }
}
