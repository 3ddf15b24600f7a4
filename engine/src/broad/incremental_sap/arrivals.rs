//! The pairs of boxes that came, by a sweep over the endpoints of all on one axis.

use super::{
    axis::Axis,
    bodies::Bodies,
    endpoint::{Change, id, push_change, side},
};
use crate::{
    Error,
    memory::{grow, reserve},
};

/// Tests for each box that are worth as much as to find all pairs from nothing.
const TESTS_PER_BOX: u64 = 16;

/// Buffers of the sweep.
#[derive(Default)]
pub(super) struct Arrivals {
    /// Boxes that the sweep is in: those that were there before, and those that came.
    open: [Vec<u32>; 2],
    /// Where a box is in its list, by id.
    places: Vec<u32>,
    /// The pairs that were found.
    pub(super) changes: Vec<Change>,
}

impl Arrivals {
    /// Finds the pairs of boxes that came on the axis where that takes the fewest tests, unless it
    /// takes too many. Returns whether it found them.
    pub(super) fn find<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        axes: &[Axis; D],
    ) -> Result<bool, Error> {
        self.changes.clear();
        let tests = |axis: &Axis| tests(bodies, &axis.endpoints);
        let Some((least, axis)) = axes.iter().map(|axis| (tests(axis), axis)).min_by_key(|x| x.0)
        else {
            return Ok(true);
        };
        if least > TESTS_PER_BOX * bodies.total.there as u64 {
            return Ok(false);
        }
        for open in &mut self.open {
            open.clear();
            reserve(open, bodies.total.there, "the boxes of a sweep")?;
        }
        grow(&mut self.places, bodies.all().len(), "the boxes of a sweep")?;
        self.sweep(bodies, &axis.endpoints)?;
        Ok(true)
    }

    fn sweep<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        endpoints: &[u64],
    ) -> Result<(), Error> {
        for endpoint in endpoints {
            let id = id(*endpoint);
            let new = usize::from(bodies.all()[id].state.is_new());
            if side(*endpoint) == 1 {
                self.close(id, new);
                continue;
            }
            // Those that were there before are tested with each other elsewhere.
            for which in 1 - new..2 {
                for other in &self.open[which] {
                    if bodies.all()[id].is_pair(&bodies.all()[*other as usize]) {
                        let change = Change { ids: [id as u32, *other], begins: true };
                        push_change(&mut self.changes, change)?;
                    }
                }
            }
            self.places[id] = self.open[new].len() as u32;
            self.open[new].push(id as u32);
        }
        Ok(())
    }

    /// Takes a box out of its list.
    fn close(&mut self, id: usize, new: usize) {
        let place = self.places[id];
        self.open[new].swap_remove(place as usize);
        if let Some(moved) = self.open[new].get(place as usize) {
            self.places[*moved as usize] = place;
        }
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let words = self.open.iter().map(Vec::capacity).sum::<usize>() + self.places.capacity();
        4 * words + self.changes.capacity() * size_of::<Change>()
    }
}

/// How many pairs of boxes a sweep would test.
fn tests<const D: usize>(bodies: &Bodies<D>, endpoints: &[u64]) -> u64 {
    let (mut open, mut tests) = ([0, 0], 0);
    for endpoint in endpoints {
        let new = usize::from(bodies.all()[id(*endpoint)].state.is_new());
        if side(*endpoint) == 1 {
            open[new] -= 1;
        } else {
            tests += open[1] + new as u64 * open[0];
            open[new] += 1;
        }
    }
    tests
}
