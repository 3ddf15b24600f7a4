//! Tests that are programs of their own, as they look at all that the process allocates.

/// A check and its name.
pub(crate) type Check = (&'static str, fn());

/// Runs the checks whose names contain the first argument that is no option, or all of them, and
/// says of each what it found.
#[allow(clippy::print_stdout, reason = "it is a program that says how far it is")]
pub(crate) fn run_checks(checks: &[Check], found: &str) {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    for (name, check) in checks {
        if filter.as_deref().is_none_or(|filter| name.contains(filter)) {
            check();
            println!("{name}: {found}");
        }
    }
}
