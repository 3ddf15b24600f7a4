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
    let mut cursor = Cursor::new(root, stack);
    loop {
        cursor.test(lanes, nodes, probe, take);
        if cursor.in_leaf() {
            cursor.announce(nodes, take);
            cursor.take(nodes, probe, take);
        } else if cursor.descend::<D, true>(nodes, stack) {
            continue;
        }
        if !cursor.pop(nodes, take, stack) {
            return;
        }
    }
}

/// Where a traversal is: a node, and what its test told.
pub(super) struct Cursor {
    reference: u32,
    /// The slots that are to be looked at, and those whose boxes are certainly found.
    bits: u32,
    certain: u32,
    key: [f32; LANES],
}

impl Cursor {
    /// At the root, which is not tested yet.
    #[inline(always)]
    pub(super) fn new(root: u32, stack: &mut TraversalStack) -> Self {
        stack.0.clear();
        Self { reference: root, bits: 0, certain: 0, key: [0.0; LANES] }
    }

    /// Tests the boxes of the node, without a branch on what comes of it.
    #[inline(always)]
    pub(super) fn test<L: Lanes, const D: usize>(
        &mut self,
        lanes: L,
        nodes: &[Node<D>],
        probe: &impl NodeTest<L, D>,
        take: &impl Collector,
    ) {
        let (keys, certain, bits) = probe.keys(lanes, &nodes[place(self.reference)]);
        self.bits = bits & lanes.bits(lanes.le(keys, lanes.splat(take.limit())));
        self.certain = lanes.bits(lanes.le(keys, certain));
        lanes.store(keys, &mut self.key);
    }

    /// Whether the node is a leaf.
    #[inline(always)]
    pub(super) fn in_leaf(&self) -> bool {
        is_leaf(self.reference)
    }

    /// Says which boxes of a leaf are about to be taken, and whether there are any.
    #[inline(always)]
    pub(super) fn announce<const D: usize>(
        &self,
        nodes: &[Node<D>],
        take: &impl Collector,
    ) -> bool {
        let leaf = &nodes[place(self.reference)];
        set_bits(self.bits).for_each(|slot| take.announce(leaf.refs[slot]));
        self.bits != 0
    }

    /// Takes the boxes of a leaf that are found.
    #[inline(always)]
    pub(super) fn take<L: Lanes, const D: usize>(
        &self,
        nodes: &[Node<D>],
        probe: &impl NodeTest<L, D>,
        take: &mut impl Collector,
    ) {
        let leaf = &nodes[place(self.reference)];
        for slot in set_bits(self.bits) {
            let key = self.key[slot];
            let near = key <= take.limit();
            if near && (self.certain >> slot & 1 != 0 || probe.decide(leaf, slot)) {
                take.take(key, leaf.refs[slot]);
            }
        }
    }

    /// Goes to the nearest child of an inner node, if there is one to be looked at, and leaves the
    /// others on the stack, the nearest of them last. `ALONE`, a traversal will wait for each node
    /// that it comes to: then it begins to fetch all of them.
    #[inline(always)]
    pub(super) fn descend<const D: usize, const ALONE: bool>(
        &mut self,
        nodes: &[Node<D>],
        stack: &mut TraversalStack,
    ) -> bool {
        if self.bits == 0 {
            return false;
        }
        let (node, stack) = (&nodes[place(self.reference)], &mut stack.0);
        let begin = stack.len();
        let child = |slot: usize| {
            if ALONE {
                fetch(nodes, node.refs[slot]);
            }
            packed(self.key[slot], node.refs[slot])
        };
        let mut nearest = child(self.bits.trailing_zeros() as usize);
        for slot in set_bits(self.bits & (self.bits - 1)) {
            // Which is nearer is as good as random: moved without a branch on it.
            let child = child(slot);
            let mut farther = nearest.max(child);
            nearest = nearest.min(child);
            for other in &mut stack[begin..] {
                (*other, farther) = ((*other).max(farther), (*other).min(farther));
            }
            stack.push(farther);
        }
        self.reference = nearest as u32;
        if !ALONE {
            fetch(nodes, self.reference);
        }
        true
    }

    /// Goes to the nearest subtree on the stack, if there is one that matters.
    #[inline(always)]
    pub(super) fn pop<const D: usize>(
        &mut self,
        nodes: &[Node<D>],
        take: &impl Collector,
        stack: &mut TraversalStack,
    ) -> bool {
        while let Some(next) = stack.0.pop() {
            if key_of(next) <= take.limit() {
                self.reference = next as u32;
                fetch(nodes, self.reference);
                return true;
            }
        }
        false
    }
}

/// Begins to fetch a node.
#[inline(always)]
fn fetch<const D: usize>(nodes: &[Node<D>], reference: u32) {
    prefetch::lines_of(&nodes[place(reference)]);
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
