//! Panics of functions of the user's.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Does work in which a function of the user's may panic. If it does, what the work left half done
/// is undone, and the panic goes on to the caller.
pub(crate) fn or_undo<S, R>(
    state: &mut S,
    work: impl FnOnce(&mut S) -> R,
    undo: impl FnOnce(&mut S),
) -> R {
    // What is half done is seen by nobody but `undo`.
    match catch_unwind(AssertUnwindSafe(|| work(state))) {
        Ok(result) => result,
        Err(panic) => {
            undo(state);
            resume_unwind(panic)
        }
    }
}
