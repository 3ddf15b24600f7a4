//! Axis-aligned boxes.

use super::{Columns, MAX_QUADS, One, Pack, Two};
use crate::{Aabb, real::Real};

impl Pack for Aabb<2> {
    type Quads = One;
    type Of<R: Real> = Aabb<2, R>;

    #[inline(always)]
    fn columns<R: Real>(aabb: &Aabb<2, R>) -> Columns<R> {
        let ([x, y], [u, v]) = (aabb.min, aabb.max);
        let mut columns = [[x.of(0.0); 4]; MAX_QUADS];
        columns[0] = [x, y, u, v];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Aabb<2, R> {
        let [x, y, u, v] = columns[0];
        Aabb { min: [x, y], max: [u, v] }
    }
}

impl Pack for Aabb<3> {
    type Quads = Two;
    type Of<R: Real> = Aabb<3, R>;

    #[inline(always)]
    fn columns<R: Real>(aabb: &Aabb<3, R>) -> Columns<R> {
        let mut columns = [[aabb.min[0].of(0.0); 4]; MAX_QUADS];
        columns[0][..3].copy_from_slice(&aabb.min);
        columns[1][..3].copy_from_slice(&aabb.max);
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Aabb<3, R> {
        let ([x, y, z, _], [u, v, w, _]) = (columns[0], columns[1]);
        Aabb { min: [x, y, z], max: [u, v, w] }
    }
}
