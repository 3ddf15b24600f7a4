//! One shape, packed for the kernels.

use std::sync::Arc;

use jostle_kernels::{
    Aabb,
    shape::{Bounded, Hull, MAX_QUADS, One, Pack, Polyhedron, Rows, from_quads},
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
#[derive(Clone, Debug)]
pub(crate) struct Packed<const D: usize> {
    kind: ShapeKind,
    quads: [Quad; MAX_QUADS],
    count: usize,
    bounds: fn(&[Quad]) -> Aabb<D>,
    features: fn(Rows<'_>) -> Features<D>,
    /// What it shares with others, if its kind does.
    polyhedron: Option<Arc<Polyhedron>>,
}

impl<const D: usize> Packed<D> {
    /// Packs a shape of `E` dimensions, which is the same number.
    pub(super) fn of<S, const E: usize>(kind: ShapeKind, shape: &S::Of<f32>) -> Self
    where
        S: Bounded<E>,
        One<S>: FeaturesOf,
    {
        assert_eq!(D, E, "the dimension is the same");
        let mut packed = Self {
            kind,
            quads: [[0.0; 4]; MAX_QUADS],
            count: S::QUADS,
            bounds: bounds::<S, D, E>,
            features: features::<S, D>,
            polyhedron: None,
        };
        packed.quads[..S::QUADS].copy_from_slice(S::pack(shape).as_ref());
        packed
    }

    /// A shape that is given as the only row of its kind.
    pub(super) fn of_row<'a, C: ShapeColumns<'a, D>>(row: Rows<'_>) -> Self {
        let (kind, count) = (row.kind, row.quads.len());
        let mut quads = [[0.0; 4]; MAX_QUADS];
        quads[..count].copy_from_slice(row.quads);
        let (bounds, features) = (C::bounds, C::features);
        let packed = Self { kind, quads, count, bounds, features, polyhedron: None };
        match row.polyhedron(row.quads) {
            Some(polyhedron) => packed.with_polyhedron(polyhedron),
            None => packed,
        }
    }

    /// The same with what it shares: alone it refers to the first of one.
    pub(super) fn with_polyhedron(mut self, polyhedron: &Arc<Polyhedron>) -> Self {
        Hull::renumber(&mut self.quads[..self.count], 0.0);
        Self { polyhedron: Some(polyhedron.clone()), ..self }
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
        let polyhedra = self.polyhedron.as_slice();
        Rows { polyhedra, ..Rows::new(self.kind, self.quads()) }
    }

    /// Its bounds.
    pub(crate) fn bounds(&self) -> Aabb<D> {
        (self.bounds)(self.quads())
    }

    /// Its corners, edges and faces.
    pub(crate) fn features(&self) -> Features<D> {
        (self.features)(self.rows())
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

pub(super) fn features<S, const D: usize>(row: Rows<'_>) -> Features<D>
where
    S: Pack,
    One<S>: FeaturesOf,
{
    let mut features = from_quads::<S>(row.quads).features();
    features.polyhedron = row.polyhedron(row.quads).cloned();
    features
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
