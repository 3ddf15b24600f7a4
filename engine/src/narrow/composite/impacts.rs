//! When moving shapes meet of which some have parts.
//!
//! The parts of a shape that does not turn move as it does, and are computed like other shapes. The
//! parts of one that turns go round its center: they advance step by step, as far as the distance
//! of the two and the speed at which they may close it allow (conservative advancement, B. Mirtich,
//! *Impulse-based dynamic simulation of rigid body systems*, 1996).

use jostle_kernels::{
    dispatch::Column,
    real::vector::{dot, sub},
    simd::Quad,
};

use super::{
    Way,
    single::{Body, OfParts, each_pair},
};
use crate::{
    Error,
    narrow::{
        distance::nearest_apart,
        impacts::{Impact, ImpactState, Motion, of_columns, quads_of},
        single::Meeting,
    },
    shape::{Features, Packed},
};

/// Steps after which two shapes that turn next to each other are taken to meet.
const STEPS: usize = 64;

/// A gap that counts as none, as a share of how far the smaller shape reaches.
const GAP: f64 = 1.0 / 1024.0;

/// When two moving shapes meet, of which one has parts, and which parts.
pub(crate) fn impact<const D: usize>(
    shapes: [&Body<'_, D>; 2],
    motions: [&Motion<D>; 2],
    until: f32,
) -> Result<OfParts<Impact<D>>, Error> {
    let mut first = OfParts { found: Impact::default(), parts: [0; 2] };
    let goes_round = [0, 1].map(|side| shapes[side].has_parts() && motions[side].turns());
    let quads = motions.map(Motion::quads);
    each_pair(shapes, &way(shapes, motions, until), |parts, [a, b]| {
        let found = if goes_round.contains(&true) {
            let of_part = |side: usize, part: &Packed<D>| {
                let mut features = part.features();
                if goes_round[side] {
                    features.center = shapes[side].center();
                }
                features
            };
            let touching = Meeting::of_packed((*a).clone(), (*b).clone()).overlap();
            advance([of_part(0, a), of_part(1, b)], motions, touching, until)
        } else {
            straight([a, b], [&quads[0], &quads[1]], until)
        };
        let overlaps = found.state() == ImpactState::Overlapping;
        // At the start it counts as well whether any overlap, and not only meet then.
        if found.time < first.found.time || found.time == 0.0 && overlaps {
            first = OfParts { found, parts };
        }
        overlaps
    })?;
    Ok(first)
}

/// How far the second of two moving shapes may come, as seen from the first, and all that turning
/// reaches.
fn way<const D: usize>(shapes: [&Body<'_, D>; 2], [a, b]: [&Motion<D>; 2], until: f32) -> Way<D> {
    let turning = |side: usize, motion: &Motion<D>| {
        if motion.turns() { shapes[side].reach_around() } else { 0.0 }
    };
    let more = turning(0, a) + turning(1, b);
    let (mut low, mut high) = ([0.0; D], [0.0; D]);
    for axis in 0..D {
        let speed = b.by()[axis] - a.by()[axis];
        let far = if speed == 0.0 { 0.0 } else { speed * until };
        // By more than the difference and the product are rounded.
        let far = far * (1.0 + 4.0 * f32::EPSILON);
        (low[axis], high[axis]) = (far.min(0.0) - more, far.max(0.0) + more);
    }
    Way([low, high])
}

/// When two shapes without parts meet, by their kernel.
fn straight<'a, const D: usize>(
    [a, b]: [&'a Packed<D>; 2],
    [motion_a, motion_b]: [&'a [Quad; 2]; 2],
    until: f32,
) -> Impact<D> {
    let column = |shape: &'a Packed<D>, motion: &'a [Quad; 2]| Column {
        shapes: shape.rows(),
        motions: &motion[..quads_of(D)],
    };
    of_columns([column(a, motion_a), column(b, motion_b)], until)
}

/// When two shapes without parts meet that turn about their centers, wherever these are.
fn advance<const D: usize>(
    shapes: [Features<D>; 2],
    motions: [&Motion<D>; 2],
    touching: bool,
    until: f32,
) -> Impact<D> {
    if touching {
        let state = ImpactState::Overlapping.number();
        return Impact { time: 0.0, state, ..Impact::default() };
    }
    let reaches = shapes.each_ref().map(|shape| f64::from(shape.reach()));
    let turning: f64 = [0, 1]
        .iter()
        .map(|side| {
            let turn = motions[*side].turn().map(f64::from);
            dot(turn, turn).sqrt() * reaches[*side]
        })
        .sum();
    let by = motions.map(|motion| motion.by().map(f64::from));
    let by = sub(by[1], by[0]);
    let enough =
        GAP * shapes.each_ref().map(Features::inner_reach).into_iter().fold(f64::MAX, f64::min);
    let (mut time, last) = (0.0, f64::from(until));
    let mut capped = [0.0; D];
    for _ in 0..STEPS {
        let at = |side: usize| {
            let motion = motions[side];
            shapes[side].clone().moved(&motion.turn(), motion.by(), time)
        };
        let gap = nearest_apart(&at(0), &at(1));
        let closing = turning - dot(by, gap.direction);
        capped = gap.direction;
        if gap.distance <= enough {
            return met(time, gap.direction, ImpactState::Hit);
        }
        if closing <= 0.0 {
            return Impact::default();
        }
        // A way that is closed at this speed at most, along the line between the nearest points.
        time += (gap.distance - 0.5 * enough) / closing;
        if time > last {
            return Impact::default();
        }
    }
    met(time, capped, ImpactState::Capped)
}

fn met<const D: usize>(time: f64, normal: [f64; D], state: ImpactState) -> Impact<D> {
    let mut rounded = time as f32;
    if f64::from(rounded) > time {
        rounded = rounded.next_down();
    }
    Impact { time: rounded, normal: normal.map(|x| x as f32), state: state.number() }
}
