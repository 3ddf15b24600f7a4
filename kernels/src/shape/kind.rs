//! What follows from the list of kinds of shapes.

/// Makes [`ShapeKind`](crate::shape::ShapeKind) from a list of its kinds: for each its name, the
/// word for it, and the numbers of dimensions that it exists in.
macro_rules! shape_kinds {
    ($($(#[$doc:meta])* $kind:ident, $word:literal, in [$($dimensions:literal),+];)+) => {
        /// What a shape is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ShapeKind {
            $($(#[$doc])* $kind),+
        }

        impl ShapeKind {
            /// Number of kinds.
            pub const COUNT: usize = [$(Self::$kind),+].len();
            /// All kinds, in the order in which a set numbers its shapes.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$kind),+];

            /// Whether shapes of this kind exist in a number of dimensions.
            #[must_use]
            pub const fn exists_in(self, dimensions: usize) -> bool {
                match self {
                    $(Self::$kind => matches!(dimensions, $($dimensions)|+)),+
                }
            }
        }

        impl std::fmt::Display for ShapeKind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$kind => $word),+
                })
            }
        }
    };
}
pub(super) use shape_kinds;
