//! What an entity's shape is besides its geometry, as components.

use bevy_ecs::{component::Component, entity_disabling::Disabled, query::Has};
use jostle::shape::{Attributes, Mobility};

/// Which pairs a shape is part of. Without it, it belongs to all categories and touches all.
///
/// Immutable, as the [collider](crate::Collider): insert it anew to change it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(immutable)]
pub struct CollisionLayers {
    /// The categories that it belongs to, as bits. Two shapes are a pair where the category of each
    /// has a bit in common with the mask of the other.
    pub category: u32,
    /// The categories that it touches, as bits.
    pub mask: u32,
    /// Goes before the categories: two of one group are always a pair where its number is positive,
    /// never where it is negative. Where groups differ, or are 0, categories decide.
    pub group: i32,
}

impl CollisionLayers {
    /// Belongs to some categories and touches some.
    #[must_use]
    pub const fn new(category: u32, mask: u32) -> Self {
        Self { category, mask, group: 0 }
    }

    /// The same in a group.
    #[must_use]
    pub const fn with_group(self, group: i32) -> Self {
        Self { group, ..self }
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::new(u32::MAX, u32::MAX)
    }
}

/// The shape only senses: what it touches is told, without contacts.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensor;

/// The shape may move by more than its size from step to step, so that its way is looked at, too:
/// see [`CollisionWorld::ccd_hits`](crate::CollisionWorld::ccd_hits).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ccd;

/// The shape is held against moving ones only. It may still be moved.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Static;

/// The shape rests until the component is removed: its pairs neither end nor are looked for anew
/// while both of their shapes rest. [`Static`] goes before it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sleeping;

/// The shape is in no pair. One that is [`Disabled`] as a whole is so, too.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColliderDisabled;

/// All components that say what a shape is besides its geometry.
pub(crate) type AttributeComponents =
    (CollisionLayers, Sensor, Ccd, Static, Sleeping, ColliderDisabled, Disabled);

/// What is asked about them.
pub(crate) type AttributeQuery = (
    Option<&'static CollisionLayers>,
    Has<Sensor>,
    Has<Ccd>,
    Has<Static>,
    Has<Sleeping>,
    Has<ColliderDisabled>,
    Has<Disabled>,
);

/// The attributes of an entity.
pub(crate) fn attributes(
    (layers, sensor, ccd, fixed, sleeping, off, disabled): (
        Option<&CollisionLayers>,
        bool,
        bool,
        bool,
        bool,
        bool,
        bool,
    ),
) -> Attributes {
    let CollisionLayers { category, mask, group } = layers.copied().unwrap_or_default();
    let mobility = match (fixed, sleeping) {
        (true, _) => Mobility::Static,
        (_, true) => Mobility::Sleeping,
        _ => Mobility::Moving,
    };
    Attributes::new()
        .with_category(category)
        .with_mask(mask)
        .with_group(group)
        .with_mobility(mobility)
        .with_sensor(sensor)
        .with_ccd(ccd)
        .with_enabled(!off && !disabled)
}
