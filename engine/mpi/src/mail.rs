//! Letters from each rank to each other one.

use bytemuck::Pod;
use jostle::Error as EngineError;

use crate::{
    Error,
    ranks::{Ranks, agree},
};

/// Letters, with the buffers that they are written in and read from.
#[derive(Default)]
pub(crate) struct Mail {
    outgoing: Vec<Vec<u32>>,
    sizes: Vec<u64>,
    incoming: Vec<u32>,
    lengths: Vec<usize>,
}

impl Mail {
    /// Empty letters, one for each rank, to be written.
    pub(crate) fn letters(&mut self, ranks: usize) -> Result<&mut [Vec<u32>], Error> {
        resize(&mut self.outgoing, ranks, Vec::new(), "letters to other ranks")?;
        self.outgoing.iter_mut().for_each(Vec::clear);
        Ok(&mut self.outgoing)
    }

    /// Sends the letters, and receives those of the others, where no rank failed before. Does
    /// `meanwhile` on the way.
    pub(crate) fn send(
        &mut self,
        ranks: &impl Ranks,
        own: Result<(), Error>,
        settings: u64,
        meanwhile: impl FnOnce(),
    ) -> Result<(), Error> {
        let own = own.and_then(|()| {
            resize(&mut self.outgoing, ranks.ranks(), Vec::new(), "letters to other ranks")
        });
        let own = own.and_then(|()| resize(&mut self.sizes, ranks.ranks(), 0, "sizes of letters"));
        let own = match own {
            Ok(()) => {
                let lengths = self.outgoing.iter().map(|letter| letter.len() as u64);
                self.sizes.iter_mut().zip(lengths).for_each(|(size, length)| *size = length);
                ranks.swap(&mut self.sizes);
                self.make_room()
            }
            Err(error) => {
                // The others wait for sizes.
                ranks.swap(&mut vec![0; ranks.ranks()]);
                Err(error)
            }
        };
        agree(ranks, own, settings)?;
        let mut meanwhile = Some(meanwhile);
        let mut once = || {
            if let Some(meanwhile) = meanwhile.take() {
                meanwhile();
            }
        };
        let total = self.lengths.iter().sum();
        let incoming = &mut self.incoming[..total];
        ranks.exchange(&self.outgoing, incoming, &self.lengths, &mut once);
        // Where an exchange of the user's own left it to others.
        once();
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), Error> {
        resize(&mut self.lengths, self.sizes.len(), 0, "sizes of letters")?;
        let mut total = 0_u64;
        for (length, size) in self.lengths.iter_mut().zip(&self.sizes) {
            *length = *size as usize;
            total += size;
        }
        if self.incoming.len() < total as usize {
            resize(&mut self.incoming, total as usize, 0, "letters from other ranks")?;
        }
        Ok(())
    }

    /// The letters received, by the rank that sent them.
    pub(crate) fn received(&self) -> impl Iterator<Item = &[u32]> {
        let mut rest = &self.incoming[..];
        self.lengths.iter().map(move |length| {
            let (letter, others) = rest.split_at(*length);
            rest = others;
            letter
        })
    }

    /// Words in the letters to others.
    pub(crate) fn sent_words(&self, own: usize) -> u64 {
        let others = self.outgoing.iter().enumerate().filter(|(rank, _)| *rank != own);
        others.map(|(_, letter)| letter.len() as u64).sum()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let letters = self.outgoing.iter().map(Vec::capacity).sum::<usize>();
        size_of::<u32>() * (letters + self.incoming.capacity())
            + (size_of::<u64>() + size_of::<usize>()) * self.sizes.capacity()
            + size_of::<Vec<u32>>() * self.outgoing.capacity()
    }
}

fn refused<T>(entries: usize, what: &'static str) -> Error {
    EngineError::OutOfMemory { what, bytes: entries.saturating_mul(size_of::<T>()) }.into()
}

/// Makes a buffer so long, with what is new set to `value`.
pub(crate) fn resize<T: Clone>(
    buffer: &mut Vec<T>,
    length: usize,
    value: T,
    what: &'static str,
) -> Result<(), Error> {
    reserve(buffer, length.saturating_sub(buffer.len()), what)?;
    buffer.resize(length, value);
    Ok(())
}

/// Makes room for so many entries more.
pub(crate) fn reserve<T>(
    buffer: &mut Vec<T>,
    more: usize,
    what: &'static str,
) -> Result<(), Error> {
    let length = buffer.len().saturating_add(more);
    buffer.try_reserve(more).map_err(|_| refused::<T>(length, what))
}

/// Adds entries to a buffer.
pub(crate) fn extend<T: Copy>(
    buffer: &mut Vec<T>,
    entries: &[T],
    what: &'static str,
) -> Result<(), Error> {
    reserve(buffer, entries.len(), what)?;
    buffer.extend_from_slice(entries);
    Ok(())
}

/// The two halves of a number, the lower one first.
pub(crate) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number with these [`halves`].
pub(crate) fn whole(halves: &[u32]) -> u64 {
    u64::from(halves[0]) | u64::from(halves[1]) << 32
}

/// Words that a record takes.
pub(crate) const fn words_of<R>() -> usize {
    size_of::<R>().div_ceil(size_of::<u32>())
}

/// Adds the words of a record.
pub(crate) fn write<R: Pod>(
    words: &mut Vec<u32>,
    record: &R,
    what: &'static str,
) -> Result<(), Error> {
    for bytes in bytemuck::bytes_of(record).chunks(size_of::<u32>()) {
        let mut word = [0; size_of::<u32>()];
        word[..bytes.len()].copy_from_slice(bytes);
        extend(words, &[u32::from_ne_bytes(word)], what)?;
    }
    Ok(())
}

/// The record with these words.
pub(crate) fn read<R: Pod>(words: &[u32]) -> R {
    bytemuck::pod_read_unaligned(&bytemuck::cast_slice(words)[..size_of::<R>()])
}
