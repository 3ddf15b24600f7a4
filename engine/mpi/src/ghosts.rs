//! Ghosts: copies of what other ranks hold.
//!
//! A rank sends ghosts of some of its shapes to others, which keep them. In the next step it sends
//! the bodies that changed, with two bits for each of the ghosts that are there: so what does not
//! move costs next to nothing. Both sides have the same list, in the order of ids.

use crate::{
    Error,
    mail::{Mail, extend, halves, reserve, resize, whole},
    ranks::Ranks,
};

/// Words of the id, which a record begins with.
const HEAD: usize = 2;

/// What becomes of a copy: two bits.
const SAME: u32 = 0;
const CHANGED: u32 = 1;
const GONE: u32 = 2;

/// Two bits for each, in a word.
const PER_WORD: usize = 16;

/// The ghosts that this rank sent, and those that it holds.
#[derive(Default)]
pub(crate) struct Ghosts {
    /// Words in a record.
    words: usize,
    /// Which of the own shapes go to each rank, in the order of their ids.
    chosen: Vec<Vec<u32>>,
    /// The records that each rank has from this one.
    sent: Vec<Vec<u32>>,
    /// The records that this rank has from each.
    held: Vec<Vec<u32>>,
    /// What takes the place of these.
    sent_next: Vec<Vec<u32>>,
    next: Vec<u32>,
    mail: Mail,
}

/// A shape of another rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ghost<'a> {
    pub(crate) id: u64,
    /// Its rank.
    pub(crate) rank: usize,
    /// What else is known of it.
    pub(crate) body: &'a [u32],
}

impl Ghosts {
    /// Empty lists of what is to go to each rank.
    pub(crate) fn choose(&mut self, ranks: usize) -> Result<&mut [Vec<u32>], Error> {
        for lists in [&mut self.chosen, &mut self.sent, &mut self.held, &mut self.sent_next] {
            resize(lists, ranks, Vec::new(), "ghosts by rank")?;
        }
        self.chosen.iter_mut().for_each(Vec::clear);
        Ok(&mut self.chosen)
    }

    /// Sends ghosts of what was chosen: their ids, and bodies of so many words that `write` adds to
    /// a record. Does `meanwhile` on the way.
    ///
    /// On an error all ranks forget all ghosts.
    #[expect(clippy::too_many_arguments, reason = "what is sent, and on which terms")]
    pub(crate) fn exchange(
        &mut self,
        ranks: &impl Ranks,
        own: Result<(), Error>,
        settings: u64,
        body: usize,
        ids: &[u64],
        write: impl Fn(usize, &mut Vec<u32>) -> Result<(), Error>,
        meanwhile: impl FnOnce(),
    ) -> Result<(), Error> {
        if self.words != HEAD + body {
            self.forget();
            self.words = HEAD + body;
        }
        let own = own.and_then(|()| self.write(ranks.ranks(), ids, write));
        let exchanged = self.mail.send(ranks, own, settings, meanwhile);
        // Ranks that failed may have forgotten theirs.
        exchanged.inspect_err(|_| self.forget())?;
        std::mem::swap(&mut self.sent, &mut self.sent_next);
        Ok(())
    }

    /// Writes the letters to all ranks.
    fn write(
        &mut self,
        ranks: usize,
        ids: &[u64],
        write: impl Fn(usize, &mut Vec<u32>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const WHAT: &str = "ghosts for other ranks";
        let words = self.words;
        let letters = self.mail.letters(ranks)?;
        for (rank, letter) in letters.iter_mut().enumerate() {
            let (old, next) = (&self.sent[rank], &mut self.sent_next[rank]);
            next.clear();
            let chosen = &mut self.chosen[rank];
            let id = |index: &u32| ids[*index as usize];
            if !chosen.is_sorted_by_key(id) {
                chosen.sort_unstable_by_key(id);
            }
            let there = old.len() / words;
            reserve(next, chosen.len() * words, WHAT)?;
            resize(letter, there.div_ceil(PER_WORD), 0, WHAT)?;
            for index in chosen {
                next.extend(halves(id(index)));
                let begun = next.len();
                write(*index as usize, next)?;
                debug_assert_eq!(next.len() - begun, words - HEAD, "bodies are all as long");
            }
            // First what changed, then what is new.
            let mut records = next.chunks_exact(words).peekable();
            for (place, before) in old.chunks_exact(words).enumerate() {
                while records.next_if(|record| whole(record) < whole(before)).is_some() {}
                let now = records.next_if(|record| is_same_shape(record, before));
                let state = match now {
                    Some(now) if now == before => SAME,
                    Some(now) => {
                        extend(letter, &now[HEAD..], WHAT)?;
                        CHANGED
                    }
                    None => GONE,
                };
                letter[place / PER_WORD] |= state << (2 * (place % PER_WORD));
            }
            let mut before = old.chunks_exact(words).peekable();
            for record in next.chunks_exact(words) {
                while before.next_if(|before| whole(before) < whole(record)).is_some() {}
                if before.next_if(|before| is_same_shape(record, before)).is_none() {
                    extend(letter, record, WHAT)?;
                }
            }
        }
        Ok(())
    }

    /// Takes in the letters from all ranks.
    pub(crate) fn take(&mut self) -> Result<(), Error> {
        let words = self.words;
        for (letter, held) in self.mail.received().zip(&mut self.held) {
            let there = held.len() / words;
            let (states, records) = letter.split_at(there.div_ceil(PER_WORD));
            let state = |place: usize| states[place / PER_WORD] >> (2 * (place % PER_WORD)) & 3;
            let changed = (0..there).filter(|place| state(*place) == CHANGED).count();
            let (changed, new) = records.split_at(changed * (words - HEAD));
            let next = &mut self.next;
            next.clear();
            reserve(next, held.len() + new.len(), "ghosts of other ranks' shapes")?;
            let mut bodies = changed.chunks_exact((words - HEAD).max(1));
            let mut new = new.chunks_exact(words).peekable();
            for (place, before) in held.chunks_exact(words).enumerate() {
                while let Some(record) = new.next_if(|record| whole(record) < whole(before)) {
                    next.extend_from_slice(record);
                }
                let (head, body) = before.split_at(HEAD);
                match state(place) {
                    SAME => next.extend_from_slice(before),
                    CHANGED => {
                        next.extend_from_slice(head);
                        next.extend_from_slice(bodies.next().unwrap_or(body));
                    }
                    _ => (),
                }
            }
            new.for_each(|record| next.extend_from_slice(record));
            std::mem::swap(held, next);
        }
        Ok(())
    }

    /// Forgets all ghosts, so that they are sent anew. All ranks do so together.
    pub(crate) fn forget(&mut self) {
        self.sent.iter_mut().chain(&mut self.held).for_each(Vec::clear);
    }

    /// The ghosts that are held, by rank and in the order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Ghost<'_>> {
        self.held.iter().enumerate().flat_map(move |(rank, records)| {
            records.chunks_exact(self.words.max(1)).map(move |record| Ghost {
                id: whole(record),
                rank,
                body: &record[HEAD..],
            })
        })
    }

    /// How many are held.
    pub(crate) fn len(&self) -> usize {
        self.held.iter().map(Vec::len).sum::<usize>() / self.words.max(1)
    }

    /// How many other ranks hold, and the bytes that the last exchange sent.
    pub(crate) fn sent(&self, own: usize) -> (usize, u64) {
        let ghosts = self.sent.iter().map(Vec::len).sum::<usize>() / self.words.max(1);
        (ghosts, 4 * self.mail.sent_words(own))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let lists = [&self.chosen, &self.sent, &self.held, &self.sent_next];
        let words = lists.iter().flat_map(|lists| lists.iter()).map(Vec::capacity).sum::<usize>();
        size_of::<u32>() * (words + self.next.capacity()) + self.mail.memory_bytes()
    }
}

/// Whether two records are of one shape.
fn is_same_shape(a: &[u32], b: &[u32]) -> bool {
    a[..HEAD] == b[..HEAD]
}
