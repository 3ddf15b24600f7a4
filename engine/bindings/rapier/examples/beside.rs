//! Rapier's collision pipeline, and the same contacts with a broad phase of the engine, in turns,
//! on the same colliders.
//!
//! `cargo run --release --example beside -- [SHARE]`, where one in `SHARE` colliders moves.

#![allow(clippy::print_stdout, reason = "it is a program")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Random, Rapier, of_ours, of_rapier, prediction};
use jostle_rapier::ContactPipeline;
use rapier3d::prelude::*;

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn run(count: usize, share: u64, steps: usize) {
    let mut random = Random(5);
    let mut rapier = Rapier::new();
    let mut pipeline = ContactPipeline::new();
    // Each has a space of 1.6 by 1.6 by 1.6.
    let reach = 0.8 * (count as f32).cbrt();
    let handles: Vec<_> = (0..count)
        .map(|number| {
            let builder = if number % 2 == 0 {
                ColliderBuilder::ball(0.5)
            } else {
                ColliderBuilder::cuboid(0.4, 0.4, 0.4).rotation(random.vector(3.0))
            };
            let builder = builder.translation(random.vector(reach));
            rapier.colliders.insert(builder.active_collision_types(ActiveCollisionTypes::all()))
        })
        .collect();
    let [mut theirs, mut ours] = [const { Vec::new() }; 2];
    for step in 0..steps + 3 {
        for handle in &handles {
            if random.next().is_multiple_of(share) {
                let collider = &mut rapier.colliders[*handle];
                let place = collider.translation() + random.vector(0.05);
                collider.set_translation(place);
            }
        }
        for turn in 0..2 {
            let started = Instant::now();
            if (step + turn) % 2 == 0 {
                rapier.step();
                theirs.push(started.elapsed());
            } else {
                let Rapier { colliders, bodies, .. } = &rapier;
                pipeline.step(prediction(), colliders, bodies).expect("there is memory");
                ours.push(started.elapsed());
            }
        }
        // The first steps take all in.
        if step < 3 {
            theirs.clear();
            ours.clear();
        }
        if step % 10 == 0 {
            assert!(of_rapier(&rapier) == of_ours(&pipeline), "contacts are the same");
        }
    }
    let contacts = pipeline.contact_pairs().count();
    let [theirs, ours] = [median(&mut theirs), median(&mut ours)];
    println!(
        "{count:7} colliders, 1 in {share} moves, {contacts:7} contacts: rapier {theirs:8.3} ms, \
         with our broad phase {ours:8.3} ms, {:5.2} times",
        theirs / ours
    );
}

fn main() {
    let shares = std::env::args().nth(1).and_then(|share| share.parse().ok());
    for share in shares.map_or(vec![1, 100], |share| vec![share]) {
        for (count, steps) in [(1_000, 200), (10_000, 100), (100_000, 40)] {
            run(count, share, steps);
        }
    }
}
