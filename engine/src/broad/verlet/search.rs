//! New candidates of boxes that left their fat boxes.

use std::mem;

use super::{VerletSap, WHAT};
use crate::{
    Pair,
    exec::{
        jobs::share,
        run::{Cost, Output, RunContext},
        sink::{Interrupt, ROOM},
    },
    memory::{reserve_more, resize},
};

/// Fewest boxes of a job that searches candidates of those that left.
const FEWEST_PER_JOB: usize = 32;

impl<const D: usize> VerletSap<D> {
    /// Finds the candidates of boxes that left their fat boxes, and gives these new ones.
    pub(super) fn search(&mut self, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let Self { sap, boxes, candidates, strays, is_stray, fresh, search, era, level, .. } = self;
        let (has_left, has_jumped) = (&mut self.has_left, &mut self.has_jumped);
        for flags in [&mut *is_stray, &mut *has_left, &mut *has_jumped] {
            resize(flags, boxes.rows(), false, WHAT)?;
        }
        let left = mem::take(&mut boxes.left);
        reserve_more(strays, left.len() + boxes.jumped.len(), WHAT)?;
        // Those that are no more jumped, and did not leave.
        for index in boxes.jumped.iter().chain(&left) {
            if !mem::replace(&mut is_stray[*index as usize], true) {
                strays.push(*index);
            }
        }
        let turned = boxes.jumped.iter().chain(&boxes.turned);
        turned.for_each(|index| has_jumped[*index as usize] = true);
        for index in &left {
            let index = *index as usize;
            has_left[index] = true;
            let jumped = has_jumped[index];
            boxes.fatten(*level, index, jumped, era.course);
        }
        if left.is_empty() {
            return Ok(());
        }
        let (sap, boxes, strays) = (&*sap, &*boxes, &*strays);
        let (is_stray, flags, candidates) = (&*is_stray, &*has_left, &*candidates);
        let near = |a: u32, found: &mut Vec<u32>| {
            let fat = boxes.get(a as usize);
            found.clear();
            let tests = sap.touching(&fat, |b| {
                if !is_stray[b as usize] {
                    found.push(b);
                }
            });
            // Of two that left, the first one finds the other.
            let others = strays.iter().filter(|b| !flags[**b as usize] || **b > a);
            found.extend(others.filter(|b| boxes.get(**b as usize).overlaps(&fat)));
            // A box may be in several cells, and most are candidates already.
            found.sort_unstable();
            found.dedup();
            found.retain(|b| !candidates.has(&pair_of(a, *b)));
            tests + strays.len() as u64
        };
        let size = share(left.len(), FEWEST_PER_JOB);
        search.clear();
        for first in (0..left.len()).step_by(size) {
            search.push(first..left.len().min(first + size));
        }
        let mut context = RunContext::new(Output::Collect(fresh));
        search.run(&mut context, &|range, found, sink| {
            let mut tests = 0;
            for a in &left[range.clone()] {
                tests += near(*a, found);
                for some in found.chunks(ROOM) {
                    let space = sink.space()?;
                    for (pair, b) in space.iter_mut().zip(some) {
                        *pair = pair_of(*a, *b);
                    }
                    sink.commit(some.len())?;
                }
            }
            Ok(Cost { tests, ..Cost::default() })
        })?;
        self.cost += context.tests;
        progress.tests += context.tests;
        fresh.sort_canonical_of(boxes.len())?;
        self.candidates.add(fresh)?;
        left.iter().for_each(|index| self.has_left[*index as usize] = false);
        self.boxes.left = left;
        Ok(())
    }
}

/// The pair of two boxes.
fn pair_of(a: u32, b: u32) -> Pair {
    Pair { a: a.min(b), b: a.max(b) }
}
