//! Why a collider is not in the world.

use std::fmt;

use bevy_ecs::{entity::Entity, message::Message};
use jostle::{Error, error::ShapeFault, validate::InvalidReason};

/// A collider became invalid: it touches nothing until its transform or the collider changes. It is
/// told once.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct InvalidCollider<const D: usize> {
    /// The entity.
    pub entity: Entity,
    /// What is wrong.
    pub cause: InvalidCause,
}

/// What is wrong with a collider, or where it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidCause {
    /// A number of the shape or of the transform.
    Value(InvalidReason),
    /// The scale of the transform differs by axis, which this kind of shape cannot have.
    NonUniformScale,
    /// The transform turns left into right, which this kind of shape cannot have.
    Mirrored,
    /// The transform has a scale, which hulls and composites cannot have.
    ScaledGeometry,
    /// The engine cannot take the shape.
    Refused(Error),
}

impl From<Error> for InvalidCause {
    fn from(error: Error) -> Self {
        match error {
            Error::Shape { fault: ShapeFault::Value(reason), .. } => Self::Value(reason),
            error => Self::Refused(error),
        }
    }
}

impl fmt::Display for InvalidCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(reason) => reason.fmt(f),
            Self::NonUniformScale => f.write_str(
                "the scale of the transform differs by axis: only balls, boxes and capsules can \
                 have that",
            ),
            Self::Mirrored => f.write_str(
                "the transform mirrors the shape: only balls, boxes and capsules can be mirrored",
            ),
            Self::ScaledGeometry => {
                f.write_str("the transform scales a hull or a composite: scale its points instead")
            }
            Self::Refused(error) => error.fmt(f),
        }
    }
}
