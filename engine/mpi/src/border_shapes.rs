//! The shapes of pairs in which there is a copy.

use bytemuck::Pod;
use jostle::{Pair, Shape, Shapes, shape::PreparedShapes};

use crate::{
    DistributedBroadPhase, Error,
    mail::{extend, resize},
};

/// Shapes at the borders of a domain that are in pairs, made of the records of their boxes.
#[derive(Default)]
pub(crate) struct BorderShapes<const D: usize> {
    shapes: Shapes<D>,
    prepared: PreparedShapes<D>,
    /// The places of boxes in pairs, in order.
    places: Vec<u32>,
    /// The places by the indices of shapes.
    place_of: Vec<u32>,
    pairs: Vec<Pair>,
}

impl<const D: usize> BorderShapes<D> {
    /// Makes the shapes of the border pairs of a broad phase.
    pub(crate) fn update<R: Pod + Sync>(
        &mut self,
        phase: &DistributedBroadPhase<D, R>,
        shape_of: impl Fn(&R) -> Shape<D>,
    ) -> Result<(), Error> {
        const WHAT: &str = "shapes at the borders of a domain";
        self.places.clear();
        for pair in phase.border_pairs() {
            extend(&mut self.places, &[pair.a, pair.b], WHAT)?;
        }
        self.places.sort_unstable();
        self.places.dedup();
        self.shapes.clear();
        let mut handles = Vec::new();
        for place in &self.places {
            let Some(record) = phase.border_record(*place) else {
                // There is a record for each box, or for none.
                let (expected, found) = (phase.border_len(), 0);
                return Err(jostle::Error::Length { what: "records", expected, found }.into());
            };
            extend(&mut handles, &[self.shapes.insert(shape_of(record))?], WHAT)?;
        }
        self.place_of.clear();
        resize(&mut self.place_of, handles.len(), 0, WHAT)?;
        let mut index_of = Vec::new();
        for (place, handle) in self.places.iter().zip(&handles) {
            let index = self.shapes.index_of(*handle)?;
            self.place_of[index] = *place;
            extend(&mut index_of, &[index as u32], WHAT)?;
        }
        let index = |place: &u32| {
            index_of[self.places.binary_search(place).expect("all places of pairs are listed")]
        };
        self.pairs.clear();
        for Pair { a, b } in phase.border_pairs() {
            extend(&mut self.pairs, &[Pair { a: index(a), b: index(b) }], WHAT)?;
        }
        self.prepared.update(&self.shapes)?;
        Ok(())
    }

    /// The shapes.
    pub(crate) fn prepared(&self) -> &PreparedShapes<D> {
        &self.prepared
    }

    /// The border pairs of the broad phase, in their order, by the indices of shapes.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many shapes there are.
    pub(crate) fn len(&self) -> usize {
        self.place_of.len()
    }

    /// The place of a shape at the border.
    ///
    /// # Panics
    /// When there is no such shape.
    pub(crate) fn place(&self, index: u32) -> u32 {
        self.place_of[index as usize]
    }
}
