//! Collision detection for Bevy: components are shapes, messages say what began and what ended, and
//! queries answer with entities. The work is done by [jostle], which finds all pairs anew in each
//! step; there is no solver.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_jostle::{Began, Collider, CollisionPlugin};
//! use bevy_transform::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins((TransformPlugin, CollisionPlugin::<2>::new()));
//! for x in [0.0, 1.5, 9.0] {
//!     app.world_mut().spawn((Transform::from_xyz(x, 0.0, 0.0), Collider::<2>::ball(1.0)));
//! }
//! app.add_systems(Last, |mut began: MessageReader<Began<2>>| {
//!     assert_eq!(began.read().count(), 1);
//! });
//! app.update();
//! ```
//!
//! [`d2`] and [`d3`] have the same names without the number of dimensions.

mod attributes;
mod collider;
mod columns;
mod draw;
mod events;
#[cfg(feature = "gizmos")]
mod gizmos;
mod invalid;
mod link;
mod placement;
mod plugin;
mod query;
mod space;
mod sync;
mod threads;
mod world;

pub use jostle;

pub use attributes::{Ccd, ColliderDisabled, CollisionLayers, Sensor, Sleeping, Static};
pub use collider::Collider;
pub use draw::{DebugLine, DebugLines, DebugLinesPlugin};
pub use events::{Began, Ended, ObserveTouches, StepFailed, TouchBegan, TouchEnded};
#[cfg(feature = "gizmos")]
pub use gizmos::DebugGizmosPlugin;
pub use invalid::{InvalidCause, InvalidCollider};
pub use plugin::{CollisionPlugin, CollisionSystems};
pub use query::{Closest, Near, RayHit, ShapeHit, SpatialFilter, SpatialQuery};
pub use threads::Threads;
pub use world::{CollisionWorld, EntityContact, StepTimes};

macro_rules! dimension {
    ($name:ident, $dimensions:literal, $doc:literal) => {
        #[doc = $doc]
        pub mod $name {
            pub use crate::{
                Ccd, ColliderDisabled, CollisionLayers, CollisionSystems, DebugLine, InvalidCause,
                Near, ObserveTouches, Sensor, Sleeping, SpatialFilter, Static, Threads,
            };

            dimension!(@aliases $dimensions:
                Began, Closest, Collider, CollisionPlugin, CollisionWorld, DebugLines,
                DebugLinesPlugin, Ended, InvalidCollider, RayHit, ShapeHit, StepFailed, TouchBegan,
                TouchEnded);
            #[cfg(feature = "gizmos")]
            dimension!(@aliases $dimensions: DebugGizmosPlugin);
            /// See [`SpatialQuery`](crate::SpatialQuery).
            pub type SpatialQuery<'w> = crate::SpatialQuery<'w, $dimensions>;
        }
    };
    (@aliases $dimensions:literal: $($name:ident),+) => {
        $(
            #[doc = concat!("See [`", stringify!($name), "`](crate::", stringify!($name), ").")]
            pub type $name = crate::$name<$dimensions>;
        )+
    };
}

dimension!(d2, 2, "All of it in the plane.");
dimension!(d3, 3, "All of it in space.");
