//! The answers by testing every box, without a tree.

use jostle::{
    Aabb, Bounds,
    bvh::{BallQuery, BoxCast},
};
use jostle_kernels::{
    Node,
    node::{Cast, Reach, distance_squared, per_unit},
    simd::LANES,
};
use rayon::prelude::*;

use super::{Batch, Item};

/// What is wanted of rays and moving boxes; of the others there is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// What is met first.
    First,
    /// All that is met, by time and index.
    All,
}

/// Queries that are answered together, in one pass over the boxes.
const TOGETHER: usize = 16;

/// Up to so many are kept sorted on the way; more are sorted in the end.
const FEW: usize = 64;

/// The answers to some queries of a batch: O(boxes) for each.
///
/// The tests of single boxes are the scalar references of the kernels; all that is said about
/// which boxes are tested, and which of them count, is said anew here.
#[must_use]
pub fn brute<const D: usize>(
    bounds: Bounds<'_, D>,
    batch: &Batch<D>,
    queries: &[usize],
    wanted: Wanted,
) -> Vec<Vec<Item>> {
    let chunks = queries.par_chunks(TOGETHER).map(|queries| {
        let mut searches: Vec<Search<D>> =
            queries.iter().map(|query| Search::new(batch, *query, wanted)).collect();
        for first in (0..bounds.len()).step_by(LANES) {
            let len = LANES.min(bounds.len() - first);
            let node = node_of(&bounds, first, len);
            for search in &mut searches {
                (0..len).for_each(|slot| search.test(&node, slot));
            }
        }
        searches.into_iter().map(Search::finish).collect::<Vec<_>>()
    });
    chunks.flatten().collect()
}

/// Some boxes as a node: those that are not valid are absent.
fn node_of<const D: usize>(bounds: &Bounds<'_, D>, first: usize, len: usize) -> Node<D> {
    let mut node = Node::NONE;
    for slot in 0..len {
        if let Ok(aabb) = bounds.get(first + slot) {
            for axis in 0..D {
                node.min[axis][slot] = aabb.min[axis];
                node.max[axis][slot] = aabb.max[axis];
            }
            node.refs[slot] = (first + slot) as u32;
        }
    }
    node
}

/// One query on its way through the boxes.
struct Search<const D: usize> {
    test: Test<D>,
    /// Keeps only this many.
    most: usize,
    /// What was found, by time or distance, then by index.
    found: Vec<(f32, u32)>,
}

enum Test<const D: usize> {
    Cast {
        cast: Cast<D>,
        own: Option<u32>,
    },
    Touches(Aabb<D>),
    /// Distances are in units of which there are so many to one.
    Near {
        at: [f32; D],
        per_unit: f32,
        reach: Reach<D>,
        keeps_distance: bool,
    },
}

impl<const D: usize> Test<D> {
    fn near(at: [f32; D], distance: f32, per_unit: f32, keeps_distance: bool) -> Self {
        Self::Near { at, per_unit, reach: Reach::new(at, distance, per_unit), keeps_distance }
    }
}

impl<const D: usize> Search<D> {
    fn new(batch: &Batch<D>, query: usize, wanted: Wanted) -> Self {
        let met = if wanted == Wanted::First { 1 } else { usize::MAX };
        let (test, most) = match batch {
            Batch::Rays(rays) => {
                let ray = &rays[query];
                let cast = Cast::new(Aabb::point(ray.origin), ray.direction, ray.t_min, ray.t_max);
                (Test::Cast { cast, own: None }, met)
            }
            Batch::Casts { casts, own } => {
                let BoxCast { aabb, direction, t_max } = casts[query];
                let cast = Cast::new(aabb, direction, 0.0, t_max);
                (Test::Cast { cast, own: Some(own[query]) }, met)
            }
            Batch::Boxes(boxes) => (Test::Touches(boxes[query]), usize::MAX),
            Batch::Balls(balls) => {
                let BallQuery { center: at, radius } = balls[query];
                (Test::near(at, radius, per_unit(radius), false), usize::MAX)
            }
            Batch::Points { points, k, max_distance } => {
                let per_unit = per_unit(max_distance.min(1.0));
                (Test::near(points[query], *max_distance, per_unit, true), *k)
            }
        };
        Self { test, most, found: Vec::new() }
    }

    fn test(&mut self, node: &Node<D>, slot: usize) {
        let id = node.refs[slot];
        if id == Node::<D>::EMPTY {
            return;
        }
        let key = match &self.test {
            Test::Cast { own, .. } if *own == Some(id) => None,
            Test::Cast { cast, .. } => {
                cast.reference(node, slot).filter(|_| cast.meets(node, slot))
            }
            Test::Touches(aabb) => aabb.overlaps(&node.aabb(slot)).then_some(0.0),
            Test::Near { at, per_unit, reach, .. } => {
                let square = distance_squared(at, *per_unit, node, slot);
                let holds =
                    square <= reach.most() && (square <= reach.sure() || reach.holds(node, slot));
                holds.then_some(square)
            }
        };
        if let Some(key) = key {
            self.add(key, id);
        }
    }

    fn add(&mut self, key: f32, id: u32) {
        if self.most > FEW {
            self.found.push((key, id));
            return;
        }
        // Boxes come by index, so of equal keys the new one is the last.
        let place = self.found.partition_point(|(other, _)| *other <= key);
        if place < self.most {
            self.found.truncate(self.most - 1);
            self.found.insert(place, (key, id));
        }
    }

    fn finish(mut self) -> Vec<Item> {
        let value = |key: f32| match &self.test {
            Test::Cast { .. } => key,
            Test::Near { keeps_distance: true, per_unit, .. } => key / per_unit / per_unit,
            _ => 0.0,
        };
        let mut found: Vec<(f32, u32)> =
            self.found.drain(..).map(|(key, id)| (value(key), id)).collect();
        if !matches!(self.test, Test::Near { keeps_distance: true, .. }) {
            found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        found.truncate(self.most);
        found.into_iter().map(|(value, id)| Item { id, bits: value.to_bits() }).collect()
    }
}
