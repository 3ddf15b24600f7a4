//! Buffers that are kept, a set for each thread.

use std::sync::{Mutex, PoisonError};

use crate::{Error, error::reserve};

/// Buffers that are used by one thread at a time.
pub(crate) struct Scratches<S>(Mutex<Vec<S>>);

impl<S> Default for Scratches<S> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<S: Default> Scratches<S> {
    /// A set of buffers that no other thread uses.
    pub(crate) fn take(&self) -> S {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Makes sure of `sets` sets of buffers and prepares each.
    ///
    /// Which thread runs what differs from run to run, so each of them is to be ready for all of
    /// it: buffers that grew with what their threads happened to run would go on growing.
    pub(crate) fn prepare(
        &mut self,
        sets: usize,
        prepare: impl FnMut(&mut S) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let all = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if all.len() < sets {
            reserve(all, sets, "the buffers of threads")?;
            all.resize_with(sets, S::default);
        }
        all.iter_mut().try_for_each(prepare)
    }

    /// Gives the buffers back.
    pub(crate) fn put(&self, scratch: S) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}

impl<S> Scratches<S> {
    /// Number of sets that are not in use.
    pub(crate) fn len(&self) -> usize {
        self.sum(|_| 1)
    }

    /// The largest of a figure over all sets that are not in use.
    pub(crate) fn most(&self, of: impl Fn(&S) -> usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(of).max().unwrap_or(0)
    }

    /// The sum of a figure over all sets that are not in use.
    pub(crate) fn sum(&self, of: impl Fn(&S) -> usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(of).sum()
    }
}
