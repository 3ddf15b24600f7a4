//! The walk down a tree, nearest first.

use jostle_kernels::{
    Lanes, Node,
    lane::{LANES, prefetch, set_bits},
};

use crate::{
    Error,
    bvh::tree::{MOST_DEPTH, is_leaf, place},
    error::reserve,
};

/// Tells how near the boxes of a node are: a distance, or a time.
///
/// Keys are monotone: a box is never nearer than a box around it.
pub(super) trait NodeTest<L: Lanes, const D: usize> {
    /// A key per slot, and a bit per slot that is to be looked at.
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, u32);
}

/// Takes what is found, and says how near something must be to matter.
pub(super) trait Collector {
    /// Keys above this do not matter any more.
    fn limit(&self) -> f32;
    /// A box that was found.
    fn take(&mut self, key: f32, id: u32);
}

/// Subtrees to be visited, the nearest last: keys in the high half, references in the low half.
/// Keys are not negative, so they are in order as bits. Kept from walk to walk.
#[derive(Default)]
pub(super) struct Stack(Vec<u64>);

impl Stack {
    /// Makes room for a walk down any tree: seven children stay behind on each level.
    pub(super) fn prepare(&mut self) -> Result<(), Error> {
        reserve(&mut self.0, MOST_DEPTH * LANES, "a walk down a tree")
    }
}

/// A key with what it belongs to, so that both are moved and compared at once.
#[inline(always)]
pub(super) fn packed(key: f32, what: u32) -> u64 {
    u64::from(key.to_bits()) << 32 | u64::from(what)
}

/// The key of a packed one.
#[inline(always)]
pub(super) fn key_of(packed: u64) -> f32 {
    f32::from_bits((packed >> 32) as u32)
}

/// Visits everything that the probe and the limit leave to be looked at, the nearest first.
#[inline(always)]
pub(super) fn walk<L: Lanes, const D: usize>(
    lanes: L,
    nodes: &[Node<D>],
    root: u32,
    probe: &impl NodeTest<L, D>,
    take: &mut impl Collector,
    stack: &mut Stack,
) {
    let stack = &mut stack.0;
    stack.clear();
    let mut reference = root;
    loop {
        let node = &nodes[place(reference)];
        let (keys, bits) = probe.keys(lanes, node);
        let bits = bits & lanes.bits(lanes.le(keys, lanes.splat(take.limit())));
        let mut key = [0.0; LANES];
        lanes.store(keys, &mut key);
        if is_leaf(reference) {
            for slot in set_bits(bits) {
                if key[slot] <= take.limit() {
                    take.take(key[slot], node.refs[slot]);
                }
            }
        } else if bits.is_power_of_two() {
            reference = node.refs[bits.trailing_zeros() as usize];
            continue;
        } else {
            push_sorted(nodes, stack, node, &key, bits);
        }
        loop {
            let Some(next) = stack.pop() else { return };
            if key_of(next) <= take.limit() {
                reference = next as u32;
                break;
            }
        }
    }
}

/// Pushes the children whose bits are set, the nearest last.
#[inline(always)]
fn push_sorted<const D: usize>(
    nodes: &[Node<D>],
    stack: &mut Vec<u64>,
    node: &Node<D>,
    key: &[f32; LANES],
    bits: u32,
) {
    let begin = stack.len();
    for slot in set_bits(bits) {
        prefetch::for_reading(nodes, place(node.refs[slot]));
        // Which is nearer is as good as random: moved without a branch on it.
        let mut child = packed(key[slot], node.refs[slot]);
        for other in &mut stack[begin..] {
            (*other, child) = ((*other).max(child), (*other).min(child));
        }
        stack.push(child);
    }
}
