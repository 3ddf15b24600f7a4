//! The early-out cascade: cheap tests first, and what they leave for the others.

use jostle_kernels::{
    Pair, SimdLevel,
    dispatch::{ContactTest, Precheck},
};

use super::{CHUNK, NarrowCounts, contact_rows::ContactRows, split::KindRun};
use crate::{Error, memory::grow};

/// Most tests that contacts of a pair of kinds are divided among.
const CLASSES: usize = 7;

/// What is left of a run after each stage.
#[derive(Default)]
pub(super) struct EarlyOut {
    /// What a test says of each pair.
    flags: Vec<bool>,
    /// Which test for contacts each pair is for, from 1; 0 for none.
    classes: Vec<u8>,
    /// Those that their bounding spheres do not tell apart.
    near: List,
    /// Those that are for none and for each test for contacts.
    lists: [List; 1 + CLASSES],
}

/// Some pairs of a run.
#[derive(Default)]
struct List {
    rows: Vec<Pair>,
    /// Which of the run they are.
    indices: Vec<u32>,
    count: usize,
}

/// Pairs of a run that are left.
#[derive(Clone, Copy)]
pub(super) struct Left<'a> {
    pub(super) rows: &'a [Pair],
    /// Which of the run they are, if not all of it.
    indices: Option<&'a [u32]>,
}

/// Pairs that a test for contacts is to compute.
#[derive(Clone, Copy)]
pub(super) struct ContactJob<'a, const D: usize> {
    pub(super) test: ContactTest<D>,
    pub(super) left: Left<'a>,
}

impl Left<'_> {
    /// Which of the run one of the pairs is.
    #[inline(always)]
    pub(super) fn index(&self, number: usize) -> usize {
        self.indices.map_or(number, |indices| indices[number] as usize)
    }
}

impl EarlyOut {
    /// Makes room for the pairs of a chunk.
    pub(super) fn make_room(&mut self) -> Result<(), Error> {
        grow(&mut self.flags, CHUNK, "overlaps of a chunk")?;
        grow(&mut self.classes, CHUNK, "overlaps of a chunk")?;
        self.near.make_room()?;
        self.lists.iter_mut().try_for_each(List::make_room)
    }

    /// The pairs of a run whose bounding spheres touch, where that is asked first, and whether each
    /// of them touches.
    pub(super) fn overlaps<'a, const D: usize>(
        &'a mut self,
        contacts: &mut ContactRows<D>,
        level: SimdLevel,
        run: &KindRun<'_, D>,
        rows: &'a [Pair],
        counts: &mut NarrowCounts,
    ) -> (Left<'a>, &'a [bool]) {
        let Self { flags, near, .. } = self;
        let left = near.near(level, run, rows, flags, counts);
        let flags = &mut flags[..left.rows.len()];
        contacts.overlaps(level, run, left.rows, flags);
        counts.after_overlap += left.rows.len() as u64;
        counts.compute(left.rows.len());
        (left, flags)
    }

    /// Divides the pairs of a run for which contacts are to be computed among the tests that do:
    /// all, or those that touch where that is worth asking first.
    pub(super) fn choose<'a, const D: usize>(
        &'a mut self,
        level: SimdLevel,
        run: &'a KindRun<'_, D>,
        rows: &'a [Pair],
        counts: &mut NarrowCounts,
    ) -> impl Iterator<Item = ContactJob<'a, D>> + use<'a, D> {
        let Self { flags, classes, near, lists } = self;
        let near = near.near(level, run, rows, flags, counts);
        let (flags, classes) = (&mut flags[..near.rows.len()], &mut classes[..near.rows.len()]);
        let contacts = run.entry.contacts;
        match run.entry.precheck {
            Precheck::Nothing => {}
            Precheck::Overlaps(overlaps) => {
                overlaps(level, run.columns, near.rows, flags);
                lists[1].fill(near, |number| flags[number]);
            }
            Precheck::Classes(classify) => {
                classify(level, run.columns, near.rows, classes);
                distribute(near, classes, lists);
            }
        }
        let chosen = !matches!(run.entry.precheck, Precheck::Nothing);
        if chosen {
            counts.compute(near.rows.len());
        }
        let jobs = contacts.iter().zip(&lists[1..]).map(move |(test, list)| ContactJob {
            test: *test,
            left: if chosen { list.left() } else { near },
        });
        for job in jobs.clone() {
            counts.after_overlap += job.left.rows.len() as u64;
            counts.compute(job.left.rows.len());
        }
        jobs
    }
}

/// Takes each pair into the list of its class.
fn distribute(from: Left<'_>, classes: &[u8], lists: &mut [List; 1 + CLASSES]) {
    lists.iter_mut().for_each(|list| list.count = 0);
    for (number, (row, class)) in from.rows.iter().zip(classes).enumerate() {
        let list = &mut lists[usize::from(*class)];
        list.rows[list.count] = *row;
        list.indices[list.count] = from.index(number) as u32;
        list.count += 1;
    }
}

impl List {
    fn make_room(&mut self) -> Result<(), Error> {
        grow(&mut self.rows, CHUNK, "pairs of a chunk")?;
        grow(&mut self.indices, CHUNK, "pairs of a chunk")
    }

    /// The pairs of a run whose bounding spheres touch; all where that is not asked first.
    fn near<'a, const D: usize>(
        &'a mut self,
        level: SimdLevel,
        run: &KindRun<'_, D>,
        rows: &'a [Pair],
        flags: &mut [bool],
        counts: &mut NarrowCounts,
    ) -> Left<'a> {
        let all = Left { rows, indices: None };
        counts.candidates += rows.len() as u64;
        let left = if let Some(spheres) = run.entry.bounding_spheres {
            let flags = &mut flags[..rows.len()];
            spheres(level, run.columns, rows, flags);
            counts.compute(rows.len());
            self.fill(all, |number| flags[number]);
            self.left()
        } else {
            all
        };
        counts.after_circles += left.rows.len() as u64;
        left
    }

    /// Takes the pairs that `keep` names.
    fn fill(&mut self, from: Left<'_>, keep: impl Fn(usize) -> bool) {
        self.count = 0;
        // Without a branch: which of them are kept is unpredictable.
        for (number, row) in from.rows.iter().enumerate() {
            self.rows[self.count] = *row;
            self.indices[self.count] = from.index(number) as u32;
            self.count += usize::from(keep(number));
        }
    }

    fn left(&self) -> Left<'_> {
        let (rows, indices) = (&self.rows[..self.count], &self.indices[..self.count]);
        Left { rows, indices: Some(indices) }
    }
}
