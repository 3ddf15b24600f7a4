//! What a command runs on.

use jostle::SimdLevel;

use super::failure::Failure;
use crate::runner::{self, Setup, broad_phases};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Machine {
    /// Threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// SIMD level: portable, avx2 or avx512 [default: JOSTLE_LEVEL, or the best there is]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
}

impl Machine {
    pub(super) fn threads(&self) -> Result<usize, Failure> {
        Ok(runner::threads_of(self.threads)?)
    }

    pub(super) fn level(&self) -> Result<SimdLevel, Failure> {
        Ok(runner::level_of(self.level.as_deref())?)
    }

    /// With a broad phase of this name.
    pub(super) fn setup(&self, broad_phase: &str) -> Result<Setup, Failure> {
        Ok(Setup::new(broad_phase, self.level.as_deref(), self.threads)?)
    }
}

/// A broad phase, and what it runs on.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Engine {
    /// The broad phase, by its name in `list` [default: sap; of a world auto]
    #[arg(long, value_name = "NAME")]
    broad_phase: Option<String>,
    #[command(flatten)]
    machine: Machine,
}

impl Engine {
    pub(super) fn setup(&self) -> Result<Setup, Failure> {
        self.setup_or(broad_phases::DEFAULT)
    }

    /// With this broad phase where none is named.
    pub(super) fn setup_or(&self, default: &str) -> Result<Setup, Failure> {
        self.machine.setup(self.broad_phase.as_deref().unwrap_or(default))
    }
}
