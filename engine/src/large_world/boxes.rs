//! Boxes, turned or not.

use super::{
    Numbers,
    round::{BLOCK, Block, Errors, grown, growth, length, slack},
    rounded::{LargeRows, Out, TURNS, same_length},
};
use crate::Error;

/// How far, in parts of its half diagonal, a box is from where its rotation turns it, as the
/// components of its axes are `f32`: nine errors of up to 2^-25 each, as the root of the sum of
/// their squares, rounded up.
const OF_AXES: f64 = 1.0 / (1 << 23) as f64;

/// The same where the rotation was rounded to `f32`, too: that turns by up to 2^-23.
const OF_ROTATION: f64 = 2.0 * OF_AXES;

/// More than what is left out where errors of errors are.
const SECOND_ORDER: f64 = 1.0 + 1.0 / (1 << 20) as f64;

/// Boxes in double precision, borrowed as columns.
///
/// Lengths are in the user's unit. Rotations are as in
/// [`BoxColumns`](crate::shape::BoxColumns): what counts is the direction of the numbers as
/// they are given.
#[derive(Clone, Copy, Debug)]
pub struct LargeBoxColumns<'a, const D: usize> {
    centers: [&'a [f64]; D],
    halves: [Numbers<'a>; D],
    /// As many as a rotation has parts, the first of them again up to four; none where no box is
    /// turned.
    rotations: Option<[Numbers<'a>; TURNS]>,
}

impl<'a, const D: usize> LargeBoxColumns<'a, D> {
    /// Boxes along the coordinate axes: a slice of centers and one of half extents for each axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn aligned(
        centers: [&'a [f64]; D],
        halves: [impl Into<Numbers<'a>>; D],
    ) -> Result<Self, Error> {
        let halves = halves.map(Into::into);
        let len = centers[0].len();
        same_length("centers", len, centers.map(<[f64]>::len))?;
        same_length("halves", len, halves.map(|half| half.len()))?;
        Ok(Self { centers, halves, rotations: None })
    }

    fn turned(self, rotations: [Numbers<'a>; TURNS]) -> Result<Self, Error> {
        same_length("rotations", self.len(), rotations.map(|part| part.len()))?;
        Ok(Self { rotations: Some(rotations), ..self })
    }

    /// Whether any box may be turned.
    pub(super) fn is_turned(&self) -> bool {
        self.rotations.is_some()
    }

    /// Rounds the rotations of some rows, and tells how much farther that makes them reach, in
    /// parts of their half diagonals.
    #[inline(always)]
    fn tilts(&self, first: usize, turns: [&mut [f32]; TURNS]) -> Block {
        let mut tilts = [0.0; BLOCK];
        let Some(rotations) = &self.rotations else { return tilts };
        let (mut nonzero, mut rounded) = ([0_u8; BLOCK], [false; BLOCK]);
        for (parts, to) in rotations.iter().zip(turns) {
            for (row, (part, to)) in parts.block(first).iter().zip(to).enumerate() {
                *to = *part as f32;
                nonzero[row] += u8::from(*part != 0.0);
                rounded[row] |= f64::from(*to) != *part;
            }
        }
        // In 2D each part was counted twice.
        let alone = if D == 2 { 2 } else { 1 };
        for (row, tilt) in tilts.iter_mut().enumerate() {
            let of_axes = if nonzero[row] <= alone { 0.0 } else { OF_AXES };
            *tilt = if rounded[row] { OF_ROTATION } else { of_axes };
        }
        tilts
    }
}

impl<'a> LargeBoxColumns<'a, 2> {
    /// Centers and half extents as for [`aligned`](Self::aligned), and rotations as columns of
    /// cosines and sines.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f64]; 2],
        halves: [impl Into<Numbers<'a>>; 2],
        rotations: [impl Into<Numbers<'a>>; 2],
    ) -> Result<Self, Error> {
        let [cos, sin] = rotations.map(Into::into);
        Self::aligned(centers, halves)?.turned([cos, sin, cos, sin])
    }
}

impl<'a> LargeBoxColumns<'a, 3> {
    /// Centers and half extents as for [`aligned`](Self::aligned), and rotations as columns of the
    /// `x`, `y`, `z` and `w` of quaternions.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f64]; 3],
        halves: [impl Into<Numbers<'a>>; 3],
        rotations: [impl Into<Numbers<'a>>; 4],
    ) -> Result<Self, Error> {
        Self::aligned(centers, halves)?.turned(rotations.map(Into::into))
    }
}

impl<const D: usize> Default for LargeBoxColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], halves: [Numbers::default(); D], rotations: None }
    }
}

impl<const D: usize> LargeRows<D> for LargeBoxColumns<'_, D> {
    const VECTORS: bool = true;

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    fn center(&self, row: usize) -> [f64; D] {
        self.centers.map(|column| column[row])
    }

    /// Along the coordinate axes each half extent grows by what the center was moved along its own.
    /// A turned box does not know along which of its axes that was, so each grows by all of it, and
    /// by how far the corners are moved as axes are rounded.
    ///
    /// For a point of the box at `x` on the true axes `A`, which is at `y` on the rounded `A + E`,
    /// `y - x = (I + F)^-1 (A^T d - F x)`, where `d` is what the center was moved and `F = A^T E`;
    /// so it is at most `(|d| + |F| |x|) / (1 - |F|)` long.
    #[inline(always)]
    fn round(&self, first: usize, origin: &[f64; D], out: Out<'_, D>) {
        let mut errors = Errors::<D>::none();
        for (axis, centers) in out.centers.into_iter().enumerate() {
            errors.round(axis, &self.centers[axis][first..], origin[axis], centers);
        }
        let tilts = self.tilts(first, out.turns);
        let halves = self.halves.map(|column| column.block(first));
        let (mut off, mut growths) = (tilts, Errors::<D>::none());
        for (row, off) in off.iter_mut().enumerate() {
            let half = halves.each_ref().map(|column| column[row]);
            *off = length(errors.of(row)) + *off * length(half);
        }
        for (axis, vectors) in out.vectors.into_iter().enumerate() {
            let by = if self.is_turned() { &off } else { errors.along(axis) };
            let rows = halves[axis].iter().zip(by).zip(growths.along_mut(axis));
            for (to, ((half, by), growth_of_row)) in vectors.iter_mut().zip(rows) {
                *to = grown(*half, by * SECOND_ORDER);
                *growth_of_row = growth(*half, *to);
            }
        }
        for (row, beyond) in out.slacks.iter_mut().enumerate() {
            *beyond = slack((off[row] + length(growths.of(row))) * SECOND_ORDER);
        }
    }
}
