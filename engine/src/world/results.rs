//! What a step found, borrowed until the next one.

use super::World;
use crate::{
    Handle, Pair,
    events::PairChanges,
    narrow::Contacts,
    step::{CcdHit, StepStats},
    validate::InvalidShape,
};

impl<const D: usize> World<D> {
    /// The handle of the shape that had an index in the last step; none if there was no such shape.
    /// It may have been removed since.
    #[must_use]
    pub fn handle(&self, index: u32) -> Option<Handle> {
        self.attribute_columns[0].handles().get(index as usize).copied()
    }

    /// The number that the user gave the shape that had an index in the last step; none if it was
    /// removed since.
    #[must_use]
    pub fn user(&self, index: u32) -> Option<u64> {
        let handle = self.handle(index)?;
        self.shapes.attributes(handle).ok().map(|attributes| attributes.user)
    }

    /// Whether each shape of the last step was static or slept, by its index.
    #[must_use]
    pub fn static_or_sleeping(&self) -> &[bool] {
        self.attribute_columns[0].static_or_sleeping()
    }

    /// The pairs of shapes whose bounds touch, in canonical order, without those of sensors.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        self.pipeline.pairs()
    }

    /// The pairs of shapes that touch, with their points, in canonical order.
    #[must_use]
    pub fn contacts(&self) -> &Contacts<D> {
        self.pipeline.contacts()
    }

    /// The pairs of shapes that touch: those of [`contacts`](Self::contacts).
    #[must_use]
    pub fn touching(&self) -> &[Pair] {
        self.pipeline.touching()
    }

    /// What became of the pairs that touch.
    ///
    /// Who listens to them needs no more than handles: what touches is looked up by these, and of a
    /// shape that was removed there is nothing else left.
    ///
    /// ```
    /// use jostle::{Shape, World, shape::Attributes};
    ///
    /// let mut world = World::<2>::new();
    /// let mut put = |x: f32, user: u64| {
    ///     let attributes = Attributes::new().with_user(user);
    ///     world.shapes_mut().insert_with(Shape::ball([x, 0.0], 1.0), attributes)
    /// };
    /// let (bird, pane) = (put(0.0, 17)?, put(1.5, 42)?);
    /// let mut heard = Vec::new();
    /// for step in 0..3 {
    ///     if step == 2 {
    ///         world.shapes_mut().remove(pane)?;
    ///     }
    ///     world.step()?;
    ///     for [a, b] in world.contact_changes().begun_handles() {
    ///         let contact = world.contact_between(a, b)?.expect("they touch");
    ///         let users = [a, b].map(|shape| world.shapes().attributes(shape).map(|of| of.user));
    ///         heard.push(format!("{users:?} touch {} deep", -contact.distance));
    ///     }
    ///     for [a, b] in world.contact_changes().ended() {
    ///         heard.push(format!("{} ended", if [a, b] == [bird, pane] { "it" } else { "else" }));
    ///     }
    /// }
    /// assert_eq!(heard, ["[Ok(17), Ok(42)] touch 0.5 deep", "it ended"]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn contact_changes(&self) -> PairChanges<'_> {
        let last = self.pair_caches[0].last_pairs(self.pipeline.touching_before());
        let handles = self.attribute_columns[0].handles();
        let step = self.number_of_step();
        PairChanges::new(self.pipeline.events(), self.touching(), last, handles, step)
    }

    /// The pairs of a sensor and another shape that touch, in canonical order; also those of which
    /// one is fast and met the other within the step, but touched it neither before nor now: these
    /// end with the next step, if they do not meet again.
    ///
    /// Those of two shapes that rest are not looked at: what touched when the later one of them
    /// came to rest stays listed, and what was put in at rest is listed once one of them moved. A
    /// sensor that is to sense them all the same is to be [`Moving`](crate::shape::Mobility), even
    /// if it never does.
    #[must_use]
    pub fn sensor_overlaps(&self) -> &[Pair] {
        self.pipeline.sensor_overlaps()
    }

    /// What became of the pairs of sensors.
    #[must_use]
    pub fn sensor_changes(&self) -> PairChanges<'_> {
        let last = self.pair_caches[1].last_pairs(self.pipeline.sensor_overlaps_before());
        let handles = self.attribute_columns[0].handles();
        PairChanges::new(
            self.pipeline.sensor_events(),
            self.sensor_overlaps(),
            last,
            handles,
            self.number_of_step(),
        )
    }

    /// What [fast](crate::shape::Attributes::ccd) shapes met on their way since the step before, in
    /// canonical order: also what they touched then, and what they touch now. Nothing that was in
    /// the way is missing, however fast and thin shapes are. In its first step a fast shape comes
    /// from where it was put in, or was when it was made fast.
    #[must_use]
    pub fn ccd_hits(&self) -> &[CcdHit<D>] {
        self.pipeline.ccd_hits()
    }

    /// What became of the pairs that met on their way: one of this step [began] if it is no hit of
    /// the step before. Two that meet in several steps in a row begin once.
    ///
    /// [began]: PairChanges::begun
    ///
    /// ```
    /// use jostle::{Shape, World, shape::Attributes};
    ///
    /// let mut world = World::<2>::new();
    /// let wall = world.shapes_mut().insert(Shape::aligned_box([0.0, 0.0], [0.1, 9.0]))?;
    /// let ball = Shape::ball([-5.0, 0.0], 0.5);
    /// let ball = world.shapes_mut().insert_with(ball, Attributes::new().with_ccd(true))?;
    /// world.step()?;
    /// world.shapes_mut().set(ball, Shape::ball([5.0, 0.0], 0.5))?;
    /// world.step()?;
    /// assert_eq!(world.ccd_changes().begun_handles().collect::<Vec<_>>(), [[ball, wall]]);
    /// world.step()?; // it stays where it is
    /// assert_eq!(world.ccd_changes().ended().collect::<Vec<_>>(), [[ball, wall]]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn ccd_changes(&self) -> PairChanges<'_> {
        let last = self.pair_caches[2].last_pairs(self.pipeline.ccd_pairs_before());
        let handles = self.attribute_columns[0].handles();
        PairChanges::new(
            self.pipeline.ccd_events(),
            self.pipeline.ccd_pairs(),
            last,
            handles,
            self.number_of_step(),
        )
    }

    /// The number of the last step, from 1 on; 0 before the first and after one that failed.
    fn number_of_step(&self) -> u64 {
        if self.pipeline.has_found() { self.steps } else { 0 }
    }

    /// The pairs of shapes at rest that touched when they came to rest, in canonical order: they
    /// neither ended nor are they looked at.
    #[must_use]
    pub fn sleeping_contacts(&self) -> &[Pair] {
        self.pair_caches[0].sleeping_contacts()
    }

    /// The shapes that were not valid in the last step, in order, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        self.pipeline.invalid()
    }

    /// What the last step was like.
    #[must_use]
    pub fn stats(&self) -> &StepStats {
        self.pipeline.stats()
    }
}
