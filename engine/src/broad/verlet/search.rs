//! New candidates of boxes that left their fat boxes.

use std::{mem, ops::Range};

use super::{VerletSap, WHAT, candidates::Candidates, fat_boxes::FatBoxes};
use crate::{
    Aabb, Pair, Pairs,
    broad::sap::{Sap, lookup::Lookups},
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext},
        sink::Interrupt,
    },
    memory::{reserve, reserve_more, resize},
};

/// Fewest boxes of a job that holds boxes that left before against those that left now.
const FEWEST_PER_JOB: usize = 1 << 10;

/// Boxes for which candidates are not linked.
const FEW: usize = 32;

/// Searches candidates of boxes that left.
#[derive(Default)]
pub(super) struct Search<const D: usize> {
    /// The fat boxes of those that left.
    fat: Vec<Aabb<D>>,
    /// On one axis, in ascending order: where each of them begins, how far it and those before
    /// reach, and which it is.
    begins: Vec<(f32, f32, u32)>,
    lookups: Lookups,
    jobs: Jobs<Range<usize>, ()>,
    /// What was found.
    pub(super) fresh: Pairs,
}

/// What is searched in.
struct Kept<'a, const D: usize> {
    sap: &'a Sap<D>,
    boxes: &'a FatBoxes<D>,
    candidates: &'a Candidates,
    strays: &'a [u32],
    is_stray: &'a [bool],
    /// Which boxes left now.
    has_left: &'a [bool],
}

impl<const D: usize> VerletSap<D> {
    /// Finds the candidates of boxes that left their fat boxes, and gives these new ones.
    pub(super) fn search(&mut self, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let Self { sap, boxes, candidates, strays, is_stray, search, era, level, .. } = self;
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
            boxes.fatten(*level, index, has_jumped[index], era.course);
        }
        self.last_cost = 0;
        if left.is_empty() {
            return Ok(());
        }
        if left.len() > FEW {
            candidates.link(boxes.rows())?;
        }
        let kept = Kept { sap, boxes, candidates, strays, is_stray, has_left };
        let tests = search.run(&left, &kept)?;
        self.cost += tests;
        self.last_cost = tests;
        progress.tests += tests;
        search.fresh.sort_canonical_of(boxes.len())?;
        search.fresh.dedup();
        candidates.add(&search.fresh)?;
        left.iter().for_each(|index| has_left[*index as usize] = false);
        boxes.left = left;
        Ok(())
    }
}

impl<const D: usize> Search<D> {
    /// Finds pairs of boxes that left and are no candidates, some more than once. Returns how many
    /// tests that took.
    fn run(&mut self, left: &[u32], kept: &Kept<'_, D>) -> Result<u64, Interrupt> {
        let Self { fat, begins, lookups, jobs, fresh } = self;
        fat.clear();
        reserve(fat, left.len(), WHAT)?;
        fat.extend(left.iter().map(|index| kept.boxes.get(*index as usize)));
        let mut context = RunContext::new(Output::Collect(fresh));
        kept.sap.look_up(fat, lookups, &mut context, &|number, other| {
            let pair = pair_of(left[number as usize], other);
            (!kept.is_stray[other as usize] && !kept.candidates.has(&pair)).then_some(pair)
        })?;
        begins.clear();
        reserve(begins, left.len(), WHAT)?;
        let axis = longest(fat);
        let numbered = fat.iter().zip(0..).filter(|(fat, _)| fat.min[axis] <= fat.max[axis]);
        begins.extend(numbered.map(|(fat, number)| (fat.min[axis], fat.max[axis], number)));
        begins.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let mut farthest = f32::NEG_INFINITY;
        for (_, reach, _) in &mut *begins {
            farthest = farthest.max(*reach);
            *reach = farthest;
        }
        let size = share(kept.strays.len(), FEWEST_PER_JOB);
        jobs.clear();
        for first in (0..kept.strays.len()).step_by(size) {
            jobs.push(first..kept.strays.len().min(first + size));
        }
        let (fat, begins) = (&*fat, &*begins);
        jobs.run(&mut context, &|range, (), sink| {
            let mut tests = 0;
            for stray in &kept.strays[range.clone()] {
                let other = kept.boxes.get(*stray as usize);
                let behind = begins.partition_point(|begin| begin.0 <= other.max[axis]);
                let near = begins[..behind].iter().rev();
                let near = near.take_while(|(_, reach, _)| *reach >= other.min[axis]);
                for (_, _, number) in near {
                    tests += 1;
                    let index = left[*number as usize];
                    // Of two that left, the first one finds the other.
                    let finds = !kept.has_left[*stray as usize] || *stray > index;
                    if finds && fat[*number as usize].overlaps(&other) {
                        let pair = pair_of(index, *stray);
                        if !kept.candidates.has(&pair) {
                            sink.space()?[0] = pair;
                            sink.commit(1)?;
                        }
                    }
                }
            }
            Ok(Cost { tests, ..Cost::default() })
        })?;
        Ok(context.tests)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.fat.capacity() * size_of::<Aabb<D>>()
            + self.begins.capacity() * size_of::<(f32, f32, u32)>()
            + self.lookups.memory_bytes()
            + self.jobs.memory_bytes()
            + self.fresh.capacity_bytes()
    }
}

/// The axis on which boxes begin the farthest from each other.
fn longest<const D: usize>(boxes: &[Aabb<D>]) -> usize {
    let length = |axis: usize| {
        let begins = boxes.iter().map(|aabb| aabb.min[axis]).filter(|begin| begin.is_finite());
        let ends = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = begins.fold(ends, |ends, x| (ends.0.min(x), ends.1.max(x)));
        high - low
    };
    (1..D).fold(0, |best, axis| if length(axis) > length(best) { axis } else { best })
}

/// The pair of two boxes.
fn pair_of(a: u32, b: u32) -> Pair {
    Pair { a: a.min(b), b: a.max(b) }
}
