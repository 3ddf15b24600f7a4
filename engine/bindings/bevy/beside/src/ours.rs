//! `bevy_jostle`: the whole plugin, with its messages.

use std::time::Duration;

use bevy_ecs::message::Messages;
use bevy_jostle::d3::{Began, Collider, CollisionPlugin, CollisionWorld, Ended};

use crate::{
    Contestant,
    scene::{self, Agent, Detect, RADIUS, Scene, Touching},
};

pub struct App(bevy_app::App);

impl App {
    pub fn new(scene: &Scene) -> Self {
        let mut app = scene::app();
        app.add_plugins(CollisionPlugin::new().in_schedule(Detect));
        for (place, number) in scene.places.iter().zip(0..) {
            let agent = (Agent(number), scene::transform(*place), Collider::ball(RADIUS));
            app.world_mut().spawn(agent);
        }
        app.finish();
        Self(app)
    }
}

impl Contestant for App {
    fn name(&self) -> &'static str {
        "bevy_jostle"
    }

    fn place(&mut self, scene: &Scene) {
        scene::place(&mut self.0, scene);
    }

    fn detect(&mut self) {
        self.0.world_mut().run_schedule(Detect);
    }

    fn touching(&mut self) -> Touching {
        let world = self.0.world();
        let number = |entity| world.get::<Agent>(entity).expect("all are agents").0;
        let of = world.resource::<CollisionWorld>();
        let mut pairs: Touching =
            of.contacts().map(|pair| [number(pair.a), number(pair.b)]).collect();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        // What the first schedule of a frame does.
        self.0.world_mut().clear_trackers();
        self.0.world_mut().resource_mut::<Messages<Began>>().update();
        self.0.world_mut().resource_mut::<Messages<Ended>>().update();
        pairs
    }

    fn parts(&self) -> Option<[Duration; 3]> {
        let times = self.0.world().resource::<CollisionWorld>().times();
        Some([times.sync, times.step, times.events])
    }
}
