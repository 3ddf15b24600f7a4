//! Several traversals of a tree in turn: while one waits for memory, the others go on.
//!
//! O. Kocberber, B. Falsafi, B. Grot, "Asynchronous Memory Access Chaining" (2015). A round first
//! tests a node of each traversal and then follows all of them, so that the branches on what a test
//! told come when it is done: one that is predicted wrongly costs less.

use jostle_kernels::{
    Lanes, Node,
    node::{Cast, CastLanes},
};

use super::{
    queries::TreeView,
    traversal::{Collector, Cursor, TraversalStack},
};

/// Traversals at a time. Twelve and sixteen are no faster, four are a tenth slower.
pub(super) const AT_A_TIME: usize = 8;

/// A traversal that is under way.
struct Traversal<L: Lanes, C, const D: usize> {
    query: usize,
    cast: CastLanes<L, D>,
    take: C,
    cursor: Cursor,
    /// Whether it waits for what is in the boxes of its leaf.
    announced: bool,
}

impl<L: Lanes, C: Collector, const D: usize> Traversal<L, C, D> {
    /// Follows what the test of the node told, and begins to fetch what comes next, if anything
    /// does.
    #[inline(always)]
    fn follow(&mut self, nodes: &[Node<D>], stack: &mut TraversalStack) -> bool {
        let Self { cast, take, cursor, announced, .. } = self;
        if cursor.in_leaf() {
            if !*announced && cursor.announce(nodes, take) {
                *announced = true;
                return true;
            }
            *announced = false;
            cursor.take(nodes, cast, take);
        } else if cursor.descend::<D, false>(nodes, stack) {
            return true;
        }
        cursor.pop(nodes, take, stack)
    }
}

/// Traverses a tree along each of some casts. `start` makes what a query needs, if it is one;
/// `finish` gets what came of each. Neither is given lanes: a closure may be compiled without the
/// level's instructions.
#[inline(always)]
pub(super) fn traverse_in_turn<L: Lanes, const D: usize, C: Collector>(
    lanes: L,
    TreeView { nodes, root }: TreeView<'_, D>,
    mut queries: impl Iterator<Item = usize>,
    start: impl Fn(usize) -> Option<(Cast<D>, C)>,
    mut finish: impl FnMut(usize, Option<C>),
    stacks: &mut [TraversalStack; AT_A_TIME],
) {
    let mut all: [Option<Traversal<L, C, D>>; AT_A_TIME] = [const { None }; AT_A_TIME];
    let mut goes_on = true;
    while goes_on {
        goes_on = false;
        for traversal in all.iter_mut().flatten() {
            if !traversal.announced {
                traversal.cursor.test(lanes, nodes, &traversal.cast, &traversal.take);
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
                if let Some((cast, take)) = start(query) {
                    let (cast, cursor) = (cast.wide(lanes), Cursor::new(root, stack));
                    *place = Some(Traversal { query, cast, take, cursor, announced: false });
                    goes_on = true;
                    break;
                }
                finish(query, None);
            }
        }
    }
}
