//! What became of the pairs of all ranks since the step before.

use rayon::prelude::*;

use crate::{
    Error, Ranks,
    broad_phase::is_in_pool,
    error::unless_it_panics,
    mail::{Mail, extend, halves, resize, whole},
};

/// Tells which pairs began, persist and ended, between two steps of all ranks.
///
/// A pair may be reported by one rank now and was by another one before, as shapes move across
/// borders. So what is new on a rank, and what is gone, are shown to a rank that the ids of the
/// pair choose, which tells both where a pair only moved. Messages are as long as what changed.
#[derive(Default)]
pub struct DistributedEvents {
    before: Vec<[u64; 2]>,
    now: Vec<[u64; 2]>,
    begun: Vec<[u64; 2]>,
    ended: Vec<[u64; 2]>,
    /// The places of what was shown to each rank.
    shown: Vec<[Vec<u32>; 2]>,
    mail: Mail,
    replies: Mail,
}

/// Words of a pair of ids.
const WORDS: usize = 4;

/// A pair shown to the rank that keeps its book: its ids, who shows it, whether it is gone there,
/// and its place among what that rank shows.
type Shown = ([u64; 2], usize, bool, u32);

impl DistributedEvents {
    /// As before the first step.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compares the pairs that this rank reports, in any order, with those of the step before.
    ///
    /// The ids of a pair have to be in the same order in each step. O(pairs log pairs), and
    /// O(pairs) where they ascend.
    ///
    /// # Errors
    /// Those of other ranks, where memory is refused, and [`Error::Panic`] where `pairs` does.
    /// Events are then compared with the same step the next time, and none are told.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        pairs: impl Iterator<Item = [u64; 2]>,
    ) -> Result<(), Error> {
        let shown = unless_it_panics(|| self.show(ranks.ranks(), pairs));
        let heard = self.mail.send(ranks, shown, 0, || {}).and_then(|()| {
            let replied = self.reply(ranks.ranks());
            self.replies.send(ranks, replied, 0, || {})
        });
        if heard.is_err() {
            self.begun.clear();
            self.ended.clear();
            return heard;
        }
        self.hear();
        std::mem::swap(&mut self.before, &mut self.now);
        Ok(())
    }

    /// Writes what is new here and what is gone to who keeps its book.
    fn show(&mut self, ranks: usize, pairs: impl Iterator<Item = [u64; 2]>) -> Result<(), Error> {
        const WHAT: &str = "the events of pairs";
        self.begun.clear();
        self.ended.clear();
        self.now.clear();
        for pair in pairs {
            extend(&mut self.now, &[pair], WHAT)?;
        }
        if !self.now.is_sorted() {
            if is_in_pool() {
                self.now.par_sort_unstable();
            } else {
                self.now.sort_unstable();
            }
        }
        let mut before = self.before.iter().copied().peekable();
        for pair in &self.now {
            while let Some(gone) = before.next_if(|before| before < pair) {
                extend(&mut self.ended, &[gone], WHAT)?;
            }
            if before.next_if_eq(pair).is_none() {
                extend(&mut self.begun, &[*pair], WHAT)?;
            }
        }
        for gone in before {
            extend(&mut self.ended, &[gone], WHAT)?;
        }
        resize(&mut self.shown, ranks, Default::default(), WHAT)?;
        self.shown.iter_mut().flatten().for_each(Vec::clear);
        let letters = self.mail.letters(ranks)?;
        for (side, pairs) in [&self.begun, &self.ended].into_iter().enumerate() {
            for (place, pair) in pairs.iter().enumerate() {
                extend(&mut self.shown[keeper(pair, ranks)][side], &[place as u32], WHAT)?;
            }
        }
        for (letter, [begun, ended]) in letters.iter_mut().zip(&self.shown) {
            extend(letter, &[begun.len() as u32], WHAT)?;
            let begun = begun.iter().map(|place| self.begun[*place as usize]);
            let ended = ended.iter().map(|place| self.ended[*place as usize]);
            for [a, b] in begun.chain(ended) {
                let ([a, b], [c, d]) = (halves(a), halves(b));
                extend(letter, &[a, b, c, d], WHAT)?;
            }
        }
        Ok(())
    }

    /// Writes which of the pairs shown here only moved from one rank to another.
    fn reply(&mut self, ranks: usize) -> Result<(), Error> {
        const WHAT: &str = "pairs that moved to other ranks";
        let mut all: Vec<Shown> = Vec::new();
        for (rank, letter) in self.mail.received().enumerate() {
            let Some((begun, pairs)) = letter.split_first() else { continue };
            for (place, words) in pairs.chunks_exact(WORDS).enumerate() {
                let ids = [whole(&words[..2]), whole(&words[2..])];
                let gone = place >= *begun as usize;
                let place = if gone { place as u32 - begun } else { place as u32 };
                extend(&mut all, &[(ids, rank, gone, place)], WHAT)?;
            }
        }
        all.sort_unstable();
        let letters = self.replies.letters(ranks)?;
        // A pair is new on one rank at most, and gone on one.
        for two in all.windows(2) {
            if two[0].0 == two[1].0 {
                for (_, rank, gone, place) in two {
                    extend(&mut letters[*rank], &[place << 1 | u32::from(*gone)], WHAT)?;
                }
            }
        }
        Ok(())
    }

    /// Takes what only moved out of what is new and gone.
    fn hear(&mut self) {
        const NONE: [u64; 2] = [u64::MAX; 2];
        for (letter, shown) in self.replies.received().zip(&self.shown) {
            for word in letter {
                let side = (word & 1) as usize;
                let place = shown[side][(word >> 1) as usize] as usize;
                [&mut self.begun, &mut self.ended][side][place] = NONE;
            }
        }
        self.begun.retain(|pair| *pair != NONE);
        self.ended.retain(|pair| *pair != NONE);
    }

    /// The pairs that this rank reports and nobody reported before, in order.
    #[must_use]
    pub fn begun(&self) -> &[[u64; 2]] {
        &self.begun
    }

    /// The pairs that this rank reported before and nobody reports now, in order.
    #[must_use]
    pub fn ended(&self) -> &[[u64; 2]] {
        &self.ended
    }

    /// How many pairs of this rank were there before, on whatever rank.
    #[must_use]
    pub fn persisting(&self) -> usize {
        self.before.len() - self.begun.len()
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let pairs = [&self.before, &self.now, &self.begun, &self.ended];
        size_of::<[u64; 2]>() * pairs.into_iter().map(Vec::capacity).sum::<usize>()
            + size_of::<u32>() * self.shown.iter().flatten().map(Vec::capacity).sum::<usize>()
            + self.mail.memory_bytes()
            + self.replies.memory_bytes()
    }
}

/// The rank that keeps the book of a pair.
fn keeper([a, b]: &[u64; 2], ranks: usize) -> usize {
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
    let hash = (a ^ b.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(hash) * ranks as u128) >> 64) as usize
}
