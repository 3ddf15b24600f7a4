//! Why a pair of shapes is a contact, or is not.

use super::{CollisionPipeline, bounds};
use crate::{
    Error, Filter, Join, Pair,
    broad::BoxSet,
    explain::{FilterDecision, NarrowDecision, PairExplanation},
    narrow::Narrow,
    step::PipelineInput,
};

impl<const D: usize> CollisionPipeline<D> {
    /// Tells why shapes `a` and `b` of the last step are reported, or are not. The input is that of
    /// the step. O(shapes); allocates.
    ///
    /// # Errors
    /// [`Error::NoStep`] before the first step and after one that failed, [`Error::NoShape`] where
    /// there is no such shape, [`Error::OneShape`] where they are one, [`Error::Length`] where the
    /// input is of another number of shapes than the last step was, and [`Error::OutOfMemory`].
    pub fn explain<'a>(
        &self,
        input: impl Into<PipelineInput<'a, D>>,
        a: u32,
        b: u32,
    ) -> Result<PairExplanation<D>, Error> {
        let input = input.into();
        input.check()?;
        self.check_is_good()?;
        let (expected, found) = (self.prepared.len(), input.shapes.ranges().len());
        if expected != found {
            return Err(Error::Length { what: "the shapes of the last step", expected, found });
        }
        self.explain_shapes(input.filter, input.sensors, Pair::ordered(a, b))
    }

    /// Refuses where the last step failed: it may have read other shapes than were compared.
    fn check_is_good(&self) -> Result<(), Error> {
        if self.stats.shapes == 0 { Err(Error::NoStep) } else { Ok(()) }
    }

    /// Explains two shapes of the last step.
    pub(crate) fn explain_shapes(
        &self,
        filter: Filter<'_>,
        sensors: Option<&[bool]>,
        pair: Pair,
    ) -> Result<PairExplanation<D>, Error> {
        self.check_is_good()?;
        let bounds = bounds(&self.prepared, self.margin.as_deref());
        let join = Join::within(BoxSet { bounds, filter });
        let mut explanation = self.phase.explain(&join, pair.a, pair.b)?;
        let indices = [pair.a, pair.b];
        for (index, invalid) in indices.into_iter().zip(&mut explanation.invalid) {
            // The reason of the shape, not that of the bounds that it has not.
            let listed = self.invalid().binary_search_by_key(&index, |one| one.index);
            *invalid = listed.ok().map(|at| self.invalid()[at].reason);
        }
        // The bounds of an invalid shape are NaN: it is no candidate.
        if explanation.is_candidate() && !self.candidates.has(&pair) {
            explanation.filter = FilterDecision::LeftOut;
        }
        if explanation.is_candidate() {
            let is_sensed = |sensors: &[bool]| indices.iter().any(|at| sensors[*at as usize]);
            let is_sensed = sensors.is_some_and(is_sensed);
            explanation.narrow = Some(self.decide(pair, is_sensed)?);
        }
        explanation.sensor_overlap = self.sensor_overlaps().binary_search(&pair).is_ok();
        explanation.ccd_hit = self.ccd_hits().iter().find(|hit| hit.pair == pair).copied();
        Ok(explanation)
    }

    /// Asks the narrow phase about one pair, as a step does.
    fn decide(&self, pair: Pair, is_sensed: bool) -> Result<NarrowDecision<D>, Error> {
        let (mut narrow, mut separations) = (Narrow::new().with_level(self.level), Vec::new());
        narrow.separations(&self.prepared, &[pair], &mut separations)?;
        let separation = separations[0];
        let touches = if is_sensed {
            let mut touches = Vec::new();
            narrow.overlaps(&self.prepared, &[pair], &mut touches)?;
            touches[0]
        } else {
            // Shapes that are near may be contacts as well.
            self.touching().binary_search(&pair).is_ok()
        };
        let kinds = [pair.a, pair.b].map(|index| self.prepared.kind_of(index as usize).0);
        Ok(NarrowDecision { kinds, touches, is_sensed, separation })
    }
}
