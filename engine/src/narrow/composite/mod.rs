//! Pairs with composite shapes: the pairs of their parts.
//!
//! A pair of a composite shape stands for the pairs of its parts with what is near them. They are
//! listed here, placed in the world and packed, and then computed like pairs of other shapes.
//!
//! * here: the parts of pairs, side by side
//! * `lists`: what is found about a chunk of pairs
//! * `single`: what is found about one pair
//! * `normals`: contacts that tilt over edges between parts
//! * `impacts`: when moving composite shapes meet

mod impacts;
mod lists;
mod normals;
mod single;

pub(crate) use impacts::impact;
pub(super) use lists::{PartContact, PartScratch};
pub(crate) use single::{
    Body, OfParts, closest, deepest, each_contact, ray_hit, ray_time, separation, touch,
};

use super::Sides;
use crate::{
    Aabb, Error, Pair,
    memory::reserve_one,
    shape::{PlacedParts, PreparedShapes, ShapeKind},
};

/// A shape of a pair: itself, or its parts.
#[derive(Clone, Copy)]
enum Side<'a, const D: usize> {
    Whole(&'a PreparedShapes<D>, u32),
    Parts(PlacedParts<'a, D>),
}

/// Where a shape is among those that stand for pairs: its kind and its row.
type Place = (ShapeKind, u32);

/// What stands for a shape in a pair: itself, or a part of it.
#[derive(Clone, Copy)]
struct Listed<const D: usize> {
    /// The number of the part; 0 for a shape that has none.
    part: u32,
    /// The center of the part in the world; 0 for a shape that has none.
    center: [f32; D],
    place: Place,
}

impl<const D: usize> Listed<D> {
    /// Lists a shape of a set that has no parts.
    fn whole(
        shapes: &PreparedShapes<D>,
        index: u32,
        list: &mut PreparedShapes<D>,
    ) -> Result<Self, Error> {
        let place = list.push_row(shapes.row(index as usize))?;
        Ok(Self { part: 0, center: [0.0; D], place })
    }

    /// Lists a part whose bounds touch a region, and calls for it with its bounds.
    fn part(
        parts: &PlacedParts<'_, D>,
        number: u32,
        region: &Aabb<D>,
        list: &mut PreparedShapes<D>,
        mut each: impl FnMut(Self, &Aabb<D>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let part = parts.part(number);
        let packed = part.packed()?;
        let bounds = packed.bounds();
        if bounds.overlaps(region) {
            let place = list.push_row(packed.rows())?;
            each(Self { part: number, center: part.center(), place }, &bounds)?;
        }
        Ok(())
    }
}

/// A pair of two parts, or of a part and a shape.
#[derive(Clone, Copy)]
struct PartPair<const D: usize> {
    /// Which of the pairs it is of.
    of: u32,
    sides: [Listed<D>; 2],
}

/// How far the second shape of a pair may come, as seen from the first: what is added to the minima
/// and maxima of its bounds.
#[derive(Clone, Copy)]
struct Way<const D: usize>([[f32; D]; 2]);

impl<const D: usize> Way<D> {
    /// It stays.
    const NONE: Self = Self([[0.0; D]; 2]);

    /// As far in all directions.
    fn around(most: f32) -> Self {
        Self([[-most; D], [most; D]])
    }

    /// The bounds of the second shape, all along its way.
    fn of_second(&self, Aabb { min, max }: &Aabb<D>) -> Aabb<D> {
        let [low, high] = self.0;
        Aabb { min: sum(min, &low, 1.0), max: sum(max, &high, 1.0) }
    }

    /// Where the second shape meets the bounds of the first without going its way.
    fn of_first(&self, Aabb { min, max }: &Aabb<D>) -> Aabb<D> {
        let [low, high] = self.0;
        Aabb { min: sum(min, &high, -1.0), max: sum(max, &low, -1.0) }
    }
}

/// The sum of a vector and another, or their difference.
fn sum<const D: usize>(one: &[f32; D], other: &[f32; D], sign: f32) -> [f32; D] {
    std::array::from_fn(|axis| one[axis] + sign * other[axis])
}

/// The parts of some pairs. Kept for its memory.
#[derive(Default)]
pub(super) struct PartPairs<const D: usize> {
    /// What stands for the first and for the second shapes.
    sides: [PreparedShapes<D>; 2],
    all: Vec<PartPair<D>>,
    /// By their places in `sides`, in the same order.
    pairs: Vec<Pair>,
    /// Parts that are near something.
    near: [Vec<u32>; 2],
}

impl<const D: usize> PartPairs<D> {
    fn clear(&mut self) {
        self.sides.iter_mut().for_each(PreparedShapes::clear);
        self.all.clear();
        self.pairs.clear();
    }

    fn len(&self) -> usize {
        self.all.len()
    }

    /// Lists the parts of a pair whose bounds touch somewhere on the way of the second shape, where
    /// the bounds of its shapes are these.
    fn add(
        &mut self,
        of: u32,
        [a, b]: [Side<'_, D>; 2],
        bounds: [Aabb<D>; 2],
        way: &Way<D>,
    ) -> Result<(), Error> {
        let Self { sides, all, near: [near_a, near_b], .. } = self;
        let [side_a, side_b] = sides;
        let second = way.of_second(&bounds[1]);
        // What is whole stands there once.
        let mut whole = None;
        let mut with = |one: Listed<D>, around: &Aabb<D>| -> Result<(), Error> {
            let mut found = |other: Listed<D>| -> Result<(), Error> {
                reserve_one(all, "pairs of parts")?;
                all.push(PartPair { of, sides: [one, other] });
                Ok(())
            };
            match b {
                Side::Whole(shapes, index) => {
                    let listed = match whole {
                        Some(listed) => listed,
                        None => Listed::whole(shapes, index, side_b)?,
                    };
                    whole = Some(listed);
                    found(listed)
                }
                Side::Parts(parts) => {
                    let first = way.of_first(around);
                    parts.near(&first, near_b)?;
                    near_b.iter().try_for_each(|number| {
                        Listed::part(&parts, *number, &first, side_b, |listed, _| found(listed))
                    })
                }
            }
        };
        match a {
            Side::Whole(shapes, index) => with(Listed::whole(shapes, index, side_a)?, &bounds[0]),
            Side::Parts(parts) => {
                parts.near(&second, near_a)?;
                near_a.iter().try_for_each(|number| {
                    Listed::part(&parts, *number, &second, side_a, &mut with)
                })
            }
        }
    }

    /// Numbers all shapes that stand for some.
    fn finish(&mut self) -> Result<(), Error> {
        let Self { sides, all, pairs, .. } = self;
        let ranges = sides.each_ref().map(|side| *side.ranges());
        crate::memory::reserve(pairs, all.len(), "pairs of parts")?;
        pairs.extend(all.iter().map(|pair| {
            let [a, b] = [0, 1].map(|side| {
                let (kind, row) = pair.sides[side].place;
                ranges[side].of(kind).start as u32 + row
            });
            Pair { a, b }
        }));
        Ok(())
    }

    fn sides(&self) -> Sides<'_, D> {
        Sides::between(&self.sides[0], &self.sides[1])
    }
}

/// A shape of a set as a side of a pair.
fn side<const D: usize>(shapes: &PreparedShapes<D>, index: u32) -> Side<'_, D> {
    match shapes.placed_parts(index as usize) {
        Some(parts) => Side::Parts(parts),
        None => Side::Whole(shapes, index),
    }
}

/// The bounds of a shape of a set.
fn bounds_of<const D: usize>(shapes: &PreparedShapes<D>, index: u32) -> Aabb<D> {
    let [min, max] = shapes.bound_columns();
    let at = |columns: [&[f32]; D]| columns.map(|column| column[index as usize]);
    Aabb { min: at(min), max: at(max) }
}

/// Whether a pair is of a composite shape.
pub(super) fn has_parts<const D: usize>(sides: &Sides<'_, D>, pair: &Pair) -> bool {
    sides.a.is_composite(pair.a) || sides.b.is_composite(pair.b)
}

/// Whether pairs may be of composite shapes.
pub(super) fn any_parts<const D: usize>(sides: &Sides<'_, D>) -> bool {
    sides.a.has_composites() || sides.b.has_composites()
}
