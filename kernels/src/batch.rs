//! Pairs of shapes by eight: gather, compute, store.

use std::array;

use bytemuck::cast_slice;

use crate::{
    Lanes, Pair, Pass,
    lane::{LANES, Quad, prefetch, set_bits},
    real::{Truth, Wide},
    shape::{MAX_QUADS, Pack, from_quads},
};

/// How many groups ahead shapes are asked for.
const AHEAD: usize = 4;

/// One shape.
pub type One<S> = <S as Pack>::Of<f32>;
/// Eight shapes.
pub type Eight<S, L> = <S as Pack>::Of<Wide<L>>;

/// What is computed of pairs of an `A` and a `B`, eight at a time.
///
/// Each lane is computed as if it were alone, so neither its neighbours nor its place matter.
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
    /// What is found, for each pair.
    pub out: &'a mut [K::Out],
}

impl<K: Kernel> Pass for Batch<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        assert_eq!(self.pairs.len(), self.out.len(), "a result for each pair");
        let Self { kernel, a, b, pairs, out } = self;
        let (groups, rest) = pairs.as_chunks::<LANES>();
        let (outs, rest_out) = out.as_chunks_mut::<LANES>();
        for (number, (group, out)) in groups.iter().zip(outs).enumerate() {
            if let Some(ahead) = groups.get(number + AHEAD) {
                for pair in ahead {
                    prefetch::for_reading(a, pair.a as usize);
                    prefetch::for_reading(b, pair.b as usize);
                }
            }
            eight(kernel, lanes, (a, b), group, out);
        }
        if let Some(last) = rest.last() {
            // Filled up with the last pair, which is as good as any other.
            let group = array::from_fn(|lane| *rest.get(lane).unwrap_or(last));
            let mut found = [K::Out::default(); LANES];
            eight(kernel, lanes, (a, b), &group, &mut found);
            rest_out.copy_from_slice(&found[..rest.len()]);
        }
    }
}

/// Shapes that pairs refer to.
type Sides<'a, K> =
    (&'a [<<K as Kernel>::A as Pack>::Quads], &'a [<<K as Kernel>::B as Pack>::Quads]);

#[inline(always)]
fn eight<K: Kernel, L: Lanes>(
    kernel: &K,
    lanes: L,
    (all_a, all_b): Sides<'_, K>,
    pairs: &[Pair; LANES],
    out: &mut [K::Out; LANES],
) {
    let (mut a, mut b) = ([&[][..]; LANES], [&[][..]; LANES]);
    let mut swapped = 0;
    for lane in 0..LANES {
        let first = all_a[pairs[lane].a as usize].as_ref();
        let second = all_b[pairs[lane].b as usize].as_ref();
        let swaps = K::SAME && comes_before(second, first);
        (a[lane], b[lane]) = if swaps { (second, first) } else { (first, second) };
        swapped |= u32::from(swaps) << lane;
    }
    let (wide_a, wide_b) = (gather::<K::A, L>(lanes, &a), gather::<K::B, L>(lanes, &b));
    let unsure = kernel.eight(&wide_a, &wide_b, truth(lanes, swapped), out);
    for lane in set_bits(unsure) {
        let (a, b) = (from_quads::<K::A>(a[lane]), from_quads::<K::B>(b[lane]));
        kernel.decide(&a, &b, swapped >> lane & 1 == 1, &mut out[lane]);
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
fn gather<S: Pack, L: Lanes>(lanes: L, quads: &[&[Quad]; LANES]) -> Eight<S, L> {
    let zero = Wide::new(lanes, lanes.splat(0.0));
    let mut columns = [[zero; 4]; MAX_QUADS];
    for (quad, columns) in columns[..S::QUADS].iter_mut().enumerate() {
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

/// Truth values from a bit per lane.
#[inline(always)]
fn truth<L: Lanes>(lanes: L, bits: u32) -> Truth<L> {
    const LANE: [u32; LANES] = [1, 2, 4, 8, 16, 32, 64, 128];
    let lane = lanes.load_int(&LANE);
    let set = lanes.and_int(lanes.splat_int(bits), lane);
    Truth { lanes, mask: lanes.eq_int(set, lane) }
}
