//! What a step is about.

use crate::{Error, Filter, Shapes, shape::Columns};

/// The shapes of a step as they are now, and what else is known of them, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a, const D: usize> {
    pub(super) shapes: Columns<'a, D>,
    pub(super) filter: Filter<'a>,
    pub(super) sensors: Option<&'a [bool]>,
}

impl<'a, const D: usize> Input<'a, D> {
    /// Shapes all of whose pairs are wanted.
    #[must_use]
    pub fn new(shapes: impl Into<Columns<'a, D>>) -> Self {
        Self { shapes: shapes.into(), filter: Filter::default(), sensors: None }
    }

    /// The same, of whose pairs only some are wanted, by the indices of shapes.
    #[must_use]
    pub fn with_filter(self, filter: Filter<'a>) -> Self {
        Self { filter, ..self }
    }

    /// Marks the shapes that only sense: what they touch is told, without contacts.
    #[must_use]
    pub fn with_sensors(self, sensors: &'a [bool]) -> Self {
        Self { sensors: Some(sensors), ..self }
    }

    /// Checks that there is a flag for each shape.
    pub(super) fn check(&self) -> Result<(), Error> {
        let expected = self.shapes.ranges().len();
        match self.sensors {
            Some(sensors) if sensors.len() != expected => {
                Err(Error::Length { what: "sensors", expected, found: sensors.len() })
            }
            _ => Ok(()),
        }
    }
}

impl<'a, const D: usize> From<Columns<'a, D>> for Input<'a, D> {
    fn from(shapes: Columns<'a, D>) -> Self {
        Self::new(shapes)
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for Input<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        Self::new(shapes)
    }
}
