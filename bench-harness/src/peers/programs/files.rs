//! The boxes of a scene, in files for other programs.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use super::ProgramError;
use crate::{
    input::raw::raw_boxes,
    runner::{Motion, Progress, box_columns},
    scene::{Scene, SceneKind, SceneShapes},
};

/// The boxes of a scene in two frames, one behind the other, in files that are gone when this is.
pub(super) struct Files {
    folder: PathBuf,
    /// The first frame.
    pub(super) boxes: PathBuf,
    /// The second frame.
    pub(super) then: PathBuf,
    /// How many there are.
    pub(super) shapes: usize,
}

impl Files {
    /// Makes a scene and writes it.
    pub(super) fn write(
        scene: &SceneKind,
        (shapes, seed, motion): (u32, u64, Motion),
        progress: &dyn Progress,
    ) -> Result<Self, ProgramError> {
        let mut shapes = motion.make_scene(scene, shapes, seed, progress)?;
        let count = shapes.len();
        let frames = match &mut shapes {
            SceneShapes::Two(scene) => frames(scene),
            SceneShapes::Three(scene) => frames(scene),
        };
        Self::of(count, frames)
    }

    fn of(shapes: usize, [first, second]: [Vec<u8>; 2]) -> Result<Self, ProgramError> {
        let folder = env::temp_dir().join(format!("jostle-peers-{}", process::id()));
        let files =
            Self { boxes: folder.join("boxes.f32"), then: folder.join("then.f32"), folder, shapes };
        let failed = |path: &Path| {
            let path = path.to_owned();
            |source| ProgramError::Boxes { path, source }
        };
        fs::create_dir_all(&files.folder).map_err(failed(&files.folder))?;
        fs::write(&files.boxes, first).map_err(failed(&files.boxes))?;
        fs::write(&files.then, second).map_err(failed(&files.then))?;
        Ok(files)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // What is left behind lies in the folder for what may be left behind.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Two frames of a scene, as raw files hold them.
fn frames<const D: usize>(scene: &mut Scene<D>) -> [Vec<u8>; 2] {
    let first = raw_boxes(&box_columns(&scene.shapes));
    scene.step();
    [first, raw_boxes(&box_columns(&scene.shapes))]
}
