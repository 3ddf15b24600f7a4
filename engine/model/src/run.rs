//! What a job is and what it costs.

use std::ops::AddAssign;

use super::sink::{Interrupt, Sink};

/// Jobs that were run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost(pub(crate) usize);

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

pub(crate) type Worker<'a, W, S> =
    dyn Fn(&W, &mut S, &mut dyn Sink) -> Result<Cost, Interrupt> + Sync + 'a;
