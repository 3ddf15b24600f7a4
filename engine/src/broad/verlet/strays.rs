//! Boxes that left their fat boxes since the candidates were found.

use std::mem;

use super::{WHAT, fat_boxes::FatBoxes};
use crate::{
    Aabb, Error,
    broad::sap::sweep_order::earliest_begin,
    memory::{reserve, reserve_more},
};

/// Strays in the order in which their fat boxes begin on one axis.
#[derive(Default)]
pub(super) struct Strays<const D: usize> {
    axis: usize,
    /// The longest of them on it.
    longest: f32,
    list: Vec<Stray<D>>,
    /// Those that left in this run, and where the next list is written to.
    fresh: Vec<Stray<D>>,
    merged: Vec<Stray<D>>,
}

/// A box that left, and its fat box since.
#[derive(Clone, Copy)]
pub(super) struct Stray<const D: usize> {
    pub(super) fat: Aabb<D>,
    pub(super) index: u32,
}

impl<const D: usize> Strays<D> {
    /// Begins anew, to be ordered on an axis.
    pub(super) fn clear(&mut self, axis: usize) {
        self.list.clear();
        (self.axis, self.longest) = (axis, 0.0);
    }

    /// Puts boxes that left where their fat boxes are now; `is_elsewhere` tells of them, and of
    /// those that are no more. O(strays + left log left).
    pub(super) fn follow(
        &mut self,
        left: &[u32],
        is_elsewhere: &[bool],
        boxes: &FatBoxes<D>,
    ) -> Result<(), Error> {
        let Self { axis, longest, list, fresh, merged } = self;
        let begins = |stray: &Stray<D>| stray.fat.min[*axis];
        fresh.clear();
        reserve(fresh, left.len(), WHAT)?;
        for index in left {
            let fat = boxes.get(*index as usize);
            // One that is invalid has none, which is NaN.
            if fat.min[*axis] <= fat.max[*axis] {
                *longest = longest.max(fat.max[*axis] - fat.min[*axis]);
                fresh.push(Stray { fat, index: *index });
            }
        }
        fresh.sort_unstable_by(|a, b| begins(a).total_cmp(&begins(b)).then(a.index.cmp(&b.index)));
        merged.clear();
        reserve_more(merged, list.len() + fresh.len(), WHAT)?;
        let mut next = 0;
        for stray in list.iter().filter(|stray| !is_elsewhere[stray.index as usize]) {
            while next < fresh.len() && begins(&fresh[next]) < begins(stray) {
                merged.push(fresh[next]);
                next += 1;
            }
            merged.push(*stray);
        }
        merged.extend_from_slice(&fresh[next..]);
        mem::swap(list, merged);
        Ok(())
    }

    /// Those that may touch a box: all that do, and some that do not. O(log strays).
    pub(super) fn near(&self, aabb: &Aabb<D>) -> &[Stray<D>] {
        let Self { axis, longest, list, .. } = self;
        let begins = |stray: &Stray<D>| stray.fat.min[*axis];
        let low = earliest_begin(aabb.min[*axis], *longest);
        let first = list.partition_point(|stray| begins(stray) < low);
        let end = list.partition_point(|stray| begins(stray) <= aabb.max[*axis]);
        &list[first..end.max(first)]
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let lists = [&self.list, &self.fresh, &self.merged];
        lists.map(Vec::capacity).iter().sum::<usize>() * size_of::<Stray<D>>()
    }
}

#[cfg(test)]
mod tests {
    use jostle_kernels::SimdLevel;

    use super::*;
    use crate::{Bounds, broad::verlet::motion::Course};

    #[test]
    fn strays_are_where_they_are_now() {
        let mut low: Vec<f32> = (0..100).map(|i| (i * 37 % 100) as f32).collect();
        let (mut boxes, mut strays) = (FatBoxes::<2>::default(), Strays::default());
        let mut follow = |low: &[f32], course: Option<Course>| {
            let high: Vec<f32> = low.iter().map(|low| low + 1.0).collect();
            let bounds = Bounds::from_columns([low; 2], [&high; 2]).expect("one length");
            let level = SimdLevel::default();
            boxes.follow(level, bounds, None, course).expect("there is memory");
            if course.is_none() {
                boxes.fatten_all(level, Course::STAY);
                return (0, 0);
            }
            let mut is_elsewhere = vec![false; boxes.rows()];
            for index in boxes.left.clone() {
                boxes.fatten(level, index as usize, true, Course::STAY);
            }
            for index in boxes.left.iter().chain(&boxes.jumped) {
                is_elsewhere[*index as usize] = true;
            }
            strays.follow(&boxes.left, &is_elsewhere, &boxes).expect("there is memory");
            for index in 0..low.len() {
                let aabb = boxes.get(index);
                let near: Vec<u32> = strays.near(&aabb).iter().map(|stray| stray.index).collect();
                for stray in &strays.list {
                    assert_eq!(stray.fat, boxes.get(stray.index as usize));
                    assert!(!stray.fat.overlaps(&aabb) || near.contains(&stray.index));
                }
            }
            (boxes.left.len(), strays.len())
        };
        follow(&low, None);
        assert_eq!(follow(&low, Some(Course::STAY)), (0, 0));
        low[30..50].fill(70.0);
        assert_eq!(follow(&low, Some(Course::STAY)), (20, 20));
        // Some leave again, others for the first time; one is no box, some are no more.
        low[40..60].fill(20.0);
        low[45] = f32::NAN;
        assert_eq!(follow(&low, Some(Course::STAY)), (20, 29));
        assert_eq!(follow(&low[..50], Some(Course::STAY)), (0, 19));
    }
}
