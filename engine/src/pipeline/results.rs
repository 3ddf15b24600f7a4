//! What a step found, borrowed until the next one.

use std::ops::Range;

use super::{CcdHit, CollisionPipeline, StepStats};
use crate::{
    BroadPhase, Pair, events::Events, narrow::Contacts, shape::PreparedShapes,
    validate::InvalidShape,
};

impl<const D: usize> CollisionPipeline<D> {
    /// The pairs of shapes whose bounds touch, without those of sensors.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.candidates.pairs
    }

    /// The pairs of shapes that touch, with their points.
    #[must_use]
    pub fn contacts(&self) -> &Contacts<D> {
        &self.contacts
    }

    /// The numbers of the contacts of the pair at a place of [`touching`](Self::touching): one, or
    /// several where a shape has parts.
    pub(crate) fn contacts_at(&self, place: usize) -> Range<usize> {
        let start = |place: usize| match self.contact_starts.get(place) {
            Some(start) => *start as usize,
            None if self.contact_starts.is_empty() => place,
            None => self.contacts.len(),
        };
        start(place)..start(place + 1)
    }

    /// The pairs of shapes that touch: those of [`contacts`](Self::contacts).
    #[must_use]
    pub fn touching(&self) -> &[Pair] {
        self.touching.now()
    }

    /// Whether there was a step, and the last one came to its end.
    pub(crate) fn has_found(&self) -> bool {
        self.touching.is_kept()
    }

    /// The pairs of shapes that touched in the step before.
    #[must_use]
    pub fn touching_before(&self) -> &[Pair] {
        self.touching.last()
    }

    /// What became of the pairs that touched, as places in [`touching`](Self::touching) and
    /// [`touching_before`](Self::touching_before).
    #[must_use]
    pub fn events(&self) -> &Events {
        self.touching.events()
    }

    /// The pairs of a sensor and another shape that touch, and those of which one is
    /// [fast](super::PipelineInput::with_previous) and met the other within the step, but touched it
    /// neither before nor now.
    #[must_use]
    pub fn sensor_overlaps(&self) -> &[Pair] {
        self.sensor_overlaps.now()
    }

    /// The pairs of a sensor and another shape that touched in the step before.
    #[must_use]
    pub fn sensor_overlaps_before(&self) -> &[Pair] {
        self.sensor_overlaps.last()
    }

    /// What became of the pairs of sensors, as places in [`sensor_overlaps`](Self::sensor_overlaps)
    /// and [`sensor_overlaps_before`](Self::sensor_overlaps_before).
    #[must_use]
    pub fn sensor_events(&self) -> &Events {
        self.sensor_overlaps.events()
    }

    /// What [fast](super::PipelineInput::with_previous) shapes met on their way since the step
    /// before, in canonical order: also what they touched then, and what they touch now. Nothing
    /// that was in the way is missing, however fast and thin shapes are.
    #[must_use]
    pub fn ccd_hits(&self) -> &[CcdHit<D>] {
        self.sweep.first().map_or(&[], |sweep| sweep.found())
    }

    /// The pairs of the [hits](Self::ccd_hits) of the step before.
    #[must_use]
    pub fn ccd_pairs_before(&self) -> &[Pair] {
        self.ccd_pairs.last()
    }

    /// What became of the pairs that met on their way, as places in [`ccd_hits`](Self::ccd_hits)
    /// and [`ccd_pairs_before`](Self::ccd_pairs_before).
    #[must_use]
    pub fn ccd_events(&self) -> &Events {
        self.ccd_pairs.events()
    }

    /// The pairs of the hits of this step.
    pub(crate) fn ccd_pairs(&self) -> &[Pair] {
        self.ccd_pairs.now()
    }

    /// The shapes that are not valid, in order, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        self.prepared.invalid()
    }

    /// What the step was like.
    #[must_use]
    pub fn stats(&self) -> &StepStats {
        &self.stats
    }

    /// The shapes, made ready for further questions, such as those of
    /// [`Narrow`](crate::narrow::Narrow) and those of trees.
    #[must_use]
    pub fn prepared(&self) -> &PreparedShapes<D> {
        &self.prepared
    }

    /// The broad phase, for its drawing and its figures.
    #[must_use]
    pub fn broad_phase(&self) -> &dyn BroadPhase<D> {
        &*self.phase
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.phase.memory_bytes()
            + self.prepared.memory_bytes()
            + self.candidates.memory_bytes()
            + self.contacts.capacity_bytes()
            + self.contact_starts.capacity() * size_of::<u32>()
            + self.touching.memory_bytes()
            + self.sensor_overlaps.memory_bytes()
            + self.ccd_pairs.memory_bytes()
            + self.passed.capacity() * size_of::<Pair>()
            + self.margin.as_ref().map_or(0, |margin| margin.memory_bytes())
            + self.sweep.first().map_or(0, |sweep| sweep.memory_bytes())
    }
}
