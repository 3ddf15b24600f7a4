//! Pairs of shapes by eight: gather, compute, store.

use std::{array, hint::select_unpredictable};

use bytemuck::cast_slice;

use crate::{
    Lanes, Pair, Pass, SimdLevel,
    real::Truth,
    shape::{Eight, IN_ORDER, MAX_QUADS, One, Pack, from_quads, gather, gather_in, truth},
    simd::{LANES, Quad, prefetch, set_bits},
};

/// How many groups ahead shapes are prefetched; what tells where they are twice as many.
const AHEAD: usize = 4;

/// Shapes of this many bytes stay in the L2 cache. Prefetching them only costs time: 0.4 ns per
/// pair of moving boxes.
pub(crate) const CACHED: usize = 1 << 19;

/// What is computed of pairs of an `A` and a `B`, eight at a time.
///
/// Each lane is computed as if it were alone, so neither its neighbors nor its place matter.
pub trait Kernel {
    /// The first shape of a pair.
    type A: Pack;
    /// The second shape of a pair.
    type B: Pack;
    /// What is found out about a pair.
    type Out: Copy + Default;

    /// Whether `A` and `B` are one kind, so that a pair can come either way round. Then only one
    /// way is computed, so the results of both mirror each other bit for bit.
    const SAME: bool;

    /// Whether all pairs are computed the other way round, where `A` and `B` are one kind and not
    /// [`SAME`](Self::SAME).
    #[inline(always)]
    fn reversed(&self) -> bool {
        false
    }

    /// The quads of the shape that comes first, in the order in which it is to be computed.
    #[inline(always)]
    fn order(&self) -> [usize; MAX_QUADS] {
        IN_ORDER
    }

    /// Computes eight pairs, and returns the lanes that [`decide`](Self::decide) has to decide, a
    /// bit for each. Must be `#[inline(always)]`.
    ///
    /// Where `swapped` is true the pair was turned around in order to compute it, and what is found
    /// has to be turned around.
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Self::A, L>,
        b: &Eight<Self::B, L>,
        swapped: Truth<L>,
        out: &mut [Self::Out; LANES],
    ) -> u32;

    /// Decides a pair that is too close a case for `f32`. What `eight` found is in `out`.
    fn decide(&self, a: &One<Self::A>, b: &One<Self::B>, swapped: bool, out: &mut Self::Out);
}

/// A kernel that can also compute a single pair, without lanes.
pub trait SingleKernel: Kernel {
    /// Whether a copy for each level pays.
    const HOT: bool;

    /// Computes a single pair: what a batch finds for it, bit for bit.
    fn one(&self, a: &One<Self::A>, b: &One<Self::B>) -> Self::Out;
}

/// Runs a [`Kernel`] over pairs.
///
/// # Panics
/// When a pair refers to a shape that is not there, or `out` is not as long as `pairs`.
pub struct Batch<'a, K: Kernel> {
    /// What is computed.
    pub kernel: &'a K,
    /// Shapes that `a` of the pairs refers to.
    pub a: &'a [<K::A as Pack>::Quads],
    /// Shapes that `b` of the pairs refers to.
    pub b: &'a [<K::B as Pack>::Quads],
    /// The pairs, by row in `a` and `b`.
    pub pairs: &'a [Pair],
    /// The pairs that will be computed next, if they are known: their shapes are prefetched.
    pub next: &'a [Pair],
    /// What is found, for each pair.
    pub out: &'a mut [K::Out],
}

impl<K: SingleKernel> Batch<'_, K> {
    /// Computes all pairs. A kernel that is not `HOT` runs as [`SimdLevel::run_compact`] does: pair
    /// by pair on a processor without AVX2.
    pub fn compute(self, level: SimdLevel) {
        if K::HOT {
            level.run(self);
        } else if let Err(Self { kernel, a, b, pairs, out, .. }) = level.run_compact(self) {
            one_by_one(pairs, out, |Pair { a: row_a, b: row_b }| {
                let a = from_quads::<K::A>(a[row_a as usize].as_ref());
                let b = from_quads::<K::B>(b[row_b as usize].as_ref());
                kernel.one(&a, &b)
            });
        }
    }
}

/// Computes all pairs without lanes.
pub(crate) fn one_by_one<T>(pairs: &[Pair], out: &mut [T], mut compute: impl FnMut(Pair) -> T) {
    assert_eq!(pairs.len(), out.len(), "a result for each pair");
    for (pair, out) in pairs.iter().zip(out) {
        *out = compute(*pair);
    }
}

impl<K: Kernel> Pass for Batch<'_, K> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { kernel, a, b, pairs, next, out } = self;
        in_groups(&mut PairSource { kernel, a, b }, lanes, [pairs, next], out);
    }
}

/// Pairs that are fetched and computed eight at a time.
pub(crate) trait Groups {
    /// What is found out about a pair.
    type Out: Copy + Default;

    /// Whether something in memory tells where the shapes of a pair are.
    const HAS_PLACES: bool = false;

    /// How much memory pairs may refer to, in bytes.
    fn bytes(&self) -> usize;
    /// Prefetches what tells where the shapes of a pair are, if anything does. Must be
    /// `#[inline(always)]`, as must be all of these.
    #[inline(always)]
    fn prefetch_places(&self, _: Pair) {}
    /// Prefetches the shapes of a pair.
    fn prefetch(&self, pair: Pair);
    /// Computes a group of pairs.
    fn eight<L: Lanes>(&mut self, lanes: L, pairs: &[Pair; LANES], out: &mut [Self::Out; LANES]);
}

/// Computes all pairs, group by group, and prefetches the shapes of the groups ahead.
#[inline(always)]
pub(crate) fn in_groups<G: Groups, L: Lanes>(
    all: &mut G,
    lanes: L,
    [pairs, next]: [&[Pair]; 2],
    out: &mut [G::Out],
) {
    assert_eq!(pairs.len(), out.len(), "a result for each pair");
    let (groups, rest) = pairs.as_chunks::<LANES>();
    let (outs, rest_out) = out.as_chunks_mut::<LANES>();
    // Filled up with the last pair, which is as good as any other.
    let filled_up = |last| [array::from_fn(|lane| *rest.get(lane).unwrap_or(last))];
    let last = rest.last().map(filled_up);
    let mut last_out = [[G::Out::default(); LANES]];
    let far = all.bytes() > CACHED;
    let mut soon = groups.iter().chain(next.as_chunks::<LANES>().0).skip(AHEAD);
    let mut later = soon.clone().skip(AHEAD);
    // The last group in the same loop as the others: each call is a copy of the whole formula.
    let last_groups = last.as_ref().map_or(&[][..], |last| &last[..]);
    for (groups, outs) in [(groups, outs), (last_groups, &mut last_out[..])] {
        for (group, out) in groups.iter().zip(outs) {
            if G::HAS_PLACES
                && far
                && let Some(pairs) = later.next()
            {
                for pair in pairs {
                    all.prefetch_places(*pair);
                }
            }
            if far && let Some(pairs) = soon.next() {
                for pair in pairs {
                    all.prefetch(*pair);
                }
            }
            all.eight(lanes, group, out);
        }
    }
    rest_out.copy_from_slice(&last_out[0][..rest.len()]);
}

/// What pairs refer to.
struct PairSource<'a, K: Kernel> {
    kernel: &'a K,
    a: &'a [<K::A as Pack>::Quads],
    b: &'a [<K::B as Pack>::Quads],
}

impl<K: Kernel> Groups for PairSource<'_, K> {
    type Out = K::Out;

    fn bytes(&self) -> usize {
        size_of_val(self.a) + size_of_val(self.b)
    }

    #[inline(always)]
    fn prefetch(&self, pair: Pair) {
        prefetch::for_reading(self.a, pair.a as usize);
        prefetch::for_reading(self.b, pair.b as usize);
    }

    #[inline(always)]
    fn eight<L: Lanes>(&mut self, lanes: L, pairs: &[Pair; LANES], out: &mut [K::Out; LANES]) {
        let (mut a, mut b) = ([&[][..]; LANES], [&[][..]; LANES]);
        let mut swapped = 0;
        for lane in 0..LANES {
            let turned;
            (a[lane], b[lane], turned) = self.quads(pairs[lane]);
            swapped |= u32::from(turned) << lane;
        }
        let wide_a = gather_in::<K::A, L>(lanes, &a, &self.kernel.order());
        let wide_b = gather::<K::B, L>(lanes, &b);
        let unsure = self.kernel.eight(&wide_a, &wide_b, truth(lanes, swapped), out);
        for lane in set_bits(unsure) {
            // Looked up once more: the tables above stay in registers if no lane is read from them.
            let (a, b, turned) = self.quads(pairs[lane]);
            let (a, b) = (from_quads::<K::A>(a), from_quads::<K::B>(b));
            self.kernel.decide(&a, &b, turned, &mut out[lane]);
        }
    }
}

impl<K: Kernel> PairSource<'_, K> {
    /// The shapes of a pair the way round that is computed, and whether it was turned around.
    #[inline(always)]
    fn quads(&self, pair: Pair) -> (&[Quad], &[Quad], bool) {
        let (a, b) = (self.a[pair.a as usize].as_ref(), self.b[pair.b as usize].as_ref());
        if !K::SAME {
            return if self.kernel.reversed() { (b, a, true) } else { (a, b, false) };
        }
        // Which of two comes first is unpredictable: a branch costs 3 ns per pair here.
        let swaps = comes_before(b, a);
        (select_unpredictable(swaps, b, a), select_unpredictable(swaps, a, b), swaps)
    }
}

/// Whether a shape comes before another one of its kind: any order of their bits will do.
#[inline(always)]
pub(crate) fn comes_before(a: &[Quad], b: &[Quad]) -> bool {
    let (first_a, first_b) = (a[0][0].to_bits(), b[0][0].to_bits());
    if first_a == first_b {
        return rest_comes_before(a, b);
    }
    first_a < first_b
}

#[cold]
fn rest_comes_before(a: &[Quad], b: &[Quad]) -> bool {
    cast_slice::<Quad, [u32; 4]>(a) < cast_slice(b)
}
