//! What is found about the pairs of composite shapes of a chunk.

use jostle_kernels::SimdLevel;

use super::{
    Listed, PartPairs, Way, bounds_of, has_parts,
    normals::{Outcome, Part, Touching, corrected},
    side,
};
use crate::{
    Error, Pair,
    memory::{reserve_one, resize},
    narrow::{
        CHUNK, ContactPoint, NarrowStats, Separation, Sides,
        block::Block,
        chunk::{PairChunk, PairScratch},
        chunks::Buffers,
    },
};

/// A contact of two parts, or of a part and a shape.
pub(in super::super) struct PartContact<const D: usize> {
    /// The place of the pair in the chunk.
    pub(in super::super) place: u32,
    pub(in super::super) parts: [u32; 2],
    pub(in super::super) separation: Separation<D>,
    /// Its points among those of the chunk.
    pub(in super::super) points: std::ops::Range<u32>,
}

/// The pairs of composite shapes of a chunk. Kept for its memory.
#[derive(Default)]
pub(in super::super) struct PartScratch<const D: usize> {
    pairs: PartPairs<D>,
    /// What computes the pairs of parts: they have none themselves.
    scratch: PairScratch<D>,
    block: Block<D>,
    touching: Vec<bool>,
    separations: Vec<Separation<D>>,
    contacts: Vec<PartContact<D>>,
}

impl<const D: usize> PartScratch<D> {
    /// Lists the parts of the pairs of composite shapes among some pairs, by their places.
    fn list(&mut self, sides: &Sides<'_, D>, pairs: &[Pair]) -> Result<(), Error> {
        self.scratch.restart()?;
        self.pairs.clear();
        for (place, pair) in (0..).zip(pairs).filter(|(_, pair)| has_parts(sides, pair)) {
            let bounds = [bounds_of(sides.a, pair.a), bounds_of(sides.b, pair.b)];
            let both = [side(sides.a, pair.a), side(sides.b, pair.b)];
            self.pairs.add(place, both, bounds, &Way::NONE)?;
        }
        self.pairs.finish()
    }

    /// Notes which of the pairs touch.
    pub(in super::super) fn overlaps(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        pairs: &[Pair],
        out: &mut [bool],
    ) -> Result<NarrowStats, Error> {
        self.list(sides, pairs)?;
        let Self { pairs: parts, scratch, touching, .. } = self;
        resize(touching, parts.len(), false, "touching")?;
        let chunks = parts.pairs.chunks(CHUNK).zip(touching.chunks_mut(CHUNK));
        for (pairs, touching) in chunks {
            scratch.overlaps(level, &parts.sides(), PairChunk { pairs, first: 0 }, touching)?;
        }
        for (pair, touches) in parts.all.iter().zip(touching) {
            out[pair.of as usize] |= *touches;
        }
        Ok(scratch.report())
    }

    /// Notes how far the pairs are apart: by the parts that are deepest in each other, or nearest
    /// of those whose bounds touch.
    pub(in super::super) fn separations(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        pairs: &[Pair],
        out: &mut [Separation<D>],
    ) -> Result<NarrowStats, Error> {
        self.list(sides, pairs)?;
        let Self { pairs: parts, scratch, separations, .. } = self;
        resize(separations, parts.len(), Separation::UNKNOWN, "separations")?;
        let chunks = parts.pairs.chunks(CHUNK).zip(separations.chunks_mut(CHUNK));
        for (pairs, separations) in chunks {
            scratch.separations(
                level,
                &parts.sides(),
                PairChunk { pairs, first: 0 },
                separations,
            )?;
        }
        for (pair, found) in parts.all.iter().zip(separations) {
            let out = &mut out[pair.of as usize];
            if found.distance < out.distance {
                *out = *found;
            }
        }
        Ok(scratch.report())
    }

    /// Finds the contacts of the pairs, by place and parts, and adds their points to a block.
    pub(in super::super) fn contacts(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        pairs: &[Pair],
        points: &mut Vec<ContactPoint<D>>,
    ) -> Result<(&[PartContact<D>], NarrowStats), Error> {
        self.contacts.clear();
        self.list(sides, pairs)?;
        let Self { pairs: parts, scratch, block, contacts, .. } = self;
        for (part_pairs, all) in parts.pairs.chunks(CHUNK).zip(parts.all.chunks(CHUNK)) {
            block.clear();
            let chunk = PairChunk { pairs: part_pairs, first: 0 };
            scratch.contacts(level, &parts.sides(), chunk, block)?;
            // They come in the order of the pairs, of which some have none.
            let mut left = all.iter().zip(part_pairs);
            for found in block.contacts() {
                let (pair, _) = left
                    .by_ref()
                    .find(|(_, pair)| **pair == found.pair)
                    .expect("a contact is of one of the pairs");
                let of = pairs[pair.of as usize];
                let shapes = [(sides.a, of.a), (sides.b, of.b)];
                let rows = [found.pair.a, found.pair.b];
                let touching = |side: usize| {
                    let row = parts.sides[side].row(rows[side] as usize);
                    let (set, index) = shapes[side];
                    let Listed { part: number, center, .. } = pair.sides[side];
                    let part = set.placed_parts(index as usize).map(|of| Part {
                        of,
                        number,
                        center,
                        center_of_shape: set.center_of(index as usize),
                    });
                    Touching { row, part }
                };
                let found = corrected(&found, &[touching(0), touching(1)]);
                let Outcome { separation, points: found_points, count } = found;
                let first = points.len() as u32;
                for point in &found_points[..count] {
                    reserve_one(points, "points of contacts")?;
                    points.push(*point);
                }
                reserve_one(contacts, "contacts")?;
                let (place, parts) = (pair.of, pair.sides.map(|side| side.part));
                let range = first..points.len() as u32;
                contacts.push(PartContact { place, parts, separation, points: range });
            }
        }
        Ok((contacts, scratch.report()))
    }
}
