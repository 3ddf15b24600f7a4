//! From outline to nodes: those of the groups, and those of the top above them.

use jostle_kernels::{
    Lanes, Node, Pass, Record, SimdLevel,
    node::ABSENT,
    sah::{self, Row},
    simd::LANES,
};

use super::{
    cells::BuildGroup,
    wide::{Child, Wide},
};
use crate::tree::nodes::{LEAF, SENTINEL_ROOT};

/// What a slot holds: the union of the boxes below, what refers to them, the exclusion bits they
/// share.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeSlot {
    pub(super) row: Row,
    pub(super) reference: u32,
    pub(super) exclusion: u32,
}

impl NodeSlot {
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
    pub(super) slots: &'a mut Vec<NodeSlot>,
}

/// Number of nodes of an outline: its wides, and a node for each of their leaves.
pub(super) fn nodes_of(wides: &[Wide]) -> usize {
    let leaf = |child: &&Child| matches!(child, Child::Leaf { .. });
    wides.len() + wides.iter().flat_map(|wide| &wide.children).filter(leaf).count()
}

impl<const D: usize> Emit<'_, D> {
    /// Writes the nodes, each wide followed by its leaves, and returns what refers to the root.
    pub(super) fn run(self, level: SimdLevel) -> NodeSlot {
        level.run(self)
    }
}

impl<const D: usize> Pass for Emit<'_, D> {
    type Output = NodeSlot;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> NodeSlot {
        let Self { records, wides, first: first_wide, base, nodes, slots } = self;
        if wides.is_empty() {
            return write_leaf(lanes, records, base, &mut nodes[0]);
        }
        slots.clear();
        slots.resize(wides.len(), NodeSlot::ABSENT);
        // Children lie behind their parents, so from the back all are known when they are needed.
        let mut place = nodes.len();
        for (number, wide) in wides.iter().enumerate().rev() {
            place -= nodes_of(std::slice::from_ref(wide));
            let mut leaves = place;
            let mut children = [NodeSlot::ABSENT; LANES];
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
) -> NodeSlot {
    node.set_records(lanes, records);
    let mut row = lanes.load(&sah::EMPTY);
    let mut exclusion = u32::MAX;
    for record in records {
        row = sah::union(lanes, sah::row_of::<L, D>(lanes, record), row);
        exclusion &= record.exclusion();
    }
    let mut slot = NodeSlot { row: sah::EMPTY, reference: place | LEAF, exclusion };
    lanes.store(row, &mut slot.row);
    slot
}

/// Writes an inner node and returns what refers to it.
#[inline(always)]
pub(super) fn write_inner<L: Lanes, const D: usize>(
    lanes: L,
    children: &[NodeSlot; LANES],
    place: u32,
    node: &mut Node<D>,
) -> NodeSlot {
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
    let mut slot = NodeSlot { row: sah::EMPTY, reference: place, exclusion };
    lanes.store(row, &mut slot.row);
    slot
}

/// The nodes of the top, and the sentinel root above them.
pub(super) struct EmitTop<'a, const D: usize> {
    pub(super) wides: &'a mut [Wide],
    /// The groups below the top, and what refers to the root of each.
    pub(super) groups: &'a [BuildGroup],
    pub(super) roots: &'a [NodeSlot],
    pub(super) nodes: &'a mut [Node<D>],
    /// The slots that refer to the wides. Scratch.
    pub(super) slots: &'a mut Vec<NodeSlot>,
}

impl<const D: usize> Pass for EmitTop<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { wides, groups, roots, nodes, slots } = self;
        slots.clear();
        slots.resize(wides.len().max(1), NodeSlot::ABSENT);
        for (number, group) in groups.iter().enumerate() {
            match group.parent {
                Some((wide, slot)) => {
                    let (first, len) = (number as u32, group.len as u32);
                    wides[wide].children[slot] = Child::Leaf { first, len };
                }
                None => slots[0] = roots[number],
            }
        }
        // Children lie behind their parents.
        for (number, wide) in wides.iter().enumerate().rev() {
            let mut children = [NodeSlot::ABSENT; LANES];
            for (slot, child) in children.iter_mut().zip(wide.children) {
                *slot = match child {
                    Child::None => break,
                    Child::Inner(inner) => slots[inner as usize],
                    Child::Leaf { first: group, .. } => roots[group as usize],
                };
            }
            let place = SENTINEL_ROOT + 1 + number;
            slots[number] = write_inner(lanes, &children, place as u32, &mut nodes[place]);
        }
        let mut sentinel = [NodeSlot::ABSENT; LANES];
        sentinel[0] = slots[0];
        write_inner(lanes, &sentinel, SENTINEL_ROOT as u32, &mut nodes[SENTINEL_ROOT]);
    }
}
