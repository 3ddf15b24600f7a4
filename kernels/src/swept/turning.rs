//! The shapes that can turn as they move.

use super::{
    RigidMotion2, RigidMotion3,
    turn::{RigidMotion, Turn},
};
use crate::{
    real::{
        Real,
        vector::{add, dot, sub},
    },
    shape::{Ball, Capsule, Obb, Polygon, Triangle, farthest_square},
};

/// What is round is the same in both dimensions.
macro_rules! round {
    ($dimension:literal, $motion:ident) => {
        impl Turn<$dimension> for Ball<$dimension> {
            type Motion = $motion;

            const ROUND: bool = true;

            #[inline(always)]
            fn center<R: Real>(shape: &Ball<$dimension, R>) -> [R; $dimension] {
                shape.center
            }

            #[inline(always)]
            fn radius<R: Real>(shape: &Ball<$dimension, R>) -> R {
                shape.radius
            }

            #[inline(always)]
            fn arm<R: Real>(shape: &Ball<$dimension, R>) -> R {
                shape.radius.of(0.0)
            }

            #[inline(always)]
            fn reach<R: Real>(shape: &Ball<$dimension, R>, _direction: [R; $dimension]) -> R {
                shape.radius
            }

            #[inline(always)]
            fn turned<R: Real>(
                shape: &Ball<$dimension, R>,
                _motion: &$motion<R>,
                _time: R,
                center: [R; $dimension],
            ) -> Ball<$dimension, R> {
                Ball { center, ..*shape }
            }
        }

        impl Turn<$dimension> for Capsule<$dimension> {
            type Motion = $motion;

            const ROUND: bool = true;

            #[inline(always)]
            fn center<R: Real>(shape: &Capsule<$dimension, R>) -> [R; $dimension] {
                shape.center
            }

            #[inline(always)]
            fn radius<R: Real>(shape: &Capsule<$dimension, R>) -> R {
                Self::arm(shape) + shape.radius
            }

            #[inline(always)]
            fn arm<R: Real>(shape: &Capsule<$dimension, R>) -> R {
                dot(shape.axis, shape.axis).sqrt()
            }

            #[inline(always)]
            fn reach<R: Real>(shape: &Capsule<$dimension, R>, direction: [R; $dimension]) -> R {
                dot(shape.axis, direction).abs() + shape.radius
            }

            #[inline(always)]
            fn turned<R: Real>(
                shape: &Capsule<$dimension, R>,
                motion: &$motion<R>,
                time: R,
                center: [R; $dimension],
            ) -> Capsule<$dimension, R> {
                let [axis] = $motion::turn(motion, time, [shape.axis]);
                Capsule { center, axis, ..*shape }
            }
        }
    };
}
round!(2, RigidMotion2);
round!(3, RigidMotion3);

/// How far the corner of a box is from its center, and a little more, as its axes need not be quite
/// at right angles.
#[inline(always)]
fn corner<R: Real, const D: usize>(half: [R; D]) -> R {
    dot(half, half).sqrt() * half[0].of(1.0 + 1e-4)
}

/// How far a box reaches along a unit vector.
#[inline(always)]
fn reach_of_box<R: Real, const D: usize>(shape: &Obb<D, R>, direction: [R; D]) -> R {
    let mut reach = direction[0].of(0.0);
    for axis in 0..D {
        reach = reach + shape.half[axis] * dot(shape.axes[axis], direction).abs();
    }
    reach
}

impl Turn<2> for Obb<2> {
    type Motion = RigidMotion2;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Obb<2, R>) -> [R; 2] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Obb<2, R>) -> R {
        corner(shape.half)
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Obb<2, R>, direction: [R; 2]) -> R {
        reach_of_box(shape, direction)
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Obb<2, R>,
        motion: &RigidMotion2<R>,
        time: R,
        center: [R; 2],
    ) -> Obb<2, R> {
        Obb { center, axes: RigidMotion2::turn(motion, time, shape.axes), ..*shape }
    }
}

impl Turn<3> for Obb<3> {
    type Motion = RigidMotion3;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Obb<3, R>) -> [R; 3] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Obb<3, R>) -> R {
        corner(shape.half)
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Obb<3, R>, direction: [R; 3]) -> R {
        reach_of_box(shape, direction)
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Obb<3, R>,
        motion: &RigidMotion3<R>,
        time: R,
        center: [R; 3],
    ) -> Obb<3, R> {
        Obb { center, axes: RigidMotion3::turn(motion, time, shape.axes), ..*shape }
    }
}

impl Turn<2> for Polygon {
    type Motion = RigidMotion2;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Polygon<R>) -> [R; 2] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Polygon<R>) -> R {
        farthest_square(&shape.vertices).sqrt()
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Polygon<R>, direction: [R; 2]) -> R {
        let mut reach = dot(shape.vertices[0], direction);
        for vertex in &shape.vertices[1..] {
            reach = reach.max(dot(*vertex, direction));
        }
        reach
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Polygon<R>,
        motion: &RigidMotion2<R>,
        time: R,
        center: [R; 2],
    ) -> Polygon<R> {
        let vertices = RigidMotion2::turn(motion, time, shape.vertices);
        Polygon { center, vertices, ..*shape }
    }
}

/// From the first corner of a triangle to the others.
#[inline(always)]
fn sides<R: Real>(shape: &Triangle<R>) -> [[R; 3]; 2] {
    let [first, second, third] = shape.vertices;
    [sub(second, first), sub(third, first)]
}

/// It turns about its first corner, which its contacts are relative to as well.
impl Turn<3> for Triangle {
    type Motion = RigidMotion3;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Triangle<R>) -> [R; 3] {
        shape.vertices[0]
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Triangle<R>) -> R {
        let [one, other] = sides(shape);
        dot(one, one).max(dot(other, other)).sqrt()
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Triangle<R>, direction: [R; 3]) -> R {
        let [one, other] = sides(shape).map(|side| dot(side, direction));
        one.max(other).max(one.of(0.0))
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Triangle<R>,
        motion: &RigidMotion3<R>,
        time: R,
        center: [R; 3],
    ) -> Triangle<R> {
        let [one, other] = RigidMotion3::turn(motion, time, sides(shape));
        Triangle { vertices: [center, add(center, one), add(center, other)] }
    }
}
