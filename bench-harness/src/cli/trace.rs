//! The options `--trace` and `--model-threads` of all commands.

use std::{fs::File, num::NonZeroUsize, path::PathBuf};

use tracing_chrome::{ChromeLayerBuilder, FlushGuard};
use tracing_subscriber::{layer::SubscriberExt, util::SubscriberInitExt};

use super::failure::Failure;
use crate::{fork_model, runner::Error};

// Of another name than the arguments of a command: clap has one group for each name, and this
// stands beside one.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Trace {
    /// Write the stages of each frame as a timeline, to be looked at in https://ui.perfetto.dev or
    /// chrome://tracing
    #[arg(long, value_name = "FILE.json", global = true)]
    trace: Option<PathBuf>,
    /// Play the frames through on so many threads each by a model, which says what the way in which
    /// their work is cut allows at best
    #[arg(long, value_name = "N,...", value_delimiter = ',', global = true)]
    model_threads: Vec<NonZeroUsize>,
}

impl Trace {
    /// Writes spans from now on, until what is returned is dropped.
    pub(super) fn start(&self) -> Result<Option<FlushGuard>, Failure> {
        let threads: Vec<usize> = self.model_threads.iter().map(|threads| threads.get()).collect();
        fork_model::ask(&threads);
        let Some(path) = &self.trace else { return Ok(None) };
        // By hand, for the layer would end the process where that fails.
        let file = File::create(path).map_err(|error| {
            Failure::from(Error::Request(format!("--trace {}: {error}", path.display())))
        })?;
        let (layer, guard) = ChromeLayerBuilder::new().writer(file).include_args(false).build();
        tracing_subscriber::registry().with(layer).init();
        Ok(Some(guard))
    }
}
