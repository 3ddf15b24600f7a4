//! Shapes in quads.

use bytemuck::{Pod, Zeroable, cast_slice_mut};

use crate::{
    Lanes,
    batch::scatter,
    lane::{LANES, Quad},
    real::{Real, Wide},
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
    /// A quad: four to a cache line.
    One, 1, 16
);
quads!(
    /// Two quads: half a cache line.
    Two, 2, 32
);
quads!(
    /// Four quads: a cache line.
    Four, 4, 64
);
quads!(
    /// Nine quads.
    Nine, 9, 16
);

/// Most quads of a shape.
pub const MAX_QUADS: usize = 9;

/// The quads of a shape of any numbers, in columns; those behind its last one are zero.
pub type Columns<R> = [[R; 4]; MAX_QUADS];

/// A shape that is stored in quads and taken from them in lanes.
pub trait Pack: Copy {
    /// The quads.
    type Quads: Pod + Default + AsRef<[Quad]> + Send + Sync;
    /// The same shape of other numbers.
    type Of<R: Real>: Copy;

    /// Number of quads.
    const QUADS: usize = size_of::<Self::Quads>() / size_of::<Quad>();

    /// The columns of the quads of a shape. Must be `#[inline(always)]`, as must be its inverse.
    fn columns<R: Real>(shape: &Self::Of<R>) -> Columns<R>;
    /// A shape from the columns of its quads; those behind the first [`QUADS`](Self::QUADS) are not
    /// looked at.
    fn unpack<R: Real>(columns: &Columns<R>) -> Self::Of<R>;

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
