//! Sets of boxes that were chosen to make bad trees.

use super::{Boxes, Random, uniform};

const INF: f32 = f32::INFINITY;

/// A scene of so many boxes.
pub(crate) type Scene = fn(usize) -> Boxes<3>;

fn power(exponent: usize) -> f32 {
    2.0_f32.powi(exponent as i32 - 149)
}

fn same(count: usize) -> Boxes<3> {
    (0..count).map(|_| ([3.0; 3], [4.0; 3])).collect()
}

/// Boxes of many sizes around one center.
fn concentric(count: usize) -> Boxes<3> {
    let half = |i: usize| (i % 1000) as f32 * 0.01;
    (0..count).map(|i| ([-half(i); 3], [half(i); 3])).collect()
}

fn without_end(count: usize) -> Boxes<3> {
    (0..count).map(|_| ([-INF; 3], [INF; 3])).collect()
}

/// From anywhere to the end of space, along one axis or several.
pub(crate) fn half_without_end(count: usize) -> Boxes<3> {
    let mut random = Random::seeded(1);
    let mut corners = || {
        let (mut min, mut max) = (random.point(-9.0, 9.0), [0.0; 3]);
        max = std::array::from_fn(|axis| min[axis] + max[axis] + random.unit());
        for _ in 0..=random.below(3) {
            let axis = random.below(3);
            let ends = [(-INF, max[axis]), (min[axis], INF), (-INF, INF), (INF, INF), (-INF, -INF)];
            (min[axis], max[axis]) = random.pick(&ends);
        }
        (min, max)
    };
    (0..count).map(|_| corners()).collect()
}

pub(crate) fn one_giant(count: usize) -> Boxes<3> {
    let mut boxes = uniform::<3>(&mut Random::seeded(2), count.saturating_sub(1), 60.0, 1.0);
    boxes.push([-f32::MAX; 3], [f32::MAX; 3]);
    (boxes.len() - count..boxes.len()).map(|index| boxes.corners(index)).collect()
}

fn points(count: usize) -> Boxes<3> {
    let mut random = Random::seeded(3);
    (0..count).map(|_| random.point(0.0, 40.0)).map(|at| (at, at)).collect()
}

/// Powers of two on every axis, independently: each split peels off few.
pub(crate) fn peeled(count: usize) -> Boxes<3> {
    let at = |i: usize| power(30 + i % 170);
    let place = |i: usize| [at(i), at(i / 170), at(i / 28_900 * 50)];
    (0..count).map(|i| (place(i), place(i))).collect()
}

/// A row of boxes, each twice as far away and twice as large as the one before, over and over.
pub(crate) fn doubling(count: usize) -> Boxes<3> {
    (0..count).map(|i| ([power(i % 270), 0.0, 0.0], [power(i % 270 + 1), 1.0, 1.0])).collect()
}

pub(crate) fn sorted(count: usize) -> Boxes<3> {
    (0..count).map(|i| ([i as f32, 0.0, 0.0], [i as f32 + 1.0, 1.0, 1.0])).collect()
}

/// The least that two places can be apart, where differences have no inverse.
fn denormal(count: usize) -> Boxes<3> {
    let at = |i: usize| [f32::from_bits(i as u32 % 2), f32::from_bits(i as u32 / 2 % 3), 0.0];
    (0..count).map(|i| (at(i), at(i))).collect()
}

/// Places that differ in the last digit only.
fn neighboring(count: usize) -> Boxes<3> {
    let at = |i: usize| [1e30, f32::from_bits(1e30_f32.to_bits() + i as u32 % 2), -1e17];
    (0..count).map(|i| (at(i), at(i))).collect()
}

/// Two heaps as far from each other as can be.
fn two_heaps(count: usize) -> Boxes<3> {
    let at = |i: usize| [if i.is_multiple_of(3) { f32::MAX } else { -f32::MAX }; 3];
    (0..count).map(|i| (at(i), at(i))).collect()
}

/// One far from a heap, one far from the two, and so on: every grid puts nearly all in one cell.
fn heaps_in_heaps(count: usize) -> Boxes<3> {
    let at = |i: usize| if i.is_multiple_of(1000) { power(i / 1000 % 200) } else { 0.0 };
    (0..count).map(|i| ([at(i), 0.0, 0.0], [at(i), 0.0, 0.0])).collect()
}

/// Powers of two on one axis, and at the end of them on the others: the deepest there is.
fn deep(count: usize) -> Boxes<3> {
    let at = |i: usize| match i.checked_sub(208) {
        None => [power(207 - i), 0.0, 0.0],
        Some(j) => {
            let side = if j % 2 == 0 { -1.0 } else { 1.0 };
            [0.0, power(j % 208), side * power(j / 208 % 208)]
        }
    };
    (0..count).map(|i| (at(i), at(i))).collect()
}

pub(crate) const SCENES: [(&str, Scene); 15] = [
    ("deep", deep),
    ("same", same),
    ("concentric", concentric),
    ("without end", without_end),
    ("half without end", half_without_end),
    ("one giant", one_giant),
    ("points", points),
    ("peeled", peeled),
    ("doubling", doubling),
    ("sorted", sorted),
    ("denormal", denormal),
    ("neighboring", neighboring),
    ("two heaps", two_heaps),
    ("heaps in heaps", heaps_in_heaps),
    ("uniform", |count| uniform(&mut Random::seeded(4), count, 40.0, 1.0)),
];
