//! The gate, for balls in columns, points and records: the same answer through each layout, and for
//! each kind of ball that is not valid its reason.

use std::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use jostle::{Bounds, validate::InvalidReason};

use crate::common::{Boxes, Random, check_gate};

/// A record of 7 floats.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct BallRecord {
    radius: f32,
    name: [u16; 4],
    center: [f32; 3],
    more: u32,
}

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

/// Balls in 3D through the three layouts they can have.
fn check_balls(balls: &[([f32; 3], f32)], bad: &[(u32, InvalidReason)], what: &str) {
    let is_bad = |index: usize| bad.iter().any(|(bad, _)| *bad as usize == index);
    let boxes: Boxes<3> = balls
        .iter()
        .enumerate()
        .map(|(index, (center, radius))| match is_bad(index) {
            true => ([NAN; 3], [NAN; 3]),
            false => (center.map(|x| x - radius), center.map(|x| x + radius)),
        })
        .collect();
    let columns: [Vec<f32>; 3] =
        std::array::from_fn(|axis| balls.iter().map(|(center, _)| center[axis]).collect());
    let points: Vec<[f32; 3]> = balls.iter().map(|(center, _)| *center).collect();
    let radii: Vec<f32> = balls.iter().map(|(_, radius)| *radius).collect();
    let records: Vec<BallRecord> = balls
        .iter()
        .map(|(center, radius)| BallRecord {
            radius: *radius,
            name: [0xffff; 4],
            center: *center,
            more: u32::MAX,
        })
        .collect();
    let center = std::array::from_fn(|axis| &*columns[axis]);
    let (of_center, of_radius) = (offset_of!(BallRecord, center), offset_of!(BallRecord, radius));
    let (floats, stride) = (cast_slice(&records), size_of::<BallRecord>() / 4);
    let strided = |offset: usize| (&floats[(offset / 4).min(floats.len())..], stride);
    for (bounds, layout) in [
        (Bounds::from_balls(center, &radii), "balls"),
        (Bounds::from_points(&points, &radii), "points"),
        (Bounds::from_ball_records(&records, of_center, of_radius), "ball records"),
        (Bounds::from_strided_balls(strided(of_center), strided(of_radius)), "strided balls"),
    ] {
        check_gate(bounds.unwrap(), &boxes, bad, &format!("{layout}: {what}"));
    }
}

#[test]
fn balls_of_all_kinds() {
    let mut random = Random::seeded(52);
    let plain: Vec<([f32; 3], f32)> =
        (0..45).map(|_| (random.point(0.0, 3.0), random.unit())).collect();
    check_balls(&plain, &[], "plain balls");
    let mut bad = vec![
        (([1.0; 3], -1.0), InvalidReason::NegativeRadius),
        (([1.0; 3], -f32::from_bits(1)), InvalidReason::NegativeRadius),
        (([1.0; 3], -INF), InvalidReason::NegativeRadius),
        (([1.0; 3], NAN), InvalidReason::NotANumber),
    ];
    for axis in 0..3 {
        for (x, radius, reason) in [
            (NAN, 1.0, InvalidReason::NotANumber),
            (NAN, -1.0, InvalidReason::NotANumber),
            (INF, 1.0, InvalidReason::InfiniteCenter),
            (-INF, INF, InvalidReason::InfiniteCenter),
            (INF, -1.0, InvalidReason::NegativeRadius),
        ] {
            let mut center = [1.0; 3];
            center[axis] = x;
            bad.push(((center, radius), reason));
        }
    }
    for (ball, reason) in &bad {
        for place in [0, 7, 8, 39, 40, 44] {
            let mut balls = plain.clone();
            balls[place] = *ball;
            check_balls(&balls, &[(place as u32, *reason)], &format!("{ball:?} at {place}"));
        }
    }
    let max = f32::MAX;
    let strange = [
        ([0.0; 3], -0.0),
        ([1.0; 3], 0.0),
        ([-0.0; 3], f32::from_bits(1)),
        ([1.0; 3], INF),
        ([max, 0.0, -max], 1e30),
        ([max; 3], max),
        ([0.0; 3], max),
        ([1e-45; 3], 1e-45),
    ];
    let balls: Vec<_> = plain.iter().copied().chain(strange.into_iter().cycle().take(30)).collect();
    check_balls(&balls, &[], "strange balls");
}
