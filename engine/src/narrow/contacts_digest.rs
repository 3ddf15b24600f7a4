//! A digest of contacts.

use rayon::prelude::*;

use super::{Contact, ContactPoint, Contacts};
use crate::digest::{Digest, mix};

impl<const D: usize> Contacts<D> {
    /// The digest of all contacts, whose shapes are named by `name`: equal contacts of shapes with
    /// equal names have equal digests, in whatever order they come and whichever shape of a pair is
    /// the first. Names are to be different. The numbers of axes and features are not part of it,
    /// and two shapes that are the same in every bit have no order. O(contacts), on all threads.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let discs = [0.0, 1.0, 3.0].map(|x| Shape::ball([x, 0.0], 1.0));
    /// let mut worlds = [World::<2>::new(), World::new()];
    /// for disc in discs {
    ///     worlds[0].shapes_mut().insert(disc)?;
    /// }
    /// for disc in discs.iter().rev() {
    ///     worlds[1].shapes_mut().insert(*disc)?;
    /// }
    /// worlds.iter_mut().try_for_each(|world| world.step().map(|_| ()))?;
    /// let there = worlds[0].contacts().digest(|index| index.into());
    /// let back = worlds[1].contacts().digest(|index| 2 - u64::from(index));
    /// assert_eq!(there, back);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&self, name: impl Fn(u32) -> u64 + Sync) -> Digest {
        self.par_iter()
            .map(|contact| Digest::of_hash(hash(&contact, &name)))
            .reduce(Digest::default, Digest::and)
    }
}

/// A hash of a contact, the shape with the smaller name first.
fn hash<const D: usize>(contact: &Contact<'_, D>, name: impl Fn(u32) -> u64) -> u64 {
    let names = [contact.pair.a, contact.pair.b].map(name);
    let turned = names[0] > names[1];
    let [first, second] = if turned { [names[1], names[0]] } else { names };
    let normal = contact.normal.map(|x| if turned { -x } else { x });
    let head = numbers(mix(mix(first) ^ second), &normal);
    let head = numbers(head, &[contact.distance]);
    contact.points.iter().fold(head, |hash, point| {
        let ContactPoint { on_a, on_b, distance, .. } = point;
        let [first, second] = if turned { [on_b, on_a] } else { [on_a, on_b] };
        numbers(numbers(numbers(hash, first), second), &[*distance])
    })
}

/// A hash with some numbers more, of which both zeros are one.
fn numbers(hash: u64, numbers: &[f32]) -> u64 {
    numbers.iter().fold(hash, |hash, x| mix(hash ^ u64::from((x + 0.0).to_bits())))
}
