//! Everything that can go wrong, in one enum.

use std::fmt;

use jostle_kernels::{SimdLevelError, shape::MAX_VERTICES};

use crate::{Handle, shape::ShapeKind, validate::InvalidReason};

/// Why a call was refused. Nothing was changed and no pair was lost.
///
/// A bad *shape* among good ones is not an error: it is
/// [quarantined](crate::validate::InvalidShape) and the answer for all others stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A slice has another length than those it belongs to.
    Length {
        /// The slice, by its name in the call.
        what: &'static str,
        /// Entries it should have.
        expected: usize,
        /// Entries it has.
        found: usize,
    },
    /// A field does not lie within the records, or not at a multiple of four bytes.
    Layout {
        /// The field, by its name in the call.
        what: &'static str,
        /// Byte offset of the field in the record.
        offset: usize,
        /// Size of a record in bytes.
        record: usize,
    },
    /// More boxes than ids.
    TooMany {
        /// Boxes in all sets of the call.
        boxes: usize,
        /// Most boxes in a call.
        limit: usize,
    },
    /// A query that cannot be answered.
    Query {
        /// What is wrong with it.
        fault: QueryFault,
        /// Its index in the batch.
        index: usize,
    },
    /// A pair that refers to a shape that is not there.
    NoShape {
        /// The number of the pair in the list.
        pair: usize,
        /// The index that it has.
        index: u32,
        /// Number of shapes that there are.
        shapes: usize,
    },
    /// A pair of a shape with itself.
    OneShape {
        /// The number of the pair in the list.
        pair: usize,
        /// The index of the shape.
        index: u32,
    },
    /// More queries in a batch than there are numbers for.
    TooManyQueries {
        /// Queries in the batch.
        queries: usize,
    },
    /// A list of pairs that is not in canonical order, or has a pair twice.
    NotCanonical {
        /// The list, by its name in the call.
        what: &'static str,
        /// The place of the first pair that does not lie behind the one before it.
        index: usize,
    },
    /// More pairs in a list than there are numbers for.
    TooManyPairs {
        /// Pairs in the list.
        pairs: usize,
    },
    /// More points than there are numbers for.
    TooManyPoints {
        /// Points in the call.
        points: usize,
        /// Most points in a call.
        limit: usize,
    },
    /// More neighbors in all lists together than were allowed.
    TooManyNeighbors {
        /// How many they are.
        neighbors: u64,
        /// How many they may be.
        limit: u64,
    },
    /// A radius or a skin that is negative, NaN, or so large that their sum is infinite.
    Reach {
        /// Which of them.
        what: &'static str,
    },
    /// A periodic axis that is none, or is too short for what is to be found.
    Period {
        /// The axis.
        axis: usize,
        /// What is wrong with it.
        fault: PeriodFault,
    },
    /// A shape that is none.
    Shape {
        /// Its kind.
        kind: ShapeKind,
        /// What is wrong with it.
        fault: ShapeFault,
    },
    /// A mesh that is none.
    Mesh {
        /// What is wrong with it.
        fault: MeshFault,
    },
    /// A pose of a mesh that is none.
    Pose {
        /// What is wrong with it.
        reason: InvalidReason,
    },
    /// A box to keep or to ask for that is none, or whose size is not finite where it has to be.
    Box {
        /// What is wrong with it.
        reason: InvalidReason,
    },
    /// An origin of a large world that is not finite.
    Origin {
        /// The axis on which it is not.
        axis: usize,
    },
    /// A looseness of a quadtree that is below 1, infinite or NaN.
    Looseness,
    /// A motion that is none.
    Motion {
        /// What is wrong with it.
        reason: InvalidReason,
    },
    /// A window of time whose end is negative or NaN.
    Window,
    /// What a handle named was removed.
    StaleHandle {
        /// The handle.
        handle: Handle,
    },
    /// An entry of a batch was refused.
    Batch {
        /// The index of the first such entry.
        index: usize,
        /// Why.
        error: Box<Error>,
    },
    /// A snapshot that is none, or damaged.
    Snapshot {
        /// What is wrong with it.
        what: &'static str,
    },
    /// More than a [limit](crate::pipeline::StepLimits) that the user has set.
    Limit {
        /// What is limited.
        what: &'static str,
        /// How much of it is needed.
        needed: u64,
        /// How much of it is allowed.
        limit: u64,
    },
    /// The memory for a buffer could not be had.
    OutOfMemory {
        /// What the buffer is for.
        what: &'static str,
        /// Its size in bytes.
        bytes: usize,
    },
    /// The SIMD level asked for through the environment is unknown or not available.
    SimdLevel(SimdLevelError),
}

/// What is wrong with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryFault {
    /// An origin, a center or a point that is not finite.
    Position,
    /// A direction that is not finite.
    Direction,
    /// Times of which the first is negative, infinite or behind the last, or a NaN.
    Times,
    /// A box with a NaN or with a minimum above its maximum.
    Box,
    /// A radius or distance that is negative or NaN.
    Radius,
}

impl fmt::Display for QueryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "its position is not finite",
            Self::Direction => "its direction is not finite",
            Self::Times => "its times are negative, out of order, NaN, or begin at infinity",
            Self::Box => "its box has a NaN, or a minimum above the maximum",
            Self::Radius => "its radius is negative or NaN",
        })
    }
}

/// What is wrong with a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeFault {
    /// A number that it cannot have.
    Value(InvalidReason),
    /// A polygon with fewer than three vertices.
    TooFewVertices {
        /// Vertices it has.
        found: usize,
    },
    /// A polygon with more vertices than fit.
    TooManyVertices {
        /// Vertices it has.
        found: usize,
    },
    /// A polygon whose vertices lie on one line.
    Flat,
    /// A polygon that is not convex, or goes around more than once.
    NotConvex,
    /// A kind of shape that does not exist in this dimension.
    Dimension,
    /// Another kind than that of the shape it was to replace.
    OtherKind {
        /// The kind of the shape to be replaced.
        kept: ShapeKind,
    },
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(reason) => reason.fmt(f),
            Self::TooFewVertices { found } => write!(f, "{found} vertices, which takes at least 3"),
            Self::TooManyVertices { found } => {
                write!(f, "{found} vertices, which takes at most {MAX_VERTICES}: split it")
            }
            Self::Flat => f.write_str("all vertices on one line: use a capsule of radius 0"),
            Self::NotConvex => f.write_str("not convex: split it"),
            Self::Dimension => f.write_str("no such kind in this dimension"),
            Self::OtherKind { kept } => {
                write!(f, "the shape to replace is a {kept}: remove it and insert the other one")
            }
        }
    }
}

/// What is wrong with a periodic axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodFault {
    /// An end is not finite, or the low one is not below the high one.
    Ends,
    /// It is not longer than twice the radius and the skin together, so that a point could have two
    /// images of one and the same neighbor.
    TooShort {
        /// As many copies of the system along the axis, one behind the other, are long enough.
        copies: u64,
    },
}

impl fmt::Display for PeriodFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends => f.write_str("its ends are not finite, or out of order"),
            Self::TooShort { copies } => write!(
                f,
                "it has to be longer than twice the radius plus the skin: make these smaller, or repeat \
                 the system {copies} times along the axis"
            ),
        }
    }
}

/// What is wrong with a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshFault {
    /// A vertex that is not finite.
    Vertex {
        /// Its index.
        index: usize,
    },
    /// A triangle with a corner that is not there.
    NoVertex {
        /// The index of the triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: u32,
        /// Number of vertices that there are.
        vertices: usize,
    },
    /// More triangles than a tree can number.
    TooManyTriangles {
        /// Triangles that there are.
        triangles: usize,
        /// Most triangles of a mesh.
        limit: usize,
    },
}

impl fmt::Display for MeshFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex { index } => write!(f, "vertex {index} is not finite"),
            Self::NoVertex { triangle, vertex, vertices } => {
                write!(f, "triangle {triangle} names vertex {vertex} of {vertices}")
            }
            Self::TooManyTriangles { triangles, limit } => {
                write!(f, "{triangles} triangles, which takes at most {limit}: split it")
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { what, expected, found } => {
                write!(f, "'{what}' has {found} entries where {expected} are needed")
            }
            Self::Layout { what, offset, record } => write!(
                f,
                "field '{what}' at byte {offset} does not lie in a record of {record} bytes at a \
                 multiple of 4"
            ),
            Self::TooMany { boxes, limit } => {
                write!(f, "{boxes} boxes in one call, which takes at most {limit}: split the set")
            }
            Self::Query { fault, index } => write!(f, "query {index} cannot be asked: {fault}"),
            Self::NoShape { pair, index, shapes } => {
                write!(f, "pair {pair} refers to shape {index} of a set of {shapes}")
            }
            Self::OneShape { pair, index } => {
                write!(f, "pair {pair} is of shape {index} with itself")
            }
            Self::TooManyQueries { queries } => {
                write!(f, "{queries} queries in one batch, which takes at most {}", u32::MAX)
            }
            Self::NotCanonical { what, index } => {
                write!(f, "{what} are not in canonical order: that of place {index} is out of it")
            }
            Self::TooManyPairs { pairs } => {
                write!(f, "{pairs} pairs in one list, which takes at most {}", u32::MAX - 1)
            }
            Self::TooManyPoints { points, limit } => {
                write!(f, "{points} points in one call, which takes at most {limit}: split the set")
            }
            Self::TooManyNeighbors { neighbors, limit } => write!(
                f,
                "{neighbors} neighbors in all, where at most {limit} are allowed: raise the limit, or \
                 make the radius or the skin smaller"
            ),
            Self::Reach { what } => {
                write!(f, "the {what} is negative, infinite or NaN, or too large for the other one")
            }
            Self::Period { axis, fault } => write!(f, "bad period on axis {axis}: {fault}"),
            Self::Shape { kind, fault } => write!(f, "bad {kind}: {fault}"),
            Self::Mesh { fault } => write!(f, "bad mesh: {fault}"),
            Self::Pose { reason } => write!(f, "bad pose: {reason}"),
            Self::Box { reason } => write!(f, "bad box: {reason}"),
            Self::Origin { axis } => write!(f, "the origin is infinite or NaN on axis {axis}"),
            Self::Looseness => f.write_str("the looseness is below 1, infinite or NaN"),
            Self::Motion { reason } => write!(f, "bad motion: {reason}"),
            Self::Window => f.write_str("the window of time ends at a negative number or NaN"),
            Self::StaleHandle { handle } => write!(
                f,
                "what handle {} (generation {}) named was removed",
                handle.slot(),
                handle.generation()
            ),
            Self::Batch { index, error } => write!(f, "entry {index} of the batch: {error}"),
            Self::Snapshot { what } => write!(f, "bad snapshot: {what}"),
            Self::Limit { what, needed, limit } => {
                write!(f, "{needed} {what} are needed, of which the limit allows {limit}")
            }
            Self::OutOfMemory { what, bytes } => write!(
                f,
                "no memory for {what} ({bytes} bytes): stream or count the pairs, or split the set"
            ),
            Self::SimdLevel(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<SimdLevelError> for Error {
    fn from(error: SimdLevelError) -> Self {
        Self::SimdLevel(error)
    }
}

/// Makes sure that columns are of one length.
pub(crate) fn same_length(
    what: &'static str,
    expected: usize,
    columns: &[&[f32]],
) -> Result<(), Error> {
    match columns.iter().find(|column| column.len() != expected) {
        Some(wrong) => Err(Error::Length { what, expected, found: wrong.len() }),
        None => Ok(()),
    }
}

/// Makes sure that a `u32` can number so many.
pub(crate) fn countable(len: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    if len > limit { Err(Error::TooMany { boxes: len, limit }) } else { Ok(()) }
}

/// Grows `buffer` to at least `len` entries, or says why not. Never shrinks it.
pub(crate) fn grow<T: Clone + Default>(
    buffer: &mut Vec<T>,
    len: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.len() < len {
        reserve(buffer, len, what)?;
        buffer.resize(len, T::default());
    }
    Ok(())
}

/// Entries that short lists waver by.
const FEWEST_SPARE: usize = 32;

/// Makes room for `capacity` entries in all, and an eighth more where it has to allocate, some at
/// least, so that sizes which waver from frame to frame stop allocating.
pub(crate) fn reserve<T>(
    buffer: &mut Vec<T>,
    capacity: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.capacity() < capacity {
        let generous = capacity.saturating_add((capacity / 8).max(FEWEST_SPARE));
        let additional = generous - buffer.len();
        buffer.try_reserve_exact(additional).map_err(|_| Error::OutOfMemory {
            what,
            bytes: generous.saturating_mul(size_of::<T>()),
        })?;
    }
    Ok(())
}

/// Makes `buffer` hold `len` items. What it held before stays: all that is computed is written
/// over.
pub(crate) fn resize<T: Copy>(
    buffer: &mut Vec<T>,
    len: usize,
    value: T,
    what: &'static str,
) -> Result<(), Error> {
    buffer.truncate(len);
    reserve(buffer, len, what)?;
    buffer.resize(len, value);
    Ok(())
}

/// Makes room for one entry more. Grows by doubling: entries may come one by one.
pub(crate) fn reserve_one<T>(buffer: &mut Vec<T>, what: &'static str) -> Result<(), Error> {
    reserve_more(buffer, 1, what)
}

/// Makes room for some entries more. Grows by doubling at least.
pub(crate) fn reserve_more<T>(
    buffer: &mut Vec<T>,
    more: usize,
    what: &'static str,
) -> Result<(), Error> {
    let bytes = (buffer.len() + buffer.len().max(more)).saturating_mul(size_of::<T>());
    buffer.try_reserve(more).map_err(|_| Error::OutOfMemory { what, bytes })
}
