//! From the numbers of a test to what the user gets.

use std::{array, mem};

use bytemuck::cast_slice;
use jostle_kernels::{
    Pair,
    dispatch::contacts::{Rows, Test},
    lane::prefetch,
};

use super::{ContactPoint, Separation, block::Head, split::Run};
use crate::shape::ShapeKind;

/// Contacts and points whose memory is asked for so many ahead: it is not in the cache, and between
/// shapes that are read here and there the processor does not see that it is written one behind the
/// other.
const AHEAD: usize = 16;

/// What a row of numbers says about how far two shapes are apart.
#[inline(always)]
pub(super) fn separation<const D: usize>(row: &[f32], swapped: bool) -> Separation<D> {
    let normal = array::from_fn(|axis| if swapped { -row[axis] } else { row[axis] });
    Separation { normal, distance: row[D], axis: row[D + 1].to_bits() }
}

/// The points that follow the other numbers in a row, not all of which may count.
#[inline(always)]
fn all_points<const D: usize>(row: &[f32]) -> &[ContactPoint<D>] {
    cast_slice(&row[D + 3..])
}

/// How many of the points in a row count.
#[inline(always)]
fn count<const D: usize>(row: &[f32]) -> u32 {
    row[D + 2].to_bits()
}

/// The points in a row of numbers.
pub(super) fn points<const D: usize>(
    row: &[f32],
    swapped: bool,
) -> impl Iterator<Item = ContactPoint<D>> + '_ {
    let all = all_points(row).iter().take(count::<D>(row) as usize);
    all.map(move |point| {
        let mut point = *point;
        if swapped {
            mem::swap(&mut point.on_a, &mut point.on_b);
        }
        point
    })
}

/// The point at which two balls touch: it follows from the normal and the radii.
#[inline(always)]
pub(super) fn between_balls<const D: usize>(
    normal: [f32; D],
    distance: f32,
    [a, b]: [f32; 2],
) -> ContactPoint<D> {
    let on_a = normal.map(|component| component * a);
    let on_b = normal.map(|component| component * -b);
    ContactPoint { on_a, on_b, distance, feature: 0 }
}

/// Where contacts are written to.
pub(super) struct Target<'a, 'r, const D: usize> {
    pub(super) heads: &'a mut Vec<Head<D>>,
    pub(super) points: &'a mut Vec<ContactPoint<D>>,
    /// The run that the pairs are of.
    pub(super) run: &'a Run<'r>,
}

impl<const D: usize> Target<'_, '_, D> {
    /// Writes the contacts of those of some pairs that touch, by their rows of numbers of a test;
    /// `pair_of` tells what stands for a pair by its number among them.
    pub(super) fn add(
        &mut self,
        test: &Test<Rows>,
        rows: &[Pair],
        numbers: &[f32],
        pair_of: impl Fn(usize) -> Pair,
    ) {
        match (test.points, self.run.swapped) {
            _ if self.run.kinds == [ShapeKind::Ball; 2] => self.add_balls(rows, numbers, pair_of),
            (0, false) => self.add_rows::<0, false>(numbers, pair_of),
            (0, true) => self.add_rows::<0, true>(numbers, pair_of),
            (1, false) => self.add_rows::<1, false>(numbers, pair_of),
            (1, true) => self.add_rows::<1, true>(numbers, pair_of),
            (2, false) => self.add_rows::<2, false>(numbers, pair_of),
            (2, true) => self.add_rows::<2, true>(numbers, pair_of),
            // Two boxes: shapes of one kind are never swapped.
            _ => self.add_rows::<4, false>(numbers, pair_of),
        }
    }

    fn add_rows<const N: usize, const SWAPPED: bool>(
        &mut self,
        numbers: &[f32],
        pair_of: impl Fn(usize) -> Pair,
    ) {
        let stride = D + 3 + N * (2 * D + 2);
        for (index, row) in numbers.chunks_exact(stride).enumerate() {
            let points = all_points(row).first_chunk::<N>().expect("as many as there are in a row");
            let (pair, found, count) = (pair_of(index), separation(row, SWAPPED), count::<D>(row));
            if SWAPPED {
                let mut points = *points;
                points.iter_mut().for_each(|point| mem::swap(&mut point.on_a, &mut point.on_b));
                self.push(pair, found, &points, count);
            } else {
                // Not a copy of them first: that would be read back before it is written.
                self.push(pair, found, points, count);
            }
        }
    }

    fn add_balls(&mut self, rows: &[Pair], numbers: &[f32], pair_of: impl Fn(usize) -> Pair) {
        let [a, b] = self.run.columns;
        for (index, (row, rows)) in numbers.chunks_exact(D + 3).zip(rows).enumerate() {
            let found = separation(row, false);
            let radii = [a[rows.a as usize][3], b[rows.b as usize][3]];
            let point = between_balls(found.normal, found.distance, radii);
            self.push(pair_of(index), found, &[point], 1);
        }
    }

    /// Adds a contact with the first `count` points, if the shapes touch.
    ///
    /// Whether they do, and how many points there are, nobody foresees: all is written in any case,
    /// and what does not count is written over by the next.
    #[inline(always)]
    fn push<const N: usize>(
        &mut self,
        pair: Pair,
        Separation { normal, distance, axis }: Separation<D>,
        points: &[ContactPoint<D>; N],
        count: u32,
    ) {
        let touches = distance <= 0.0;
        let (contacts, before) = (self.heads.len(), self.points.len());
        prefetch::for_writing_at(self.heads.as_ptr(), contacts + AHEAD);
        if N > 0 {
            prefetch::for_writing_at(self.points.as_ptr(), before + AHEAD);
        }
        let first = before as u32;
        self.heads.push(Head { pair, normal, distance, axis, first, count });
        self.heads.truncate(contacts + usize::from(touches));
        self.points.extend(points.iter().copied());
        self.points.truncate(before + if touches { count as usize } else { 0 });
    }
}
