//! A box with where it was in the frame before.

use jostle_kernels::sort::sort_key;

use crate::Aabb;

/// Bounds as sorting keys: minima, then maxima. Both zeros have one key.
#[derive(Clone, Copy)]
pub(super) struct Keys<const D: usize>(pub(super) [[u32; D]; 2]);

impl<const D: usize> Keys<D> {
    fn of(aabb: &Aabb<D>) -> Self {
        Self([aabb.min.map(sort_key), aabb.max.map(sort_key)])
    }

    /// Whether two closed boxes have a point in common on the first so many axes.
    #[inline(always)]
    pub(super) fn touch(&self, other: &Self, axes: usize) -> bool {
        let (Self([min, max]), Self([other_min, other_max])) = (self, other);
        (0..axes).all(|axis| min[axis] <= other_max[axis] && other_min[axis] <= max[axis])
    }
}

/// What became of a box since the frame before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BodyState {
    /// It is not there, or not valid, and was not.
    #[default]
    Absent,
    /// It is there, and was.
    Held,
    /// It was not there.
    Came,
    /// It is there no more, or not valid any more.
    Went,
    /// It is there and was, but may be in other pairs: taken for one that went and one that came.
    Changed,
    /// It is there and was, but has no point in common with where it was: as
    /// [`Changed`](Self::Changed) if that is so of few, and else as [`Held`](Self::Held).
    Left,
}

impl BodyState {
    /// Whether the box is there.
    #[inline(always)]
    pub(super) fn is_there(self) -> bool {
        matches!(self, Self::Held | Self::Came | Self::Changed | Self::Left)
    }

    /// Whether none of its pairs is known.
    #[inline(always)]
    pub(super) fn is_new(self) -> bool {
        matches!(self, Self::Came | Self::Changed | Self::Left)
    }

    /// Whether the pairs that are known of it are no more.
    #[inline(always)]
    pub(super) fn is_gone(self) -> bool {
        matches!(self, Self::Went | Self::Changed | Self::Left)
    }
}

/// A box of this frame and of the one before.
#[derive(Clone, Copy)]
pub(super) struct Body<const D: usize> {
    pub(super) now: Keys<D>,
    pub(super) before: Keys<D>,
    /// Exclusion bits: two boxes that share one are no pair.
    pub(super) exclusion: u32,
    pub(super) state: BodyState,
}

impl<const D: usize> Default for Body<D> {
    fn default() -> Self {
        let nowhere = Keys([[0; D]; 2]);
        Self { now: nowhere, before: nowhere, exclusion: 0, state: BodyState::Absent }
    }
}

impl<const D: usize> Body<D> {
    /// Takes the bounds and exclusion bits of the next frame, or that it is not there.
    #[inline(always)]
    pub(super) fn update(&mut self, found: Option<(Aabb<D>, u32)>) {
        let was_there = self.state.is_there();
        let Some((aabb, exclusion)) = found else {
            self.state = if was_there { BodyState::Went } else { BodyState::Absent };
            return;
        };
        self.before = self.now;
        self.now = Keys::of(&aabb);
        self.state = match was_there {
            false => BodyState::Came,
            true if exclusion != self.exclusion => BodyState::Changed,
            true if !self.now.touch(&self.before, D) => BodyState::Left,
            true => BodyState::Held,
        };
        self.exclusion = exclusion;
    }

    /// Whether two boxes are a pair.
    #[inline(always)]
    pub(super) fn is_pair(&self, other: &Self) -> bool {
        self.exclusion & other.exclusion == 0 && self.now.touch(&other.now, D)
    }
}
