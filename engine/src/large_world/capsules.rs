//! Capsules.

use super::{
    Numbers,
    round::{Errors, difference, grown, growth, length, slack},
    rounded::{LargeRows, Out, same_length},
};
use crate::Error;

/// Where the segments of capsules are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Segments<'a, const D: usize> {
    /// Their middles, and the vectors from there to their second ends.
    Axes([&'a [f64]; D], [Numbers<'a>; D]),
    /// Their ends.
    Ends([&'a [f64]; D], [&'a [f64]; D]),
}

/// Capsules in double precision, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsules<'a, const D: usize> {
    pub(super) segments: Segments<'a, D>,
    pub(super) radii: Numbers<'a>,
}

impl<'a, const D: usize> Capsules<'a, D> {
    pub(super) fn new(segments: Segments<'a, D>, radii: Numbers<'a>) -> Result<Self, Error> {
        match segments {
            Segments::Axes(centers, axes) => {
                same_length("centers", radii.len(), centers.map(<[f64]>::len))?;
                same_length("axes", radii.len(), axes.map(|axis| axis.len()))?;
            }
            Segments::Ends(from, to) => {
                same_length("from", radii.len(), from.map(<[f64]>::len))?;
                same_length("to", radii.len(), to.map(<[f64]>::len))?;
            }
        }
        Ok(Self { segments, radii })
    }
}

impl<const D: usize> Default for Capsules<'_, D> {
    fn default() -> Self {
        Self { segments: Segments::Ends([&[]; D], [&[]; D]), radii: Numbers::default() }
    }
}

impl<const D: usize> LargeRows<D> for Capsules<'_, D> {
    const VECTORS: bool = true;
    const RADII: bool = true;

    fn len(&self) -> usize {
        self.radii.len()
    }

    fn center(&self, row: usize) -> [f64; D] {
        match self.segments {
            Segments::Axes(centers, _) => centers.map(|column| column[row]),
            Segments::Ends(from, _) => from.map(|column| column[row]),
        }
    }

    /// Each point of the true segment is as near to that of the rounded one which divides it the
    /// same as the ends are, or nearer. So the radius grows by what the farther end was moved.
    #[inline(always)]
    fn round(&self, first: usize, origin: &[f64; D], out: Out<'_, D>) {
        let mut errors = Errors::<D>::none();
        for (axis, (centers, vectors)) in out.centers.into_iter().zip(out.vectors).enumerate() {
            match &self.segments {
                Segments::Axes(at, axes) => {
                    errors.round(axis, &at[axis][first..], origin[axis], centers);
                    errors.round(axis, &axes[axis].block(first), 0.0, vectors);
                }
                Segments::Ends(from, to) => {
                    let errors = errors.along_mut(axis).iter_mut();
                    let ends = from[axis][first..].iter().zip(&to[axis][first..]);
                    for (((from, to), error), out) in
                        ends.zip(errors).zip(centers.iter_mut().zip(vectors))
                    {
                        (*out.0, *out.1, *error) = between(*from, *to, origin[axis]);
                    }
                }
            }
        }
        let radii = self.radii.block(first);
        for (row, (to, beyond)) in out.radii.iter_mut().zip(out.slacks).enumerate() {
            let error = length(errors.of(row));
            *to = grown(radii[row], error);
            *beyond = slack(error + growth(radii[row], *to));
        }
    }
}

/// The middle of two coordinates relative to an origin and what is from there to the second,
/// rounded; and how far the ends that these give are from the true ones at most.
#[inline(always)]
fn between(from: f64, to: f64, origin: f64) -> (f32, f32, f64) {
    let ((from, from_low), (to, to_low)) = (difference(from, origin), difference(to, origin));
    let (center, axis) = ((0.5 * (from + to)) as f32, (0.5 * (to - from)) as f32);
    let off = |end: f64, low: f64, axis: f32| {
        let (left, low_of_center) = difference(end, center.into());
        let (left, low_of_axis) = difference(left, axis.into());
        left.abs() + (low.abs() + low_of_center.abs() + low_of_axis.abs())
    };
    (center, axis, f64::max(off(from, from_low, -axis), off(to, to_low, axis)))
}
