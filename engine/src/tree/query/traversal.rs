//! The traversal of a tree, nearest first, and the tests of its nodes.

use jostle_kernels::{
    Aabb, Lanes, Node,
    node::{BoxQuery, CastLanes, PointQuery, Reach},
    simd::{LANES, prefetch, set_bits},
};

use crate::{
    Error,
    memory::reserve,
    tree::nodes::{MOST_DEPTH, is_leaf, place},
};

/// Tells how near the boxes of a node are: a distance, or a time.
///
/// Keys are monotone: a box is never nearer than a box around it.
pub(super) trait NodeTest<L: Lanes, const D: usize> {
    /// A key per slot, up to which key it is certain that a box is found, and a bit per slot that
    /// is to be looked at.
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, L::Floats, u32);

    /// Whether a box of a leaf is found whose key does not make it certain.
    fn decide(&self, leaf: &Node<D>, slot: usize) -> bool;
}

/// Takes what is found, and says how near something must be to matter.
pub(super) trait Collector {
    /// Keys above this do not matter any more.
    fn limit(&self) -> f32;
    /// A box that was found.
    fn take(&mut self, key: f32, id: u32);
    /// A box that is about to be looked at.
    #[inline(always)]
    fn announce(&self, _id: u32) {}
}

/// Subtrees to be visited, the nearest last: keys in the high half, references in the low half.
/// Keys are not negative, so they are in order as bits. Kept from traversal to traversal.
#[derive(Default)]
pub(super) struct TraversalStack(Vec<u64>);

impl TraversalStack {
    /// Makes room for a traversal of any tree: seven children stay behind on each level.
    pub(super) fn prepare(&mut self) -> Result<(), Error> {
        reserve(&mut self.0, MOST_DEPTH * LANES, "the traversal of a tree")
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
pub(super) fn traverse<L: Lanes, const D: usize>(
    lanes: L,
    nodes: &[Node<D>],
    root: u32,
    probe: &impl NodeTest<L, D>,
    take: &mut impl Collector,
    stack: &mut TraversalStack,
) {
    let stack = &mut stack.0;
    stack.clear();
    let mut reference = root;
    loop {
        let node = &nodes[place(reference)];
        let (keys, certain, bits) = probe.keys(lanes, node);
        let bits = bits & lanes.bits(lanes.le(keys, lanes.splat(take.limit())));
        let mut key = [0.0; LANES];
        lanes.store(keys, &mut key);
        if is_leaf(reference) {
            let certain = lanes.bits(lanes.le(keys, certain));
            set_bits(bits).for_each(|slot| take.announce(node.refs[slot]));
            for slot in set_bits(bits) {
                let near = key[slot] <= take.limit();
                if near && (certain >> slot & 1 != 0 || probe.decide(node, slot)) {
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

/// When a moving box meets them.
impl<L: Lanes, const D: usize> NodeTest<L, D> for CastLanes<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, L::Floats, u32) {
        self.times(lanes, node)
    }

    #[inline(always)]
    fn decide(&self, leaf: &Node<D>, slot: usize) -> bool {
        self.cast().meets(leaf, slot)
    }
}

/// How far they are from a point, squared, and which are within reach.
pub(super) struct DistanceTest<L: Lanes, const D: usize> {
    point: PointQuery<L, D>,
    sure: L::Floats,
    reach: Reach<D>,
}

impl<L: Lanes, const D: usize> DistanceTest<L, D> {
    #[inline(always)]
    pub(super) fn new(lanes: L, reach: Reach<D>) -> Self {
        Self { point: reach.wide(lanes), sure: lanes.splat(reach.sure()), reach }
    }
}

impl<L: Lanes, const D: usize> NodeTest<L, D> for DistanceTest<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, L::Floats, u32) {
        (self.point.distances_squared(lanes, node), self.sure, u32::MAX)
    }

    #[inline(always)]
    fn decide(&self, leaf: &Node<D>, slot: usize) -> bool {
        self.reach.holds(leaf, slot)
    }
}

/// Whether they touch a box: all that do are equally near.
pub(super) struct OverlapTest<L: Lanes, const D: usize>(BoxQuery<L, D>);

impl<L: Lanes, const D: usize> OverlapTest<L, D> {
    #[inline(always)]
    pub(super) fn new(lanes: L, aabb: &Aabb<D>) -> Self {
        Self(BoxQuery::new(lanes, aabb, 0))
    }
}

impl<L: Lanes, const D: usize> NodeTest<L, D> for OverlapTest<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, L::Floats, u32) {
        let zero = lanes.splat(0.0);
        (zero, zero, self.0.touches(lanes, node))
    }

    #[inline(always)]
    fn decide(&self, _: &Node<D>, _: usize) -> bool {
        true
    }
}
