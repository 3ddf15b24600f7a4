//! Ending a call before it is done, from another thread.
//!
//! Who waits for a call that takes long, as a program with a button or an interpreter that was
//! interrupted, sets a [`CancelToken`] that what is called knows of. The call then ends with
//! [`Error::Cancelled`], within some milliseconds in which the threads finish what they are at.
//!
//! ```
//! use jostle::{Error, cancel::CancelToken, neighbors::Neighbors};
//!
//! let token = CancelToken::new();
//! let mut lists = Neighbors::<2>::new(1.0);
//! lists.set_cancel(Some(token.clone()));
//! token.set(); // by another thread, while the next line takes long
//! assert_eq!(lists.update(&[[0.0, 0.0], [0.5, 0.0]]), Err(Error::Cancelled));
//! lists.set_cancel(None);
//! lists.update(&[[0.0, 0.0], [0.5, 0.0]])?;
//! assert_eq!(lists.of(0), [1]);
//! # Ok::<(), Error>(())
//! ```

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::Error;

/// Says that a call is to end. Its clones are one.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// One that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the calls that know of it, and those to come.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// An error where a token is set.
pub(crate) fn check(token: Option<&CancelToken>) -> Result<(), Error> {
    if token.is_some_and(CancelToken::is_set) { Err(Error::Cancelled) } else { Ok(()) }
}
