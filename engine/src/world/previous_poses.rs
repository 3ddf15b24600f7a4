//! Where shapes were in the last step, for continuous collision detection.

use super::{attribute_columns::AttributeColumns, index_remap::IndexRemap};
use crate::{
    Error, Handle, Shapes,
    memory::{copied, reserve_one},
    shape::{Columns, Copied, Ranges},
    snapshot::{StepState, Tables},
};

/// Where the shapes of a world were.
#[derive(Default)]
pub(super) struct PreviousPoses {
    /// In the last step that came to its end, by the indices of that step; nothing where no shape
    /// was fast.
    last: Copied,
    ranges: Option<Ranges>,
    /// By the indices of this step, where they differ.
    now: Copied,
    /// Shapes that were put elsewhere since the last step, without a way.
    teleported: Vec<Handle>,
}

impl PreviousPoses {
    /// Notes that a shape has no way from where it was.
    pub(super) fn teleport(&mut self, handle: Handle) -> Result<(), Error> {
        reserve_one(&mut self.teleported, "the shapes that were teleported")?;
        self.teleported.push(handle);
        Ok(())
    }

    /// Where the shapes were, by the indices of this step; nothing where that is not known of any.
    /// Fast shapes that no step has seen yet come from where they were put in, or enabled; other
    /// ones were where they are.
    pub(super) fn columns<'a, const D: usize>(
        &'a mut self,
        shapes: &'a Shapes<D>,
        index_remap: &IndexRemap,
        last: &AttributeColumns,
    ) -> Result<Option<Columns<'a, D>>, Error> {
        let ranges = shapes.ranges();
        let columns = if let Some(ranges_last) = &self.ranges
            && index_remap.is_renumbered()
        {
            self.now.copy(shapes)?;
            for index in 0..last.handles().len() {
                // One of another kind comes from where it was replaced, as it was noted, or was
                // where it is.
                if let Some(now) = index_remap.index(index as u32).map(|now| now as usize)
                    && ranges.kind_of(now).0 == ranges_last.kind_of(index).0
                {
                    self.now.copy_row((&ranges, now), &self.last, (ranges_last, index));
                }
            }
            &mut self.now
        } else if self.ranges.is_some() {
            &mut self.last
        } else if shapes.arrivals().is_empty() {
            return Ok(None);
        } else {
            self.now.copy(shapes)?;
            &mut self.now
        };
        for index in last.disabled() {
            if let Some(now) = index_remap.index(index as u32) {
                columns.refresh(shapes, now as usize);
            }
        }
        shapes.arrivals().place_in(columns, &ranges, |handle| shapes.index_in(&ranges, handle));
        for handle in &self.teleported {
            if let Some(index) = shapes.index_in(&ranges, *handle) {
                columns.refresh(shapes, index);
            }
        }
        Ok(Some(columns.columns(shapes)))
    }

    /// Ends a step well: notes where the shapes are, if one of them is fast.
    pub(super) fn keep<const D: usize>(
        &mut self,
        shapes: &Shapes<D>,
        any_ccd: bool,
    ) -> Result<(), Error> {
        self.teleported.clear();
        self.ranges = None;
        if any_ccd {
            self.last.copy(shapes)?;
            self.ranges = Some(shapes.ranges());
        }
        Ok(())
    }

    /// Where the shapes were, where that is kept, and those that were placed since.
    pub(super) fn state(&self) -> (Option<Tables>, Vec<Handle>) {
        (self.ranges.map(|_| self.last.state()), self.teleported.clone())
    }

    /// The same again, by the indices of the last step.
    pub(super) fn restore<const D: usize>(
        state: &StepState,
        shapes: &mut Shapes<D>,
    ) -> Result<Self, Error> {
        let teleported = copied(&state.teleported, "the shapes that were teleported")?;
        let mut previous_poses = Self { teleported, ..Self::default() };
        let Some(columns) = &state.previous_poses else { return Ok(previous_poses) };
        let is_gone = |index: usize| {
            state.handles.get(index).is_none_or(|handle| shapes.index_of(*handle).is_err())
        };
        previous_poses.last = Copied::of_state(columns, shapes, is_gone)?;
        let ranges = previous_poses.last.columns(shapes).ranges();
        if ranges.len() != state.handles.len() {
            return Err(Error::Snapshot { what: "shapes were others in the last step" });
        }
        previous_poses.ranges = Some(ranges);
        previous_poses.last.note_step_of(shapes)?;
        Ok(previous_poses)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.last.memory_bytes()
            + self.now.memory_bytes()
            + self.teleported.capacity() * size_of::<Handle>()
    }
}
