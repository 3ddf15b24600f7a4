//! New candidates of boxes that left their fat boxes.

use std::{mem, ops::Range};

use super::{VerletSap, WHAT, candidates::Candidates, fat_boxes::FatBoxes, strays::Strays};
use crate::{
    Pair, Pairs,
    broad::sap::Sap,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext},
        sink::{Interrupt, Sink},
    },
    memory::resize,
};

/// Fewest boxes of a job.
const FEWEST_PER_JOB: usize = 32;

/// Boxes for which candidates are not linked.
const FEW: usize = 32;

/// Searches candidates of boxes that left.
#[derive(Default)]
pub(super) struct Search<const D: usize> {
    /// Each job has a list for what is near a box.
    jobs: Jobs<Range<usize>, Vec<u32>>,
    /// What was found.
    pub(super) fresh: Pairs,
}

/// What is searched in.
struct Kept<'a, const D: usize> {
    sap: &'a Sap<D>,
    boxes: &'a FatBoxes<D>,
    candidates: &'a Candidates,
    strays: &'a Strays<D>,
    is_stray: &'a [bool],
    /// Which boxes left now.
    has_left: &'a [bool],
}

impl<const D: usize> VerletSap<D> {
    /// Finds the candidates of boxes that left their fat boxes, and gives these new ones. Returns
    /// how many tests that took.
    pub(super) fn search(&mut self) -> Result<u64, Interrupt> {
        let Self { sap, boxes, candidates, strays, is_stray, search, era, level, .. } = self;
        let (has_left, has_jumped) = (&mut self.has_left, &mut self.has_jumped);
        for flags in [&mut *is_stray, &mut *has_left, &mut *has_jumped] {
            resize(flags, boxes.rows(), false, WHAT)?;
        }
        let left = mem::take(&mut boxes.left);
        for index in boxes.jumped.iter().chain(&left) {
            is_stray[*index as usize] = true;
            has_left[*index as usize] = true;
        }
        let turned = boxes.jumped.iter().chain(&boxes.turned);
        turned.for_each(|index| has_jumped[*index as usize] = true);
        for index in &left {
            let index = *index as usize;
            boxes.fatten(*level, index, has_jumped[index], era.course);
        }
        let mut tests = 0;
        if !left.is_empty() || !boxes.jumped.is_empty() {
            strays.follow(&left, has_left, boxes)?;
        }
        if !left.is_empty() {
            if left.len() > FEW {
                candidates.link(boxes.rows())?;
            }
            let kept = Kept { sap, boxes, candidates, strays, is_stray, has_left };
            tests = search.run(&left, &kept)?;
            search.fresh.sort_canonical_of(boxes.len())?;
            search.fresh.dedup();
            candidates.add(&search.fresh)?;
        }
        for index in boxes.jumped.iter().chain(&left) {
            has_left[*index as usize] = false;
        }
        boxes.left = left;
        Ok(tests)
    }
}

impl<const D: usize> Search<D> {
    /// Finds pairs of boxes that left and are no candidates, some more than once. Returns how many
    /// tests that took.
    fn run(&mut self, left: &[u32], kept: &Kept<'_, D>) -> Result<u64, Interrupt> {
        let Self { jobs, fresh } = self;
        let size = share(left.len(), FEWEST_PER_JOB);
        jobs.clear();
        for first in (0..left.len()).step_by(size) {
            jobs.push(first..left.len().min(first + size))?;
        }
        let mut context = RunContext::new(Output::Collect(fresh));
        jobs.run(&mut context, &|range, near, sink| {
            let mut tests = 0;
            for index in &left[range.clone()] {
                tests += kept.find(*index, near, sink)?;
            }
            Ok(Cost { tests, ..Cost::default() })
        })?;
        Ok(context.tests)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.jobs.memory_bytes() + self.fresh.capacity_bytes()
    }
}

impl<const D: usize> Kept<'_, D> {
    /// Hands out pairs of a box that left and are no candidates. Returns how many tests that took.
    fn find(&self, index: u32, near: &mut Vec<u32>, sink: &mut dyn Sink) -> Result<u64, Interrupt> {
        let Self { sap, boxes, candidates, strays, is_stray, has_left } = *self;
        let fat = boxes.get(index as usize);
        let mut emit = |other: u32| {
            let pair = Pair { a: index.min(other), b: index.max(other) };
            if !candidates.has(&pair) {
                sink.space()?[0] = pair;
                sink.commit(1)?;
            }
            Ok::<_, Interrupt>(())
        };
        sap.look_up(&fat, near)?;
        near.retain(|other| !is_stray[*other as usize]);
        near.iter().for_each(|other| boxes.prefetch(*other as usize));
        for other in &*near {
            if fat.overlaps(&boxes.get(*other as usize)) {
                emit(*other)?;
            }
        }
        let near_strays = strays.near(&fat);
        for stray in near_strays {
            let other = stray.index;
            // Of two that left, the first one finds the other.
            let finds = !has_left[other as usize] || other > index;
            if finds && fat.overlaps(&stray.fat) {
                emit(other)?;
            }
        }
        Ok((near.len() + near_strays.len()) as u64)
    }
}
