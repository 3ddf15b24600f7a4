//! Geometry that many shapes share: kept once, and known by number in their columns.

use std::{collections::HashMap, sync::Arc};

use jostle_kernels::shape::{Polyhedron, PolyhedronFault};

use super::{Mark, Parts, ShapeKind, arrivals::Arrivals, table::ShapeTable, value::Shape};
use crate::{
    Error,
    error::ShapeFault,
    memory::{grow_filled, reserve, reserve_one, try_collected},
    snapshot::GeometryState,
    validate::InvalidReason,
};

/// What the shapes of a set share, by the numbers in their columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry<const D: usize> {
    pub(super) parts: Shared<Parts<D>>,
    pub(super) polyhedra: Shared<Polyhedron>,
}

impl<const D: usize> Geometry<D> {
    /// Takes all down. Polyhedra of parts have numbers of their own there, so that those of hulls
    /// are the same in what is restored, also those that are given out later.
    pub(super) fn state(&self) -> GeometryState {
        let mut of_parts = Self::default();
        let parts = self.parts.list().iter();
        let parts = parts.map(|parts| parts.state(&mut of_parts)).collect();
        let vertices = |of: &Arc<Polyhedron>| of.vertices().flatten().collect();
        let polyhedra =
            [self, &of_parts].map(|of| of.polyhedra.list().iter().map(vertices).collect());
        let [polyhedra, polyhedra_of_parts] = polyhedra;
        GeometryState { polyhedra, polyhedra_of_parts, parts }
    }

    /// That of a snapshot.
    pub(super) fn of_state(state: &GeometryState) -> Result<Self, Error> {
        let polyhedra = |of: &[Vec<f32>]| {
            let polyhedra = of.iter().map(|vertices| polyhedron_of(vertices));
            Shared::of_list(try_collected(polyhedra, WHAT)?)
        };
        let of_parts = Self { polyhedra: polyhedra(&state.polyhedra_of_parts)?, ..Self::default() };
        let parts = state.parts.iter().map(|state| Parts::of_state(state, &of_parts).map(Arc::new));
        let parts = Shared::of_list(try_collected(parts, WHAT)?)?;
        Ok(Self { polyhedra: polyhedra(&state.polyhedra)?, parts })
    }

    /// Whether a shape has geometry that is not there yet.
    pub(super) fn lacks(&self, shape: &Shape<D>) -> bool {
        match shape {
            Shape::Composite(composite) => !self.parts.has(&composite.parts),
            Shape::Hull(hull) => !self.polyhedra.has(&hull.polyhedron),
            _ => false,
        }
    }

    /// Notes what shapes consisted of when they came in, as far as that may be needed.
    pub(super) fn note_arrivals(&mut self, arrivals: &Arrivals) -> Result<(), Error> {
        self.parts.note_arrivals(arrivals.last_column(ShapeKind::Composite))?;
        self.polyhedra.note_arrivals(arrivals.last_column(ShapeKind::Hull))
    }

    /// Notes what shapes consist of in a step: the next one looks at them as they are now.
    pub(super) fn note_step(
        &mut self,
        tables: &[ShapeTable; ShapeKind::COUNT],
    ) -> Result<(), Error> {
        self.parts.note_step(&tables[ShapeKind::Composite as usize])?;
        self.polyhedra.note_step(&tables[ShapeKind::Hull as usize])
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Bytes held, without those of the pieces.
    pub(super) fn memory_bytes(&self) -> usize {
        self.parts.memory_bytes() + self.polyhedra.memory_bytes()
    }
}

/// The polyhedron of a snapshot.
fn polyhedron_of(vertices: &[f32]) -> Result<Arc<Polyhedron>, Error> {
    let fault = Error::Snapshot { what: "a polyhedron is none" };
    let (points, rest) = vertices.as_chunks();
    let made = match points {
        [a, b, c] => Polyhedron::triangle([*a, *b, *c]),
        _ => Polyhedron::hull_of(points),
    };
    let polyhedron = match made {
        Err(fault @ PolyhedronFault::OutOfMemory { .. }) => return Err(fault.into()),
        other => other.map_err(|_| fault.clone())?,
    };
    let is_whole = rest.is_empty() && polyhedron.vertices().len() == points.len();
    if is_whole { Ok(Arc::new(polyhedron)) } else { Err(fault) }
}

/// Fewest pieces of geometry that are looked at to find those that no shape has any more.
const FEWEST: usize = 64;

/// Most pieces: as many numbers as an `f32` has without a gap.
const MOST: usize = 1 << f32::MANTISSA_DIGITS;

/// What is counted here.
const WHAT: &str = "the geometry of shapes";

/// Geometry by number.
///
/// A piece is known by where it is in memory. It stays until its number is needed for another, and
/// that is once no shape has it, nor had it in the last step of the world, nor when it came in: so
/// its number is good for all copies of the columns of shapes that are still there.
#[derive(Debug)]
pub(super) struct Shared<T> {
    /// By number.
    list: Vec<Arc<T>>,
    /// The number of each piece by its address.
    numbers: HashMap<usize, u32>,
    /// Numbers that no shape had when they were last looked for.
    free: Vec<u32>,
    /// As many pieces as there were in use then.
    used: usize,
    /// Numbers of shapes as they were in the last step.
    stepped: Vec<f32>,
    /// When they were those of the column.
    mark: Option<Mark>,
    /// Numbers of shapes as they came in, as of when numbers are looked for.
    arrived: Vec<f32>,
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        let Self { list, numbers, free, used, stepped, arrived, .. } = self;
        let (list, numbers, free) = (list.clone(), numbers.clone(), free.clone());
        let (stepped, arrived) = (stepped.clone(), arrived.clone());
        Self { list, numbers, free, used: *used, stepped, mark: None, arrived }
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            numbers: HashMap::new(),
            free: Vec::new(),
            used: 0,
            stepped: Vec::new(),
            mark: None,
            arrived: Vec::new(),
        }
    }
}

/// What a piece is known by.
fn address<T>(piece: &Arc<T>) -> usize {
    Arc::as_ptr(piece) as usize
}

/// The piece with a number of a column, if that is one.
pub(super) fn piece<T>(list: &[Arc<T>], number: f32) -> Option<&Arc<T>> {
    let piece = list.get(number as usize)?;
    (number as usize as f32 == number).then_some(piece)
}

impl<T> Shared<T> {
    /// Pieces by number, as they are.
    pub(super) fn of_list(list: Vec<Arc<T>>) -> Result<Self, Error> {
        let mut shared = Self { list, ..Self::default() };
        let bytes = shared.list.len().saturating_mul(size_of::<(usize, u32)>());
        let refused = |_| Error::OutOfMemory { what: WHAT, bytes };
        shared.numbers.try_reserve(shared.list.len()).map_err(refused)?;
        shared.numbers.extend(shared.list.iter().map(address).zip(0..));
        Ok(shared)
    }

    /// All pieces, by number.
    pub(super) fn list(&self) -> &[Arc<T>] {
        &self.list
    }

    /// The number of a piece, which is added if it is not there. `column` has the numbers that are
    /// in use; without it all are. O(1) but for the search for numbers that no shape has, which is
    /// for as many pieces as have come in since the last one.
    pub(super) fn number_of(
        &mut self,
        piece: &Arc<T>,
        column: Option<&[f32]>,
    ) -> Result<f32, Error> {
        if let Some(number) = self.numbers.get(&address(piece)) {
            return Ok(*number as f32);
        }
        if let Some(column) = column
            && self.is_full()
        {
            self.find_free(column)?;
        }
        let bytes = size_of::<(usize, u32)>();
        self.numbers.try_reserve(1).map_err(|_| Error::OutOfMemory { what: WHAT, bytes })?;
        let number = if let Some(number) = self.free.pop() {
            self.list[number as usize] = piece.clone();
            number
        } else {
            if self.list.len() >= MOST {
                let what = "the numbers of the geometry of shapes";
                return Err(Error::OutOfMemory { what, bytes });
            }
            reserve_one(&mut self.list, WHAT)?;
            self.list.push(piece.clone());
            (self.list.len() - 1) as u32
        };
        self.numbers.insert(address(piece), number);
        Ok(number as f32)
    }

    /// The numbers of the pieces of rows that replace all those of `column`; `kind` is for the
    /// error of a row without a piece.
    pub(super) fn numbers_of<'p>(
        &mut self,
        kind: ShapeKind,
        pieces: impl ExactSizeIterator<Item = Option<&'p Arc<T>>>,
        column: &[f32],
    ) -> Result<Vec<f32>, Error>
    where
        T: 'p,
    {
        let fault = ShapeFault::Value(InvalidReason::NoGeometry);
        let mut numbers = Vec::new();
        reserve(&mut numbers, pieces.len(), WHAT)?;
        // Those that are given here are not in the column yet: it tells what is free but once.
        let mut in_use = Some(column);
        for piece in pieces {
            let piece = piece.ok_or(Error::Shape { kind, fault })?;
            numbers.push(self.number_of(piece, in_use.take())?);
        }
        Ok(numbers)
    }

    fn has(&self, piece: &Arc<T>) -> bool {
        self.numbers.contains_key(&address(piece))
    }

    /// Whether numbers that no shape has are looked for before the next piece comes in.
    fn is_full(&self) -> bool {
        self.free.is_empty() && self.list.len() >= 2 * self.used.max(FEWEST)
    }

    /// Notes the numbers of shapes as they came in, where numbers are about to be looked for.
    fn note_arrivals(&mut self, numbers: &[f32]) -> Result<(), Error> {
        if self.is_full() {
            self.arrived.clear();
            reserve(&mut self.arrived, numbers.len(), WHAT)?;
            self.arrived.extend_from_slice(numbers);
        }
        Ok(())
    }

    /// Notes the numbers of shapes as they are in this step.
    fn note_step(&mut self, table: &ShapeTable) -> Result<(), Error> {
        if table.numbers_log.since(self.mark).is_some_and(<[u32]>::is_empty) {
            return Ok(());
        }
        let column = table.columns().last().map_or(&[][..], Vec::as_slice);
        self.mark = None;
        self.stepped.clear();
        reserve(&mut self.stepped, column.len(), WHAT)?;
        self.stepped.extend_from_slice(column);
        self.mark = Some(table.numbers_log.mark());
        Ok(())
    }

    /// Finds the numbers that are not in use.
    fn find_free(&mut self, column: &[f32]) -> Result<(), Error> {
        let mut in_use = Vec::new();
        grow_filled(&mut in_use, self.list.len(), WHAT)?;
        for number in column.iter().chain(&self.stepped).chain(&self.arrived) {
            // Those of a step may be of another set, which was put into the world instead.
            if let Some(in_use) = in_use.get_mut(*number as usize) {
                *in_use = true;
            }
        }
        reserve(&mut self.free, in_use.iter().filter(|used| !**used).count(), WHAT)?;
        for (number, piece) in (0..).zip(&self.list) {
            if !in_use[number as usize] {
                self.free.push(number);
                self.numbers.remove(&address(piece));
            }
        }
        self.used = self.list.len() - self.free.len();
        Ok(())
    }

    /// Bytes held, without those of the pieces.
    pub(super) fn memory_bytes(&self) -> usize {
        self.list.capacity() * size_of::<Arc<T>>()
            + self.numbers.capacity() * size_of::<(usize, u32)>()
            + self.free.capacity() * size_of::<u32>()
            + (self.stepped.capacity() + self.arrived.capacity()) * size_of::<f32>()
    }
}
