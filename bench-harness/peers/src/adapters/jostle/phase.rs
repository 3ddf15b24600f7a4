//! Broad phases: one call does it all.

use std::array;

use jostle::{Bounds, BroadPhase, Error, Join, Moved, Pair, Pairs};

use crate::{
    boxes::Corners,
    peer::{DriftPeer, Outcome, PairPeer},
};

/// Boxes as columns: minima and maxima, one per axis.
pub(super) struct Columns<const D: usize> {
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
}

impl<const D: usize> Default for Columns<D> {
    fn default() -> Self {
        Self { min: array::from_fn(|_| Vec::new()), max: array::from_fn(|_| Vec::new()) }
    }
}

impl<const D: usize> Columns<D> {
    pub(super) fn load(&mut self, boxes: &[Corners<D>]) {
        for axis in 0..D {
            self.min[axis].clear();
            self.min[axis].extend(boxes.iter().map(|corners| corners.min[axis]));
            self.max[axis].clear();
            self.max[axis].extend(boxes.iter().map(|corners| corners.max[axis]));
        }
    }

    pub(super) fn bounds(&self) -> Result<Bounds<'_, D>, Error> {
        let [min, max] =
            [&self.min, &self.max].map(|columns| columns.each_ref().map(Vec::as_slice));
        Bounds::from_columns(min, max)
    }
}

/// A broad phase.
pub(super) struct Phase<P, const D: usize> {
    phase: P,
    columns: Columns<D>,
    pairs: Pairs,
    told: Option<Told>,
}

/// What a broad phase is told of boxes that drift.
#[derive(Default)]
struct Told {
    list: Vec<u32>,
    moved: Moved,
    /// Whether something was told.
    is_told: bool,
}

impl<P: BroadPhase<D>, const D: usize> Phase<P, D> {
    pub(super) fn new(phase: P) -> Self {
        Self { phase, columns: Columns::default(), pairs: Pairs::new(), told: None }
    }

    /// One that is told which boxes moved.
    pub(super) fn told(phase: P) -> Self {
        Self { told: Some(Told::default()), ..Self::new(phase) }
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut bounds = self.columns.bounds()?;
        if let Some(Told { moved, is_told: true, .. }) = &self.told {
            bounds = bounds.with_moved(moved)?;
        }
        self.phase.pairs(&Join::within(bounds), &mut self.pairs)?;
        Ok(())
    }
}

impl<P: BroadPhase<D>, const D: usize> PairPeer<D> for Phase<P, D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.columns.load(boxes);
    }

    fn build(&mut self) -> Outcome {
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        self.run().map_err(|error| error.to_string())
    }

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl<P: BroadPhase<D>, const D: usize> DriftPeer<D> for Phase<P, D> {
    fn follow(&mut self, boxes: &[Corners<D>], moved: &[u32]) {
        self.columns.load(boxes);
        if let Some(Told { list, .. }) = &mut self.told {
            list.clear();
            list.extend_from_slice(moved);
        }
    }

    fn update(&mut self) -> Outcome {
        let Some(Told { list, moved, is_told }) = &mut self.told else { return Ok(()) };
        *is_told = true;
        moved.tell(self.columns.min[0].len(), list).map_err(|error| error.to_string())
    }
}
