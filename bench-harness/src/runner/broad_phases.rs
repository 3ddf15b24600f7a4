//! The broad phases by name.

use jostle::{
    BroadPhase, Sap, SimdLevel,
    broad::{
        Auto, BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap,
        VerletSap,
    },
    bvh::Bvh,
};

use crate::names::{UnknownName, find};

/// One kind of broad phase: what it is called, and how it is made.
#[derive(Debug)]
pub struct BroadPhaseKind {
    /// Name, as given on a command line.
    pub name: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    /// Makes it for the plane.
    pub two: fn(SimdLevel) -> Box<dyn BroadPhase<2>>,
    /// Makes it for space.
    pub three: fn(SimdLevel) -> Box<dyn BroadPhase<3>>,
}

/// What makes a broad phase for a number of dimensions.
pub trait Makes<const D: usize> {
    /// Makes the broad phase.
    fn make(&self, level: SimdLevel) -> Box<dyn BroadPhase<D>>;
}

impl Makes<2> for BroadPhaseKind {
    fn make(&self, level: SimdLevel) -> Box<dyn BroadPhase<2>> {
        (self.two)(level)
    }
}

impl Makes<3> for BroadPhaseKind {
    fn make(&self, level: SimdLevel) -> Box<dyn BroadPhase<3>> {
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

static BROAD_PHASES: [BroadPhaseKind; 9] = [
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
        "verlet-sap",
        VerletSap,
        "sweep and prune of fat boxes, whose pairs are kept while boxes stay in them"
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
/// [`UnknownName`], whose message lists the known names.
pub fn by_name(name: &str) -> Result<&'static BroadPhaseKind, UnknownName> {
    find("broad phase", name, all(), |kind| kind.name)
}
