//! The scenes that can be made here.

use jostle_bench::scene::{self, SceneKind};

/// All scenes but those whose recording is absent, each of which gets a line that says so.
pub(crate) fn scenes() -> impl Iterator<Item = &'static SceneKind> {
    let skipped = |absent: &_| eprintln!("SKIPPED: {absent}");
    scene::all().iter().filter(move |kind| kind.check_recording().inspect_err(skipped).is_ok())
}
