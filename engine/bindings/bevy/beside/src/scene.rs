//! The agents: where they are, and how they move.

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use bevy_math::Vec3;
use bevy_transform::{prelude::*, systems::sync_simple_transforms};

/// The radius of all agents.
pub const RADIUS: f32 = 0.5;

/// Balls whose gap or depth is less may be told either way: libraries have tolerances of their own.
const ROUNDING: f32 = 2e-3;

/// The pairs that touch, by the numbers of the agents, in order.
pub type Touching = Vec<[u32; 2]>;

/// What moves agents and propagates their transforms.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place;

/// What is timed.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Detect;

/// The number of an agent.
#[derive(Component, Clone, Copy)]
pub struct Agent(pub u32);

/// Where agents are to be.
#[derive(Resource, Default)]
struct Places(Vec<Vec3>);

pub struct Scene {
    pub places: Vec<Vec3>,
    velocities: Vec<Vec3>,
    reach: f32,
}

fn random(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f32 / (1 << 24) as f32
}

impl Scene {
    /// Agents in a cube, each with a space of 2.5 by 2.5 by 2.5.
    pub fn new(agents: usize) -> Self {
        let reach = 1.25 * (agents as f32).cbrt();
        let mut state = 1;
        let mut vectors = |size: f32| -> Vec<Vec3> {
            let mut vector =
                || Vec3::from_array([0; 3].map(|_| (2.0 * random(&mut state) - 1.0) * size));
            (0..agents).map(|_| vector()).collect()
        };
        Self { places: vectors(reach), velocities: vectors(0.05), reach }
    }

    pub fn walk(&mut self) {
        for (place, velocity) in self.places.iter_mut().zip(&mut self.velocities) {
            *place += *velocity;
            for axis in 0..3 {
                if place[axis].abs() > self.reach {
                    velocity[axis] = -place[axis].signum() * velocity[axis].abs();
                }
            }
        }
    }

    /// Panics where two found other pairs, but for those that are rounded either way. Says how many
    /// of these there were.
    pub fn compare(&self, ours: &(&str, Touching), other: (&str, &Touching)) -> usize {
        let mut unsure = 0;
        for ([found, by], missing) in [([&ours.1, other.1], other.0), ([other.1, &ours.1], ours.0)]
        {
            for pair in found.iter().filter(|pair| by.binary_search(pair).is_err()) {
                let [a, b] = pair.map(|agent| self.places[agent as usize]);
                let gap = a.distance(b) - 2.0 * RADIUS;
                assert!(gap.abs() < ROUNDING, "{missing} misses {pair:?}, a gap of {gap}");
                unsure += 1;
            }
        }
        unsure
    }
}

/// The pools of all of them have as many threads.
pub fn start_pools(threads: usize) {
    bevy_tasks::ComputeTaskPool::get_or_init(|| {
        bevy_tasks::TaskPoolBuilder::new().num_threads(threads).build()
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().expect("no other pool was started before");
}

/// An app with the schedules.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins(TaskPoolPlugin::default())
        .init_resource::<bevy_transform::StaticTransformOptimizations>()
        .init_resource::<Places>()
        .init_schedule(Place)
        .init_schedule(Detect)
        .add_systems(Place, (move_agents, sync_simple_transforms).chain());
    app
}

pub fn transform(place: Vec3) -> Transform {
    Transform::from_translation(place)
}

pub fn place(app: &mut App, scene: &Scene) {
    app.world_mut().resource_mut::<Places>().0.clone_from(&scene.places);
    app.world_mut().run_schedule(Place);
}

fn move_agents(places: Res<Places>, mut agents: Query<(&mut Transform, &Agent)>) {
    for (mut transform, agent) in &mut agents {
        transform.translation = places.0[agent.0 as usize];
    }
}
