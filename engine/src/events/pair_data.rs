//! What the user keeps with each pair, for as long as it touches.

use super::PairChanges;
use crate::{Error, exec::threads, memory::grow_filled, unique_id::UniqueId};

/// Values that one thread copies one after the other.
const CHUNK: usize = 1 << 12;

/// What memory is for.
const WHAT: &str = "the values of pairs";

/// A value of the user's own for each pair of a list of a [`World`](crate::World), such as the
/// impulses that a solver starts from, from the step in which the pair begins to that in which it
/// ends. A value begins as the default, stays with its pair also while both shapes sleep, whatever
/// comes and goes beside it, and is dropped where the pair ends.
///
/// An [update](Self::update) after each step brings the values into the order of the list. Pairs are
/// followed by [events](super::Events): there is no table to look up.
///
/// Two frames of a pair have the same points where they have the same
/// [features](crate::narrow::ContactPoint::feature).
///
/// ```
/// use jostle::{Shape, World, events::PairData};
///
/// /// By feature, as far as there are points: the impulse of the last step.
/// type Impulses = [(u32, f32); 2];
///
/// let mut world = World::<2>::new();
/// world.shapes_mut().insert(Shape::aligned_box([0.0, 0.0], [1.0, 1.0]))?;
/// let upper = world.shapes_mut().insert(Shape::aligned_box([0.25, 1.75], [1.0, 1.0]))?;
/// let (mut impulses, mut bodies) = (PairData::<Impulses>::new(), [0.0; 2]);
/// for step in 0..3 {
///     world.shapes_mut().set(upper, Shape::aligned_box([0.25, 1.75 + 1e-3], [1.0, 1.0]))?;
///     world.step()?;
///     impulses.update(&world.contact_changes())?;
///     world.resolve_with(&mut bodies, impulses.values_mut(), |_, contact, _, _, impulses| {
///         let last = *impulses;
///         *impulses = Impulses::default();
///         for (now, point) in impulses.iter_mut().zip(contact.points) {
///             let was = last.iter().find(|(feature, _)| *feature == point.feature);
///             // A solver would apply this, and add to it.
///             *now = (point.feature, was.map_or(0.0, |(_, impulse)| *impulse) + 1.0);
///         }
///     })?;
///     let steps = step as f32 + 1.0;
///     assert!(impulses.values()[0].iter().all(|(_, impulse)| *impulse == steps));
/// }
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairData<T> {
    /// Of this step and of the one before: those of the list, then those of dormant pairs.
    values: [Vec<T>; 2],
    /// Number of values that are of the list.
    listed: usize,
    /// The list and the number of the step; none before the first.
    of: Option<(UniqueId, u64)>,
}

impl<T: Copy + Default + Send + Sync> PairData<T> {
    /// No values: those of the next update begin.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Brings the values into the order of the pairs of the last step, once after each step. After
    /// a step that failed it changes nothing, nor when it is repeated.
    ///
    /// O(pairs), on all threads; allocates nothing once there were as many pairs.
    ///
    /// # Errors
    /// [`Error::OtherStep`] where a step was left out, or they are values of another list or world,
    /// and [`Error::OutOfMemory`]. Then the values are as they were; [`new`](Self::new) ones begin.
    pub fn update(&mut self, changes: &PairChanges<'_>) -> Result<(), Error> {
        let (list, of_list) = (changes.list(), changes.step());
        let (of, of_values) = self.of.unwrap_or((list, of_list.saturating_sub(1)));
        if of == list && (of_list == 0 || of_list == of_values) {
            return Ok(());
        }
        if of != list || of_list != of_values + 1 {
            return Err(Error::OtherStep { of_values, of_list });
        }
        let ([listed, dormant], is_new) = (changes.lens(), self.of.is_none());
        let [last, now] = &mut self.values;
        grow_filled(now, listed + dormant, WHAT)?;
        let (begun, len) = (T::default(), listed + dormant);
        threads::for_each_chunk(&mut now[..len], CHUNK, |number, values| {
            let mut near = 0;
            for (value, place) in values.iter_mut().zip(number * CHUNK..) {
                let before = if is_new { None } else { changes.value_before(place, &mut near) };
                *value = before.map_or(begun, |before| last[before]);
            }
        });
        self.values.swap(0, 1);
        (self.listed, self.of) = (listed, Some((list, of_list)));
        Ok(())
    }

    /// The values by the places of their pairs in the list.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values[0][..self.listed]
    }

    /// The values by the places of their pairs in the list, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values[0][..self.listed]
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.values.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>()
    }
}
