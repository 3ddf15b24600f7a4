//! Which function meets a kind of shapes with a ray.

use std::any::Any;

use crate::{
    geometry::ray::{Entry, PreparedRay, RayTarget, enter_hull, face_facing},
    shape::{Ball, Capsule, HalfSpace, Obb, Polygon, Rows, ShapeKind, Solid, Triangle, from_quads},
};

/// How rays meet a kind of shapes, of which one comes at a time, as the only row.
#[derive(Clone, Copy)]
pub struct RayEntry<const D: usize> {
    /// Where a ray enters the shape.
    pub enter: fn(&PreparedRay<D>, Rows<'_>) -> Option<Entry<D>>,
    /// The number of the part of the surface that is at a place and has a normal there.
    pub feature: fn(Rows<'_>, [f32; D], [f32; D]) -> u32,
}

/// The entries of all kinds that exist in a dimension.
type RayTable<const D: usize> = [Option<RayEntry<D>>; ShapeKind::COUNT];

static PLANE: RayTable<2> = {
    let mut table = [None; ShapeKind::COUNT];
    let mut number = 0;
    while number < ShapeKind::COUNT {
        table[number] = match ShapeKind::ALL[number] {
            ShapeKind::Ball => entry::<Ball<2>, 2>(),
            ShapeKind::Box => entry::<Obb<2>, 2>(),
            ShapeKind::Capsule => entry::<Capsule<2>, 2>(),
            ShapeKind::Polygon => entry::<Polygon, 2>(),
            ShapeKind::HalfSpace => entry::<HalfSpace<2>, 2>(),
            ShapeKind::Triangle | ShapeKind::Solid | ShapeKind::Composite | ShapeKind::Hull => None,
        };
        number += 1;
    }
    checked(table)
};

static SPACE: RayTable<3> = {
    let mut table = [None; ShapeKind::COUNT];
    let mut number = 0;
    while number < ShapeKind::COUNT {
        table[number] = match ShapeKind::ALL[number] {
            ShapeKind::Ball => entry::<Ball<3>, 3>(),
            ShapeKind::Box => entry::<Obb<3>, 3>(),
            ShapeKind::Capsule => entry::<Capsule<3>, 3>(),
            ShapeKind::Triangle => entry::<Triangle, 3>(),
            ShapeKind::Solid => entry::<Solid, 3>(),
            ShapeKind::HalfSpace => entry::<HalfSpace<3>, 3>(),
            ShapeKind::Hull => Some(HULL),
            ShapeKind::Polygon | ShapeKind::Composite => None,
        };
        number += 1;
    }
    checked(table)
};

/// How rays meet a kind of shapes.
///
/// # Panics
/// When the kind does not exist in `D` dimensions.
#[inline]
#[must_use]
pub fn ray_entry<const D: usize>(kind: ShapeKind) -> &'static RayEntry<D> {
    const { assert!(D == 2 || D == 3) };
    let table: &'static dyn Any = if D == 2 { &PLANE } else { &SPACE };
    let table: &RayTable<D> = table.downcast_ref().expect("the table of this dimension");
    table[kind as usize].as_ref().expect("a kind of the dimension")
}

/// A table that has what it must: as it is a static, it does not compile else.
const fn checked<const D: usize>(table: RayTable<D>) -> RayTable<D> {
    let mut number = 0;
    while number < ShapeKind::COUNT {
        let kind = ShapeKind::ALL[number];
        let exists = kind.exists_in(D) && !matches!(kind, ShapeKind::Composite);
        assert!(exists == table[number].is_some(), "a kind has no entry, or does not exist");
        number += 1;
    }
    table
}

const fn entry<S: RayTarget<D>, const D: usize>() -> Option<RayEntry<D>> {
    Some(RayEntry { enter: enter::<S, D>, feature: feature::<S, D> })
}

/// How rays meet hulls: what they are is not in their record alone.
const HULL: RayEntry<3> =
    RayEntry { enter: enter_hull, feature: |row, _at, normal| face_facing(row, normal) };

fn enter<S: RayTarget<D>, const D: usize>(
    line: &PreparedRay<D>,
    row: Rows<'_>,
) -> Option<Entry<D>> {
    S::enter(line, &from_quads::<S>(row.quads))
}

fn feature<S: RayTarget<D>, const D: usize>(row: Rows<'_>, at: [f32; D], normal: [f32; D]) -> u32 {
    S::feature(&from_quads::<S>(row.quads), at, normal)
}
