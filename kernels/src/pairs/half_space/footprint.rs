//! The part of a shape that faces a plane.

use crate::{
    pairs::{
        box_box2::facing_edge,
        clip,
        hull::{EdgeNormals, PolygonHull},
    },
    real::{
        Real,
        vector::{add, add_scaled, dot, neg, scale, select, sub},
    },
    shape::{Ball, Capsule, Extent, Obb, Polygon, Triangle, Turning},
};

/// A point of the surface of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Spot<const D: usize, R> {
    /// Relative to the center.
    pub(super) place: [R; D],
    /// The number of what is there.
    pub(super) number: R,
}

/// A shape that turns up to `N` points to a plane.
pub trait Footprint<const D: usize, const N: usize>: Turning<D> + Extent {
    /// How many of the points there are.
    const SPOTS: usize = N;

    /// The points of the face, the edge or the corner that faces a direction most, of unit length.
    /// The one that is farthest in the direction is among them. Must be `#[inline(always)]`.
    fn toward<R: Real>(shape: &Self::Of<R>, direction: [R; D]) -> [Spot<D, R>; N];
}

macro_rules! round {
    ($dimension:literal) => {
        impl Footprint<$dimension, 1> for Ball<$dimension> {
            #[inline(always)]
            fn toward<R: Real>(
                shape: &Ball<$dimension, R>,
                direction: [R; $dimension],
            ) -> [Spot<$dimension, R>; 1] {
                [Spot { place: scale(direction, shape.radius), number: shape.radius.of(0.0) }]
            }
        }

        /// The first and the second end, 0 and 1.
        impl Footprint<$dimension, 2> for Capsule<$dimension> {
            #[inline(always)]
            fn toward<R: Real>(
                shape: &Capsule<$dimension, R>,
                direction: [R; $dimension],
            ) -> [Spot<$dimension, R>; 2] {
                let Capsule { axis, radius, .. } = *shape;
                let (first, second) = (neg(axis), axis);
                [
                    Spot { place: add_scaled(first, direction, radius), number: radius.of(0.0) },
                    Spot { place: add_scaled(second, direction, radius), number: radius.of(1.0) },
                ]
            }
        }
    };
}
round!(2);
round!(3);

/// Both ends of an edge in the plane.
#[inline(always)]
fn of_edge<R: Real>(edge: &clip::Edge<R>) -> [Spot<2, R>; 2] {
    let [first, second] = edge.ends;
    [
        Spot { place: first, number: edge.vertices[0] },
        Spot { place: second, number: edge.vertices[1] },
    ]
}

/// Numbered as in [`BoxBox2Manifold`](crate::pairs::BoxBox2Manifold).
impl Footprint<2, 2> for Obb<2> {
    #[inline(always)]
    fn toward<R: Real>(shape: &Obb<2, R>, direction: [R; 2]) -> [Spot<2, R>; 2] {
        of_edge(&facing_edge(shape, direction))
    }
}

/// Numbered by vertices.
impl Footprint<2, 2> for Polygon {
    #[inline(always)]
    fn toward<R: Real>(shape: &Polygon<R>, direction: [R; 2]) -> [Spot<2, R>; 2] {
        let normals = EdgeNormals::of(shape);
        let hull = PolygonHull::new(shape, &normals);
        let mut spots = of_edge(&clip::facing_side(&hull, direction));
        for spot in &mut spots {
            spot.place = add_scaled(spot.place, direction, shape.rounding);
        }
        spots
    }
}

/// What a sign along each axis of a box counts in the number of a corner.
const OF_AXIS: [f32; 3] = [1.0, 3.0, 9.0];

/// Numbered as in [`BoxTriangle`](crate::pairs::BoxTriangle).
impl Footprint<3, 4> for Obb<3> {
    #[inline(always)]
    fn toward<R: Real>(shape: &Obb<3, R>, direction: [R; 3]) -> [Spot<3, R>; 4] {
        let zero = direction[0].of(0.0);
        let one = zero.of(1.0);
        let Obb { half, axes, .. } = shape;
        let along = [dot(axes[0], direction), dot(axes[1], direction), dot(axes[2], direction)];
        let sizes = [along[0].abs(), along[1].abs(), along[2].abs()];
        let by_second = sizes[0].lt(sizes[1]) & sizes[2].le(sizes[1]);
        let by_third = sizes[0].lt(sizes[2]) & sizes[1].lt(sizes[2]);
        let pick = |[first, second, third]: [R; 3]| {
            R::select(by_second, second, R::select(by_third, third, first))
        };
        let pick_axis = |[first, second, third]: [[R; 3]; 3]| {
            select(by_second, second, select(by_third, third, first))
        };
        let side = one.with_sign_of(pick(along));
        let numbers = [zero.of(OF_AXIS[0]), zero.of(OF_AXIS[1]), zero.of(OF_AXIS[2])];
        let ways = [scale(axes[0], half[0]), scale(axes[1], half[1]), scale(axes[2], half[2])];
        let middle = scale(pick_axis(ways), side);
        let second = pick_axis([ways[1], ways[2], ways[0]]);
        let third = pick_axis([ways[2], ways[0], ways[1]]);
        let own = zero.of(13.0) + pick(numbers) * side;
        let of_second = pick([numbers[1], numbers[2], numbers[0]]);
        let of_third = pick([numbers[2], numbers[0], numbers[1]]);
        let (high, low) = (add(middle, second), sub(middle, second));
        let (of_high, of_low) = (own + of_second, own - of_second);
        [
            Spot { place: sub(low, third), number: of_low - of_third },
            Spot { place: sub(high, third), number: of_high - of_third },
            Spot { place: add(high, third), number: of_high + of_third },
            Spot { place: add(low, third), number: of_low + of_third },
        ]
    }
}

/// The corners 0 to 2, relative to the first.
impl Footprint<3, 4> for Triangle {
    const SPOTS: usize = 3;

    #[inline(always)]
    fn toward<R: Real>(shape: &Triangle<R>, _direction: [R; 3]) -> [Spot<3, R>; 4] {
        let [first, second, third] = shape.vertices;
        let number = |number: f32| first[0].of(number);
        let spots = [
            Spot { place: sub(first, first), number: number(0.0) },
            Spot { place: sub(second, first), number: number(1.0) },
            Spot { place: sub(third, first), number: number(2.0) },
        ];
        [spots[0], spots[1], spots[2], spots[0]]
    }
}
