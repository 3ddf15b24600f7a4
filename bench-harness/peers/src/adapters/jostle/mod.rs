//! jostle itself, the reference.

mod nearest;
mod phase;
mod tree;

pub(crate) use nearest::Nearest;

use jostle::{
    Sap,
    broad::{Auto, DynamicTreePhase, IncrementalSap, VerletSap},
};
use phase::Phase;
use tree::Tree;

use crate::peer::{Peer, Tasks};

const LIBRARY: &str = "jostle 0.1.0";

/// Its broad phases, and the nearest neighbors of its tree.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "jostle",
        library: LIBRARY,
        method: "broad phase Auto (find); neighbors by Bvh::nearest_of",
        threads: true,
        serial: &[],
        flat: auto(),
        space: auto(),
    },
    Peer {
        name: "jostle-sap",
        library: LIBRARY,
        method: "broad phase Sap, everything from nothing in each run (find)",
        threads: true,
        serial: &[],
        flat: Tasks { pairs: Some(|| Box::new(Phase::new(Sap::new()))), ..Tasks::NONE },
        space: Tasks { pairs: Some(|| Box::new(Phase::new(Sap::new()))), ..Tasks::NONE },
    },
    Peer {
        name: "jostle-bvh",
        library: LIBRARY,
        method: "Bvh::build and self_pairs; of boxes that drift Bvh::refit and self_pairs",
        threads: true,
        serial: &[],
        flat: tree(),
        space: tree(),
    },
    Peer {
        name: "jostle-incremental-sap",
        library: LIBRARY,
        method: "broad phase IncrementalSap, which keeps its order and its pairs (find)",
        threads: true,
        serial: &[],
        flat: Tasks { drift: Some(|| Box::new(Phase::new(IncrementalSap::new()))), ..Tasks::NONE },
        space: Tasks { drift: Some(|| Box::new(Phase::new(IncrementalSap::new()))), ..Tasks::NONE },
    },
    Peer {
        name: "jostle-dynamic-tree",
        library: LIBRARY,
        method: "broad phase DynamicTreePhase, which keeps a tree of boxes grown by a margin \
                 (find)",
        threads: true,
        serial: &[],
        flat: Tasks {
            drift: Some(|| Box::new(Phase::new(DynamicTreePhase::new()))),
            ..Tasks::NONE
        },
        space: Tasks {
            drift: Some(|| Box::new(Phase::new(DynamicTreePhase::new()))),
            ..Tasks::NONE
        },
    },
    Peer {
        name: "jostle-verlet-sap",
        library: LIBRARY,
        method: "broad phase VerletSap, which keeps the pairs of boxes that were near (find); it \
                 is told which boxes moved (update)",
        threads: true,
        serial: &[],
        flat: Tasks { drift: Some(|| Box::new(Phase::told(VerletSap::new()))), ..Tasks::NONE },
        space: Tasks { drift: Some(|| Box::new(Phase::told(VerletSap::new()))), ..Tasks::NONE },
    },
];

const fn auto<const D: usize>() -> Tasks<D> {
    Tasks {
        pairs: Some(|| Box::new(Phase::new(Auto::new()))),
        drift: Some(|| Box::new(Phase::new(Auto::new()))),
        nearest: Some(|| Box::<Nearest<D>>::default()),
    }
}

const fn tree<const D: usize>() -> Tasks<D> {
    Tasks {
        pairs: Some(|| Box::<Tree<D>>::default()),
        drift: Some(|| Box::<Tree<D>>::default()),
        nearest: None,
    }
}
