//! Pairs of shapes by eight: gather, compute, store.

use std::{array, hint::select_unpredictable};

use bytemuck::{Pod, cast_slice, cast_slice_mut};

use crate::{
    Lanes, Pair, Pass, SimdLevel,
    lane::{LANES, Quad, prefetch, set_bits},
    real::{Truth, Wide},
    shape::{MAX_QUADS, Pack, from_quads},
};

/// How many groups ahead shapes are asked for.
const AHEAD: usize = 4;

/// How many bytes of shapes stay so near to the core that asking ahead for them only costs time,
/// 0.4 ns per pair of moving boxes.
const CACHED: usize = 1 << 19;

/// Quads as they are stored.
const IN_ORDER: [usize; MAX_QUADS] = {
    let (mut order, mut quad) = ([0; MAX_QUADS], 0);
    while quad < MAX_QUADS {
        order[quad] = quad;
        quad += 1;
    }
    order
};

/// One shape.
pub type One<S> = <S as Pack>::Of<f32>;
/// Eight shapes.
pub type Eight<S, L> = <S as Pack>::Of<Wide<L>>;

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

    /// Whether `A` and `B` are one kind, so that a pair can be asked both ways round. Then exactly
    /// one way is computed, which makes the answers of both mirror each other bit for bit.
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

/// A kernel that needs no lanes.
pub trait Alone: Kernel {
    /// Whether it is worth a copy for each level.
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
    /// Pairs that will be next, if they are known: what they refer to is asked for in time.
    pub ahead: &'a [Pair],
    /// What is found, for each pair.
    pub out: &'a mut [K::Out],
}

impl<K: Alone> Batch<'_, K> {
    /// Computes all pairs, if not `HOT` as [`SimdLevel::run_compact`] does, pair by pair if it has
    /// to be.
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
pub(crate) fn one_by_one<T>(pairs: &[Pair], out: &mut [T], compute: impl Fn(Pair) -> T) {
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
        let Self { kernel, a, b, pairs, ahead, out } = self;
        in_groups(&Sides { kernel, a, b }, lanes, [pairs, ahead], out);
    }
}

/// Pairs that are fetched and computed eight at a time.
pub(crate) trait Groups {
    /// What is found out about a pair.
    type Out: Copy + Default;

    /// How much memory pairs may refer to, in bytes.
    fn bytes(&self) -> usize;
    /// Asks for what a pair refers to. Must be `#[inline(always)]`, as must be the other.
    fn prefetch(&self, pair: Pair);
    /// Computes a group of pairs.
    fn eight<L: Lanes>(&self, lanes: L, pairs: &[Pair; LANES], out: &mut [Self::Out; LANES]);
}

/// Computes all pairs, group by group, and asks for what those ahead refer to.
#[inline(always)]
pub(crate) fn in_groups<G: Groups, L: Lanes>(
    all: &G,
    lanes: L,
    [pairs, ahead]: [&[Pair]; 2],
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
    let mut soon = groups.iter().chain(ahead.as_chunks::<LANES>().0).skip(AHEAD);
    // The last group in the same loop as the others: each call is a copy of the whole formula.
    let last_groups = last.as_ref().map_or(&[][..], |last| &last[..]);
    for (groups, outs) in [(groups, outs), (last_groups, &mut last_out[..])] {
        for (group, out) in groups.iter().zip(outs) {
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
struct Sides<'a, K: Kernel> {
    kernel: &'a K,
    a: &'a [<K::A as Pack>::Quads],
    b: &'a [<K::B as Pack>::Quads],
}

impl<K: Kernel> Groups for Sides<'_, K> {
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
    fn eight<L: Lanes>(&self, lanes: L, pairs: &[Pair; LANES], out: &mut [K::Out; LANES]) {
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
            // Looked up once more: the tables above stay in registers if nobody asks for a lane.
            let (a, b, turned) = self.quads(pairs[lane]);
            let (a, b) = (from_quads::<K::A>(a), from_quads::<K::B>(b));
            self.kernel.decide(&a, &b, turned, &mut out[lane]);
        }
    }
}

impl<K: Kernel> Sides<'_, K> {
    /// The shapes of a pair the way round that is computed, and whether it was turned around.
    #[inline(always)]
    fn quads(&self, pair: Pair) -> (&[Quad], &[Quad], bool) {
        let (a, b) = (self.a[pair.a as usize].as_ref(), self.b[pair.b as usize].as_ref());
        if !K::SAME {
            return if self.kernel.reversed() { (b, a, true) } else { (a, b, false) };
        }
        // Which of two comes first nobody foresees: a branch costs 3 ns per pair here.
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

/// One shape of each of eight places, in lanes.
#[inline(always)]
pub(crate) fn gather<S: Pack, L: Lanes>(lanes: L, quads: &[&[Quad]; LANES]) -> Eight<S, L> {
    gather_in::<S, L>(lanes, quads, &IN_ORDER)
}

/// The same with the quads in another order.
#[inline(always)]
fn gather_in<S: Pack, L: Lanes>(
    lanes: L,
    quads: &[&[Quad]; LANES],
    order: &[usize; MAX_QUADS],
) -> Eight<S, L> {
    let zero = Wide::new(lanes, lanes.splat(0.0));
    let mut columns = [[zero; 4]; MAX_QUADS];
    for (columns, quad) in columns[..S::QUADS].iter_mut().zip(*order) {
        // One of them, as the compiler then knows without looking at each lane.
        let quad = quad % S::QUADS;
        let mut rows = [&quads[0][quad]; LANES];
        for lane in 1..LANES {
            rows[lane] = &quads[lane][quad];
        }
        for (column, floats) in columns.iter_mut().zip(lanes.load_quads(rows)) {
            column.floats = floats;
        }
    }
    S::unpack(&columns)
}

/// Numbers in lanes to one row of them for each lane, the inverse of gathering.
#[inline(always)]
pub(crate) fn scatter<T: Pod, L: Lanes>(lanes: L, numbers: &[Wide<L>], to: &mut [T; LANES]) {
    let (quads, rest) = numbers.as_chunks::<4>();
    let mut rows = cast_slice_mut::<_, f32>(to).chunks_exact_mut(numbers.len());
    let mut rows: [&mut [f32]; LANES] = array::from_fn(|_| rows.next().expect("eight rows"));
    for (index, quad) in quads.iter().enumerate() {
        let columns = [quad[0].floats, quad[1].floats, quad[2].floats, quad[3].floats];
        let to = rows.each_mut().map(|row| row[4 * index..].first_chunk_mut().expect("four"));
        lanes.store_quads(columns, to);
    }
    for (number, index) in rest.iter().zip(4 * quads.len()..) {
        let mut column = [0.0; LANES];
        lanes.store(number.floats, &mut column);
        for (row, number) in rows.iter_mut().zip(column) {
            row[index] = number;
        }
    }
}

/// Truth values from a bit per lane.
#[inline(always)]
pub(crate) fn truth<L: Lanes>(lanes: L, bits: u32) -> Truth<L> {
    const LANE: [u32; LANES] = [1, 2, 4, 8, 16, 32, 64, 128];
    let lane = lanes.load_int(&LANE);
    let set = lanes.and_int(lanes.splat_int(bits), lane);
    Truth { lanes, mask: lanes.eq_int(set, lane) }
}
