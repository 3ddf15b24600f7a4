//! [rstar](https://github.com/georust/rstar) by GeoRust.

use jostle::Pair;
use rayon::prelude::*;
use rstar::{
    Point, RTree,
    primitives::{GeomWithData, Rectangle},
};

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{NearestPeer, Outcome, PairPeer, Peer, Tasks},
};

/// The tree against itself, and its nearest neighbors.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "rstar",
    library: "rstar 0.14.0",
    method: "RTree::bulk_load (serial), then intersection_candidates_with_other_tree of itself \
             (serial), or nearest_neighbor_iter in the order of leaves",
    threads: true,
    serial: &["pairs"],
    flat: tasks(),
    space: tasks(),
}];

const fn tasks<const D: usize>() -> Tasks<D>
where
    [f32; D]: Point<Scalar = f32>,
{
    Tasks {
        pairs: Some(|| Box::<Join<D>>::default()),
        drift: None,
        nearest: Some(|| Box::<Nearest<D>>::default()),
    }
}

type Item<const D: usize> = GeomWithData<Rectangle<[f32; D]>, u32>;

struct Join<const D: usize>
where
    [f32; D]: Point<Scalar = f32>,
{
    items: Vec<Item<D>>,
    tree: RTree<Item<D>>,
    gather: Gather,
}

impl<const D: usize> Default for Join<D>
where
    [f32; D]: Point<Scalar = f32>,
{
    fn default() -> Self {
        Self { items: Vec::new(), tree: RTree::new(), gather: Gather::default() }
    }
}

impl<const D: usize> PairPeer<D> for Join<D>
where
    [f32; D]: Point<Scalar = f32>,
{
    fn forget(&mut self) {
        self.tree = RTree::new();
    }

    fn load(&mut self, boxes: &[Corners<D>]) {
        let item = |(corners, index): (&Corners<D>, u32)| {
            Item::new(Rectangle::from_corners(corners.min, corners.max), index)
        };
        // The library takes the list and keeps it.
        self.items = boxes.iter().zip(0..).map(item).collect();
    }

    fn build(&mut self) -> Outcome {
        self.tree = RTree::bulk_load(std::mem::take(&mut self.items));
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        // Each pair comes twice, and each box with itself.
        let pairs = self.tree.intersection_candidates_with_other_tree(&self.tree);
        let pairs = pairs.map(|(one, other)| Pair { a: one.data, b: other.data });
        self.gather.list().extend(pairs.filter(|pair| pair.a < pair.b));
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

type Place<const D: usize> = GeomWithData<[f32; D], u32>;

struct Nearest<const D: usize>
where
    [f32; D]: Point<Scalar = f32>,
{
    items: Vec<Place<D>>,
    tree: RTree<Place<D>>,
    /// The point, and its neighbors.
    found: Vec<(u32, Vec<u32>)>,
}

impl<const D: usize> Default for Nearest<D>
where
    [f32; D]: Point<Scalar = f32>,
{
    fn default() -> Self {
        Self { items: Vec::new(), tree: RTree::new(), found: Vec::new() }
    }
}

impl<const D: usize> NearestPeer<D> for Nearest<D>
where
    [f32; D]: Point<Scalar = f32>,
{
    fn forget(&mut self) {
        self.tree = RTree::new();
    }

    fn load(&mut self, points: &[[f32; D]]) {
        self.items =
            points.iter().zip(0..).map(|(point, index)| Place::new(*point, index)).collect();
    }

    fn build(&mut self) -> Outcome {
        self.tree = RTree::bulk_load(std::mem::take(&mut self.items));
        Ok(())
    }

    fn find(&mut self, neighbors: usize) -> Outcome {
        let Self { tree, found, .. } = self;
        let leaves: Vec<_> = tree.iter().collect();
        let near = |place: &&Place<D>| {
            let nearest = tree.nearest_neighbor_iter(*place.geom()).take(neighbors);
            (place.data, nearest.map(|other| other.data).collect())
        };
        leaves.par_iter().map(near).collect_into_vec(found);
        Ok(())
    }

    fn neighbors(&self, visit: &mut dyn FnMut(u32, u32)) {
        for (point, near) in &self.found {
            near.iter().for_each(|neighbor| visit(*point, *neighbor));
        }
    }
}
