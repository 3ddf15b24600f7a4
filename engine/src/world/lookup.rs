//! Contacts, and what sensors touch, by shape.

use std::{ops::Range, sync::OnceLock};

use super::World;
use crate::{
    Error, Handle, Pair, Shape, exec::threads::Scratches, memory::resize, narrow::Contact,
};

/// Which pairs of a list each shape is in, once that was asked for.
#[derive(Default)]
pub(super) struct PairsByShape {
    seconds: OnceLock<SecondShapes>,
    /// That of the step before, for its memory.
    spare: Scratches<SecondShapes>,
}

impl PairsByShape {
    /// Forgets the list: there will be another.
    pub(super) fn forget(&mut self) {
        if let Some(seconds) = self.seconds.take() {
            self.spare.put(seconds);
        }
    }

    /// The places of the pairs of a shape, in the order of the other ones. The list is the same
    /// until it is forgotten.
    fn places_of(
        &self,
        shape: u32,
        pairs: &[Pair],
        shapes: usize,
    ) -> Result<impl Iterator<Item = usize>, Error> {
        let seconds = match self.seconds.get() {
            Some(seconds) => seconds,
            // An error is not kept: the next call may have memory.
            None => {
                let made = self.spare.take().of(pairs, shapes)?;
                self.seconds.get_or_init(|| made)
            }
        };
        let seconds = seconds.of_shape(shape);
        let [begin, end] =
            [shape, shape + 1].map(|first| pairs.partition_point(|pair| pair.a < first) as u32);
        let places = seconds.iter().copied().chain(Range { start: begin, end });
        Ok(places.map(|place| place as usize))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let bytes = SecondShapes::memory_bytes;
        let seconds = self.seconds.get();
        seconds.map_or(0, bytes) + self.spare.sum(bytes)
    }
}

/// Which pairs each shape is the second of. Those of which it is the first lie one behind the
/// other.
#[derive(Default)]
struct SecondShapes {
    /// By shape the end of its places.
    ends: Vec<u32>,
    /// Places in the list, by the second shape, then by the first.
    places: Vec<u32>,
}

impl SecondShapes {
    /// Those of pairs of so many shapes. O(shapes + pairs).
    fn of(mut self, pairs: &[Pair], shapes: usize) -> Result<Self, Error> {
        let what = "the pairs by shape";
        self.ends.clear();
        resize(&mut self.ends, shapes + 1, 0, what)?;
        resize(&mut self.places, pairs.len(), 0, what)?;
        for pair in pairs {
            self.ends[pair.b as usize + 1] += 1;
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += *end;
            *end = sum;
        }
        // The end of the shape before, which moves on to that of the shape.
        for (pair, place) in pairs.iter().zip(0..) {
            let end = &mut self.ends[pair.b as usize];
            self.places[*end as usize] = place;
            *end += 1;
        }
        Ok(self)
    }

    fn of_shape(&self, shape: u32) -> &[u32] {
        let shape = shape as usize;
        let begin = if shape == 0 { 0 } else { self.ends[shape - 1] };
        &self.places[begin as usize..self.ends[shape] as usize]
    }

    fn memory_bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.places.capacity())
    }
}

impl<const D: usize> World<D> {
    /// The index that a shape had in the last step. O(1), or O(shapes) where it has another one
    /// since.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed and [`Error::NotInStep`] when it came
    /// after the last step.
    pub fn index(&self, handle: Handle) -> Result<u32, Error> {
        let (index, handles) = (self.shapes.index_of(handle)?, self.attribute_columns[0].handles());
        let found = if handles.get(index) == Some(&handle) {
            Some(index)
        } else {
            handles.iter().position(|other| *other == handle)
        };
        found.map(|index| index as u32).ok_or(Error::NotInStep { handle })
    }

    /// The contact of two shapes in the last step, if they touched: the first one, where parts of
    /// them had several. O(log contacts), and what [`index`](Self::index) takes.
    ///
    /// # Errors
    /// As [`index`](Self::index).
    pub fn contact_between(&self, a: Handle, b: Handle) -> Result<Option<Contact<'_, D>>, Error> {
        let pair = Pair::ordered(self.index(a)?, self.index(b)?);
        let place = self.touching().binary_search(&pair).ok();
        let first = place.map(|place| self.pipeline.contacts_at(place).start);
        Ok(first.and_then(|number| self.contacts().get(number)))
    }

    /// The contacts that a shape had in the last step, in the order of the indices of the others.
    ///
    /// O(log contacts + found), and what [`index`](Self::index) takes; the first call after a step
    /// takes O(shapes + contacts), in memory that is kept from step to step.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// let [left, middle, right] = [0.0, 1.5, 3.0].map(|x| Shape::ball([x, 0.0], 1.0));
    /// let left = world.shapes_mut().insert(left)?;
    /// let middle = world.shapes_mut().insert(middle)?;
    /// let right = world.shapes_mut().insert(right)?;
    /// world.step()?;
    /// assert_eq!(world.contacts_of(middle)?.count(), 2);
    /// assert!(world.contact_between(right, middle)?.is_some());
    /// assert!(world.contact_between(left, right)?.is_none());
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`index`](Self::index), and [`Error::OutOfMemory`].
    pub fn contacts_of(
        &self,
        shape: Handle,
    ) -> Result<impl Iterator<Item = Contact<'_, D>>, Error> {
        let (index, shapes) = (self.index(shape)?, self.attribute_columns[0].handles().len());
        let [of_contacts, _] = &self.pairs_by_shape;
        let places = of_contacts.places_of(index, self.touching(), shapes)?;
        let numbers = places.flat_map(|place| self.pipeline.contacts_at(place));
        Ok(numbers.filter_map(|number| self.contacts().get(number)))
    }

    /// Who is inside of a sensor, in the order of their indices: the shapes that it touched in the
    /// last step, also those asleep, as [`sensor_overlaps`](Self::sensor_overlaps) lists them. Of a
    /// shape that is no sensor, the sensors that it is inside of.
    ///
    /// Takes as long as [`contacts_of`](Self::contacts_of).
    ///
    /// ```
    /// use jostle::{Shape, World, shape::Attributes};
    ///
    /// let mut world = World::<2>::new();
    /// let sensor = Attributes::new().with_sensor(true);
    /// let door = world.shapes_mut().insert_with(Shape::ball([0.0, 0.0], 3.0), sensor)?;
    /// let guest = world.shapes_mut().insert(Shape::ball([2.0, 0.0], 0.5))?;
    /// world.shapes_mut().insert(Shape::ball([9.0, 0.0], 0.5))?;
    /// world.step()?;
    /// assert_eq!(world.sensor_overlaps_of(door)?.collect::<Vec<_>>(), [guest]);
    /// assert_eq!(world.sensor_overlaps_of(guest)?.collect::<Vec<_>>(), [door]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`contacts_of`](Self::contacts_of).
    pub fn sensor_overlaps_of(
        &self,
        shape: Handle,
    ) -> Result<impl Iterator<Item = Handle> + '_, Error> {
        let (index, pairs) = (self.index(shape)?, self.sensor_overlaps());
        let handles = self.attribute_columns[0].handles();
        let [_, of_sensors] = &self.pairs_by_shape;
        let places = of_sensors.places_of(index, pairs, handles.len())?;
        Ok(places.map(move |place| {
            let Pair { a, b } = pairs[place];
            handles[if a == index { b } else { a } as usize]
        }))
    }

    /// The points of a contact of the last step in the world: of each that on A, and that on B.
    ///
    /// The shapes are taken to be where they are now: points move with shapes that were moved since
    /// the step.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// for x in [10.0, 11.5] {
    ///     world.shapes_mut().insert(Shape::ball([x, 5.0], 1.0))?;
    /// }
    /// world.step()?;
    /// let contact = world.contacts().get(0).expect("they touch");
    /// let points: Vec<_> = world.points_of(&contact)?.collect();
    /// assert_eq!(points, [[[11.0, 5.0], [10.5, 5.0]]]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when a shape was removed, and [`Error::NoShape`] when there was none
    /// of that index.
    pub fn points_of<'a>(
        &self,
        contact: &Contact<'a, D>,
    ) -> Result<impl Iterator<Item = [[f32; D]; 2]> + use<'a, D>, Error> {
        let center = |index: u32| {
            let shapes = self.attribute_columns[0].handles().len();
            let handle = self.handle(index).ok_or(Error::NoShape { pair: 0, index, shapes })?;
            self.shapes.get(handle).map(|shape: Shape<D>| shape.center())
        };
        let (a, b) = (center(contact.pair.a)?, center(contact.pair.b)?);
        let at = |center: [f32; D], on: [f32; D]| std::array::from_fn(|x| center[x] + on[x]);
        Ok(contact.points.iter().map(move |point| [at(a, point.on_a), at(b, point.on_b)]))
    }
}
