//! What is asked about pairs, by name.

use crate::runner::Error;

/// What is asked about each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Whether it touches.
    Overlap,
    /// How deep it overlaps, or how far it is apart, and which way: the minimum translation vector.
    Mtv,
    /// Where it touches.
    Manifold,
    /// When it touches, if its shapes move.
    Sweep,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [Self::Overlap, Self::Mtv, Self::Manifold, Self::Sweep];

    /// Name, as given on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Mtv => "mtv",
            Self::Manifold => "manifold",
            Self::Sweep => "sweep",
        }
    }

    /// One line on what it asks.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Overlap => "whether shapes touch",
            Self::Mtv => "how deep they overlap, or how far they are apart, and which way",
            Self::Manifold => "the points at which they touch",
            Self::Sweep => {
                "when they touch first as they move and turn; boxes along the axes only move"
            }
        }
    }

    /// The mode called `name`.
    ///
    /// # Errors
    /// When there is none; the message lists the known names.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| Error::unknown("mode", name, &Self::ALL.map(Self::name)))
    }
}
