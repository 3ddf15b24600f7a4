//! A snapshot as bytes: a mark, words of 32 bits with the lowest byte first, and a checksum.

use super::{ArrivalsState, GeometryState, PartsState, ShapesState, Snapshot, StepState, Tables};
use crate::{
    Error, Handle,
    digest::mix,
    memory::{collected, copied, reserve, reserve_more, reserve_one, try_collected},
    shape::{Attributes, Mobility},
};

/// What a file begins with: the name, and the number of the format.
const MARK: [u8; 8] = *b"jostle\0\x07";

/// What memory is for.
const WHAT: &str = "the words of a snapshot";

/// Bytes of a word.
const WORD: usize = size_of::<u32>();

impl Snapshot {
    /// The snapshot as bytes, the same on every machine. O(shapes + pairs).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut words = Writer::default();
        words.word(self.dimensions)?;
        self.shapes.write(&mut words)?;
        self.step.write(&mut words)?;
        let sum = checksum(&words.0);
        words.word(sum as u32)?;
        words.word((sum >> u32::BITS) as u32)?;
        let (mut bytes, len) = (Vec::new(), MARK.len() + words.0.len() * WORD);
        reserve(&mut bytes, len, WHAT)?;
        bytes.extend(MARK);
        bytes.extend(words.0.iter().flat_map(|word| word.to_le_bytes()));
        Ok(bytes)
    }

    /// Whether bytes begin like those of a snapshot.
    #[must_use]
    pub fn is_snapshot(bytes: &[u8]) -> bool {
        bytes.starts_with(&MARK)
    }

    /// The snapshot of some bytes.
    ///
    /// # Errors
    /// [`Error::Snapshot`] when they are not those of a snapshot, or are damaged,
    /// [`Error::OutOfMemory`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let none = Error::Snapshot { what: "it is no snapshot of this format" };
        let bytes = bytes.strip_prefix(&MARK).ok_or(none)?;
        let (words, rest) = bytes.as_chunks::<WORD>();
        let words = collected(words.iter().map(|word| u32::from_le_bytes(*word)), WHAT)?;
        let (words, sum) = words.split_last_chunk().ok_or(DAMAGED)?;
        let [low, high] = sum.map(u64::from);
        if !rest.is_empty() || checksum(words) != low | high << u32::BITS {
            return Err(DAMAGED);
        }
        let mut words = Reader(words);
        let dimensions = words.word()?;
        let shapes = ShapesState::read(&mut words)?;
        let step = StepState::read(&mut words)?;
        if words.0.is_empty() { Ok(Self { dimensions, shapes, step }) } else { Err(DAMAGED) }
    }
}

/// Tells damaged words from others.
fn checksum(words: &[u32]) -> u64 {
    words.iter().fold(0, |sum, word| mix(sum ^ u64::from(*word)))
}

/// Columns by kind.
fn write_tables(words: &mut Writer, tables: &[Vec<Vec<f32>>]) -> Result<(), Error> {
    words.all(tables, |words, columns| words.all(columns, |words, column| words.floats(column)))
}

fn read_tables(words: &mut Reader<'_>) -> Result<Tables, Error> {
    words.all(|words| words.all(Reader::floats))
}

fn write_handles(words: &mut Writer, handles: &[Handle]) -> Result<(), Error> {
    words.items(handles.iter().map(|handle| [handle.slot(), handle.generation()]))
}

fn read_handles(words: &mut Reader<'_>) -> Result<Vec<Handle>, Error> {
    let handles = words.items()?.iter();
    collected(handles.map(|[slot, generation]| Handle::of_parts(*slot, *generation)), WHAT)
}

impl ShapesState {
    fn write(&self, words: &mut Writer) -> Result<(), Error> {
        let Self { geometry, columns, slots, generations, free, first_generation, .. } = self;
        let Self { attributes, arrivals, .. } = self;
        words.all(&geometry.polyhedra, |words, vertices| words.floats(vertices))?;
        words.all(&geometry.polyhedra_of_parts, |words, vertices| words.floats(vertices))?;
        words.all(&geometry.parts, |words, PartsState { what, words: of_parts, floats }| {
            words.word(*what)?;
            words.list(of_parts.iter().copied())?;
            words.floats(floats)
        })?;
        write_tables(words, columns)?;
        words.all(slots, |words, slots| words.list(slots.iter().copied()))?;
        words.list(generations.iter().copied())?;
        words.list(free.iter().copied())?;
        words.word(*first_generation)?;
        words.items(attributes.iter().map(attribute_words))?;
        words.all(&arrivals.handles, |words, handles| write_handles(words, handles))?;
        write_tables(words, &arrivals.poses)
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Error> {
        let parts = |words: &mut Reader<'_>| {
            let what = words.word()?;
            Ok(PartsState { what, words: copied(words.list()?, WHAT)?, floats: words.floats()? })
        };
        Ok(Self {
            geometry: GeometryState {
                polyhedra: words.all(Reader::floats)?,
                polyhedra_of_parts: words.all(Reader::floats)?,
                parts: words.all(parts)?,
            },
            columns: read_tables(words)?,
            slots: words.all(|words| copied(words.list()?, WHAT))?,
            generations: copied(words.list()?, WHAT)?,
            free: copied(words.list()?, WHAT)?,
            first_generation: words.word()?,
            attributes: try_collected(words.items()?.iter().map(attributes_of), WHAT)?,
            arrivals: ArrivalsState {
                handles: words.all(read_handles)?,
                poses: read_tables(words)?,
            },
        })
    }
}

impl StepState {
    fn write(&self, words: &mut Writer) -> Result<(), Error> {
        let Self { handles, static_or_sleeping, lists, previous_poses, .. } = self;
        write_handles(words, handles)?;
        words.list(static_or_sleeping.iter().map(|rests| u32::from(*rests)))?;
        words.list(self.disabled.iter().copied())?;
        for list in lists {
            words.items(list.iter().copied())?;
        }
        words.word(u32::from(previous_poses.is_some()))?;
        write_tables(words, previous_poses.as_deref().unwrap_or_default())?;
        write_handles(words, &self.teleported)?;
        write_handles(words, self.excluded_pairs.as_flattened())
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Error> {
        let mut state = Self { handles: read_handles(words)?, ..Self::default() };
        state.static_or_sleeping = collected(words.list()?.iter().map(|word| *word != 0), WHAT)?;
        state.disabled = copied(words.list()?, WHAT)?;
        for list in &mut state.lists {
            *list = copied(words.items()?, WHAT)?;
        }
        let has_past = words.word()? != 0;
        state.previous_poses = Some(read_tables(words)?).filter(|_| has_past);
        state.teleported = read_handles(words)?;
        let excluded_pairs = read_handles(words)?;
        let (excluded_pairs, rest) = excluded_pairs.as_chunks();
        if !rest.is_empty() {
            return Err(DAMAGED);
        }
        state.excluded_pairs = copied(excluded_pairs, WHAT)?;
        Ok(state)
    }
}

fn attribute_words(attributes: &Attributes) -> [u32; 6] {
    let Attributes { category, mask, group, mobility, sensor, ccd, enabled, user } = *attributes;
    let bits = [sensor, ccd, !enabled].map(u32::from);
    let flags = mobility as u32 | bits[0] << 2 | bits[1] << 3 | bits[2] << 4;
    let [low, high] = [user as u32, (user >> u32::BITS) as u32];
    [category, mask, group.cast_unsigned(), flags, low, high]
}

fn attributes_of(words: &[u32; 6]) -> Result<Attributes, Error> {
    let [category, mask, group, flags, low, high] = *words;
    let mobility = match flags & 3 {
        0 => Mobility::Moving,
        1 => Mobility::Sleeping,
        2 => Mobility::Static,
        _ => return Err(DAMAGED),
    };
    Ok(Attributes {
        category,
        mask,
        group: group.cast_signed(),
        mobility,
        sensor: flags & 4 != 0,
        ccd: flags & 8 != 0,
        enabled: flags & 16 == 0,
        user: u64::from(low) | u64::from(high) << u32::BITS,
    })
}

/// Why words are not those of a snapshot.
pub(super) const DAMAGED: Error = Error::Snapshot { what: "it is damaged or cut off" };

/// Writes lists.
#[derive(Default)]
pub(super) struct Writer(pub(super) Vec<u32>);

impl Writer {
    pub(super) fn word(&mut self, word: u32) -> Result<(), Error> {
        reserve_one(&mut self.0, WHAT)?;
        self.0.push(word);
        Ok(())
    }

    pub(super) fn list(&mut self, words: impl ExactSizeIterator<Item = u32>) -> Result<(), Error> {
        self.items(words.map(|word| [word]))
    }

    /// A list of items of some words each.
    pub(super) fn items<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = [u32; N]>,
    ) -> Result<(), Error> {
        let words = N * items.len();
        reserve_more(&mut self.0, 1 + words, WHAT)?;
        self.0.push(words as u32);
        items.for_each(|item| self.0.extend_from_slice(&item));
        Ok(())
    }

    pub(super) fn floats(&mut self, floats: &[f32]) -> Result<(), Error> {
        self.list(floats.iter().map(|x| x.to_bits()))
    }

    /// Lists of which there are some.
    pub(super) fn all<T>(
        &mut self,
        lists: &[T],
        write: impl Fn(&mut Self, &T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.word(lists.len() as u32)?;
        lists.iter().try_for_each(|list| write(self, list))
    }
}

/// Reads them again.
pub(super) struct Reader<'a>(pub(super) &'a [u32]);

impl<'a> Reader<'a> {
    pub(super) fn word(&mut self) -> Result<u32, Error> {
        let (first, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(super) fn list(&mut self) -> Result<&'a [u32], Error> {
        let len = self.word()? as usize;
        let (list, rest) = self.0.split_at_checked(len).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(list)
    }

    /// A list of items of some words each.
    pub(super) fn items<const N: usize>(&mut self) -> Result<&'a [[u32; N]], Error> {
        let (items, rest) = self.list()?.as_chunks();
        if rest.is_empty() { Ok(items) } else { Err(DAMAGED) }
    }

    pub(super) fn floats(&mut self) -> Result<Vec<f32>, Error> {
        collected(self.list()?.iter().map(|word| f32::from_bits(*word)), WHAT)
    }

    pub(super) fn all<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        // The number of lists may be made up: no more room is made than there are words.
        let (lists, mut all) = (self.word()?, Vec::new());
        for _ in 0..lists {
            let list = read(self)?;
            reserve_one(&mut all, WHAT)?;
            all.push(list);
        }
        Ok(all)
    }
}
