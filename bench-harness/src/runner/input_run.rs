//! A run on boxes or meshes from files.

use std::array;

use jostle::{Bounds, BroadPhase, Join, Pair, Pairs};

use super::{
    Error, Input, InputRequest, Load, Measurement, Mode, Progress, Report, Setup, Subject, measure,
    pool_of,
};
use crate::input::elements::{Elements, SweptElements};

/// A run on boxes or meshes from files.
#[derive(Debug)]
pub struct InputRun {
    request: InputRequest,
    input: Input,
}

impl InputRun {
    /// Reads the files.
    ///
    /// # Errors
    /// Those of [`Input::read`].
    pub fn read(request: InputRequest) -> Result<Self, Error> {
        let input = Input::read(&request)?;
        Ok(Self { request, input })
    }

    /// Runs the broad phase for `frames` frames, on a pool of its own.
    ///
    /// Where `list` is given, the pairs of the last frame end there in canonical order, however
    /// many they are. Otherwise they are forgotten.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames, or the broad phase refuses.
    pub fn run(
        &mut self,
        setup: &Setup,
        frames: u32,
        list: Option<&mut Pairs>,
        progress: &dyn Progress,
    ) -> Result<Report, Error> {
        let pool = pool_of(setup.threads)?;
        let (kind, level) = (setup.broad_phase, setup.level);
        let run = Run { frames, list, progress };
        let measured = pool.install(|| match &mut self.input {
            Input::Two(boxes) => run.measure(&mut *kind.two(level), boxes),
            Input::Three(boxes) => run.measure(&mut *kind.three(level), boxes),
            Input::Swept(elements) => run.measure(&mut *kind.three(level), elements),
        })?;
        let (dim, shapes) = (self.input.dim(), self.input.shapes());
        Ok(Report::new(self.subject(&measured), dim, shapes, frames, setup, &measured))
    }

    fn subject(&self, measured: &Measurement) -> Subject {
        let swept = matches!(self.input, Input::Swept(_));
        let elements = match self.request.elements {
            Some(Elements::Edges) => "edges",
            Some(Elements::VertexFace) => "vertex-face",
            Some(Elements::Faces) | None => "faces",
        };
        Subject::Inputs {
            inputs: self.request.paths.iter().map(|path| path.display().to_string()).collect(),
            elements: swept.then_some(elements),
            sharing_a_vertex: measured.dropped,
        }
    }
}

/// A run, whatever the dimension.
struct Run<'a> {
    frames: u32,
    list: Option<&'a mut Pairs>,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn measure<const D: usize>(
        self,
        phase: &mut dyn BroadPhase<D>,
        load: &mut dyn Load<D>,
    ) -> Result<Measurement, Error> {
        let mode = match self.list {
            Some(_) => Mode::Collected,
            None => Mode::choose(phase, &load.join()?, None)?,
        };
        let (mut forgotten, wanted) = (Pairs::new(), self.list.is_some());
        let pairs = self.list.unwrap_or(&mut forgotten);
        let measured = measure(phase, load, self.frames, mode, pairs, self.progress)?;
        if wanted {
            pairs.sort_canonical()?;
        }
        Ok(measured)
    }
}

impl Load<3> for SweptElements {
    fn step(&mut self) {}

    fn join(&self) -> Result<Join<'_, 3>, jostle::Error> {
        let all = self.boxes.len();
        let rows = |begin: usize, end: usize| {
            Bounds::from_columns(
                array::from_fn(|axis| &self.boxes.min[axis][begin..end]),
                array::from_fn(|axis| &self.boxes.max[axis][begin..end]),
            )
        };
        Ok(match self.split {
            None => Join::within(rows(0, all)?),
            Some(split) => Join::between(rows(0, split)?, rows(split, all)?),
        })
    }

    fn retain(&self, pairs: &mut [Pair]) -> usize {
        let offset = self.split.unwrap_or(0) as u32;
        let mut kept = 0;
        for index in 0..pairs.len() {
            let pair = pairs[index];
            if !self.shares_vertex(pair.a, offset + pair.b) {
                pairs[kept] = pair;
                kept += 1;
            }
        }
        kept
    }
}
