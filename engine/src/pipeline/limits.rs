//! What a step may take.

use crate::Error;

/// What a step may take at most. A step that needs more is an [`Error::Limit`] that says how much,
/// and leaves everything as it was.
///
/// ```
/// use jostle::{Error, Shape, World, step::StepLimits};
///
/// let mut world = World::<2>::new().with_limits(StepLimits { shapes: 3, pairs: 2, ..StepLimits::NONE });
/// for _ in 0..3 {
///     world.shapes_mut().insert(Shape::ball([0.0, 0.0], 1.0))?;
/// }
/// let refused = world.shapes_mut().insert(Shape::ball([0.0, 0.0], 1.0));
/// assert_eq!(refused, Err(Error::Limit { what: "shapes", needed: 4, limit: 3 }));
/// let refused = world.step().map(|_| ());
/// assert_eq!(refused, Err(Error::Limit { what: "pairs", needed: 3, limit: 2 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLimits {
    /// Most shapes.
    pub shapes: usize,
    /// Most pairs of shapes whose bounds touch.
    pub pairs: u64,
    /// Most bytes of memory: what is held, and what contacts may need if all pairs of bounds turn
    /// out to touch. It is reckoned before it is taken; buffers are rounded up by an eighth, and by
    /// some hundred KiB in all.
    pub memory_bytes: u64,
}

impl StepLimits {
    /// Whatever the machine has.
    pub const NONE: Self = Self { shapes: usize::MAX, pairs: u64::MAX, memory_bytes: u64::MAX };

    /// Refuses too many shapes.
    pub(crate) fn check_shapes(&self, shapes: usize) -> Result<(), Error> {
        if shapes <= self.shapes {
            return Ok(());
        }
        Err(Error::Limit { what: "shapes", needed: shapes as u64, limit: self.shapes as u64 })
    }

    /// Most pairs, by what they need.
    pub(super) fn most_pairs(&self, needs: &Needs) -> u64 {
        let room = self.memory_bytes.saturating_sub(needs.fixed) / needs.per_pair;
        self.pairs.min(room)
    }

    /// Why so many pairs are refused.
    pub(super) fn refuse(&self, pairs: u64, needs: &Needs) -> Error {
        if pairs > self.pairs {
            return Error::Limit { what: "pairs", needed: pairs, limit: self.pairs };
        }
        let needed = needs.fixed.saturating_add(needs.per_pair.saturating_mul(pairs));
        Error::Limit { what: "bytes of memory", needed, limit: self.memory_bytes }
    }
}

impl Default for StepLimits {
    fn default() -> Self {
        Self::NONE
    }
}

/// Bytes that a step needs.
pub(super) struct Needs {
    /// Whatever the pairs are.
    pub(super) fixed: u64,
    /// For each pair.
    pub(super) per_pair: u64,
}
