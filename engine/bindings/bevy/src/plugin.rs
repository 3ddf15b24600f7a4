//! The plugin.

use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::{
    intern::Interned,
    schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet},
};
use bevy_transform::TransformSystems;
use jostle::World;

use crate::{
    events::{self, Began, Ended, StepFailed},
    invalid::InvalidCollider,
    sync::{
        Changes, attribute_inserted, attribute_removed, collider_inserted, collider_removed, sync,
    },
    threads::Threads,
    world::CollisionWorld,
};

/// What the plugin does in each run of its schedule, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionSystems {
    /// Takes what changed into the world.
    Sync,
    /// Finds what touches.
    Step,
    /// Writes messages and triggers observers.
    Events,
}

/// Finds what touches, in 2D or in 3D: both can be in one app.
///
/// It runs in [`PostUpdate`] behind the propagation of transforms, unless it is told
/// [otherwise](Self::in_schedule). There has to be a
/// [`TransformPlugin`](bevy_transform::TransformPlugin), as all plugins of Bevy have.
#[derive(Clone)]
pub struct CollisionPlugin<const D: usize> {
    schedule: Interned<dyn ScheduleLabel>,
    make: Arc<dyn Fn() -> World<D> + Send + Sync>,
    threads: Threads,
}

impl<const D: usize> Default for CollisionPlugin<D> {
    fn default() -> Self {
        Self {
            schedule: PostUpdate.intern(),
            make: Arc::new(World::new),
            threads: Threads::default(),
        }
    }
}

impl<const D: usize> CollisionPlugin<D> {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same in another schedule. Bevy propagates transforms in [`PostUpdate`] only: in another
    /// schedule shapes are where they were then, unless the app propagates them there, too.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), ..self }
    }

    /// The same with a world of the user's making: with another broad phase, a margin or limits.
    ///
    /// Shapes that are in it stay, and belong to no entity.
    #[must_use]
    pub fn with_world(self, make: impl Fn() -> World<D> + Send + Sync + 'static) -> Self {
        Self { make: Arc::new(make), ..self }
    }

    /// The same with steps on these threads.
    #[must_use]
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }
}

impl<const D: usize> Plugin for CollisionPlugin<D> {
    fn build(&self, app: &mut App) {
        app.insert_resource(CollisionWorld::new((self.make)(), self.threads.clone()))
            .init_resource::<Changes<D>>()
            .add_message::<Began<D>>()
            .add_message::<Ended<D>>()
            .add_message::<InvalidCollider<D>>()
            .add_message::<StepFailed<D>>()
            .add_observer(collider_inserted::<D>)
            .add_observer(collider_removed::<D>)
            .add_observer(attribute_inserted::<D>)
            .add_observer(attribute_removed::<D>)
            .configure_sets(
                self.schedule,
                (CollisionSystems::Sync, CollisionSystems::Step, CollisionSystems::Events)
                    .chain()
                    .after(TransformSystems::Propagate),
            )
            .add_systems(
                self.schedule,
                (
                    sync::<D>.in_set(CollisionSystems::Sync),
                    events::step::<D>.in_set(CollisionSystems::Step),
                    events::tell::<D>.in_set(CollisionSystems::Events),
                ),
            );
    }
}
