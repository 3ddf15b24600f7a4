//! What all measurements are asked with.

use std::{path::PathBuf, thread};

use crate::{
    failure::Failure,
    measure::{Measured, Plan, Report},
    peer::Peer,
    registry,
};

#[derive(Debug, clap::Args)]
pub(super) struct Request {
    /// The peer, by its name in `list`
    #[arg(long, value_name = "NAME")]
    peer: String,
    /// Raw file of boxes: little-endian f32 rows of D minima and D maxima
    #[arg(long, value_name = "FILE")]
    pub(super) boxes: PathBuf,
    /// Dimensions of the boxes: 2 or 3
    #[arg(long, value_name = "D", default_value_t = 3)]
    dim: usize,
    /// Threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Runs to time
    #[arg(long, value_name = "R", default_value_t = 3)]
    runs: u32,
    /// Runs before those
    #[arg(long, value_name = "W", default_value_t = 1)]
    warm_up: u32,
}

impl Request {
    pub(super) fn peer(&self) -> Result<&'static Peer, Failure> {
        registry::by_name(&self.peer)
    }

    pub(super) fn dim(&self) -> Result<usize, Failure> {
        match self.dim {
            2 | 3 => Ok(self.dim),
            dim => Err(Failure::Request(format!("--dim {dim}: it must be 2 or 3"))),
        }
    }

    /// What makes the adapter, if the peer does this task.
    pub(super) fn knows<T>(&self, task: &str, make: Option<T>) -> Result<T, Failure> {
        let Self { peer, dim, .. } = self;
        let why = || Failure::Request(format!("{peer} does not do {task} in {dim} dimensions"));
        make.ok_or_else(why)
    }

    pub(super) fn plan(&self, peer: &Peer, task: &str) -> Result<Plan, Failure> {
        let Self { runs, warm_up, .. } = *self;
        let machine = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or_else(machine);
        for (option, value) in [("--threads", threads), ("--runs", runs as usize)] {
            if value == 0 {
                return Err(Failure::Request(format!("{option} 0: it must be at least 1")));
            }
        }
        if runs.checked_add(warm_up).is_none() {
            return Err(Failure::Request(format!("--warm-up {warm_up}: too many")));
        }
        let parallel = peer.threads && !peer.serial.contains(&task);
        Ok(Plan { threads: if parallel { threads } else { 1 }, runs, warm_up })
    }

    pub(super) fn report(
        &self,
        task: &'static str,
        peer: &Peer,
        boxes: usize,
        plan: &Plan,
        measured: Measured,
    ) -> Report {
        let Measured { found, times, peak_rss_bytes } = measured;
        let Peer { name, library, method, .. } = *peer;
        let (dim, threads) = (self.dim, plan.threads);
        Report {
            peer: name,
            library,
            method,
            task,
            dim,
            boxes,
            threads,
            found,
            times,
            peak_rss_bytes,
        }
    }
}
