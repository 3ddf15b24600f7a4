//! How shapes move, as options of commands.

use crate::runner::Motion;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Moving {
    /// Share of the shapes that move, from 0 to 1; of the copies, where movement was recorded
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    moving: f64,
    /// What each of them moves by per frame, in its own longest extents; not where movement was
    /// recorded [default: as the scene has it]
    #[arg(long, value_name = "SHARE")]
    pace: Option<f64>,
}

impl From<&Moving> for Motion {
    fn from(options: &Moving) -> Self {
        Self { moving: options.moving, pace: options.pace }
    }
}
