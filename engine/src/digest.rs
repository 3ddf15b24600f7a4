//! A 64-bit digest of a set of pairs, or of contacts.

use jostle_kernels::Pair;

/// The digest of a set of pairs, or of contacts: equal sets have equal digests, on every machine.
///
/// It is a sum of one hash per pair, so it does not depend on the order in which the pairs come,
/// and a stream of more pairs than memory holds has a digest too. Being a function of the set, it
/// is a function of the canonically ordered list and the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digest {
    sum: u64,
    count: u64,
}

impl Digest {
    /// The digest of these pairs.
    #[must_use]
    pub fn of(pairs: &[Pair]) -> Self {
        let mut digest = Self::default();
        digest.add(pairs);
        digest
    }

    /// Adds pairs to the set.
    pub fn add(&mut self, pairs: &[Pair]) {
        self.count += pairs.len() as u64;
        self.sum = pairs.iter().fold(self.sum, |sum, pair| sum.wrapping_add(mix(pair.key())));
    }

    /// The digest of a set of one item, by a hash of it.
    pub(crate) fn of_hash(hash: u64) -> Self {
        Self { sum: hash, count: 1 }
    }

    /// The digest of the items of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { sum: self.sum.wrapping_add(other.sum), count: self.count + other.count }
    }

    /// The digest as a number.
    #[must_use]
    pub fn value(self) -> u64 {
        mix(self.sum ^ mix(self.count))
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.value())
    }
}

/// The finaliser of SplitMix64 behind one step of its sequence (Steele, Lea, Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014).
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depends_on_the_set_alone() {
        let pair = |a, b| Pair { a, b };
        let one = Digest::of(&[pair(0, 1), pair(2, 3)]);
        assert_eq!(one, Digest::of(&[pair(2, 3), pair(0, 1)]));
        assert_ne!(one.value(), Digest::of(&[pair(0, 1)]).value());
        assert_ne!(one.value(), Digest::of(&[pair(0, 3), pair(1, 2)]).value());
        assert_ne!(Digest::of(&[]).value(), 0);
    }

    #[test]
    fn stays_what_it_was() {
        let pairs: Vec<Pair> = (0..1000).map(|i| Pair { a: i, b: 2 * i + 1 }).collect();
        assert_eq!(Digest::of(&pairs).to_string().len(), 16);
    }
}
