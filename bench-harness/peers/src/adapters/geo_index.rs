//! [geo-index](https://github.com/georust/geo-index) by Kyle Barron.

use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex, sort::STRSort};
use jostle::Pair;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer, Peer, Tasks},
};

/// The tree against itself.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "geo-index",
    library: "geo-index 0.4.0",
    method: "RTreeBuilder, sorted by STR, and intersection_candidates_with_other_tree of itself",
    threads: false,
    serial: &[],
    flat: Tasks { pairs: Some(|| Box::<Tree>::default()), ..Tasks::NONE },
    space: Tasks::NONE,
}];

#[derive(Default)]
struct Tree {
    boxes: Vec<Corners<2>>,
    tree: Option<RTree<f32>>,
    gather: Gather,
}

impl PairPeer<2> for Tree {
    fn forget(&mut self) {
        self.tree = None;
    }

    fn load(&mut self, boxes: &[Corners<2>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    fn build(&mut self) -> Outcome {
        let mut builder = RTreeBuilder::new(self.boxes.len() as u32);
        for Corners { min, max } in &self.boxes {
            builder.add(min[0], min[1], max[0], max[1]);
        }
        self.tree = Some(builder.finish::<STRSort>());
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let list = self.gather.list();
        // Trees of fewer than two boxes have no root, and asking for it panics.
        if let Some(tree) = self.tree.as_ref().filter(|tree| tree.num_items() > 1) {
            // Each pair comes twice, and each box with itself.
            let pairs = tree.intersection_candidates_with_other_tree(tree);
            list.extend(pairs.filter(|(a, b)| a < b).map(|(a, b)| Pair { a, b }));
        }
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}
