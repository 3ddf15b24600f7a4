//! From the numbers of a test to what the user gets.

use jostle_kernels::{Pair, lane::Quad};

use super::{
    Separation,
    contacts::{Block, ContactPoint, Head},
    split::Run,
};
use crate::Kind;

/// What a row of numbers says about how far two shapes are apart.
pub(super) fn separation<const D: usize>(row: &[f32], swapped: bool) -> Separation<D> {
    let normal = vector(row, swapped);
    Separation { normal, distance: row[D], axis: row[D + 1] as u32 }
}

/// The first numbers of a row as a vector, turned around or not.
fn vector<const D: usize>(row: &[f32], turned: bool) -> [f32; D] {
    let mut vector = [0.0; D];
    for (to, from) in vector.iter_mut().zip(row) {
        *to = if turned { -from } else { *from };
    }
    vector
}

/// Writes the contacts of a run.
pub(super) struct Emitter<'a> {
    /// Whether the test took the shapes the other way round.
    swapped: bool,
    /// The balls, where both shapes are balls: their points follow from normal and radii.
    balls: Option<[&'a [Quad]; 2]>,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(run: &Run<'a>) -> Self {
        let balls = (run.kinds == [Kind::Ball; 2]).then_some(run.columns);
        Self { swapped: run.swapped, balls }
    }

    /// Writes the contact of a pair from its row of numbers, which others follow.
    pub(super) fn emit<const D: usize>(
        &self,
        pair: Pair,
        rows: Pair,
        numbers: &[f32],
        block: &mut Block<D>,
    ) {
        let Separation { normal, distance, axis } = separation(numbers, self.swapped);
        let first = block.points.len() as u32;
        if let Some([a, b]) = self.balls {
            let radii = [a[rows.a as usize][3], b[rows.b as usize][3]];
            block.points.push(between_balls(normal, distance, radii));
        } else {
            block.points.extend(points(numbers, self.swapped));
        }
        let count = block.points.len() as u32 - first;
        block.heads.push(Head { pair, normal, distance, axis, first, count });
    }
}

/// The points in a row of numbers.
pub(super) fn points<const D: usize>(
    row: &[f32],
    swapped: bool,
) -> impl Iterator<Item = ContactPoint<D>> + '_ {
    let count = row[D + 2] as usize;
    row[D + 3..].chunks_exact(2 * D + 2).take(count).map(move |numbers| {
        let (first, second) = (vector(numbers, false), vector(&numbers[D..], false));
        let (on_a, on_b) = if swapped { (second, first) } else { (first, second) };
        let (distance, feature) = (numbers[2 * D], numbers[2 * D + 1] as u32);
        ContactPoint { on_a, on_b, distance, feature }
    })
}

/// The point at which two balls touch: it follows from the normal and the radii.
pub(super) fn between_balls<const D: usize>(
    normal: [f32; D],
    distance: f32,
    [a, b]: [f32; 2],
) -> ContactPoint<D> {
    let on_a = normal.map(|component| component * a);
    let on_b = normal.map(|component| component * -b);
    ContactPoint { on_a, on_b, distance, feature: 0 }
}
