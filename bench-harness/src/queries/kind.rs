//! Kinds of queries, and of builds, by name.

use jostle::bvh::BuildQuality;

use crate::runner::Error;

/// What is asked of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first shape that a ray meets.
    Ray,
    /// The shapes nearest to a point.
    Knn,
    /// The shapes that touch a box or a ball.
    Overlap,
    /// The first shape that a moving box meets.
    Cast,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Ray, Self::Knn, Self::Overlap, Self::Cast];

    /// Name, as given on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ray => "ray",
            Self::Knn => "knn",
            Self::Overlap => "overlap",
            Self::Cast => "cast",
        }
    }

    /// The kind called `name`.
    ///
    /// # Errors
    /// When there is none; the message lists the known names.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::unknown("kind of query", name, &Self::ALL.map(Self::name)))
    }
}

/// How much work goes into a tree, by name.
pub const BUILDS: [(&str, BuildQuality); 3] = [
    ("fast", BuildQuality::Fast),
    ("balanced", BuildQuality::Balanced),
    ("quality", BuildQuality::Quality),
];

/// The build called `name`.
///
/// # Errors
/// When there is none; the message lists the known names.
pub fn build_by_name(name: &str) -> Result<BuildQuality, Error> {
    let found = BUILDS.iter().find(|(known, _)| *known == name).map(|(_, build)| *build);
    found.ok_or_else(|| Error::unknown("build", name, &BUILDS.map(|(name, _)| name)))
}

/// The name of a build.
#[must_use]
pub fn build_name(build: BuildQuality) -> &'static str {
    BUILDS.iter().find(|(_, known)| *known == build).map_or("unknown", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::by_name(kind.name()).unwrap(), kind);
        }
        for (name, build) in BUILDS {
            assert_eq!(build_by_name(name).unwrap(), build);
            assert_eq!(build_name(build), name);
        }
    }

    #[test]
    fn unknown_names_list_the_known() {
        let message = Kind::by_name("rays").unwrap_err().to_string();
        assert_eq!(message, "unknown kind of query \"rays\"; there are: ray, knn, overlap, cast");
        assert!(build_by_name("best").unwrap_err().to_string().contains("fast, balanced, quality"));
    }
}
