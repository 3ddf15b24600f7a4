//! Any convex shape in space and a half-space, of kinds that have no routine of their own.
//!
//! One support point tells all, so pairs are computed one by one in `f64`.

use super::{
    faces::{LEVEL, Surface},
    operand::{Operand, Operands},
};
use crate::{
    Pair, SimdLevel,
    pairs::{
        Contact, ContactPoint, Impact, ImpactState, MAX_POINTS,
        advance::{advance, rounded_down},
        batch::one_by_one,
        face_clip::{Clip, Face, Points, flipped, point},
        half_space::{Path, PlaneApproach, sizes_along, slack},
    },
    real::vector::{add, add_scaled, dot, neg, sub},
    shape::{HalfSpace, Pack, RigidMotion, RigidMotion3, Rows, ShapeKind, from_quads, in_f64},
    simd::Quad,
};

/// Two columns, one of convex shapes and one of half-spaces.
#[derive(Clone, Copy)]
struct Sides<'a> {
    shapes: Operands<'a>,
    half_spaces: &'a [Quad],
    /// Whether the half-spaces come first.
    swapped: bool,
}

/// A shape and a half-space.
struct ShapeAtPlane<'a> {
    shape: Operand<'a, f64>,
    kind: ShapeKind,
    half_space: HalfSpace<3, f64>,
    /// The unit normal of the plane.
    normal: [f64; 3],
    /// From the point of the plane to the center of the shape.
    from: [f64; 3],
    /// The point of the shape that is deepest, relative to its center.
    deepest: [f64; 3],
    /// Its distance, positive only where that is certain.
    distance: f64,
}

impl<'a> Sides<'a> {
    fn new([a, b]: [Rows<'a>; 2]) -> Self {
        let swapped = a.kind == ShapeKind::HalfSpace;
        let (shapes, half_spaces) = if swapped { (b, a.quads) } else { (a, b.quads) };
        Self { shapes: Operands::new(shapes), half_spaces, swapped }
    }

    /// The rows of a shape and of a half-space.
    fn rows(&self, pair: Pair) -> [u32; 2] {
        if self.swapped { [pair.b, pair.a] } else { [pair.a, pair.b] }
    }

    fn half_space(&self, row: u32) -> HalfSpace<3, f64> {
        let quads = HalfSpace::<3>::QUADS;
        let row = &self.half_spaces[row as usize * quads..][..quads];
        in_f64::<HalfSpace<3>>(&from_quads::<HalfSpace<3>>(row))
    }

    fn of(&self, pair: Pair) -> ShapeAtPlane<'a> {
        let [shape, half_space] = self.rows(pair);
        let shape = self.shapes.wide(self.shapes.row(shape));
        ShapeAtPlane::new(shape, self.shapes.rows.kind, self.half_space(half_space))
    }

    fn separation(&self, pair: Pair) -> Contact<3, 0> {
        self.of(pair).separation(self.swapped)
    }

    fn contact(&self, pair: Pair) -> Contact<3, MAX_POINTS> {
        let pair = self.of(pair);
        let known = pair.separation(self.swapped).with_room();
        if known.distance > 0.0 {
            return known;
        }
        let Points { mut all, count } = pair.points();
        if self.swapped {
            all = all.map(|point| flipped(&point));
        }
        Contact { count: count as u32, points: all, ..known }
    }
}

impl<'a> ShapeAtPlane<'a> {
    fn new(shape: Operand<'a, f64>, kind: ShapeKind, half_space: HalfSpace<3, f64>) -> Self {
        let (normal, from) = (half_space.outward(), sub(shape.solid.center, half_space.point));
        let rounding = shape.solid.rounding;
        let deepest = add_scaled(shape.support(neg(normal), true), normal, -rounding);
        let distance = dot(from, normal) + dot(deepest, normal);
        let doubt = slack(sizes_along(from, normal) + shape.reach + rounding);
        let distance = if doubt < distance { distance } else { distance.min(0.0) };
        Self { shape, kind, half_space, normal, from, deepest, distance }
    }

    /// Without points.
    fn separation(&self, swapped: bool) -> Contact<3, 0> {
        // Not negated, so that what is zero stays so.
        let normal = if swapped { self.normal } else { sub([0.0; 3], self.normal) };
        let distance = self.distance as f32;
        let distance = if self.distance > 0.0 { distance.max(f32::MIN_POSITIVE) } else { distance };
        Contact { normal: normal.map(|x| x as f32), distance, ..Contact::default() }
    }

    /// The corners of the face, or the ends of the line, that the shape turns to the plane; where
    /// the deepest point is none of them, that alone.
    fn points(&self) -> Points {
        let face = Surface::new(&self.shape, self.kind).facing(neg(self.normal));
        let plane = Face::new(&[([0.0; 3], 0)], &[0], 0, Some(self.normal));
        let size = self.shape.reach + self.shape.solid.rounding;
        let clip = Clip::new(&plane, &face, self.from, self.normal, size);
        let is_level = face.normal.is_some_and(|own| -dot(own, self.normal) >= LEVEL);
        let is_deepest = |points: &Points| {
            let most = self.distance + clip.level();
            let mut all = points.all[..points.count].iter();
            is_level || all.any(|point| f64::from(point.distance) <= most)
        };
        match clip.points_before().filter(is_deepest) {
            Some(points) => Points { all: points.all.map(|point| flipped(&point)), ..points },
            None => Points::one(self.alone(face.number)),
        }
    }

    fn alone(&self, number: u32) -> ContactPoint<3> {
        let place = add(self.from, self.deepest);
        let on_plane = add_scaled(place, self.normal, -self.distance);
        point([self.deepest, on_plane], self.distance, [number, 0])
    }
}

/// Computes whether pairs touch.
pub fn overlaps(_level: SimdLevel, rows: [Rows<'_>; 2], pairs: &[Pair], out: &mut [bool]) {
    let sides = Sides::new(rows);
    one_by_one(pairs, out, |pair| sides.of(pair).distance <= 0.0);
}

/// Computes how far pairs are apart.
pub fn separations(rows: [Rows<'_>; 2], pairs: &[Pair], out: &mut [Contact<3, 0>]) {
    let sides = Sides::new(rows);
    one_by_one(pairs, out, |pair| sides.separation(pair));
}

/// Computes how pairs touch.
pub fn contacts(rows: [Rows<'_>; 2], pairs: &[Pair], out: &mut [Contact<3, MAX_POINTS>]) {
    let sides = Sides::new(rows);
    one_by_one(pairs, out, |pair| sides.contact(pair));
}

/// The first rows of both.
const FIRST: Pair = Pair { a: 0, b: 0 };

/// Computes whether a pair touches.
#[must_use]
pub fn overlap(rows: [Rows<'_>; 2]) -> bool {
    Sides::new(rows).of(FIRST).distance <= 0.0
}

/// Computes how far a pair is apart.
#[must_use]
pub fn separation(rows: [Rows<'_>; 2]) -> Contact<3, MAX_POINTS> {
    Sides::new(rows).separation(FIRST).with_room()
}

/// Computes how a pair touches.
#[must_use]
pub fn contact(rows: [Rows<'_>; 2]) -> Contact<3, MAX_POINTS> {
    Sides::new(rows).contact(FIRST)
}

/// When a convex shape of any kind and a half-space meet, from time 0 to `end`, which is neither
/// negative nor NaN: that of the first rows of the columns from these on, and their motions.
#[must_use]
pub fn impact(rows: [Rows<'_>; 2], motions: [&[Quad]; 2], pair: Pair, end: f32) -> Impact<3> {
    let sides = Sides::new(rows);
    let resting = sides.of(pair);
    if resting.distance <= 0.0 {
        let state = ImpactState::Overlapping.number();
        return Impact { time: 0.0, state, ..Impact::default() };
    }
    let motion = |side: usize, row: u32| {
        let quads = RigidMotion3::<f32>::QUADS;
        let row = &motions[side][row as usize * quads..][..quads];
        in_f64::<RigidMotion3>(&from_quads::<RigidMotion3>(row))
    };
    let (of_a, of_b) = (motion(0, pair.a), motion(1, pair.b));
    let [own, other] = if sides.swapped { [of_b, of_a] } else { [of_a, of_b] };
    let shape = &resting.shape;
    let path = Path::<3, f64, RigidMotion3> {
        half_space: &resting.half_space,
        motions: [&own, &other],
        center: shape.solid.center,
        radius: shape.reach + shape.solid.rounding,
        arm: shape.reach,
    };
    let approach = PlaneApproach::new(path, |time: f64, direction: [f64; 3]| {
        let mut turned = *shape;
        turned.solid.axes = RigidMotion3::turn(&own, time, shape.solid.axes);
        dot(turned.support(direction, true), direction) + shape.solid.rounding
    });
    let end = f64::from(end.min(crate::pairs::LATEST));
    rounded_down(&advance(&approach, end, true).0).turned(sides.swapped)
}
