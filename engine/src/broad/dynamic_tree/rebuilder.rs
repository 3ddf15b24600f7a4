//! Planning the nodes of a part of a tree that is built anew, and how high a tree may be.

use jostle_kernels::{Record, SimdLevel, sah::Weights};

use super::entry::Entry;
use crate::{
    Error,
    bvh::{
        BuildQuality,
        builder::{Wide, WideBuilder, WideTask},
    },
    memory::reserve,
    tree::nodes::MOST_DEPTH,
};

/// Most nodes on the way from the root to a leaf, whatever the number of boxes.
pub(super) const MOST_HEIGHT: usize = MOST_DEPTH;

/// Most nodes on the way from the root to a leaf.
pub(super) fn most_height(boxes: usize) -> usize {
    (boxes.max(1).ilog2() as usize + 8).min(MOST_HEIGHT)
}

/// What it takes to build a part of a tree. Kept.
pub(super) struct Rebuilder<const D: usize> {
    /// Nodes that are taken apart.
    pub(super) opened: Vec<u32>,
    /// What hangs below them, and hangs somewhere again at last.
    pub(super) atoms: Vec<Entry<D>>,
    pub(super) records: Vec<Record>,
    pub(super) wides: Vec<Wide>,
    pub(super) places: Vec<u32>,
    builder: WideBuilder<D>,
}

impl<const D: usize> Default for Rebuilder<D> {
    fn default() -> Self {
        Self {
            opened: Vec::new(),
            atoms: Vec::new(),
            records: Vec::new(),
            wides: Vec::new(),
            places: Vec::new(),
            builder: WideBuilder::default(),
        }
    }
}

impl<const D: usize> Rebuilder<D> {
    /// Plans nodes over the atoms; none where there are fewer than two.
    pub(super) fn plan(&mut self, level: SimdLevel, depth: u32) -> Result<(), Error> {
        let Self { atoms, records, wides, places, builder, .. } = self;
        wides.clear();
        records.clear();
        if atoms.len() < 2 {
            return Ok(());
        }
        reserve(records, atoms.len(), "the parts of a tree")?;
        for (number, atom) in atoms.iter().enumerate() {
            records.push(Entry { reference: number as u32, ..*atom }.record());
        }
        let effort = BuildQuality::Balanced.effort();
        builder.build(
            level,
            records,
            WideTask { effort, weights: Weights::One, limit: 1, depth },
            wides,
        )?;
        reserve(places, wides.len(), "the parts of a tree")
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.atoms.capacity() * size_of::<Entry<D>>()
            + self.records.capacity() * size_of::<Record>()
            + self.wides.capacity() * size_of::<Wide>()
            + 4 * (self.opened.capacity() + self.places.capacity())
            + self.builder.memory_bytes()
    }
}
