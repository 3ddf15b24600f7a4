//! Axis-aligned boxes.

use super::{One, Pack, Two, pack::MAX_QUADS};
use crate::{Aabb, real::Real};

impl Pack for Aabb<2> {
    type Quads = One;
    type Of<R: Real> = Aabb<2, R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn pack(shape: &Self) -> One {
        let ([x, y], [u, v]) = (shape.min, shape.max);
        One([[x, y, u, v]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Aabb<2, R> {
        let [x, y, u, v] = columns[0];
        Aabb { min: [x, y], max: [u, v] }
    }
}

impl Pack for Aabb<3> {
    type Quads = Two;
    type Of<R: Real> = Aabb<3, R>;

    const QUADS: usize = 2;

    #[inline(always)]
    fn pack(shape: &Self) -> Two {
        let ([x, y, z], [u, v, w]) = (shape.min, shape.max);
        Two([[x, y, z, 0.0], [u, v, w, 0.0]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Aabb<3, R> {
        let ([x, y, z, _], [u, v, w, _]) = (columns[0], columns[1]);
        Aabb { min: [x, y, z], max: [u, v, w] }
    }
}
