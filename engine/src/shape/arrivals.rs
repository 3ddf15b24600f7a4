//! Where fast shapes were when they came in.

use jostle_kernels::shape::ShapeKind;

use super::{
    Ranges,
    shapes::RowOfKind,
    state::Copied,
    table::{ShapeRow, ShapeTable},
};
use crate::{
    Error, Handle,
    handle::Slots,
    memory::{copied, reserve_more},
    snapshot::ArrivalsState,
};

/// Fewest shapes that are looked at to forget those that are gone.
const FEWEST: usize = 64;

/// Fast shapes that were put in, made fast, enabled or replaced by another kind since the last step
/// of the world that has them: as they were then. One of which that is true again is there again.
#[derive(Clone, Debug)]
pub(crate) struct Arrivals {
    kinds: [ArrivalsOfKind; ShapeKind::COUNT],
}

#[derive(Clone, Debug)]
struct ArrivalsOfKind {
    handles: Vec<Handle>,
    /// A row for each.
    poses: ShapeTable,
    /// Those that were left when the ones that are gone were last forgotten.
    lived: usize,
}

impl ArrivalsOfKind {
    /// Makes room for more.
    fn reserve(&mut self, more: usize, slots: &Slots<RowOfKind>) -> Result<(), Error> {
        if self.handles.len() >= 2 * self.lived.max(FEWEST) {
            let Self { handles, poses, lived } = self;
            poses.retain(|row| slots.place(handles[row]).is_ok());
            handles.retain(|handle| slots.place(*handle).is_ok());
            *lived = handles.len();
        }
        self.poses.reserve(more)?;
        reserve_more(&mut self.handles, more, "the shapes that came in")
    }
}

impl Arrivals {
    /// None, with empty tables of all kinds.
    pub(super) fn of_tables(tables: [ShapeTable; ShapeKind::COUNT]) -> Self {
        let none = |poses| ArrivalsOfKind { handles: Vec::new(), poses, lived: 0 };
        Self { kinds: tables.map(none) }
    }

    /// Makes sure that so many more of a kind can be noted.
    pub(super) fn reserve(
        &mut self,
        kind: ShapeKind,
        more: usize,
        slots: &Slots<RowOfKind>,
    ) -> Result<(), Error> {
        self.kinds[kind as usize].reserve(more, slots)
    }

    /// Notes where a shape is, for which there is room.
    pub(super) fn note(&mut self, kind: ShapeKind, handle: Handle, pose: &ShapeRow) {
        let ArrivalsOfKind { handles, poses, .. } = &mut self.kinds[kind as usize];
        handles.push(handle);
        poses.push(pose, handle.slot());
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.iter().all(|kind| kind.handles.is_empty())
    }

    /// The last numbers of those of a kind.
    pub(super) fn last_column(&self, kind: ShapeKind) -> &[f32] {
        self.kinds[kind as usize].poses.columns().last().map_or(&[], Vec::as_slice)
    }

    /// Forgets all: a step has seen them.
    pub(crate) fn clear(&mut self) {
        for ArrivalsOfKind { handles, poses, lived } in &mut self.kinds {
            handles.clear();
            poses.clear();
            *lived = 0;
        }
    }

    /// Puts the shapes that are still there, and of that kind, where they were, in a copy that has
    /// them at `index_of`.
    pub(crate) fn place_in(
        &self,
        to: &mut Copied,
        ranges: &Ranges,
        index_of: impl Fn(Handle) -> Option<usize>,
    ) {
        for (kind, noted) in ShapeKind::ALL.into_iter().zip(&self.kinds) {
            for (row, handle) in noted.handles.iter().enumerate() {
                if let Some(index) = index_of(*handle)
                    && ranges.kind_of(index).0 == kind
                {
                    to.take_row((ranges, index), &noted.poses, row);
                }
            }
        }
    }

    /// Takes down all.
    pub(super) fn state(&self) -> ArrivalsState {
        ArrivalsState {
            handles: self.kinds.iter().map(|kind| kind.handles.clone()).collect(),
            poses: self.kinds.iter().map(|kind| kind.poses.columns().to_vec()).collect(),
        }
    }

    /// Those of a snapshot, as tables of poses.
    pub(super) fn of_state(
        state: &ArrivalsState,
        poses: [ShapeTable; ShapeKind::COUNT],
    ) -> Result<Self, Error> {
        let mut arrivals = Self::of_tables(poses);
        if state.handles.len() != ShapeKind::COUNT {
            return Err(Error::Snapshot { what: "there are more kinds of shapes, or fewer" });
        }
        for (kind, handles) in ShapeKind::ALL.into_iter().zip(&state.handles) {
            let of_kind = &mut arrivals.kinds[kind as usize];
            if of_kind.poses.columns()[0].len() != handles.len() {
                return Err(Error::Snapshot { what: "shapes that came in were more, or fewer" });
            }
            of_kind.handles = copied(handles, "the shapes that came in")?;
        }
        Ok(arrivals)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let of = |kind: &ArrivalsOfKind| {
            kind.handles.capacity() * size_of::<Handle>() + kind.poses.memory_bytes()
        };
        self.kinds.iter().map(of).sum()
    }
}
