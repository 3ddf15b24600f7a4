//! What is raised.

use jostle::validate::{InvalidShape, JoinSide};
use pyo3::{
    exceptions::{PyMemoryError, PyValueError},
    prelude::*,
};

/// Why work has no result.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The engine refused it.
    Engine(jostle::Error),
    /// A shape that is invalid, where that is an error.
    Invalid(InvalidShape),
    /// Memory for the result.
    Memory,
}

impl From<jostle::Error> for Fault {
    fn from(error: jostle::Error) -> Self {
        Self::Engine(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Engine(error @ jostle::Error::OutOfMemory { .. }) => {
                PyMemoryError::new_err(error.to_string())
            }
            Fault::Engine(error) => PyValueError::new_err(error.to_string()),
            Fault::Invalid(InvalidShape { index, reason, .. }) => PyValueError::new_err(format!(
                "index {index} is invalid: {reason} (invalid=\"skip\" leaves such out)"
            )),
            Fault::Memory => PyMemoryError::new_err("no memory for the result"),
        }
    }
}

pub(crate) fn refused(error: jostle::Error) -> PyErr {
    Fault::Engine(error).into()
}

/// The first of the invalid ones is an error, unless they are to be left out.
pub(crate) fn check_invalid(invalid: &[InvalidShape], skip: bool) -> Result<(), Fault> {
    match invalid.first() {
        Some(first) if !skip => Err(Fault::Invalid(*first)),
        _ => Ok(()),
    }
}

/// What is invalid, as Python knows it: index, why, and whether it is one of the second set.
pub(crate) fn listed(invalid: &[InvalidShape]) -> Vec<(u32, String, bool)> {
    invalid
        .iter()
        .map(|shape| (shape.index, shape.reason.to_string(), shape.side == JoinSide::Second))
        .collect()
}
