//! [kiddo](https://github.com/sdd/kiddo) by Scott Donnelly.

use std::num::NonZero;

use kiddo::{ImmutableKdTree, QueryResultItem, SquaredEuclidean, batch::BatchGroups};

use crate::peer::{NearestPeer, Outcome, Peer, Tasks};

/// Its nearest neighbours.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "kiddo",
    library: "kiddo 6.3.0",
    method: "ImmutableKdTree::new_from_slice_parallel and query_batch with nearest_n",
    threads: true,
    serial: &[],
    flat: Tasks { nearest: Some(|| Box::<Nearest<2>>::default()), ..Tasks::NONE },
    space: Tasks { nearest: Some(|| Box::<Nearest<3>>::default()), ..Tasks::NONE },
}];

struct Nearest<const D: usize> {
    points: Vec<[f32; D]>,
    tree: Option<ImmutableKdTree<f32, D>>,
    found: Option<BatchGroups<QueryResultItem<(), u32, f32>>>,
}

impl<const D: usize> Default for Nearest<D> {
    fn default() -> Self {
        Self { points: Vec::new(), tree: None, found: None }
    }
}

impl<const D: usize> NearestPeer<D> for Nearest<D> {
    fn forget(&mut self) {
        (self.tree, self.found) = (None, None);
    }

    fn load(&mut self, points: &[[f32; D]]) {
        self.points.clear();
        self.points.extend_from_slice(points);
    }

    fn build(&mut self) -> Outcome {
        let tree = ImmutableKdTree::new_from_slice_parallel(&self.points);
        self.tree = Some(tree.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn find(&mut self, neighbours: usize) -> Outcome {
        let Some((tree, most)) = self.tree.as_ref().zip(NonZero::new(neighbours)) else {
            return Err("nothing is asked".to_owned());
        };
        let batch = tree.query_batch(&self.points);
        self.found = Some(batch.nearest_n::<SquaredEuclidean<f32>>(most).execute());
        Ok(())
    }

    fn neighbours(&self, visit: &mut dyn FnMut(u32, u32)) {
        for (point, near) in self.found.iter().flat_map(BatchGroups::iter).enumerate() {
            near.iter().for_each(|neighbour| visit(point as u32, neighbour.item));
        }
    }
}
