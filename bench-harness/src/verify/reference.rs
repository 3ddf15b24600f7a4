//! What the right answer is, by up to three independent ways.

use std::ops::ControlFlow;

use jostle::{BroadPhase, Join, Pair, SimdLevel, broad::BruteForce, digest::Digest};

use super::naive;
use crate::{
    boxes::Shapes,
    runner::{Error, bounds_of, box_columns},
};

/// Most shapes that the double loop is run on.
const NAIVE_LIMIT: usize = 5000;

/// Number and digest of a set of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) pairs: u64,
    pub(super) digest: Digest,
}

impl Answer {
    pub(super) fn add(&mut self, pairs: &[Pair]) {
        self.pairs += pairs.len() as u64;
        self.digest.add(pairs);
    }
}

/// What the right answer is.
pub(super) struct Reference {
    /// By brute force, in its simplest form.
    pub(super) brute: Answer,
    /// By the plain double loop, in canonical order, where that does not take too long.
    pub(super) naive: Option<Vec<Pair>>,
    /// By the closed form of the scene, where it has one: the number of pairs.
    pub(super) exact: Option<u64>,
}

impl Reference {
    pub(super) fn of<const D: usize>(
        shapes: &Shapes<D>,
        exact: Option<u64>,
    ) -> Result<Self, Error> {
        let mut brute = Answer::default();
        let join = Join::within(bounds_of(shapes)?);
        BruteForce::new().with_level(SimdLevel::PORTABLE).stream(&join, &mut |pairs| {
            brute.add(pairs);
            ControlFlow::Continue(())
        })?;
        let naive = (shapes.len() <= NAIVE_LIMIT).then(|| {
            let boxes = box_columns(shapes);
            naive::pairs(&boxes.min, &boxes.max)
        });
        Ok(Self { brute, naive, exact })
    }

    /// The ways by which there is an answer.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let naive = self.naive.is_some().then_some("double loop");
        let exact = self.exact.is_some().then_some("closed form");
        ["brute-force"].into_iter().chain(naive).chain(exact).collect()
    }
}
