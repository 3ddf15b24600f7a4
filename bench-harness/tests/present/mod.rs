//! The scenes that can be made here.

use jostle_bench::scene::{self, SceneKind};

/// All scenes but those whose recording is absent, each of which gets a line that says so.
pub(crate) fn scenes() -> impl Iterator<Item = &'static SceneKind> {
    scene::all().iter().filter(|kind| {
        let said = |absent: &_| eprintln!("SKIPPED: scene {}: {absent}", kind.name);
        kind.check_recording().inspect_err(said).is_ok()
    })
}
