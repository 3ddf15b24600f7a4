//! What a bed at rest is like, away from its walls.

use super::{bed::Bed, material::RADIUS, pour};
use crate::simulation::vector::dot;

/// Diameters from walls, floor and surface within which grains are in layers or loose.
const MARGIN: f64 = 3.0;

/// Contacts that hold a grain in its place: two that face each other with friction, four without.
fn holding(friction: f64) -> u32 {
    if friction > 0.0 { 2 } else { 4 }
}

/// Points from end to end of a grain, on each axis, by which its volume is shared out.
const POINTS: i32 = 10;

/// What the middle of a bed is like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bulk {
    /// Grains with their center in it.
    pub(super) grains: usize,
    /// Share of space that grains fill; none where there is no such space.
    pub(super) packing: Option<f64>,
    /// Contacts of a grain, of those that are held.
    pub(super) coordination: Option<f64>,
    /// Share of grains that nothing holds.
    pub(super) rattlers: Option<f64>,
}

/// Measures a bed.
pub(super) fn bulk(bed: &Bed) -> Bulk {
    let Some([low, high]) = region(bed) else { return Bulk::default() };
    let within = |point: [f64; 3]| (0..3).all(|k| low[k] <= point[k] && point[k] < high[k]);
    let volume: f64 = (0..3).map(|axis| high[axis] - low[axis]).product();
    let filled: f64 = shares(bed, within).sum();
    let counts = bed.contacts_of_grains();
    let inside = bed.grains.iter().zip(counts).filter(|(grain, _)| within(grain.position));
    let inside: Vec<u32> = inside.map(|(_, count)| count).collect();
    let needed = holding(bed.material.friction);
    let held: Vec<u32> = inside.iter().copied().filter(|count| *count >= needed).collect();
    let over = |part: f64, all: usize| (all > 0).then(|| part / all as f64);
    Bulk {
        grains: inside.len(),
        packing: Some(filled / volume),
        coordination: over(held.iter().sum::<u32>().into(), held.len()),
        rattlers: over((inside.len() - held.len()) as f64, inside.len()),
    }
}

/// The part of the bed that is away from everything; none where it is too small for that.
fn region(bed: &Bed) -> Option<[[f64; 3]; 2]> {
    let side = pour::side(bed.grains.len() as u32);
    let high = [side, side, surface(bed)].map(|end| end - MARGIN);
    high.iter().all(|end| *end > MARGIN + 1.0).then_some([[MARGIN; 3], high])
}

/// How high a bed is: twice as high as half of its grains, wherever single ones still jump.
pub(super) fn surface(bed: &Bed) -> f64 {
    let mut heights: Vec<f64> = bed.grains.iter().map(|grain| grain.position[2]).collect();
    let middle = heights.len() / 2;
    match heights.is_empty() {
        true => 0.0,
        false => 2.0 * *heights.select_nth_unstable_by(middle, f64::total_cmp).1,
    }
}

/// The volumes of grains as far as they lie within something.
fn shares(bed: &Bed, within: impl Fn([f64; 3]) -> bool) -> impl Iterator<Item = f64> {
    let points = points();
    let volume = 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3);
    bed.grains.iter().map(move |grain| {
        let at = |point: &[f64; 3]| std::array::from_fn(|axis| grain.position[axis] + point[axis]);
        let inside = points.iter().filter(|point| within(at(point))).count();
        volume * inside as f64 / points.len() as f64
    })
}

/// Points of a lattice within a grain around the origin.
fn points() -> Vec<[f64; 3]> {
    let place = |number: i32| RADIUS * (f64::from(2 * number + 1) / f64::from(POINTS) - 1.0);
    let all = (0..POINTS.pow(3)).map(|number| {
        [number % POINTS, number / POINTS % POINTS, number / (POINTS * POINTS)].map(place)
    });
    all.filter(|point| dot(*point, *point) <= RADIUS * RADIUS).collect()
}
