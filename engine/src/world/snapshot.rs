//! Taking a world down, and making one from that.

use super::{World, described::Described, past::Past};
use crate::{
    Error, Shapes,
    snapshot::{Snapshot, StepState, as_numbers, as_pairs},
};

impl<const D: usize> World<D> {
    /// Takes down everything that the next step depends on: see [`Snapshot`]. O(shapes + pairs).
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let (past, placed) = self.past.state();
        let [touching, sensed] = self.frame.latest();
        let [contacts, sensors] = &self.histories;
        let lists = [touching, sensed, contacts.dormant(), sensors.dormant()].map(as_numbers);
        let step = StepState {
            handles: self.described[0].handles().to_vec(),
            resting: self.described[0].resting().to_vec(),
            lists,
            past,
            placed,
        };
        Snapshot { dimensions: D as u32, shapes: self.shapes.state(), step }
    }

    /// The world of a snapshot, with the broad phase [`Auto`](crate::Auto) and without limits. Its next step
    /// finds what that of the world would have found that the snapshot is of, bit for bit.
    ///
    /// # Errors
    /// [`Error::Snapshot`] when it is not one of a world of this dimension.
    pub fn restore(snapshot: &Snapshot) -> Result<Self, Error> {
        if snapshot.dimensions() != D {
            return Err(Error::Snapshot { what: "it is of another dimension" });
        }
        let (state, shapes) = (&snapshot.step, Shapes::of_state(&snapshot.shapes)?);
        state.check()?;
        let mut world = Self { past: Past::restore(state, &shapes)?, shapes, ..Self::default() };
        world.described[0] = Described::restore(state.handles.clone(), state.resting.clone());
        let [touching, sensed, dormant, dormant_sensed] =
            state.lists.each_ref().map(|list| as_pairs(list));
        world.frame.restore(touching, sensed);
        world.histories[0].restore(dormant);
        world.histories[1].restore(dormant_sensed);
        Ok(world)
    }
}
