//! From outline to nodes.

use jostle_kernels::{
    Lanes, Node, Pass, Record, SimdLevel,
    lane::LANES,
    node::ABSENT,
    sah::{self, Row},
};

use super::wide::{Child, Wide};
use crate::bvh::tree::LEAF;

/// What a slot holds: the union of the boxes below, what refers to them, the lacks bits they share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) row: Row,
    pub(super) reference: u32,
    pub(super) exclusion: u32,
}

impl Slot {
    /// An empty slot.
    pub(super) const ABSENT: Self = Self { row: ABSENT, reference: u32::MAX, exclusion: u32::MAX };
}

/// The nodes of a part of a tree.
pub(super) struct Emit<'a, const D: usize> {
    pub(super) records: &'a [Record],
    pub(super) wides: &'a [Wide],
    /// Number of the first wide.
    pub(super) first: usize,
    /// Place of the first of the nodes in the tree.
    pub(super) base: u32,
    pub(super) nodes: &'a mut [Node<D>],
    /// The slots that refer to the wides. Scratch.
    pub(super) slots: &'a mut Vec<Slot>,
}

/// Number of nodes of an outline: its wides, and a node for each of their leaves.
pub(super) fn nodes_of(wides: &[Wide]) -> usize {
    let leaf = |child: &&Child| matches!(child, Child::Leaf { .. });
    wides.len() + wides.iter().flat_map(|wide| &wide.children).filter(leaf).count()
}

impl<const D: usize> Emit<'_, D> {
    /// Writes the nodes, each wide followed by its leaves, and returns what refers to the root.
    pub(super) fn run(self, level: SimdLevel) -> Slot {
        level.run(self)
    }
}

impl<const D: usize> Pass for Emit<'_, D> {
    type Output = Slot;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Slot {
        let Self { records, wides, first: first_wide, base, nodes, slots } = self;
        if wides.is_empty() {
            return write_leaf(lanes, records, base, &mut nodes[0]);
        }
        slots.clear();
        slots.resize(wides.len(), Slot::ABSENT);
        // Children lie behind their parents, so from the back all are known when they are needed.
        let mut place = nodes.len();
        for (number, wide) in wides.iter().enumerate().rev() {
            place -= nodes_of(std::slice::from_ref(wide));
            let mut leaves = place;
            let mut children = [Slot::ABSENT; LANES];
            for (slot, child) in children.iter_mut().zip(wide.children) {
                *slot = match child {
                    Child::None => break,
                    Child::Inner(inner) => slots[inner as usize - first_wide],
                    Child::Leaf { first, len } => {
                        leaves += 1;
                        let boxes = &records[first as usize..][..len as usize];
                        write_leaf(lanes, boxes, base + leaves as u32, &mut nodes[leaves])
                    }
                };
            }
            slots[number] = write_inner(lanes, &children, base + place as u32, &mut nodes[place]);
        }
        slots[0]
    }
}

/// Writes a leaf and returns what refers to it.
#[inline(always)]
fn write_leaf<L: Lanes, const D: usize>(
    lanes: L,
    records: &[Record],
    place: u32,
    node: &mut Node<D>,
) -> Slot {
    node.set_records(lanes, records);
    let mut row = lanes.load(&sah::EMPTY);
    let mut exclusion = u32::MAX;
    for record in records {
        row = sah::union(lanes, sah::row_of::<L, D>(lanes, record), row);
        exclusion &= record.exclusion();
    }
    let mut slot = Slot { row: sah::EMPTY, reference: place | LEAF, exclusion };
    lanes.store(row, &mut slot.row);
    slot
}

/// Writes an inner node and returns what refers to it.
#[inline(always)]
pub(super) fn write_inner<L: Lanes, const D: usize>(
    lanes: L,
    children: &[Slot; LANES],
    place: u32,
    node: &mut Node<D>,
) -> Slot {
    let mut rows = [ABSENT; LANES];
    let mut row = lanes.load(&sah::EMPTY);
    let mut exclusion = u32::MAX;
    for (index, child) in children.iter().enumerate() {
        rows[index] = child.row;
        node.refs[index] = child.reference;
        node.exclusion[index] = child.exclusion;
        if child.reference != u32::MAX {
            row = sah::union(lanes, lanes.load(&child.row), row);
            exclusion &= child.exclusion;
        }
    }
    node.set_rows(lanes, &rows);
    let mut slot = Slot { row: sah::EMPTY, reference: place, exclusion };
    lanes.store(row, &mut slot.row);
    slot
}
