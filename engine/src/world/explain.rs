//! Why a pair of shapes of a world is a contact, or is not.

use super::World;
use crate::{
    Error, Handle, Pair,
    explain::{FilterDecision, PairExplanation},
};

impl<const D: usize> World<D> {
    /// Tells why two shapes are reported by the last step, or are not: whether each was valid, what
    /// the filter says of their attributes, how their bounds lie, where the broad phase put them,
    /// and what the narrow phase decided. O(shapes); allocates.
    ///
    /// ```
    /// use jostle::{Shape, World, explain::Verdict};
    ///
    /// let mut world = World::<2>::new();
    /// let ball = world.shapes_mut().insert(Shape::ball([0.0, 0.0], 1.0))?;
    /// let square = world.shapes_mut().insert(Shape::aligned_box([1.75, 1.75], [1.0, 1.0]))?;
    /// world.step()?;
    /// let explanation = world.explain(ball, square)?;
    /// // The corner of the square is as far from the ball as the bounds overlap.
    /// assert!(matches!(explanation.verdict(), Verdict::ShapesApart { .. }));
    /// println!("{explanation}");
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::StaleHandle`] and [`Error::NotInStep`] where a shape is gone, or came after the
    /// last step, [`Error::NoStep`] where the last step failed, [`Error::OneShape`] where the two
    /// are one, and [`Error::OutOfMemory`].
    pub fn explain(&self, a: Handle, b: Handle) -> Result<PairExplanation<D>, Error> {
        let columns = &self.attribute_columns[0];
        let pair = Pair::ordered(self.index(a)?, self.index(b)?);
        let mut explanation =
            self.pipeline.explain_shapes(columns.filter(), columns.sensors(), pair)?;
        if explanation.filter == FilterDecision::LeftOut
            && self.excluded_pairs.pairs().binary_search(&pair).is_ok()
        {
            explanation.filter = FilterDecision::Excluded;
        }
        let is_disabled = |index: u32| columns.is_disabled(index as usize);
        if is_disabled(pair.a) || is_disabled(pair.b) {
            explanation.filter = FilterDecision::Disabled { of_first: is_disabled(pair.a) };
        }
        explanation.touches_asleep = self.sleeping_contacts().binary_search(&pair).is_ok();
        Ok(explanation)
    }
}
