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

    /// The digest of the items of both sets, which have none in common.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        let count = self.count.wrapping_add(other.count);
        Self { sum: self.sum.wrapping_add(other.sum), count }
    }

    /// Adds pairs of shapes that have numbers of 64 bits. Where these fit into 32 bits, the digest
    /// is that of the same [`Pair`]s.
    pub fn add_wide(&mut self, pairs: &[[u64; 2]]) {
        self.count += pairs.len() as u64;
        self.sum = pairs.iter().fold(self.sum, |sum, [a, b]| {
            let high = (a >> 32) << 32 | b >> 32;
            let key = a << 32 | b & 0xffff_ffff;
            sum.wrapping_add(mix(if high == 0 { key } else { key ^ mix(high) }))
        });
    }

    /// Two numbers that add up, each for itself and modulo 2^64, where sets are
    /// [merged](Self::merge): what processes sum to have the digest of all.
    #[must_use]
    pub fn sums(self) -> [u64; 2] {
        [self.sum, self.count]
    }

    /// The digest with these [sums](Self::sums).
    #[must_use]
    pub fn from_sums([sum, count]: [u64; 2]) -> Self {
        Self { sum, count }
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
    fn of_wide_numbers_is_that_of_narrow_ones_where_they_fit() {
        let wide = |pairs: &[[u64; 2]]| {
            let mut digest = Digest::default();
            digest.add_wide(pairs);
            digest
        };
        let most = u64::from(u32::MAX);
        assert_eq!(
            wide(&[[1, most], [7, 9]]),
            Digest::of(&[Pair { a: 1, b: u32::MAX }, Pair { a: 7, b: 9 }])
        );
        let some = [[1, 2], [1, 2 + most + 1], [1 + most + 1, 2], [2 + most + 1, 1], [2, 1]];
        for (number, one) in some.iter().enumerate() {
            for other in &some[number + 1..] {
                assert_ne!(wide(&[*one]), wide(&[*other]));
            }
        }
        let [sums, others] = [wide(&some[..2]), wide(&some[2..])].map(Digest::sums);
        let added = [0, 1].map(|at| sums[at].wrapping_add(others[at]));
        assert_eq!(Digest::from_sums(added), wide(&some));
        assert_eq!(wide(&some[..2]).merge(wide(&some[2..])), wide(&some));
    }

    #[test]
    fn stays_what_it_was() {
        let pairs: Vec<Pair> = (0..1000).map(|i| Pair { a: i, b: 2 * i + 1 }).collect();
        assert_eq!(Digest::of(&pairs).to_string().len(), 16);
    }
}
