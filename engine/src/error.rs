//! Everything that can go wrong, in one enum.

use std::fmt;

use jostle_kernels::LevelError;

/// Why a call was refused. Nothing was changed and no pair was lost.
///
/// A bad *shape* among good ones is not an error: it is [quarantined](crate::Quarantined) and the
/// answer for all others stands.
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
    /// More queries in a batch than there are numbers for.
    TooManyQueries {
        /// Queries in the batch.
        queries: usize,
    },
    /// The memory for a buffer could not be had.
    OutOfMemory {
        /// What the buffer is for.
        what: &'static str,
        /// Its size in bytes.
        bytes: usize,
    },
    /// The SIMD level asked for through the environment is unknown or not available.
    Level(LevelError),
}

/// What is wrong with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryFault {
    /// An origin, a centre or a point that is not finite.
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
            Self::TooManyQueries { queries } => {
                write!(f, "{queries} queries in one batch, which takes at most {}", u32::MAX)
            }
            Self::OutOfMemory { what, bytes } => write!(
                f,
                "no memory for {what} ({bytes} bytes): stream or count the pairs, or split the set"
            ),
            Self::Level(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<LevelError> for Error {
    fn from(error: LevelError) -> Self {
        Self::Level(error)
    }
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

/// Makes room for `capacity` entries in all, and an eighth more where it has to allocate, so that
/// sizes which waver from frame to frame stop allocating.
pub(crate) fn reserve<T>(
    buffer: &mut Vec<T>,
    capacity: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.capacity() < capacity {
        let generous = capacity.saturating_add(capacity / 8);
        let additional = generous - buffer.len();
        buffer.try_reserve_exact(additional).map_err(|_| Error::OutOfMemory {
            what,
            bytes: generous.saturating_mul(size_of::<T>()),
        })?;
    }
    Ok(())
}
