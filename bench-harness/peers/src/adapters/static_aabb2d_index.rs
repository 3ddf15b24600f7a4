//! [static_aabb2d_index](https://github.com/jbuckmccready/static_aabb2d_index) by Buck McCready.

use jostle::Pair;
use static_aabb2d_index::{StaticAABB2DIndex, StaticAABB2DIndexBuilder};

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer, Peer, Tasks},
};

/// Its own queries.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "static-aabb2d-index",
    library: "static_aabb2d_index 2.1.0",
    method: "packed Hilbert R-tree (serial) and visit_query of every box in the order of leaves",
    threads: true,
    serial: &[],
    flat: Tasks { pairs: Some(|| Box::<Tree>::default()), ..Tasks::NONE },
    space: Tasks::NONE,
}];

#[derive(Default)]
struct Tree {
    boxes: Vec<Corners<2>>,
    index: Option<StaticAABB2DIndex<f32>>,
    order: Vec<u32>,
    gather: Gather,
}

impl PairPeer<2> for Tree {
    fn forget(&mut self) {
        self.index = None;
    }

    fn load(&mut self, boxes: &[Corners<2>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    fn build(&mut self) -> Outcome {
        let mut builder = StaticAABB2DIndexBuilder::new(self.boxes.len());
        for Corners { min, max } in &self.boxes {
            builder.add(min[0], min[1], max[0], max[1]);
        }
        self.index = Some(builder.build().map_err(|error| error.to_string())?);
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { boxes, index, order, gather } = self;
        let Some(index) = index else { return Err("there is no index".to_owned()) };
        order.clear();
        order.extend(index.item_indices().iter().map(|item| *item as u32));
        gather.ask(order, |a, list| {
            let Corners { min, max } = boxes[a as usize];
            index.visit_query(min[0], min[1], max[0], max[1], &mut |b: usize| {
                if a < b as u32 {
                    list.push(Pair { a, b: b as u32 });
                }
            });
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}
