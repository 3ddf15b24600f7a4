//! The tree: built or refitted, then joined with itself.

use jostle::{Error, Pair, Pairs, broad::Output, bvh::Bvh};

use super::phase::Columns;
use crate::{
    boxes::Corners,
    peer::{DriftPeer, Outcome, PairPeer},
};

#[derive(Default)]
pub(super) struct Tree<const D: usize> {
    bvh: Bvh<D>,
    columns: Columns<D>,
    pairs: Pairs,
}

fn outcome<T>(result: Result<T, Error>) -> Outcome {
    result.map(|_| ()).map_err(|error| error.to_string())
}

impl<const D: usize> PairPeer<D> for Tree<D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.columns.load(boxes);
    }

    fn build(&mut self) -> Outcome {
        outcome(self.columns.bounds().and_then(|bounds| self.bvh.build(bounds)))
    }

    fn find(&mut self) -> Outcome {
        outcome(self.bvh.self_pairs(Output::Collect(&mut self.pairs)))
    }

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl<const D: usize> DriftPeer<D> for Tree<D> {
    fn update(&mut self) -> Outcome {
        outcome(self.columns.bounds().and_then(|bounds| self.bvh.refit(bounds)))
    }
}
