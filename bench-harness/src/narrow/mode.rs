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
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Overlap, Self::Mtv, Self::Manifold];

    /// Name, as given on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Mtv => "mtv",
            Self::Manifold => "manifold",
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
