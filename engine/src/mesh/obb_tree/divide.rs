//! Nodes of oriented boxes, eight pairs at a time.

use jostle_kernels::{
    Pair, SimdLevel,
    batch::Batch,
    shape::{Four, Obb, from_quads},
};

use super::{
    super::{
        line::Line,
        place::Relative,
        tree::{Nodes, Work},
    },
    Node,
};
use crate::{
    Error,
    error::{grow, reserve},
};

/// Most pairs of children of a pair of nodes.
const MOST_CHILDREN: usize = 4;

/// The nodes of a tree.
#[derive(Clone, Copy)]
pub struct ObbNodes<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) boxes: &'a [Four],
    pub(super) order: &'a [u32],
}

impl<'a> ObbNodes<'a> {
    /// The children of a node; a leaf stands for its own.
    #[inline]
    fn children(self, reference: u32) -> impl Iterator<Item = u32> + Clone {
        let Node { first, count } = self.nodes[reference as usize];
        if count > 0 { reference..reference + 1 } else { first..first + 2 }
    }
}

impl<'a> Nodes<'a> for ObbNodes<'a> {
    fn root(self) -> Option<u32> {
        if self.nodes.is_empty() { None } else { Some(0) }
    }

    #[inline]
    fn is_leaf(self, reference: u32) -> bool {
        self.nodes[reference as usize].count > 0
    }

    fn triangles(self, leaf: u32) -> &'a [u32] {
        let Node { first, count } = self.nodes[leaf as usize];
        &self.order[first as usize..][..count as usize]
    }

    fn divide(
        level: SimdLevel,
        [a, b]: [Self; 2],
        relative: &Relative,
        tasks: &[Pair],
        work: &mut Work,
        children: &mut Vec<Pair>,
    ) -> Result<(), Error> {
        let Work { pairs, touches } = work;
        pairs.clear();
        reserve(pairs, MOST_CHILDREN * tasks.len(), "the tasks of a join")?;
        for task in tasks {
            for child in a.children(task.a) {
                pairs.extend(b.children(task.b).map(|other| Pair { a: child, b: other }));
            }
        }
        grow(touches, pairs.len(), "the tasks of a join")?;
        let out = &mut touches[..pairs.len()];
        let kernel = &relative.boxes();
        level.run(Batch { kernel, a: a.boxes, b: b.boxes, pairs, ahead: &[], out: &mut *out });
        reserve(children, children.len() + pairs.len(), "the tasks of a join")?;
        children
            .extend(pairs.iter().zip(out).filter(|(_, touches)| **touches).map(|(pair, _)| *pair));
        Ok(())
    }

    fn met(self, node: u32, line: &Line, children: &mut Vec<(f64, u32)>) -> Result<(), Error> {
        reserve(children, children.len() + 2, "a walk down a tree")?;
        for child in self.children(node) {
            let obb = from_quads::<Obb<3>>(&self.boxes[child as usize].0);
            children.extend(line.enters_obb(&obb).map(|t| (t, child)));
        }
        Ok(())
    }
}
