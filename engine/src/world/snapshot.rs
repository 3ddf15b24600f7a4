//! Taking a world down, and making one from that.

use super::{
    World, attribute_columns::AttributeColumns, excluded_pairs::ExcludedPairs,
    previous_poses::PreviousPoses,
};
use crate::{
    Error, Shapes,
    memory::copied,
    snapshot::{Snapshot, StepState, as_numbers, as_pairs},
};

impl<const D: usize> World<D> {
    /// Takes down everything that the next step depends on: see [`Snapshot`]. O(shapes + pairs).
    ///
    /// It has no way to fail: where there is no memory for the copy, the process aborts.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let (previous_poses, teleported) = self.previous_poses.state();
        let [touching, sensor_overlaps, ccd_pairs] = self.pipeline.latest();
        let lists =
            [touching, sensor_overlaps, ccd_pairs, self.sleeping_contacts()].map(as_numbers);
        let step = StepState {
            handles: self.attribute_columns[0].handles().to_vec(),
            static_or_sleeping: self.attribute_columns[0].static_or_sleeping().to_vec(),
            disabled: self.attribute_columns[0].disabled().map(|index| index as u32).collect(),
            lists,
            previous_poses,
            teleported,
            excluded_pairs: self.excluded_pairs().to_vec(),
        };
        Snapshot { dimensions: D as u32, shapes: self.shapes.state(), step }
    }

    /// The world of a snapshot, with the broad phase [`Auto`](crate::broad::Auto) and without
    /// limits. Its next step finds what that of the world would have found that the snapshot is of,
    /// bit for bit.
    ///
    /// # Errors
    /// [`Error::Snapshot`] when it is not one of a world of this dimension,
    /// [`Error::OutOfMemory`].
    pub fn restore(snapshot: &Snapshot) -> Result<Self, Error> {
        if snapshot.dimensions() != D {
            return Err(Error::Snapshot { what: "it is of another dimension" });
        }
        let (mut world, state) = (Self::default(), &snapshot.step);
        world.shapes = Shapes::of_state(&snapshot.shapes)?;
        state.check()?;
        let what = "the last step of a snapshot";
        world.previous_poses = PreviousPoses::restore(state, &mut world.shapes)?;
        world.excluded_pairs = ExcludedPairs::restore(copied(&state.excluded_pairs, what)?);
        world.attribute_columns[0] = AttributeColumns::restore(
            copied(&state.handles, what)?,
            copied(&state.static_or_sleeping, what)?,
            &state.disabled,
        )?;
        let [touching, sensor_overlaps, ccd_pairs, sleeping_contacts] = &state.lists;
        let [touching, sensor_overlaps, ccd_pairs] =
            [as_pairs(touching)?, as_pairs(sensor_overlaps)?, as_pairs(ccd_pairs)?];
        world.pipeline.restore([&touching, &sensor_overlaps, &ccd_pairs])?;
        world.pair_caches[0].restore(as_pairs(sleeping_contacts)?);
        Ok(world)
    }
}
