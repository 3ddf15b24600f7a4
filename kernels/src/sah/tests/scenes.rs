//! Records to split.

use super::{FAR, Random, Row, SPECIAL};
use crate::Record;

/// Ways to arrange boxes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Boxes all over a cube of this half width.
    Plain(f32),
    /// On a coarse grid, so that planes cost the same.
    Grid,
    /// In a few clusters, on a line, or in a plane.
    Clusters,
    /// Points in one plane.
    Flat,
    /// The same box again and again.
    Equal,
    /// Different boxes around the same center.
    Nested,
    /// Centers that differ by less than a plane can tell.
    Close,
    /// Bounds at which arithmetic is easily got wrong: infinite, the largest, denormal.
    Special,
    /// Without an end on some side.
    Unbounded,
    /// Any bits.
    Raw,
}

pub(super) const KINDS: [Kind; 17] = [
    Kind::Plain(1.0),
    Kind::Plain(1000.0),
    Kind::Plain(1e-44),
    Kind::Plain(1e-38),
    Kind::Plain(1e-20),
    Kind::Plain(1e17),
    Kind::Plain(FAR),
    Kind::Plain(f32::MAX),
    Kind::Grid,
    Kind::Clusters,
    Kind::Flat,
    Kind::Equal,
    Kind::Nested,
    Kind::Close,
    Kind::Special,
    Kind::Unbounded,
    Kind::Raw,
];

/// Valid boxes with ids in order, and weights as lacks bits.
pub(super) fn records<const D: usize>(kind: Kind, len: usize, random: &mut Random) -> Vec<Record> {
    let stretched = random.below(4) as usize;
    let mut records = vec![Record::default(); len];
    for (id, record) in records.iter_mut().enumerate() {
        let mut words = [0; 8];
        for axis in 0..D {
            let (a, b) = side(kind, id as u32, axis, stretched, random);
            let ordered = if a <= b { (a, b) } else { (b, a) };
            (words[axis], words[D + axis]) = (ordered.0.to_bits(), ordered.1.to_bits());
        }
        let weight = [1, 8, 9, 1 + random.below(40), 1_000_000][random.below(5) as usize];
        (words[6], words[7]) = (id as u32, weight);
        record.set_words(words);
    }
    records
}

/// Two bounds on an axis, in any order and not NaN.
fn side(kind: Kind, id: u32, axis: usize, stretched: usize, random: &mut Random) -> (f32, f32) {
    match kind {
        Kind::Plain(range) => {
            let range = if axis == stretched { range } else { range * 0.3 };
            let low = random.within(range);
            (low, low + random.within(range * 0.05))
        }
        Kind::Grid => {
            let low = random.below(6) as f32;
            (low, low + random.below(2) as f32)
        }
        Kind::Clusters => {
            let cluster = if axis == stretched { id % 3 * 100 } else { 0 };
            let low = cluster as f32 + random.within(1.0);
            (low, low + 0.1)
        }
        Kind::Flat if axis == stretched => (3.0, 3.0),
        Kind::Flat => [(-0.0, 0.0), (1.0, 1.0), (-1.0, -1.0)][random.below(3) as usize],
        Kind::Equal => (-2.0, axis as f32),
        Kind::Nested => (-(id as f32), id as f32),
        Kind::Close => [(0.0, 0.0), (0.0, 1e-45), (0.0, 3e-45)][random.below(3) as usize],
        Kind::Special => (special(random), special(random)),
        Kind::Unbounded => {
            let (low, end) = (random.within(10.0), f32::INFINITY);
            [(low, low + 1.0), (low, end), (-end, low), (-end, end)][random.below(4) as usize]
        }
        Kind::Raw => (raw(random), raw(random)),
    }
}

fn special(random: &mut Random) -> f32 {
    let bound = SPECIAL[random.below(16) as usize];
    if bound.is_nan() { 7.0 } else { bound }
}

fn raw(random: &mut Random) -> f32 {
    let bound = f32::from_bits(random.bits());
    if bound.is_nan() { -7.0 } else { bound }
}

/// The row of a record.
pub(super) fn row<const D: usize>(record: &Record) -> Row {
    let mut row = [0.0; 8];
    for axis in 0..D {
        (row[axis], row[D + axis]) = (record.min::<D>(axis), -record.max::<D>(axis));
    }
    row
}
