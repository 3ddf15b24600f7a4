//! Avian: its plugins for colliders, the broad phase and the narrow phase, without a solver.

use std::time::Duration;

use avian3d::{
    collider_tree::ColliderTreePlugin,
    collision::narrow_phase::ContactStatusChangeQueue,
    dynamics::solver::schedule::SolverSystems,
    physics_transform::{PhysicsTransformConfig, PhysicsTransformPlugin},
    prelude::*,
    schedule::{PhysicsSchedule, PhysicsSchedulePlugin},
};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_time::Time;

use crate::{
    Contestant,
    scene::{self, Agent, Detect, RADIUS, Scene, Touching},
};

pub struct App(bevy_app::App);

impl App {
    pub fn new(scene: &Scene) -> Self {
        let mut app = scene::app();
        // Transforms are propagated already, and nothing moves bodies.
        app.insert_resource(PhysicsTransformConfig {
            propagate_before_physics: false,
            position_to_transform: false,
            ..PhysicsTransformConfig::default()
        });
        app.init_resource::<Time>();
        app.add_plugins((
            PhysicsSchedulePlugin::new(Detect),
            ColliderHierarchyPlugin,
            ColliderTransformPlugin::new(Detect),
            ColliderBackendPlugin::<Collider>::new(Detect),
            ColliderTreePlugin::<Collider>::default(),
            NarrowPhasePlugin::<Collider>::default(),
            BroadPhaseCorePlugin,
            BvhBroadPhasePlugin::<()>::default(),
            PhysicsTransformPlugin::new(Detect),
        ));
        // The plugin of the solver would say where this set is.
        app.configure_sets(
            PhysicsSchedule,
            SolverSystems::Finalize.in_set(PhysicsStepSystems::Solver),
        );
        app.finish();
        for (place, number) in scene.places.iter().zip(0..) {
            let agent = (Agent(number), scene::transform(*place), RigidBody::Dynamic);
            app.world_mut().spawn((agent, Collider::sphere(RADIUS)));
        }
        Self(app)
    }
}

impl Contestant for App {
    fn name(&self) -> &'static str {
        "avian"
    }

    fn place(&mut self, scene: &Scene) {
        scene::place(&mut self.0, scene);
        let step = Duration::from_secs_f64(1.0 / 60.0);
        self.0.world_mut().resource_mut::<Time>().advance_by(step);
    }

    fn detect(&mut self) {
        self.0.world_mut().run_schedule(Detect);
    }

    fn touching(&mut self) -> Touching {
        let world = self.0.world();
        let number = |entity| world.get::<Agent>(entity).expect("all are agents").0;
        let mut pairs = Touching::new();
        for pair in world.resource::<ContactGraph>().active_pairs() {
            let mut points = pair.manifolds.iter().flat_map(|manifold| &manifold.points);
            if points.any(|point| point.penetration >= 0.0) {
                let mut numbers = [number(pair.collider1), number(pair.collider2)];
                numbers.sort_unstable();
                pairs.push(numbers);
            }
        }
        pairs.sort_unstable();
        // The solver would take these.
        self.0.world_mut().resource_mut::<ContactStatusChangeQueue>().0.clear();
        self.0.world_mut().clear_trackers();
        pairs
    }
}
