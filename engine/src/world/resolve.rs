//! Changing both shapes of each contact.

use super::World;
use crate::{
    Error,
    coloring::{Coloring, Side},
    narrow::Contact,
};

/// The contacts of a step in an order in which they can be worked on in parallel, once it was asked
/// for.
#[derive(Default)]
pub(super) struct Resolver {
    coloring: Coloring,
    is_colored: bool,
}

impl Resolver {
    /// Forgets the contacts: there will be others.
    pub(super) fn forget(&mut self) {
        self.is_colored = false;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.coloring.memory_bytes()
    }
}

impl<const D: usize> World<D> {
    /// Works on each contact of the last step once, in parallel and without locks, with what the
    /// caller keeps of its two shapes: `states[a]` and `states[b]`, by the indices that shapes had
    /// in that step. What is kept of a static shape is [fixed](Side::Fixed): it can be read.
    ///
    /// The result is that of one thread that works on them in a certain order, bit for bit, on any
    /// number of threads: that of a [`Coloring`] of the contacts. The first call after a step
    /// colors them, some nanoseconds a contact on one thread; later ones, as of a solver that goes
    /// over them many times, use that again.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// for x in 0..4 {
    ///     world.shapes_mut().insert(Shape::ball([1.5 * x as f32, 0.0], 1.0))?;
    /// }
    /// world.step()?;
    /// // Push shapes apart: each contact moves both of its shapes by half of its depth.
    /// let mut places: Vec<[f32; 2]> = (0..4).map(|x| [1.5 * x as f32, 0.0]).collect();
    /// world.resolve(&mut places, |contact, mut a, mut b| {
    ///     let half = 0.5 * contact.distance;
    ///     for (side, way) in [(a.get_mut(), half), (b.get_mut(), -half)] {
    ///         if let Some(place) = side {
    ///             place[0] += way * contact.normal[0];
    ///             place[1] += way * contact.normal[1];
    ///         }
    ///     }
    /// })?;
    /// assert_eq!(places, [[-0.25, 0.0], [1.5, 0.0], [3.0, 0.0], [4.75, 0.0]]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// The work has a contact for itself: it may change it before it solves it, or leave it out.
    /// What a platform of one way or a conveyor belt is, the states say:
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// #[derive(Clone, Copy, Default)]
    /// struct Body {
    ///     velocity: [f32; 2],
    ///     is_one_way: bool,
    ///     belt: f32,
    /// }
    ///
    /// let mut world = World::<2>::new();
    /// for x in [0.0, 4.0, 8.0] {
    ///     world.shapes_mut().insert(Shape::ball([x, 0.9], 1.0))?;
    ///     world.shapes_mut().insert(Shape::aligned_box([x, -0.5], [1.5, 0.5]))?;
    /// }
    /// world.step()?;
    /// // The balls, the first of which jumps; then what is below them.
    /// let mut bodies = [Body::default(); 6];
    /// bodies[0].velocity = [0.0, 2.0];
    /// bodies[1].velocity = [0.0, -2.0];
    /// bodies[2].velocity = [0.0, -2.0];
    /// (bodies[3].is_one_way, bodies[4].is_one_way, bodies[5].belt) = (true, true, 3.0);
    /// world.resolve(&mut bodies, |contact, mut ball, ground| {
    ///     let down = contact.normal; // from A, which is the ball, to B
    ///     if ground.is_one_way && ball.velocity[1] > 0.0 {
    ///         return; // it comes from below, and passes
    ///     }
    ///     if let Some(ball) = ball.get_mut() {
    ///         let falls = ball.velocity[0] * down[0] + ball.velocity[1] * down[1];
    ///         ball.velocity[0] -= falls.max(0.0) * down[0] - ground.belt;
    ///         ball.velocity[1] -= falls.max(0.0) * down[1];
    ///     }
    /// })?;
    /// let velocities: Vec<_> = bodies[..3].iter().map(|body| body.velocity).collect();
    /// assert_eq!(velocities, [[0.0, 2.0], [0.0, 0.0], [3.0, 0.0]]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many states as there were shapes in the last step,
    /// and [`Error::OutOfMemory`]. Then nothing was done.
    pub fn resolve<T: Send + Sync>(
        &mut self,
        states: &mut [T],
        work: impl Fn(Contact<'_, D>, Side<'_, T>, Side<'_, T>) + Sync,
    ) -> Result<(), Error> {
        // No memory: they have no size.
        // Of a world that was restored it is known what touched, but not how.
        let pairs = if self.contacts().is_empty() { 0 } else { self.touching().len() };
        let mut nothing = vec![(); pairs];
        self.resolve_with(states, &mut nothing, |_, contact, a, b, ()| work(contact, a, b))
    }

    /// The same with what the caller keeps of each pair that touches, such as [`PairData`] does
    /// from step to step. What is kept of a pair is given to the work on its own contacts only:
    /// there are several where a shape has parts, one after the other. The work is told the number
    /// of the contact in [`contacts`](Self::contacts) first.
    ///
    /// [`PairData`]: crate::events::PairData
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many states as there were shapes in the last step,
    /// or of pairs as there are pairs that [touch](Self::touching), and [`Error::OutOfMemory`]. Then nothing was done.
    pub fn resolve_with<T: Send + Sync, C: Send>(
        &mut self,
        states: &mut [T],
        states_of_pairs: &mut [C],
        work: impl Fn(usize, Contact<'_, D>, Side<'_, T>, Side<'_, T>, &mut C) + Sync,
    ) -> Result<(), Error> {
        let Self { pipeline, attribute_columns, resolver, .. } = self;
        let Resolver { coloring, is_colored } = resolver;
        let contacts = pipeline.contacts();
        if !*is_colored {
            let columns = &attribute_columns[0];
            // Of a world that was restored it is known what touched, but not how.
            let pairs = if contacts.is_empty() { &[] } else { pipeline.touching() };
            coloring.color_by(pairs, columns.handles().len(), |shape| columns.is_fixed(shape))?;
            *is_colored = true;
        }
        coloring.for_each_with(states, states_of_pairs, |place, mut a, mut b, state| {
            for number in pipeline.contacts_at(place) {
                if let Some(contact) = contacts.get(number) {
                    work(number, contact, a.reborrow(), b.reborrow(), state);
                }
            }
        })
    }
}
