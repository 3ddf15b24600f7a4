//! Shapes in quads: packing, and moves between quads and lanes.

use std::array;

use bytemuck::{Pod, Zeroable, cast_slice_mut};

use crate::{
    Lanes,
    real::{Real, Truth, Wide},
    simd::{LANES, Quad},
};

macro_rules! quads {
    ($(#[$doc:meta])* $name:ident, $count:literal, $align:literal) => {
        $(#[$doc])*
        #[repr(C, align($align))]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
        pub struct $name(pub [Quad; $count]);

        impl AsRef<[Quad]> for $name {
            #[inline(always)]
            fn as_ref(&self) -> &[Quad] {
                &self.0
            }
        }
    };
}
quads!(
    /// One quad: four to a cache line.
    Quads1, 1, 16
);
quads!(
    /// Two quads: half a cache line.
    Quads2, 2, 32
);
quads!(
    /// Four quads: a cache line.
    Quads4, 4, 64
);
quads!(
    /// Five quads.
    Quads5, 5, 16
);
quads!(
    /// Nine quads.
    Quads9, 9, 16
);

/// Most quads of a shape.
pub const MAX_QUADS: usize = 9;

/// The quads of a shape of any numbers, in columns; those behind its last one are zero.
pub type QuadColumns<R> = [[R; 4]; MAX_QUADS];

/// A shape that is stored in quads and taken from them in lanes.
pub trait Pack: Copy {
    /// The quads.
    type Quads: Pod + Default + AsRef<[Quad]> + Send + Sync;
    /// The same shape of other numbers.
    type Of<R: Real>: Copy;

    /// Number of quads.
    const QUADS: usize = size_of::<Self::Quads>() / size_of::<Quad>();

    /// The columns of the quads of a shape. Must be `#[inline(always)]`, as must be its inverse.
    fn columns<R: Real>(shape: &Self::Of<R>) -> QuadColumns<R>;
    /// A shape from the columns of its quads; those behind the first [`QUADS`](Self::QUADS) are not
    /// looked at.
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Self::Of<R>;

    /// The quads of a shape.
    #[inline]
    fn pack(shape: &Self::Of<f32>) -> Self::Quads {
        let mut quads = [Self::Quads::default()];
        cast_slice_mut(&mut quads).copy_from_slice(&Self::columns(shape)[..Self::QUADS]);
        quads[0]
    }
}

/// Packs eight shapes.
#[inline(always)]
pub fn store<S: Pack, L: Lanes>(lanes: L, shapes: &S::Of<Wide<L>>, to: &mut [S::Quads; LANES]) {
    scatter(lanes, S::columns(shapes)[..S::QUADS].as_flattened(), to);
}

/// Whether eight shapes are packed like this, bit for bit.
#[inline(always)]
pub fn is_stored<S: Pack, L: Lanes>(
    lanes: L,
    shapes: &S::Of<Wide<L>>,
    packed: &[S::Quads; LANES],
) -> bool {
    let columns = S::columns(shapes);
    for (quad, columns) in columns[..S::QUADS].iter().enumerate() {
        let mut rows = [&packed[0].as_ref()[quad]; LANES];
        for lane in 1..LANES {
            rows[lane] = &packed[lane].as_ref()[quad];
        }
        for (column, stored) in columns.iter().zip(lanes.load_quads(rows)) {
            let bits = [column.floats, stored].map(|floats| lanes.bits_of_floats(floats));
            if lanes.bits(lanes.eq_int(bits[0], bits[1])) != 0xff {
                return false;
            }
        }
    }
    true
}

/// A shape from its quads.
#[must_use]
pub fn from_quads<S: Pack>(quads: &[Quad]) -> S::Of<f32> {
    let mut columns = [[0.0; 4]; MAX_QUADS];
    columns[..S::QUADS].copy_from_slice(quads);
    S::unpack(&columns)
}

/// The same shape in `f64`.
#[must_use]
pub fn in_f64<S: Pack>(shape: &S::Of<f32>) -> S::Of<f64> {
    let mut columns = [[0.0; 4]; MAX_QUADS];
    for (column, quad) in columns.iter_mut().zip(S::columns(shape)) {
        *column = quad.map(f64::from);
    }
    S::unpack(&columns)
}

/// One shape.
pub type One<S> = <S as Pack>::Of<f32>;
/// Eight shapes.
pub type Eight<S, L> = <S as Pack>::Of<Wide<L>>;

/// Quads as they are stored.
pub(crate) const IN_ORDER: [usize; MAX_QUADS] = {
    let (mut order, mut quad) = ([0; MAX_QUADS], 0);
    while quad < MAX_QUADS {
        order[quad] = quad;
        quad += 1;
    }
    order
};

/// One shape of each of eight places, in lanes.
#[inline(always)]
pub(crate) fn gather<S: Pack, L: Lanes>(lanes: L, quads: &[&[Quad]; LANES]) -> Eight<S, L> {
    gather_in::<S, L>(lanes, quads, &IN_ORDER)
}

/// The same with the quads in another order.
#[inline(always)]
pub(crate) fn gather_in<S: Pack, L: Lanes>(
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
        // Not `map` of the array: it is not always inlined, which costs half of a short kernel.
        let [a, b, c, d, e, f, g, h] = &mut rows;
        let to = [
            quad_of(a, index),
            quad_of(b, index),
            quad_of(c, index),
            quad_of(d, index),
            quad_of(e, index),
            quad_of(f, index),
            quad_of(g, index),
            quad_of(h, index),
        ];
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

/// A quad of a row.
#[inline(always)]
fn quad_of<'a>(row: &'a mut &mut [f32], index: usize) -> &'a mut Quad {
    row[4 * index..].first_chunk_mut().expect("four")
}

/// Truth values from a bit per lane.
#[inline(always)]
pub(crate) fn truth<L: Lanes>(lanes: L, bits: u32) -> Truth<L> {
    const LANE: [u32; LANES] = [1, 2, 4, 8, 16, 32, 64, 128];
    let lane = lanes.load_int(&LANE);
    let set = lanes.and_int(lanes.splat_int(bits), lane);
    Truth { lanes, mask: lanes.eq_int(set, lane) }
}
