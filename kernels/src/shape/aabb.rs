//! Axis-aligned boxes.

use super::pack::{MAX_QUADS, Pack, QuadColumns, Quads1, Quads2};
use crate::{Aabb, real::Real};

impl Pack for Aabb<2> {
    type Quads = Quads1;
    type Of<R: Real> = Aabb<2, R>;

    #[inline(always)]
    fn columns<R: Real>(aabb: &Aabb<2, R>) -> QuadColumns<R> {
        let ([x, y], [u, v]) = (aabb.min, aabb.max);
        let mut columns = [[x.of(0.0); 4]; MAX_QUADS];
        columns[0] = [x, y, u, v];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Aabb<2, R> {
        let [x, y, u, v] = columns[0];
        Aabb { min: [x, y], max: [u, v] }
    }
}

impl Pack for Aabb<3> {
    type Quads = Quads2;
    type Of<R: Real> = Aabb<3, R>;

    #[inline(always)]
    fn columns<R: Real>(aabb: &Aabb<3, R>) -> QuadColumns<R> {
        let mut columns = [[aabb.min[0].of(0.0); 4]; MAX_QUADS];
        columns[0][..3].copy_from_slice(&aabb.min);
        columns[1][..3].copy_from_slice(&aabb.max);
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Aabb<3, R> {
        let ([x, y, z, _], [u, v, w, _]) = (columns[0], columns[1]);
        Aabb { min: [x, y, z], max: [u, v, w] }
    }
}
