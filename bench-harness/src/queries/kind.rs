//! Kinds of queries, and of builds, by name.

use clap::ValueEnum;
use jostle::bvh::BuildQuality;
use serde::Serialize;

use crate::names::{UnknownName, find};

/// What is asked of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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
pub fn build_by_name(name: &str) -> Result<BuildQuality, UnknownName> {
    find("build", name, &BUILDS, |(name, _)| name).map(|(_, build)| *build)
}

/// The name of a build.
#[must_use]
pub fn build_name(build: BuildQuality) -> &'static str {
    BUILDS.iter().find(|(_, known)| *known == build).map_or("unknown", |(name, _)| name)
}
