//! Pairs of shapes that show something.

/// A pair of shapes with a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Example {
    /// Boxes whose bounds overlap, and which do not.
    Separated,
    /// A corner on an edge.
    Touching,
    /// One box within the other.
    Contained,
    /// Two boxes of which each covers a corner of the other.
    #[default]
    Overlapping,
}

impl Example {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Separated, Self::Touching, Self::Contained, Self::Overlapping];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Contained => "contained",
            Self::Overlapping => "overlapping",
        }
    }

    /// The two shapes, as one would type them.
    #[must_use]
    pub fn shapes(self) -> [&'static str; 2] {
        match self {
            Self::Separated => ["0,0,2,1,25", "2.1,2.7,1.5,0.7,-30"],
            Self::Touching => ["0,0 4,0 4,2 2,4 0,4", "3,3 6,2 6,4"],
            Self::Contained => ["0,0,2.5,1.75,15", "0.75,0.25,0.9,0.6,-20"],
            Self::Overlapping => ["0,0,2,1,20", "2.3,1.2,1.4,0.8,-25"],
        }
    }
}
