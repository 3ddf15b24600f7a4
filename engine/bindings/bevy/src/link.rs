//! Where in the columns of the engine an entity is.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bevy_ecs::component::Component;
use jostle::{Shape, shape::ShapeKind};

/// The kinds that are moved in bulk, and all others together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    Ball,
    Box,
    Capsule,
    /// Moved one by one.
    Other,
}

impl Lane {
    pub(crate) const BULK: [Self; 3] = [Self::Ball, Self::Box, Self::Capsule];

    pub(crate) fn of<const D: usize>(shape: &Shape<D>) -> Self {
        Self::of_kind(shape.kind())
    }

    pub(crate) fn of_kind(kind: ShapeKind) -> Self {
        match kind {
            ShapeKind::Ball => Self::Ball,
            ShapeKind::Box => Self::Box,
            ShapeKind::Capsule => Self::Capsule,
            _ => Self::Other,
        }
    }
}

/// A place in the columns as one number: two bits for the lane, the others for the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// Not in the world.
    pub(crate) const NONE: Self = Self(u32::MAX);
    const ROW_BITS: u32 = 30;
    /// Rows of a lane.
    pub(crate) const ROWS: usize = (1 << Self::ROW_BITS) - 1;

    pub(crate) fn new(lane: Lane, row: usize) -> Self {
        Self((lane as u32) << Self::ROW_BITS | row as u32)
    }

    pub(crate) fn lane(self) -> Lane {
        match self.0 >> Self::ROW_BITS {
            0 => Lane::Ball,
            1 => Lane::Box,
            2 => Lane::Capsule,
            _ => Lane::Other,
        }
    }

    pub(crate) fn row(self) -> usize {
        (self.0 & Self::ROWS as u32) as usize
    }
}

/// The place of an entity. It is written by one thread while no other looks.
#[derive(Component, Debug)]
pub(crate) struct Link<const D: usize>(AtomicU32);

impl<const D: usize> Link<D> {
    pub(crate) fn get(&self) -> Place {
        Place(self.0.load(Relaxed))
    }

    pub(crate) fn set(&self, place: Place) {
        self.0.store(place.0, Relaxed);
    }
}

impl<const D: usize> Default for Link<D> {
    fn default() -> Self {
        Self(AtomicU32::new(Place::NONE.0))
    }
}

/// A copied entity is none that the world knows.
impl<const D: usize> Clone for Link<D> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
