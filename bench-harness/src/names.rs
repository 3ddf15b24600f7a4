//! Names as a user gives them.

use clap::ValueEnum;
use thiserror::Error;

/// Nothing has this name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown {what} \"{name}\"{suggestion}; there are: {known}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    suggestion: String,
    known: String,
}

impl UnknownName {
    /// Lists the names that there are, and suggests the one that is most alike.
    #[must_use]
    pub fn new<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        // One slip in a short name, more in longer ones; letters that changed places are one.
        let far = known.iter().map(|other| (strsim::osa_distance(name, other), other));
        let nearest = far.min_by_key(|(far, _)| *far).filter(|(far, _)| *far <= 1 + name.len() / 5);
        let suggestion =
            nearest.map_or(String::new(), |(_, other)| format!(", did you mean \"{other}\"?"));
        Self { what, name: name.to_owned(), suggestion, known: known.join(", ") }
    }
}

/// The one of this name.
///
/// # Errors
/// [`UnknownName`].
pub fn find<'a, T>(
    what: &'static str,
    name: &str,
    all: &'a [T],
    name_of: impl Fn(&T) -> &str,
) -> Result<&'a T, UnknownName> {
    let found = all.iter().find(|one| name_of(one) == name);
    found.ok_or_else(|| UnknownName::new(what, name, all.iter().map(name_of)))
}

/// The name of one of few values, as given on a command line.
pub fn name_of<T: ValueEnum>(value: &T) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The one of few values that has this name.
///
/// # Errors
/// [`UnknownName`].
pub fn choose<T: ValueEnum>(what: &'static str, name: &str) -> Result<T, UnknownName> {
    let all: Vec<_> = T::value_variants().iter().map(|value| (name_of(value), value)).collect();
    find(what, name, &all, |(name, _)| name).map(|(_, value)| T::clone(value))
}
