//! Rapier's `CollisionPipeline`, fed from transforms as its plugin for Bevy does: what changed is
//! set. Colliders have no bodies, which spares it half of the work of that.

use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use rapier3d::{
    dynamics::{IntegrationParameters, IslandManager, RigidBodySet},
    geometry::{
        ActiveCollisionTypes, BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet,
        NarrowPhase,
    },
    math::Pose,
    pipeline::CollisionPipeline,
};

use crate::{
    Contestant,
    scene::{self, Agent, Detect, RADIUS, Scene, Touching},
};

#[derive(Component)]
struct Handle(ColliderHandle);

#[derive(Resource)]
struct Rapier {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
}

pub struct App(bevy_app::App);

impl App {
    pub fn new(scene: &Scene) -> Self {
        let mut app = scene::app();
        let mut colliders = ColliderSet::new();
        for (place, number) in scene.places.iter().zip(0..) {
            let collider = ColliderBuilder::ball(RADIUS)
                .translation(place.to_array().into())
                .active_collision_types(ActiveCollisionTypes::all())
                .user_data(u128::from(number));
            let handle = Handle(colliders.insert(collider));
            app.world_mut().spawn((Agent(number), scene::transform(*place), handle));
        }
        app.insert_resource(Rapier {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders,
        });
        app.add_systems(Detect, (sync, step).chain());
        Self(app)
    }
}

fn sync(
    mut rapier: ResMut<Rapier>,
    moved: Query<(&GlobalTransform, &Handle), Changed<GlobalTransform>>,
) {
    for (transform, Handle(handle)) in &moved {
        if let Some(collider) = rapier.colliders.get_mut(*handle) {
            let (_, rotation, place) = transform.to_scale_rotation_translation();
            let rotation = rapier3d::math::Rotation::from_array(rotation.to_array());
            collider.set_position(Pose::from_parts(place.to_array().into(), rotation));
        }
    }
}

fn step(mut rapier: ResMut<Rapier>) {
    let Rapier { pipeline, islands, broad_phase, narrow_phase, bodies, colliders } = &mut *rapier;
    // As little as it takes: only what touches is looked for.
    let prediction = IntegrationParameters::default().prediction_distance();
    pipeline.step(prediction, islands, broad_phase, narrow_phase, bodies, colliders, &(), &());
}

impl Contestant for App {
    fn name(&self) -> &'static str {
        "rapier"
    }

    fn place(&mut self, scene: &Scene) {
        scene::place(&mut self.0, scene);
    }

    fn detect(&mut self) {
        self.0.world_mut().run_schedule(Detect);
    }

    fn touching(&mut self) -> Touching {
        let rapier = self.0.world().resource::<Rapier>();
        let number = |handle: ColliderHandle| rapier.colliders[handle].user_data as u32;
        let mut pairs = Touching::new();
        for pair in rapier.narrow_phase.contact_pairs() {
            let mut points = pair.manifolds().iter().flat_map(|manifold| &manifold.points);
            if points.any(|point| point.dist <= 0.0) {
                let mut numbers = [number(pair.collider1), number(pair.collider2)];
                numbers.sort_unstable();
                pairs.push(numbers);
            }
        }
        pairs.sort_unstable();
        self.0.world_mut().clear_trackers();
        pairs
    }
}
