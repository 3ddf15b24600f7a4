//! A snapshot as bytes: a mark, words of 32 bits with the lowest byte first, and a checksum.

use bytemuck::cast_slice;

use super::{ArrivalsState, GeometryState, PartsState, ShapesState, Snapshot, StepState, Tables};
use crate::{
    Error, Handle,
    digest::mix,
    shape::{Attributes, Mobility},
};

/// What a file begins with: the name, and the number of the format.
const MARK: [u8; 8] = *b"jostle\0\x06";

/// Bytes of a word.
const WORD: usize = size_of::<u32>();

impl Snapshot {
    /// The snapshot as bytes, the same on every machine. O(shapes + pairs).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut words = Writer::default();
        words.0.push(self.dimensions);
        self.shapes.write(&mut words);
        self.step.write(&mut words);
        let sum = checksum(&words.0);
        words.0.extend([sum as u32, (sum >> u32::BITS) as u32]);
        let (mut bytes, len) = (Vec::new(), MARK.len() + words.0.len() * WORD);
        crate::memory::reserve(&mut bytes, len, "the bytes of a snapshot")?;
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
    /// [`Error::Snapshot`] when they are not those of a snapshot, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let none = Error::Snapshot { what: "it is no snapshot of this format" };
        let bytes = bytes.strip_prefix(&MARK).ok_or(none)?;
        let (words, rest) = bytes.as_chunks::<WORD>();
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
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
fn write_tables(words: &mut Writer, tables: &[Vec<Vec<f32>>]) {
    words.all(tables, |words, columns| {
        words.all(columns, |words, column| words.floats(column));
    });
}

fn read_tables(words: &mut Reader<'_>) -> Result<Tables, Error> {
    words.all(|words| words.all(Reader::floats))
}

fn write_handles(words: &mut Writer, handles: &[Handle]) {
    let parts: Vec<u32> =
        handles.iter().flat_map(|handle| [handle.slot(), handle.generation()]).collect();
    words.list(parts.into_iter());
}

fn read_handles(words: &mut Reader<'_>) -> Result<Vec<Handle>, Error> {
    let handles = words.items()?.iter();
    Ok(handles.map(|[slot, generation]| Handle::of_parts(*slot, *generation)).collect())
}

impl ShapesState {
    fn write(&self, words: &mut Writer) {
        let Self { geometry, columns, slots, generations, free, first_generation, .. } = self;
        let Self { attributes, arrivals, .. } = self;
        words.all(&geometry.polyhedra, |words, vertices| words.floats(vertices));
        words.all(&geometry.parts, |words, PartsState { what, words: of_parts, floats }| {
            words.0.push(*what);
            words.list(of_parts.iter().copied());
            words.floats(floats);
        });
        write_tables(words, columns);
        words.all(slots, |words, slots| words.list(slots.iter().copied()));
        words.list(generations.iter().copied());
        words.list(free.iter().copied());
        words.0.push(*first_generation);
        let attributes: Vec<u32> = attributes.iter().flat_map(attribute_words).collect();
        words.list(attributes.into_iter());
        words.all(&arrivals.handles, |words, handles| write_handles(words, handles));
        write_tables(words, &arrivals.poses);
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Error> {
        let parts = |words: &mut Reader<'_>| {
            let what = words.word()?;
            Ok(PartsState { what, words: words.list()?.to_vec(), floats: words.floats()? })
        };
        Ok(Self {
            geometry: GeometryState {
                polyhedra: words.all(Reader::floats)?,
                parts: words.all(parts)?,
            },
            columns: read_tables(words)?,
            slots: words.all(|words| words.list().map(<[u32]>::to_vec))?,
            generations: words.list()?.to_vec(),
            free: words.list()?.to_vec(),
            first_generation: words.word()?,
            attributes: words.items()?.iter().map(attributes_of).collect::<Result<_, _>>()?,
            arrivals: ArrivalsState {
                handles: words.all(read_handles)?,
                poses: read_tables(words)?,
            },
        })
    }
}

impl StepState {
    fn write(&self, words: &mut Writer) {
        let Self { handles, static_or_sleeping, lists, previous_poses, .. } = self;
        write_handles(words, handles);
        words.list(static_or_sleeping.iter().map(|rests| u32::from(*rests)));
        words.list(self.disabled.iter().copied());
        for list in lists {
            words.list(cast_slice::<[u32; 2], u32>(list).iter().copied());
        }
        words.0.push(u32::from(previous_poses.is_some()));
        write_tables(words, previous_poses.as_deref().unwrap_or_default());
        write_handles(words, &self.teleported);
        write_handles(words, self.excluded_pairs.as_flattened());
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Error> {
        let mut state = Self { handles: read_handles(words)?, ..Self::default() };
        state.static_or_sleeping = words.list()?.iter().map(|word| *word != 0).collect();
        state.disabled = words.list()?.to_vec();
        for list in &mut state.lists {
            *list = words.items()?.to_vec();
        }
        let has_past = words.word()? != 0;
        state.previous_poses = Some(read_tables(words)?).filter(|_| has_past);
        state.teleported = read_handles(words)?;
        let excluded_pairs = read_handles(words)?;
        let (excluded_pairs, rest) = excluded_pairs.as_chunks();
        if !rest.is_empty() {
            return Err(DAMAGED);
        }
        state.excluded_pairs = excluded_pairs.to_vec();
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
    pub(super) fn list(&mut self, words: impl ExactSizeIterator<Item = u32>) {
        self.0.push(words.len() as u32);
        self.0.extend(words);
    }

    pub(super) fn floats(&mut self, floats: &[f32]) {
        self.list(floats.iter().map(|x| x.to_bits()));
    }

    /// Lists of which there are some.
    pub(super) fn all<T>(&mut self, lists: &[T], write: impl Fn(&mut Self, &T)) {
        self.0.push(lists.len() as u32);
        lists.iter().for_each(|list| write(self, list));
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
        Ok(self.list()?.iter().map(|word| f32::from_bits(*word)).collect())
    }

    pub(super) fn all<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        (0..self.word()?).map(|_| read(self)).collect()
    }
}
