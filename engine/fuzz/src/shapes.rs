//! Shapes of every kind from bytes, valid or not.

use std::{any::Any, sync::Arc};

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Shape,
    mesh::Mesh,
    narrow::Motion,
    shape::{
        Ball, Capsule, ConvexPolygon, HalfSpace, HeightField, Hull, OrientedBox, Parts, Polyhedron,
        Rotation, Solid, Triangle,
    },
};

use crate::input::{Number, floats, some};

/// A shape of any kind.
#[derive(Clone, Debug)]
pub struct AnyShape<const D: usize>(pub Shape<D>);

impl<'a, const D: usize> Arbitrary<'a> for AnyShape<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        shape(u, true).map(Self)
    }
}

/// A shape of any kind but those that have parts.
#[derive(Clone, Debug)]
pub struct SingleShape<const D: usize>(pub Shape<D>);

impl<'a, const D: usize> Arbitrary<'a> for SingleShape<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        shape(u, false).map(Self)
    }
}

/// A motion, straight or turning.
#[derive(Clone, Copy, Debug)]
pub struct AnyMotion<const D: usize>(pub Motion<D>);

impl<'a, const D: usize> Arbitrary<'a> for AnyMotion<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let by: [f32; D] = numbers(u)?;
        if bool::arbitrary(u)? {
            return Ok(Self(Motion::straight(by)));
        }
        Ok(Self(match D {
            2 => of_dimension(Motion::<2>::turning([by[0], by[1]], numbers::<1>(u)?[0])),
            _ => of_dimension(Motion::<3>::turning([by[0], by[1], by[D - 1]], numbers::<3>(u)?)),
        }))
    }
}

/// Something of a dimension that is known to be this one.
fn of_dimension<A: 'static, B: Clone + 'static>(of: A) -> B {
    (&of as &dyn Any).downcast_ref::<B>().expect("it is of this dimension").clone()
}

fn numbers<const N: usize>(u: &mut Unstructured<'_>) -> Result<[f32; N]> {
    <[Number; N]>::arbitrary(u).map(floats)
}

fn size(u: &mut Unstructured<'_>) -> Result<f32> {
    Number::arbitrary(u).map(Number::size)
}

fn sizes<const N: usize>(u: &mut Unstructured<'_>) -> Result<[f32; N]> {
    Ok(<[Number; N]>::arbitrary(u)?.map(Number::size))
}

/// A rounding, which is mostly none.
fn rounding(u: &mut Unstructured<'_>) -> Result<f32> {
    if u8::arbitrary(u)? < 170 { Ok(0.0) } else { size(u) }
}

/// A rotation: none, by an angle, or by its numbers, of any length.
fn rotation<const D: usize>(u: &mut Unstructured<'_>) -> Result<Rotation<D>> {
    let kind = u8::arbitrary(u)?;
    if kind < 60 {
        return Ok(Rotation::IDENTITY);
    }
    let (angle, axis, parts) = (numbers::<1>(u)?[0], numbers::<3>(u)?, [0.6, 0.8]);
    Ok(match (D, kind) {
        (2, 60..230) => of_dimension(Rotation::<2>::from_angle(angle)),
        (2, 230..240) => of_dimension(Rotation::<2>::from(parts)),
        (2, _) => of_dimension(Rotation::<2>::from(numbers::<2>(u)?)),
        (_, 60..230) => {
            of_dimension(Rotation::<3>::about(axis, angle).unwrap_or(Rotation::IDENTITY))
        }
        (_, 230..240) => of_dimension(Rotation::<3>::from([0.5; 4])),
        _ => of_dimension(Rotation::<3>::from(numbers::<4>(u)?)),
    })
}

fn normal<const D: usize>(u: &mut Unstructured<'_>) -> Result<[f32; D]> {
    let (kind, mut normal) = (u8::arbitrary(u)?, numbers(u)?);
    if kind < 100 {
        normal = [0.0; D];
        normal[usize::from(kind) % D] = if kind < 50 { 1.0 } else { -1.0 };
    } else if kind < 240 {
        let length = normal.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        normal = normal.map(|x| (f64::from(x) / length) as f32);
    }
    Ok(normal)
}

fn shape<const D: usize>(u: &mut Unstructured<'_>, with_parts: bool) -> Result<Shape<D>> {
    let kind = u8::arbitrary(u)? % if with_parts { 16 } else { 14 };
    Ok(match (kind, D) {
        (0 | 1, _) => Shape::Ball(Ball { center: numbers(u)?, radius: size(u)? }),
        (2 | 3, _) => {
            let (center, half) = (numbers(u)?, sizes(u)?);
            Shape::Box(OrientedBox { center, half, rotation: rotation(u)? })
        }
        (4, _) => Shape::aligned_box(numbers(u)?, sizes::<D>(u)?),
        (5 | 6, _) => {
            Shape::Capsule(Capsule { center: numbers(u)?, axis: numbers(u)?, radius: size(u)? })
        }
        (7, _) => Shape::HalfSpace(HalfSpace { point: numbers(u)?, normal: normal(u)? }),
        (8..14, 2) => of_dimension(polygon(u)?),
        (8 | 9, _) => of_dimension(Shape::from(Triangle {
            vertices: [numbers(u)?, numbers(u)?, numbers(u)?],
        })),
        (10 | 11, _) => of_dimension(solid(u)?),
        (12 | 13, _) => of_dimension(hull(u)?),
        _ => {
            let (parts, center) = (parts::<D>(u)?, numbers(u)?);
            match parts {
                Ok(parts) => Shape::composite(&Arc::new(parts), center, rotation(u)?),
                Err(_) => Shape::point(center),
            }
        }
    })
}

/// A convex polygon, or a point where the corners are those of none.
fn polygon(u: &mut Unstructured<'_>) -> Result<Shape<2>> {
    let (center, rotation, rounding) = (numbers(u)?, rotation(u)?, rounding(u)?);
    let vertices: Vec<[f32; 2]> = if bool::arbitrary(u)? {
        some::<[Number; 2]>(u, 17)?.into_iter().map(floats).collect()
    } else {
        // On an ellipse, so that there are many.
        let (count, [width, height]) = (3 + u8::arbitrary(u)? % 14, sizes(u)?);
        let turn = std::f32::consts::TAU / f32::from(count);
        let angles = (0..count).map(|corner| f32::from(corner) * turn);
        angles.map(|angle| [width * angle.cos(), height * angle.sin()]).collect()
    };
    let polygon = ConvexPolygon::new(center, rotation, &vertices);
    Ok(polygon.map_or(Shape::point(center), |polygon| polygon.with_rounding(rounding).into()))
}

fn solid(u: &mut Unstructured<'_>) -> Result<Shape<3>> {
    let (center, half, lids): ([f32; 3], _, _) = (numbers(u)?, sizes::<3>(u)?, sizes(u)?);
    let (rotation, rounding) = (rotation(u)?, rounding(u)?);
    let solid = match u8::arbitrary(u)? % 4 {
        0 => Solid::cylinder(center, half[0], half[1], rotation).with_lids(lids),
        1 => Solid::cylinder(center, half[0], half[1], rotation),
        2 => Solid::cone(center, half[0], half[1], rotation),
        _ => Solid::rounded_box(center, half, rounding, rotation),
    };
    Ok(solid.with_rounding(rounding).into())
}

/// The hull of some points, or a point where they have none.
fn hull(u: &mut Unstructured<'_>) -> Result<Shape<3>> {
    let (center, rotation, rounding) = (numbers(u)?, rotation(u)?, rounding(u)?);
    let points: Vec<[f32; 3]> = some::<[Number; 3]>(u, 40)?.into_iter().map(floats).collect();
    let polyhedron = match points[..] {
        [a, b, c] => Polyhedron::triangle([a, b, c]),
        _ => Polyhedron::hull_of(&points),
    };
    Ok(polyhedron.map_or(Shape::point(center), |polyhedron| {
        Hull { polyhedron: Arc::new(polyhedron), center, rotation, rounding }.into()
    }))
}

/// Parts of some kind, or why there are none.
fn parts<const D: usize>(
    u: &mut Unstructured<'_>,
) -> Result<std::result::Result<Parts<D>, jostle::Error>> {
    let kind = u8::arbitrary(u)? % if D == 2 { 2 } else { 4 };
    Ok(match kind {
        0 => {
            let shapes = some::<SingleShape<D>>(u, 5)?;
            Parts::compound(shapes.into_iter().map(|shape| shape.0).collect::<Vec<_>>())
        }
        1 => {
            let (is_closed, radius) = (bool::arbitrary(u)?, rounding(u)?);
            let vertices: Vec<[f32; D]> =
                some::<[Number; D]>(u, 9)?.into_iter().map(floats).collect();
            Parts::polyline(vertices, is_closed, radius)
        }
        2 => mesh(u)?.and_then(Parts::<3>::mesh).map(share),
        _ => {
            let (columns, spacing) = (2 + usize::from(u8::arbitrary(u)? % 4), sizes(u)?);
            let mut heights: Vec<f32> =
                some::<Number>(u, 24)?.into_iter().map(|height| height.0).collect();
            heights.truncate(heights.len() / columns * columns);
            HeightField::new(&heights, columns, spacing)
                .and_then(Parts::<3>::height_field)
                .map(share)
        }
    })
}

/// Parts in space, where space is the dimension.
fn share<const D: usize>(parts: Parts<3>) -> Parts<D> {
    let mut parts = Some(parts);
    let found = (&mut parts as &mut dyn Any).downcast_mut::<Option<Parts<D>>>();
    found.and_then(Option::take).expect("it is of this dimension")
}

/// A mesh, mostly of triangles whose corners are there.
///
/// # Errors
/// When the bytes are used up.
pub fn mesh(u: &mut Unstructured<'_>) -> Result<std::result::Result<Mesh, jostle::Error>> {
    let vertices: Vec<[f32; 3]> = some::<[Number; 3]>(u, 24)?.into_iter().map(floats).collect();
    let count = u32::try_from(vertices.len()).expect("there are few");
    let beyond = u32::from(u8::arbitrary(u)? > 250);
    let corners = some::<[u8; 3]>(u, 24)?.into_iter();
    let corners = corners.map(|corners| corners.map(|v| u32::from(v) % (count + beyond).max(1)));
    Ok(Mesh::new(vertices, corners.collect::<Vec<_>>()))
}
