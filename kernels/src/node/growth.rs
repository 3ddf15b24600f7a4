//! Which box of a node grows least by another box.

use crate::{
    Aabb, Lanes, Node,
    simd::{LANES, set_bits},
};

/// Longest extent that counts, in units: no sum of squares overflows.
const FAR: f32 = 1e18;

/// The slot of a node, which has at least one box, whose box costs least more by the surface area
/// heuristic when it is enlarged to contain another one; on a line in space, where nothing has an
/// area, the one whose extents grow least; among equals the one whose center is nearest, then the
/// first. Extents are multiplied by `per_unit` (see [`per_unit`](super::per_unit)); boxes that
/// are infinite on an axis in one direction only may be chosen last.
#[inline(always)]
pub fn cheapest_slot<L: Lanes, const D: usize>(
    lanes: L,
    node: &Node<D>,
    aabb: &Aabb<D>,
    per_unit: f32,
) -> usize {
    let (cheapest, equals) = least(lanes, growths(lanes, node, aabb, per_unit));
    if equals & equals.wrapping_sub(1) == 0 {
        return cheapest;
    }
    let all = node.aabb(cheapest).union(aabb).size();
    if D == 2 || all.iter().filter(|extent| **extent > 0.0).count() > 1 {
        return nearest(node, aabb, equals);
    }
    // NaN where there is no such slot.
    let mut others = [f32::NAN; LANES];
    set_bits(equals).for_each(|slot| others[slot] = 0.0);
    let growth = growths_by::<L, D>(lanes, node, aabb, per_unit, girth::<L, D>);
    let (cheapest, equals) = least(lanes, lanes.add(growth, lanes.load(&others)));
    if equals & equals.wrapping_sub(1) == 0 { cheapest } else { nearest(node, aabb, equals) }
}

/// The slot with the least growth, and all that have it.
#[inline(always)]
fn least<L: Lanes>(lanes: L, growth: L::Floats) -> (usize, u32) {
    let mut of_slots = [0.0; LANES];
    lanes.store(growth, &mut of_slots);
    let (mut cheapest, mut least) = (0, f32::INFINITY);
    for (slot, growth) in of_slots.into_iter().enumerate() {
        // Of absent boxes it is not a number.
        (cheapest, least) = if growth < least { (slot, growth) } else { (cheapest, least) };
    }
    (cheapest, lanes.bits(lanes.le(growth, lanes.splat(least))))
}

/// How much more each box of a node costs by the surface area heuristic when it is enlarged to
/// contain another one, in lanes; NaN of absent ones.
#[inline(always)]
pub fn growths<L: Lanes, const D: usize>(
    lanes: L,
    node: &Node<D>,
    aabb: &Aabb<D>,
    per_unit: f32,
) -> L::Floats {
    growths_by::<L, D>(lanes, node, aabb, per_unit, cost::<L, D>)
}

/// How much more each box of a node costs by some measure of its extents.
#[inline(always)]
fn growths_by<L: Lanes, const D: usize>(
    lanes: L,
    node: &Node<D>,
    aabb: &Aabb<D>,
    per_unit: f32,
    cost: impl Fn(L, [L::Floats; 3]) -> L::Floats,
) -> L::Floats {
    let (far, per_unit) = (lanes.splat(FAR), lanes.splat(per_unit));
    let mut alone = [far; 3];
    let mut with = [far; 3];
    for axis in 0..D {
        let (min, max) = (lanes.load(&node.min[axis]), lanes.load(&node.max[axis]));
        // What is NaN of absent boxes comes second, so that it stays.
        let low = lanes.min(lanes.splat(aabb.min[axis]), min);
        let high = lanes.max(lanes.splat(aabb.max[axis]), max);
        alone[axis] = lanes.min(far, lanes.mul(lanes.sub(max, min), per_unit));
        with[axis] = lanes.min(far, lanes.mul(lanes.sub(high, low), per_unit));
    }
    lanes.sub(cost(lanes, with), cost(lanes, alone))
}

/// The scalar twin of [`growths`] for a box.
#[must_use]
pub fn growth<const D: usize>(of: &Aabb<D>, aabb: &Aabb<D>, per_unit: f32) -> f32 {
    let min = |a: f32, b: f32| if a < b { a } else { b };
    let max = |a: f32, b: f32| if a > b { a } else { b };
    let (mut alone, mut with) = ([FAR; 3], [FAR; 3]);
    for axis in 0..D {
        let (low, high) = (min(aabb.min[axis], of.min[axis]), max(aabb.max[axis], of.max[axis]));
        alone[axis] = min(FAR, (of.max[axis] - of.min[axis]) * per_unit);
        with[axis] = min(FAR, (high - low) * per_unit);
    }
    let cost = |[x, y, z]: [f32; 3]| if D == 2 { x + y } else { x * y + y * z + z * x };
    cost(with) - cost(alone)
}

/// Half the circumference in 2D, half the surface in 3D.
#[inline(always)]
fn cost<L: Lanes, const D: usize>(lanes: L, [x, y, z]: [L::Floats; 3]) -> L::Floats {
    if D == 2 {
        return lanes.add(x, y);
    }
    let sides = lanes.add(lanes.mul(x, y), lanes.mul(y, z));
    lanes.add(sides, lanes.mul(z, x))
}

/// The sum of all extents.
#[inline(always)]
fn girth<L: Lanes, const D: usize>(lanes: L, [x, y, z]: [L::Floats; 3]) -> L::Floats {
    let sides = lanes.add(x, y);
    if D == 2 { sides } else { lanes.add(sides, z) }
}

/// The slot among some whose center is nearest.
fn nearest<const D: usize>(node: &Node<D>, aabb: &Aabb<D>, slots: u32) -> usize {
    let center = aabb.center();
    let (mut nearest, mut least) = (slots.trailing_zeros() as usize, f64::INFINITY);
    for slot in set_bits(slots) {
        let other = node.aabb(slot).center();
        let square = |axis: usize| (f64::from(center[axis]) - f64::from(other[axis])).powi(2);
        let distance = (0..D).map(square).sum::<f64>();
        if distance < least {
            (nearest, least) = (slot, distance);
        }
    }
    nearest
}
