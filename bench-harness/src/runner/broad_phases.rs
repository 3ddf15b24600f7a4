//! The broad phases by name.

use jostle::{
    BroadPhase, Sap, SimdLevel,
    broad::{Auto, BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap},
    bvh::Bvh,
};

use super::Error;

/// One kind of broad phase: what it is called, and how it is made.
#[derive(Debug)]
pub struct BroadPhaseKind {
    /// Name, as given on a command line.
    pub name: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    two: fn(SimdLevel) -> Box<dyn BroadPhase<2>>,
    three: fn(SimdLevel) -> Box<dyn BroadPhase<3>>,
}

impl BroadPhaseKind {
    /// Makes the broad phase for boxes in the plane.
    #[must_use]
    pub fn two(&self, level: SimdLevel) -> Box<dyn BroadPhase<2>> {
        (self.two)(level)
    }

    /// Makes the broad phase for boxes in space.
    #[must_use]
    pub fn three(&self, level: SimdLevel) -> Box<dyn BroadPhase<3>> {
        (self.three)(level)
    }
}

/// The entry of a type that is generic over the dimension and made by `new`.
macro_rules! kind {
    ($name:literal, $phase:ident, $summary:literal) => {
        BroadPhaseKind {
            name: $name,
            summary: $summary,
            two: |level| Box::new($phase::<2>::new().with_level(level)),
            three: |level| Box::new($phase::<3>::new().with_level(level)),
        }
    };
}

static BROAD_PHASES: [BroadPhaseKind; 8] = [
    kind!("brute-force", BruteForce, "every box against every other: the oracle"),
    kind!("sap", Sap, "radix-sorted sweep and prune on many axes, rebuilt every frame"),
    kind!(
        "bvh",
        Bvh,
        "flat bounding volume hierarchy by the surface area heuristic, rebuilt every frame"
    ),
    kind!(
        "dynamic-tree",
        DynamicTreePhase,
        "tree of boxes with a margin, kept from frame to frame and changed where they left it"
    ),
    kind!("quadtree", QuadtreePhase, "loose quadtree, kept from frame to frame"),
    kind!(
        "incremental-sap",
        IncrementalSap,
        "sweep and prune whose endpoints and pairs are kept from frame to frame"
    ),
    kind!(
        "static-cache-sap",
        StaticCacheSap,
        "sweep and prune of the moving boxes against cells of static ones that are kept sorted"
    ),
    kind!(
        "auto",
        Auto,
        "brute-force, sap, bvh, dynamic-tree or static-cache-sap, chosen by what the boxes are like"
    ),
];

/// The broad phase that runs where none is named.
pub const DEFAULT: &str = "sap";

/// All broad phases.
#[must_use]
pub fn all() -> &'static [BroadPhaseKind] {
    &BROAD_PHASES
}

/// The broad phase called `name`.
///
/// # Errors
/// [`Error::UnknownBroadPhase`], whose message lists the known names.
pub fn by_name(name: &str) -> Result<&'static BroadPhaseKind, Error> {
    all()
        .iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| Error::UnknownBroadPhase { name: name.to_owned() })
}

/// The names of all broad phases, as a message lists them.
pub(super) fn known_names() -> String {
    let names: Vec<&str> = all().iter().map(|kind| kind.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_broad_phases() {
        for kind in all() {
            assert_eq!(kind.two(SimdLevel::PORTABLE).name(), kind.name);
            assert_eq!(kind.three(SimdLevel::PORTABLE).name(), kind.name);
            assert!(std::ptr::eq(by_name(kind.name).unwrap(), kind));
        }
        assert!(by_name(DEFAULT).is_ok());
    }

    #[test]
    fn unknown_name_lists_the_known() {
        let message = by_name("octopus").unwrap_err().to_string();
        assert!(message.contains("\"octopus\""));
        assert!(all().iter().all(|kind| message.contains(kind.name)));
    }
}
