//! [kiddo](https://github.com/sdd/kiddo) by Scott Donnelly.

use std::{array, num::NonZero};

use kiddo::{ImmutableKdTree, QueryResultItem, SquaredEuclidean, batch::BatchGroups};
use rayon::prelude::*;

use crate::peer::{NearestPeer, Outcome, Peer, Tasks};

/// Its nearest neighbors.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "kiddo",
    library: "kiddo 6.3.0",
    method: "ImmutableKdTree::new_from_slice_parallel and query_batch with nearest_n, points in \
             Morton order",
    threads: true,
    serial: &[],
    flat: Tasks { nearest: Some(|| Box::<Nearest<2>>::default()), ..Tasks::NONE },
    space: Tasks { nearest: Some(|| Box::<Nearest<3>>::default()), ..Tasks::NONE },
}];

/// Bits of the place on each axis, and cells that makes.
const BITS: u32 = 10;
const CELLS: f32 = 1023.0;

struct Nearest<const D: usize> {
    points: Vec<[f32; D]>,
    /// Points along a curve, and where each is among the points.
    order: Vec<(u64, u32)>,
    queries: Vec<[f32; D]>,
    tree: Option<ImmutableKdTree<f32, D>>,
    found: Option<BatchGroups<QueryResultItem<(), u32, f32>>>,
}

impl<const D: usize> Default for Nearest<D> {
    fn default() -> Self {
        Self { points: Vec::new(), order: Vec::new(), queries: Vec::new(), tree: None, found: None }
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

    fn find(&mut self, neighbors: usize) -> Outcome {
        let Some((tree, most)) = self.tree.as_ref().zip(NonZero::new(neighbors)) else {
            return Err("nothing is asked".to_owned());
        };
        let Self { points, order, queries, .. } = self;
        let curve = Curve::through(points);
        let numbered = points.par_iter().enumerate();
        numbered.map(|(index, point)| (curve.key(point), index as u32)).collect_into_vec(order);
        order.par_sort_unstable();
        order.par_iter().map(|(_, index)| points[*index as usize]).collect_into_vec(queries);
        let batch = tree.query_batch(queries);
        self.found = Some(batch.nearest_n::<SquaredEuclidean<f32>>(most).execute());
        Ok(())
    }

    fn neighbors(&self, visit: &mut dyn FnMut(u32, u32)) {
        for (near, (_, point)) in self.found.iter().flat_map(BatchGroups::iter).zip(&self.order) {
            near.iter().for_each(|neighbor| visit(*point, neighbor.item));
        }
    }
}

/// A Morton curve through points.
struct Curve<const D: usize> {
    low: [f32; D],
    per_unit: [f32; D],
}

impl<const D: usize> Curve<D> {
    fn through(points: &[[f32; D]]) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
        for point in points {
            for axis in 0..D {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let per_unit =
            array::from_fn(|axis| CELLS / (high[axis] - low[axis]).max(f32::MIN_POSITIVE));
        Self { low, per_unit }
    }

    /// The place of a point on the curve. It only decides the time, so rounding does not matter.
    fn key(&self, point: &[f32; D]) -> u64 {
        let cells: [u64; D] =
            array::from_fn(|axis| ((point[axis] - self.low[axis]) * self.per_unit[axis]) as u64);
        (0..BITS)
            .rev()
            .fold(0, |key, bit| cells.iter().fold(key, |key, cell| key << 1 | (cell >> bit & 1)))
    }
}
