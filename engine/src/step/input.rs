//! What goes into a step, and what it may take.

use super::PairRules;
use crate::{
    Error, Filter, Pair, Shapes,
    shape::{Columns, ShapeKind},
};

/// The shapes of a step as they are now, and what else is known of them, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct PipelineInput<'a, const D: usize> {
    pub(crate) shapes: Columns<'a, D>,
    pub(crate) filter: Filter<'a>,
    pub(crate) pair_rules: PairRules<'a>,
    pub(crate) sensors: Option<&'a [bool]>,
    pub(crate) previous: Option<Previous<'a, D>>,
}

/// Where shapes come from, and which of them are fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Previous<'a, const D: usize> {
    pub(crate) before: Columns<'a, D>,
    pub(crate) ccd: &'a [bool],
}

impl<'a, const D: usize> PipelineInput<'a, D> {
    /// Shapes all of whose pairs are wanted.
    #[must_use]
    pub fn new(shapes: impl Into<Columns<'a, D>>) -> Self {
        let (filter, pair_rules) = (Filter::default(), PairRules::default());
        Self { shapes: shapes.into(), filter, pair_rules, sensors: None, previous: None }
    }

    /// The same, of whose pairs only some are wanted, by the indices of shapes.
    #[must_use]
    pub fn with_filter(self, filter: Filter<'a>) -> Self {
        Self { filter, ..self }
    }

    /// The same, of which only those pairs are looked at of which a function of the user's own says
    /// that they are wanted. It is asked about pairs that the [filter](Self::with_filter) wants and
    /// whose bounds touch, about each once, and about those that may meet on their way once more;
    /// on any thread, in any order. What it says may depend on nothing but the pair, as long as the
    /// step takes.
    #[must_use]
    pub fn with_pair_filter(self, wants: &'a (dyn Fn(Pair) -> bool + Sync)) -> Self {
        Self { pair_rules: PairRules { wants: Some(wants), ..self.pair_rules }, ..self }
    }

    /// The same without these pairs, which are in canonical order.
    pub(crate) fn without_pairs(self, excluded: &'a [Pair]) -> Self {
        Self { pair_rules: PairRules { excluded, ..self.pair_rules }, ..self }
    }

    /// Marks the shapes that only sense: what they touch is told, without contacts.
    #[must_use]
    pub fn with_sensors(self, sensors: &'a [bool]) -> Self {
        Self { sensors: Some(sensors), ..self }
    }

    /// Tells where the shapes were in the step before, by the same indices, and which of them are
    /// fast: so fast that they may pass others from step to step without touching them in either.
    /// What these met on the way is told, wherever it went meanwhile, and a sensor that they passed
    /// is among those that they touch.
    ///
    /// Shapes move along lines, and turn the shorter way; triangles do not turn.
    #[must_use]
    pub fn with_previous(self, before: impl Into<Columns<'a, D>>, ccd: &'a [bool]) -> Self {
        Self { previous: Some(Previous { before: before.into(), ccd }), ..self }
    }

    /// Checks that there is as much of everything as there are shapes.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let ranges = self.shapes.ranges();
        let expected = ranges.len();
        let same = |what, found| {
            if found == expected { Ok(()) } else { Err(Error::Length { what, expected, found }) }
        };
        same("sensors", self.sensors.map_or(expected, <[bool]>::len))?;
        let Some(Previous { before, ccd }) = self.previous else { return Ok(()) };
        same("ccd", ccd.len())?;
        let ranges_before = before.ranges();
        for kind in ShapeKind::ALL {
            let (expected, found) = (ranges.of(kind).len(), ranges_before.of(kind).len());
            if expected != found {
                return Err(Error::Length { what: "the shapes before", expected, found });
            }
        }
        Ok(())
    }
}

impl<'a, const D: usize> From<Columns<'a, D>> for PipelineInput<'a, D> {
    fn from(shapes: Columns<'a, D>) -> Self {
        Self::new(shapes)
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for PipelineInput<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        Self::new(shapes)
    }
}

/// What a step may take at most. A step that needs more is an [`Error::Limit`] that says how much,
/// and leaves everything as it was. Each limit may be any number, and 0 allows nothing.
///
/// ```
/// use jostle::{Error, Shape, World, step::StepLimits};
///
/// let limits = StepLimits::new().with_shapes(3).with_pairs(2);
/// let mut world = World::<2>::new().with_limits(limits);
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
#[non_exhaustive]
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

    /// No [limits](Self::NONE).
    #[must_use]
    pub const fn new() -> Self {
        Self::NONE
    }

    /// The same with this many shapes at most.
    #[must_use]
    pub const fn with_shapes(mut self, shapes: usize) -> Self {
        self.shapes = shapes;
        self
    }

    /// The same with this many [pairs](Self::pairs) at most.
    #[must_use]
    pub const fn with_pairs(mut self, pairs: u64) -> Self {
        self.pairs = pairs;
        self
    }

    /// The same with this many [bytes of memory](Self::memory_bytes) at most.
    #[must_use]
    pub const fn with_memory_bytes(mut self, memory_bytes: u64) -> Self {
        self.memory_bytes = memory_bytes;
        self
    }

    /// Refuses too many shapes.
    pub(crate) fn check_shapes(&self, shapes: usize) -> Result<(), Error> {
        if shapes <= self.shapes {
            return Ok(());
        }
        Err(Error::Limit { what: "shapes", needed: shapes as u64, limit: self.shapes as u64 })
    }

    /// Most pairs, by what they need.
    pub(crate) fn most_pairs(&self, needs: &Needs) -> u64 {
        let room = self.memory_bytes.saturating_sub(needs.fixed) / needs.per_pair;
        self.pairs.min(room)
    }

    /// Bytes that are left for what can be done without, where so many pairs are expected.
    pub(crate) fn spare_bytes(&self, needs: &Needs, expected: Option<u64>) -> u64 {
        if self.memory_bytes == u64::MAX {
            return u64::MAX;
        }
        let of_pairs = |pairs| needs.per_pair.saturating_mul(pairs);
        let left = self.memory_bytes.saturating_sub(needs.fixed);
        expected.map_or(0, |pairs| left.saturating_sub(of_pairs(pairs)))
    }

    /// Why so many pairs are refused.
    pub(crate) fn refuse(&self, pairs: u64, needs: &Needs) -> Error {
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
pub(crate) struct Needs {
    /// Whatever the pairs are.
    pub(crate) fixed: u64,
    /// For each pair.
    pub(crate) per_pair: u64,
}
