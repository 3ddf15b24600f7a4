//! Why a call was refused.

use std::fmt;

use jostle_kernels::shape::PolyhedronFault;

use super::{MeshFault, PeriodFault, QueryFault, ShapeFault, invalid::InvalidReason};
use crate::{Handle, shape::ShapeKind};

/// Why a call was refused. Nothing was changed and no pair was lost.
///
/// A bad *shape* among good ones is not an error: it is
/// [left out](crate::validate::InvalidShape) and the answer for all others stands.
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
    /// A list of boxes that names one that is not there.
    NoBox {
        /// The number of the entry in the list.
        entry: usize,
        /// The index that it has.
        index: u32,
        /// Number of boxes that there are.
        boxes: usize,
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
    /// An invalid periodic axis, or one that is too short for what is to be found.
    Period {
        /// The axis.
        axis: usize,
        /// What is wrong with it.
        fault: PeriodFault,
    },
    /// An invalid shape.
    Shape {
        /// Its kind.
        kind: ShapeKind,
        /// What is wrong with it.
        fault: ShapeFault,
    },
    /// An invalid mesh.
    Mesh {
        /// What is wrong with it.
        fault: MeshFault,
    },
    /// An invalid pose of a mesh.
    Pose {
        /// What is wrong with it.
        reason: InvalidReason,
    },
    /// A box to keep or to ask for that is invalid, or whose size is not finite where it has to be.
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
    /// A setting outside of its range.
    Setting {
        /// The setting.
        what: &'static str,
        /// What it was to be.
        found: String,
        /// What it can be.
        range: &'static str,
    },
    /// An invalid motion.
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
    /// What a handle names came after the last step.
    NotInStep {
        /// The handle.
        handle: Handle,
    },
    /// No step of any shapes was made, or the last one failed.
    NoStep,
    /// Values of pairs that are not those of the step before.
    OtherStep {
        /// The number of the step that they are of.
        of_values: u64,
        /// The number of the step that the pairs are of.
        of_list: u64,
    },
    /// An entry of a batch was refused.
    Batch {
        /// The index of the first such entry.
        index: usize,
        /// Why.
        error: Box<Error>,
    },
    /// What is not a snapshot, or a damaged one.
    Snapshot {
        /// What is wrong with it.
        what: &'static str,
    },
    /// More than a [limit](crate::step::StepLimits) that the user has set.
    Limit {
        /// What is limited.
        what: &'static str,
        /// How much of it is needed.
        needed: u64,
        /// How much of it is allowed.
        limit: u64,
    },
    /// A [token](crate::cancel) was set while the call was at work.
    Cancelled,
    /// The memory for a buffer could not be had.
    OutOfMemory {
        /// What the buffer is for.
        what: &'static str,
        /// Its size in bytes.
        bytes: usize,
    },
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
                write!(f, "a call takes at most {limit} boxes, got {boxes}: split the set")
            }
            Self::Query { fault, index } => write!(f, "query {index} cannot be asked: {fault}"),
            Self::NoShape { pair, index, shapes } => {
                write!(f, "pair {pair} refers to shape {index} of a set of {shapes}")
            }
            Self::NoBox { entry, index, boxes } => {
                write!(
                    f,
                    "entry {entry} of the list is box {index}, and there are {boxes} boxes: they \
                     count from 0"
                )
            }
            Self::OneShape { pair, index } => {
                write!(f, "pair {pair} is of shape {index} with itself")
            }
            Self::TooManyQueries { queries } => {
                write!(f, "a batch takes at most {} queries, got {queries}: split it", u32::MAX)
            }
            Self::NotCanonical { what, index } => {
                write!(f, "{what} are not in canonical order at place {index}: sort them first")
            }
            Self::TooManyPairs { pairs } => {
                write!(f, "a list takes at most {} pairs, got {pairs}: split it", u32::MAX - 1)
            }
            Self::TooManyPoints { points, limit } => {
                write!(f, "a call takes at most {limit} points, got {points}: split the set")
            }
            Self::TooManyNeighbors { neighbors, limit } => write!(
                f,
                "{neighbors} neighbors were found, and at most {limit} are allowed: raise the \
                 limit, or make the radius or the skin smaller"
            ),
            Self::Reach { what } => {
                write!(
                    f,
                    "the {what} is negative, infinite or NaN, or its sum with the other one is \
                     infinite: choose finite numbers from 0 on"
                )
            }
            Self::Period { axis, fault } => write!(f, "bad period on axis {axis}: {fault}"),
            Self::Shape { kind, fault } => write!(f, "bad {kind}: {fault}"),
            Self::Mesh { fault } => write!(f, "bad mesh: {fault}"),
            Self::Pose { reason } => write!(f, "bad pose: {reason}"),
            Self::Box { reason } => write!(f, "bad box: {reason}"),
            Self::Origin { axis } => write!(f, "the origin is infinite or NaN on axis {axis}"),
            Self::Looseness => f.write_str(
                "the looseness is below 1, infinite or NaN: choose a number from 1 on, usually 2",
            ),
            Self::Setting { what, found, range } => {
                write!(f, "{what} is {found}: choose {range}")
            }
            Self::Motion { reason } => write!(f, "bad motion: {reason}"),
            Self::Window => f.write_str(
                "the window of time ends at a negative number or NaN: choose a time from 0 on, or \
                 infinity",
            ),
            Self::StaleHandle { handle } => write!(
                f,
                "handle {} (generation {}) is stale: its shape was removed",
                handle.slot(),
                handle.generation()
            ),
            Self::NotInStep { handle } => write!(
                f,
                "the shape of handle {} (generation {}) was not in the last step: step first",
                handle.slot(),
                handle.generation()
            ),
            Self::NoStep => f.write_str(
                "no step was made, or the last one failed or was of no shapes: step first",
            ),
            Self::OtherStep { of_values, of_list } => write!(
                f,
                "the values are of step {of_values} of a list, and the pairs of step {of_list} of \
                 it or of another: update values after each step, by one list, or begin anew",
            ),
            Self::Batch { index, error } => write!(f, "entry {index} of the batch: {error}"),
            Self::Snapshot { what } => write!(f, "bad snapshot: {what}"),
            Self::Limit { what, needed, limit } => {
                write!(f, "the step needs {needed} {what}, and the limit allows {limit}")
            }
            Self::Cancelled => f.write_str("the call was cancelled"),
            Self::OutOfMemory { what, bytes } => write!(
                f,
                "no memory for {what} ({bytes} bytes): stream or count the pairs, or split the set"
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<PolyhedronFault> for Error {
    fn from(fault: PolyhedronFault) -> Self {
        match fault {
            PolyhedronFault::OutOfMemory { bytes } => {
                Self::OutOfMemory { what: "a polyhedron", bytes }
            }
            fault => Self::Shape { kind: ShapeKind::Hull, fault: ShapeFault::Polyhedron(fault) },
        }
    }
}

/// Makes sure that a setting is in its range, which is told as `choose`.
pub(crate) fn check_setting<T: PartialOrd + fmt::Display>(
    what: &'static str,
    found: T,
    range: std::ops::RangeInclusive<T>,
    choose: &'static str,
) -> Result<(), Error> {
    // No range has a NaN in it.
    if range.contains(&found) {
        return Ok(());
    }
    Err(Error::Setting { what, found: found.to_string(), range: choose })
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
