//! A hundred thousand agents that walk about, without a window: how long the copies take, and how
//! long the step does.
//!
//! `cargo run --release --example agents -- [AGENTS] [FRAMES]`

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::time::{Duration, Instant};

use bevy_app::{App, TaskPoolPlugin, Update};
use bevy_ecs::prelude::*;
use bevy_jostle::d3::{Began, Collider, CollisionPlugin, CollisionWorld};
use bevy_math::Vec3;
use bevy_transform::prelude::*;

/// Where an agent walks.
#[derive(Component)]
struct Velocity(Vec3);

/// How far from the center agents turn around.
#[derive(Resource)]
struct Reach(f32);

fn walk(reach: Res<Reach>, mut agents: Query<(&mut Transform, &mut Velocity)>) {
    agents.par_iter_mut().for_each(|(mut transform, mut velocity)| {
        let place = transform.translation + velocity.0;
        for axis in 0..3 {
            if place[axis].abs() > reach.0 {
                velocity.0[axis] = -place[axis].signum() * velocity.0[axis].abs();
            }
        }
        transform.translation = place;
    });
}

/// Numbers from 0 to 1 that look random: a generator of Weyl's sequence and a mixer.
fn random(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f32 / (1 << 24) as f32
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let agents = arguments.next().flatten().unwrap_or(100_000);
    let frames = arguments.next().flatten().unwrap_or(101);
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::new()));
    // Each has a space of 2.5 by 2.5 by 2.5, and a radius of 0.5.
    let reach = 1.25 * (agents as f32).cbrt();
    app.insert_resource(Reach(reach)).add_systems(Update, walk);
    let mut state = 1;
    for _ in 0..agents {
        let mut vector =
            |size: f32| Vec3::from_array([0; 3].map(|_| (2.0 * random(&mut state) - 1.0) * size));
        let transform = Transform::from_translation(vector(reach));
        app.world_mut().spawn((transform, Velocity(vector(0.05)), Collider::ball(0.5)));
    }
    let mut times: [Vec<Duration>; 4] = Default::default();
    let mut began = 0;
    for frame in 0..frames + 10 {
        let started = Instant::now();
        app.update();
        let whole = started.elapsed();
        // The first frames put all agents in, and grow what is kept.
        if frame >= 10 {
            let of = app.world().resource::<CollisionWorld>().times();
            for (times, time) in times.iter_mut().zip([of.sync, of.step, of.events, whole]) {
                times.push(time);
            }
            began +=
                app.world().resource::<Messages<Began>>().iter_current_update_messages().count();
        }
    }
    let world = app.world().resource::<CollisionWorld>();
    println!("{agents} agents, {frames} frames, {} contacts at the end", world.contacts().count());
    println!("{:.0} contacts begin in a frame", began as f64 / frames as f64);
    for (name, times) in ["sync", "step", "events", "the whole frame"].iter().zip(&mut times) {
        times.sort_unstable();
        println!("{name:16} {:8.3} ms", times[times.len() / 2].as_secs_f64() * 1e3);
    }
}
