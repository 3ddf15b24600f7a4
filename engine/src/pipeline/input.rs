//! What a step is about.

use crate::{
    Error, Filter, Shapes,
    shape::{Columns, ShapeKind},
};

/// The shapes of a step as they are now, and what else is known of them, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct PipelineInput<'a, const D: usize> {
    pub(super) shapes: Columns<'a, D>,
    pub(super) filter: Filter<'a>,
    pub(super) sensors: Option<&'a [bool]>,
    pub(super) ways: Option<Ways<'a, D>>,
}

/// Where shapes come from, and which of them are fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways<'a, const D: usize> {
    pub(super) before: Columns<'a, D>,
    pub(super) ccd: &'a [bool],
}

impl<'a, const D: usize> PipelineInput<'a, D> {
    /// Shapes all of whose pairs are wanted.
    #[must_use]
    pub fn new(shapes: impl Into<Columns<'a, D>>) -> Self {
        Self { shapes: shapes.into(), filter: Filter::default(), sensors: None, ways: None }
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

    /// Tells where the shapes were in the step before, by the same indices, and which of them are
    /// fast: so fast that they may pass others from step to step without touching them in either.
    /// What these met on the way is told, wherever it went meanwhile.
    ///
    /// Shapes move along lines, and turn the shorter way; triangles do not turn.
    #[must_use]
    pub fn with_previous(self, before: impl Into<Columns<'a, D>>, ccd: &'a [bool]) -> Self {
        Self { ways: Some(Ways { before: before.into(), ccd }), ..self }
    }

    /// Checks that there is as much of everything as there are shapes.
    pub(super) fn check(&self) -> Result<(), Error> {
        let ranges = self.shapes.ranges();
        let expected = ranges.len();
        let same = |what, found| {
            if found == expected { Ok(()) } else { Err(Error::Length { what, expected, found }) }
        };
        same("sensors", self.sensors.map_or(expected, <[bool]>::len))?;
        let Some(Ways { before, ccd }) = self.ways else { return Ok(()) };
        same("ccd", ccd.len())?;
        let ranges_before = before.ranges();
        for kind in ShapeKind::ALL {
            let (expected, found) = (ranges.of(kind).len(), ranges_before.of(kind).len());
            if expected != found {
                return Err(Error::Length { what: "the shapes before", expected, found });
            }
        }
        Ok(())
    }
}

impl<'a, const D: usize> From<Columns<'a, D>> for PipelineInput<'a, D> {
    fn from(shapes: Columns<'a, D>) -> Self {
        Self::new(shapes)
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for PipelineInput<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        Self::new(shapes)
    }
}
