//! Panics of the user's functions.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What they say.
pub(crate) const SAID: &str = "the panic of the test";

/// Asserts that the panic of the test reaches whoever asks for it.
pub(crate) fn panics(work: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("the panic is lost");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    assert_eq!(text, Some(SAID), "another panic");
}
