//! One shape, packed for the kernels.

use jostle_kernels::{
    Aabb,
    shape::{Bounded, MAX_QUADS, One, Pack, Rows, from_quads},
    simd::{LANES, Quad},
};

use super::{
    ShapeKind,
    features::{Features, FeaturesOf},
    rotation::Rotation,
    traits::ShapeColumns,
};

/// One shape, packed as [`PreparedShapes`](super::PreparedShapes) packs those of a frame, bit for
/// bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<const D: usize> {
    kind: ShapeKind,
    quads: [Quad; MAX_QUADS],
    count: usize,
    bounds: fn(&[Quad]) -> Aabb<D>,
    features: fn(&[Quad]) -> Features<D>,
}

impl<const D: usize> Packed<D> {
    /// Packs a shape of `E` dimensions, which is the same number.
    pub(super) fn of<S, const E: usize>(kind: ShapeKind, shape: &S::Of<f32>) -> Self
    where
        S: Bounded<E>,
        One<S>: FeaturesOf<E>,
    {
        assert_eq!(D, E, "the dimension is the same");
        let mut packed = Self {
            kind,
            quads: [[0.0; 4]; MAX_QUADS],
            count: S::QUADS,
            bounds: bounds::<S, D, E>,
            features: features::<S, D, E>,
        };
        packed.quads[..S::QUADS].copy_from_slice(S::pack(shape).as_ref());
        packed
    }

    /// A shape of a kind that is in quads.
    pub(super) fn of_quads<'a, C: ShapeColumns<'a, D>>(kind: ShapeKind, given: &[Quad]) -> Self {
        let mut quads = [[0.0; 4]; MAX_QUADS];
        quads[..given.len()].copy_from_slice(given);
        Self { kind, quads, count: given.len(), bounds: C::bounds, features: C::features }
    }

    /// The same as one of another kind.
    pub(super) fn of_kind(self, kind: ShapeKind) -> Self {
        Self { kind, ..self }
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> ShapeKind {
        self.kind
    }

    /// Its quads.
    pub(crate) fn quads(&self) -> &[Quad] {
        &self.quads[..self.count]
    }

    /// The shape as the only row of its kind.
    pub(crate) fn rows(&self) -> Rows<'_> {
        Rows { kind: self.kind, quads: self.quads() }
    }

    /// Its bounds.
    pub(crate) fn bounds(&self) -> Aabb<D> {
        (self.bounds)(self.quads())
    }

    /// Its corners, edges and faces.
    pub(crate) fn features(&self) -> Features<D> {
        (self.features)(self.quads())
    }
}

pub(super) fn bounds<S: Bounded<E>, const D: usize, const E: usize>(quads: &[Quad]) -> Aabb<D> {
    let (min, max) = S::bounds::<f32>(&from_quads::<S>(quads));
    bounds_in_dimension(&Aabb { min, max })
}

/// The same bounds in the dimension that it is.
pub(super) fn bounds_in_dimension<const D: usize, const E: usize>(bounds: &Aabb<D>) -> Aabb<E> {
    Aabb { min: in_dimension(&bounds.min), max: in_dimension(&bounds.max) }
}

pub(super) fn features<S, const D: usize, const E: usize>(quads: &[Quad]) -> Features<D>
where
    S: Pack,
    One<S>: FeaturesOf<E>,
{
    from_quads::<S>(quads).features().in_dimension()
}

/// Zeros without a sign, as columns are read.
pub(super) fn positive<const D: usize>(numbers: [f32; D]) -> [f32; D] {
    numbers.map(|number| number + 0.0)
}

/// The numbers of a rotation in all lanes, scaled as a set scales what it takes in.
pub(super) fn eight<const D: usize, const N: usize>(rotation: Rotation<D>) -> [[f32; LANES]; N] {
    let mut numbers = [[0.0; LANES]; N];
    for (lanes, part) in numbers.iter_mut().zip(rotation.normalized().parts()) {
        lanes.fill(*part);
    }
    numbers
}

/// A point in the number of dimensions that it has; of a shape that does not exist there, as far as
/// it goes.
pub(super) fn in_dimension<const D: usize>(point: &[f32]) -> [f32; D] {
    std::array::from_fn(|axis| point.get(axis).copied().unwrap_or_default())
}
