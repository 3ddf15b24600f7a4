//! When to try again after frames that could not be made from those before.

/// Most frames in which nothing is tried.
const LONGEST: u32 = 31;

/// Frames in which nothing is tried: none after one that failed, and twice as many and one more
/// after each that fails next. So a teleport costs a frame, and a scene that is never coherent
/// hardly more than a sweep built from nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    left: u32,
    next: u32,
}

impl Rest {
    /// Whether this frame is to be kept.
    pub(super) fn is_over(self) -> bool {
        self.left == 0
    }

    /// A frame was tried in vain.
    pub(super) fn lengthen(&mut self) {
        self.left = self.next;
        self.next = (2 * self.next + 1).min(LONGEST);
    }

    /// A frame was not kept.
    pub(super) fn pass(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}
