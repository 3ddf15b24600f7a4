//! Rays against each kind of shapes: a table of kinds is made of it.

use super::{
    flat::{certainly_beside, triangle3},
    line::{Entry, PreparedRay},
    polygon::{enter_polygon, sides},
    solid::{enter_ball, enter_capsule, enter_half_space, enter_obb},
};
use crate::{
    geometry::points::wide,
    pairs::convex,
    real::vector::{dot, sub},
    shape::{Ball, Capsule, HalfSpace, Obb, One, Pack, Polygon, Solid, Triangle, in_f64},
};

/// A kind of shapes that rays meet.
pub trait RayTarget<const D: usize>: Pack {
    /// Where a ray enters the shape, which is valid. Must be `#[inline(always)]`.
    fn enter(line: &PreparedRay<D>, shape: &One<Self>) -> Option<Entry<D>>;
    /// The number of the part of the surface that is at a place and has a normal there.
    fn feature(shape: &One<Self>, at: [f32; D], normal: [f32; D]) -> u32;
}

impl<const D: usize> RayTarget<D> for Ball<D> {
    #[inline(always)]
    fn enter(line: &PreparedRay<D>, shape: &Self) -> Option<Entry<D>> {
        enter_ball(line, shape)
    }

    /// All is one.
    fn feature(_shape: &Self, _at: [f32; D], _normal: [f32; D]) -> u32 {
        0
    }
}

impl<const D: usize> RayTarget<D> for Capsule<D> {
    #[inline(always)]
    fn enter(line: &PreparedRay<D>, shape: &Self) -> Option<Entry<D>> {
        enter_capsule(line, shape)
    }

    /// 0 for the side, 1 and 2 for the first and the second end.
    fn feature(shape: &Self, at: [f32; D], _normal: [f32; D]) -> u32 {
        let axis = wide(shape.axis);
        let along = dot(sub(wide(at), wide(shape.center)), axis);
        match along / dot(axis, axis) {
            along if along <= -1.0 => 1,
            along if along >= 1.0 => 2,
            _ => 0,
        }
    }
}

impl<const D: usize> RayTarget<D> for Obb<D>
where
    Self: Pack<Of<f32> = Self>,
{
    #[inline(always)]
    fn enter(line: &PreparedRay<D>, shape: &Self) -> Option<Entry<D>> {
        enter_obb(line, shape)
    }

    /// Two numbers for each axis of the box: that of the side of the minimum, then the other.
    fn feature(shape: &Self, _at: [f32; D], normal: [f32; D]) -> u32 {
        let along = shape.axes.map(|axis| dot(axis, normal));
        let face = (0..D).fold(
            0,
            |face, axis| {
                if along[axis].abs() > along[face].abs() { axis } else { face }
            },
        );
        2 * face as u32 + u32::from(along[face] > 0.0)
    }
}

impl<const D: usize> RayTarget<D> for HalfSpace<D> {
    #[inline(always)]
    fn enter(line: &PreparedRay<D>, shape: &Self) -> Option<Entry<D>> {
        enter_half_space(line, shape)
    }

    /// All is one.
    fn feature(_shape: &Self, _at: [f32; D], _normal: [f32; D]) -> u32 {
        0
    }
}

impl RayTarget<2> for Polygon {
    #[inline(always)]
    fn enter(line: &PreparedRay<2>, shape: &Self) -> Option<Entry<2>> {
        enter_polygon(line, shape)
    }

    /// The number of the vertex at which the edge begins.
    fn feature(shape: &Self, _at: [f32; 2], normal: [f32; 2]) -> u32 {
        let (mut most, mut face) = (f64::NEG_INFINITY, 0);
        for (number, [x, y]) in sides(&in_f64::<Self>(shape)).enumerate() {
            let along = dot([y, -x], wide(normal)) / (x * x + y * y).sqrt();
            if along > most {
                (most, face) = (along, number as u32);
            }
        }
        face
    }
}

impl RayTarget<3> for Solid {
    fn enter(line: &PreparedRay<3>, shape: &Self) -> Option<Entry<3>> {
        let (from, _) = line.from(shape.center);
        let (after, out) = convex::enter::<Self>(
            shape,
            convex::Vertices::Blocks(&[]),
            from,
            line.direction,
            line.end,
        )?;
        Some(Entry { after, out })
    }

    /// 0 and 1 for the lower and the upper lid, 2 for the rest.
    fn feature(shape: &Self, _at: [f32; 3], normal: [f32; 3]) -> u32 {
        let along = dot(shape.axes[1], normal);
        if along.abs() < LID { 2 } else { u32::from(along > 0.0) }
    }
}

/// The least cosine of a normal of a lid with the axis.
const LID: f32 = 1.0 - 1e-6;

impl RayTarget<3> for Triangle {
    #[inline(always)]
    fn enter(line: &PreparedRay<3>, shape: &Self) -> Option<Entry<3>> {
        if certainly_beside(line, shape) {
            return None;
        }
        triangle3(line.ray(), shape).map(|hit| Entry {
            after: f64::from(hit.t) - f64::from(line.ray.t_min),
            out: wide(hit.normal),
        })
    }

    /// 0 for the side from which the corners go counter-clockwise, 1 for the other.
    fn feature(shape: &Self, _at: [f32; 3], normal: [f32; 3]) -> u32 {
        let up = crate::geometry::determinant::normal(shape.vertices);
        u32::from(dot(up, wide(normal)) < 0.0)
    }
}
