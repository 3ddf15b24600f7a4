//! Several traversals of a tree in turn: while one waits for memory, the others go on.
//!
//! O. Kocberber, B. Falsafi, B. Grot, "Asynchronous Memory Access Chaining" (2015). A round first
//! tests a node of each traversal and then follows all of them, so that the branches on what a test
//! told come when it is done: one that is predicted wrongly costs less.

use jostle_kernels::{Lanes, Node};

use super::{
    queries::TreeView,
    traversal::{Collector, Cursor, NodeTest, TraversalStack},
};

/// Traversals at a time. Twelve and sixteen are no faster, four are a tenth slower.
pub(super) const AT_A_TIME: usize = 8;

/// A traversal that is under way.
struct Traversal<P, C> {
    query: usize,
    probe: P,
    take: C,
    cursor: Cursor,
    /// Whether it waits for what is in the boxes of its leaf.
    announced: bool,
}

impl<P, C: Collector> Traversal<P, C> {
    /// Follows what the test of the node told, and begins to fetch what comes next, if anything
    /// does.
    #[inline(always)]
    fn follow<L: Lanes, const D: usize>(
        &mut self,
        nodes: &[Node<D>],
        stack: &mut TraversalStack,
    ) -> bool
    where
        P: NodeTest<L, D>,
    {
        let Self { probe, take, cursor, announced, .. } = self;
        if cursor.in_leaf() {
            if !*announced && cursor.announce(nodes, take) {
                *announced = true;
                return true;
            }
            *announced = false;
            cursor.take(nodes, probe, take);
        } else if cursor.descend::<D, false>(nodes, stack) {
            return true;
        }
        cursor.pop(nodes, take, stack)
    }
}

/// Traverses a tree for each of some queries. `start` makes what they need, if they are any;
/// `finish` gets what came of each.
#[inline(always)]
pub(super) fn traverse_in_turn<L: Lanes, const D: usize, P: NodeTest<L, D>, C: Collector>(
    lanes: L,
    TreeView { nodes, root }: TreeView<'_, D>,
    mut queries: impl Iterator<Item = usize>,
    start: impl Fn(usize) -> Option<(P, C)>,
    mut finish: impl FnMut(usize, Option<C>),
    stacks: &mut [TraversalStack; AT_A_TIME],
) {
    let mut all: [Option<Traversal<P, C>>; AT_A_TIME] = [const { None }; AT_A_TIME];
    let mut goes_on = true;
    while goes_on {
        goes_on = false;
        for traversal in all.iter_mut().flatten() {
            if !traversal.announced {
                traversal.cursor.test(lanes, nodes, &traversal.probe, &traversal.take);
            }
        }
        for (place, stack) in all.iter_mut().zip(&mut *stacks) {
            if let Some(traversal) = place {
                if traversal.follow(nodes, stack) {
                    goes_on = true;
                    continue;
                }
                let ended = place.take();
                ended
                    .into_iter()
                    .for_each(|Traversal { query, take, .. }| finish(query, Some(take)));
            }
            for query in queries.by_ref() {
                if let Some((probe, take)) = start(query) {
                    let cursor = Cursor::new(root, stack);
                    *place = Some(Traversal { query, probe, take, cursor, announced: false });
                    goes_on = true;
                    break;
                }
                finish(query, None);
            }
        }
    }
}
