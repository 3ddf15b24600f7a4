//! Refitting: the same tree over boxes that have moved.

use std::sync::atomic::{AtomicBool, Ordering};

use jostle_kernels::{
    Lanes, Node, Pass, SimdLevel,
    node::{ABSENT, row_of_slot},
    sah::{self, Row},
    simd::LANES,
};

use super::Bvh;
use crate::{
    Bounds, Error,
    bounds::{Source, with_source},
    clock::Clock,
    exec::{run::StageTimes, threads},
    instances::instances,
    memory::reserve,
    tree::nodes::{self as layout, GroupNodes, SENTINEL_ROOT, place},
};

impl<const D: usize> Bvh<D> {
    /// Gives the boxes of the tree new bounds and leaves the rest as it is: several times faster
    /// than building, and the answers are the same; but the more the boxes have moved among each
    /// other, the longer queries take.
    ///
    /// Builds anew where the tree cannot be kept: if the number of boxes is another one, or a box
    /// is not valid, or one was not valid when the tree was built.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    #[inline(never)]
    pub fn refit(&mut self, bounds: Bounds<'_, D>) -> Result<StageTimes, Error> {
        let start = Clock::start();
        let level = self.level;
        let most = self.tree.groups.iter().map(|group| group.len).max().unwrap_or(0);
        let most = most.max(self.tree.tops);
        self.orders
            .prepare(threads::count(), |order| reserve(order, most, "the order of a refit"))?;
        let fits = self.tree.boxes == bounds.len() && self.tree.root().is_some();
        let kept = fits && with_source!(bounds, source => self.update(level, source));
        if !kept {
            return self.build(bounds);
        }
        self.invalid.clear();
        Ok(StageTimes { build: start.elapsed(), ..StageTimes::default() })
    }

    /// Gives all nodes new bounds, from the leaves up. False if a box is not valid, or not there.
    fn update(&mut self, level: SimdLevel, source: impl Source<D>) -> bool {
        let tree = &mut self.tree;
        let (top, below) = tree.nodes[..tree.used].split_at_mut(tree.tops);
        let (invalid, orders) = (AtomicBool::new(false), &self.orders);
        threads::for_each_piece(&mut tree.groups, below, &|group| group.len, &|group, nodes| {
            let (first, is_leaf) = (group.first, group.leaf);
            let mut order = orders.take();
            let order_of = &mut order;
            let update =
                Update { source, nodes, first, root: first, is_leaf, known: &[], order: order_of };
            match level.run(update) {
                Some(row) => group.row = row,
                None => invalid.store(true, Ordering::Relaxed),
            }
            orders.put(order);
        });
        if invalid.into_inner() {
            return false;
        }
        let (known, mut order) = (&tree.groups, orders.take());
        let (first, root, is_leaf, order_of) = (0, SENTINEL_ROOT, false, &mut order);
        let update = Update { source, nodes: top, first, root, is_leaf, known, order: order_of };
        let valid = level.run(update).is_some();
        orders.put(order);
        valid
    }
}

/// New bounds for the nodes of a group, or of the top.
struct Update<'a, S, const D: usize> {
    source: S,
    nodes: &'a mut [Node<D>],
    /// Place of the first of the nodes.
    first: usize,
    /// Place of the node above all others of them, and whether it is a leaf.
    root: usize,
    is_leaf: bool,
    /// Groups below the nodes, which have new bounds already.
    known: &'a [GroupNodes],
    /// The inner nodes, parents before their children. Scratch.
    order: &'a mut Vec<usize>,
}

impl<S: Source<D>, const D: usize> Pass for Update<'_, S, D> {
    /// The union of all boxes; none if one is not valid.
    type Output = Option<Row>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<Row> {
        let Self { source, nodes, first, root, is_leaf, known, order } = self;
        if is_leaf {
            return update_leaf(lanes, source, &mut nodes[root - first]);
        }
        order.clear();
        order.push(root);
        let mut next = 0;
        while let Some(&parent) = order.get(next) {
            let children = nodes[parent - first].occupied();
            let inner = children.filter(|(_, to)| !layout::is_leaf(*to));
            let inner = inner.map(|(_, to)| place(to));
            order.extend(inner.filter(|to| group_at(known, *to).is_none()));
            next += 1;
        }
        for parent in order.iter().copied().rev() {
            let refs = nodes[parent - first].refs;
            let mut rows = [ABSENT; LANES];
            for (row, to) in rows.iter_mut().zip(refs) {
                if to == Node::<D>::EMPTY {
                    break;
                }
                let child = place(to);
                *row = match group_at(known, child) {
                    Some(group) => group.row,
                    None if layout::is_leaf(to) => {
                        update_leaf(lanes, source, &mut nodes[child - first])?
                    }
                    None => union_of(lanes, &nodes[child - first]),
                };
            }
            nodes[parent - first].set_rows(lanes, &rows);
        }
        Some(union_of(lanes, &nodes[root - first]))
    }
}

/// The group whose root lies here.
fn group_at(groups: &[GroupNodes], place: usize) -> Option<&GroupNodes> {
    let found = groups.binary_search_by_key(&place, |group| group.first);
    found.ok().map(|index| &groups[index])
}

/// Gives a leaf new bounds and returns their union; none if one is not valid, or not there: when
/// the tree was built there was one more, and another was not valid.
#[inline(always)]
fn update_leaf<L: Lanes, const D: usize>(
    lanes: L,
    source: impl Source<D>,
    leaf: &mut Node<D>,
) -> Option<Row> {
    for slot in 0..leaf.len() {
        let index = leaf.refs[slot] as usize;
        let aabb = if index < source.len() { source.get(index).ok()? } else { return None };
        for axis in 0..D {
            leaf.min[axis][slot] = aabb.min[axis];
            leaf.max[axis][slot] = aabb.max[axis];
        }
    }
    Some(union_of(lanes, leaf))
}

/// The union of the boxes of a node.
#[inline(always)]
fn union_of<L: Lanes, const D: usize>(lanes: L, node: &Node<D>) -> Row {
    let mut union = sah::EMPTY;
    for slot in 0..node.len() {
        let row = row_of_slot(node, slot);
        lanes.store(sah::union(lanes, lanes.load(&row), lanes.load(&union)), &mut union);
    }
    union
}

instances![Bvh::<D>::refit];
