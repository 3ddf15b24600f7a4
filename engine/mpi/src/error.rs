//! What can go wrong on one of many ranks.

use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Why a collective call failed. It failed on all ranks then, and the next one may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// What this rank was given, or had to do, was refused by the engine.
    Engine(jostle::Error),
    /// A function of the user's own panicked on this rank, with this message.
    Panic(String),
    /// Another rank failed; its own error says more.
    Rank(RankFault),
    /// Ranks have different settings, as domains or a radius.
    Settings,
}

/// Which rank failed first, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankFault {
    /// The rank.
    pub rank: usize,
    /// What happened there.
    pub fault: Fault,
}

/// What happened on another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Its input was refused.
    Input = 1,
    /// Memory was refused.
    Memory = 2,
    /// A function of its user's panicked.
    Panic = 3,
    /// Its call was cancelled.
    Cancelled = 4,
    /// Its settings are not those of the others.
    Settings = 5,
}

impl Fault {
    pub(crate) fn from_number(number: u8) -> Self {
        let all = [Self::Memory, Self::Panic, Self::Cancelled, Self::Settings];
        all.into_iter().find(|fault| *fault as u8 == number).unwrap_or(Self::Input)
    }
}

impl Error {
    /// What other ranks hear of it.
    pub(crate) fn fault(&self) -> Fault {
        match self {
            Self::Engine(jostle::Error::OutOfMemory { .. }) => Fault::Memory,
            Self::Engine(jostle::Error::Cancelled) => Fault::Cancelled,
            Self::Panic(_) => Fault::Panic,
            Self::Rank(RankFault { fault, .. }) => *fault,
            Self::Settings => Fault::Settings,
            Self::Engine(_) => Fault::Input,
        }
    }
}

impl From<jostle::Error> for Error {
    fn from(error: jostle::Error) -> Self {
        Self::Engine(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "its input was refused",
            Self::Memory => "memory was refused",
            Self::Panic => "a function of the user's panicked",
            Self::Cancelled => "it was cancelled",
            Self::Settings => "it has other settings",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Panic(message) => write!(f, "a function of the user's panicked: {message}"),
            Self::Rank(RankFault { rank, fault }) => write!(f, "rank {rank} failed: {fault}"),
            Self::Settings => f.write_str("ranks have different settings: make them the same"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) => Some(error),
            _ => None,
        }
    }
}

/// Checks that there is as much of something as is expected.
pub(crate) fn check_length(what: &'static str, expected: usize, found: usize) -> Result<(), Error> {
    if expected == found {
        Ok(())
    } else {
        Err(jostle::Error::Length { what, expected, found }.into())
    }
}

/// Does what may call functions of the user's, whose panics must not keep others waiting.
pub(crate) fn unless_it_panics<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Error::Panic(text_of(&*panic))))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
