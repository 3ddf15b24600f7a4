//! Taking a world down, and making one from that.

use super::{
    World, attribute_columns::AttributeColumns, excluded_pairs::ExcludedPairs,
    previous_poses::PreviousPoses,
};
use crate::{
    Error, Shapes,
    snapshot::{Snapshot, StepState, as_numbers, as_pairs},
};

impl<const D: usize> World<D> {
    /// Takes down everything that the next step depends on: see [`Snapshot`]. O(shapes + pairs).
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
    /// [`Error::Snapshot`] when it is not one of a world of this dimension.
    pub fn restore(snapshot: &Snapshot) -> Result<Self, Error> {
        if snapshot.dimensions() != D {
            return Err(Error::Snapshot { what: "it is of another dimension" });
        }
        let (state, mut shapes) = (&snapshot.step, Shapes::of_state(&snapshot.shapes)?);
        state.check()?;
        let mut world = Self {
            previous_poses: PreviousPoses::restore(state, &mut shapes)?,
            excluded_pairs: ExcludedPairs::restore(state.excluded_pairs.clone()),
            shapes,
            ..Self::default()
        };
        world.attribute_columns[0] = AttributeColumns::restore(
            state.handles.clone(),
            state.static_or_sleeping.clone(),
            &state.disabled,
        );
        let [touching, sensor_overlaps, ccd_pairs, sleeping_contacts] =
            state.lists.each_ref().map(|list| as_pairs(list));
        world.pipeline.restore([&touching, &sensor_overlaps, &ccd_pairs])?;
        world.pair_caches[0].restore(sleeping_contacts);
        Ok(world)
    }
}
