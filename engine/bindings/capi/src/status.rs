//! What a call says: a status, and a text for the thread that called.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    ffi::{CStr, c_char},
    fmt::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Once,
};

use jostle::Error;

use crate::{environment::Environment, library::log};

/// Whether a call did what it was asked for, `JST_OK`, or why not.
pub type jst_status = i32;

/// The call did what it was asked for.
pub const JST_OK: jst_status = 0;
/// A pointer that has to point to something is null.
pub const JST_ERROR_NULL: jst_status = 1;
/// A number, an enum or a setting is none that is allowed.
pub const JST_ERROR_ARGUMENT: jst_status = 2;
/// Arrays that belong together have different lengths.
pub const JST_ERROR_LENGTH: jst_status = 3;
/// A pointer or a stride is not a multiple of what it points to, or an array ends behind the
/// addresses that there are.
pub const JST_ERROR_LAYOUT: jst_status = 4;
/// What should be an object is none, is one of another type, or was destroyed.
pub const JST_ERROR_OBJECT: jst_status = 5;
/// The handle is of no shape, or of one that was removed.
pub const JST_ERROR_HANDLE: jst_status = 6;
/// Another thread uses the object, or this one does and calls it from a callback.
pub const JST_ERROR_BUSY: jst_status = 7;
/// There is not enough memory.
pub const JST_ERROR_MEMORY: jst_status = 8;
/// More than a limit allows.
pub const JST_ERROR_LIMIT: jst_status = 9;
/// The caller's array is too short for what was found.
pub const JST_ERROR_ROOM: jst_status = 10;
/// The struct is of a later version of the header than the library, and says something that the
/// library does not know.
pub const JST_ERROR_VERSION: jst_status = 11;
/// The callback asked to stop.
pub const JST_ERROR_CANCELLED: jst_status = 12;
/// A fault of the library: a panic was caught. The object it happened to is as good as before.
pub const JST_ERROR_PANIC: jst_status = 13;
/// The bytes are no snapshot.
pub const JST_ERROR_SNAPSHOT: jst_status = 14;
/// There was no step that this could be about.
pub const JST_ERROR_NO_STEP: jst_status = 15;

/// Why a call did nothing.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An argument is null.
    Null(&'static str),
    /// Something about an argument, by its name.
    Argument(&'static str, &'static str),
    /// An array that does not lie as it should.
    Layout(&'static str),
    /// No object of a type, by the name of the type.
    Object(&'static str),
    Busy,
    Memory(&'static str),
    /// An array that has no room for all that goes there.
    Room(&'static str),
    Version(&'static str),
    Cancelled,
    Engine(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl Fault {
    /// What is said of dimensions that are none.
    pub(crate) const DIMENSIONS: Self = Self::Argument("dimensions", "are neither 2 nor 3");

    fn status(&self) -> jst_status {
        match self {
            Self::Null(_) => JST_ERROR_NULL,
            Self::Argument(..) => JST_ERROR_ARGUMENT,
            Self::Layout(_) => JST_ERROR_LAYOUT,
            Self::Object(_) => JST_ERROR_OBJECT,
            Self::Busy => JST_ERROR_BUSY,
            Self::Memory(_) => JST_ERROR_MEMORY,
            Self::Room(_) => JST_ERROR_ROOM,
            Self::Version(_) => JST_ERROR_VERSION,
            Self::Cancelled => JST_ERROR_CANCELLED,
            Self::Engine(error) => of_engine(error),
        }
    }
}

fn of_engine(error: &Error) -> jst_status {
    match error {
        Error::Length { .. } => JST_ERROR_LENGTH,
        Error::Layout { .. } => JST_ERROR_LAYOUT,
        Error::StaleHandle { .. } | Error::NotInStep { .. } => JST_ERROR_HANDLE,
        Error::TooMany { .. }
        | Error::TooManyQueries { .. }
        | Error::TooManyPairs { .. }
        | Error::TooManyPoints { .. }
        | Error::TooManyNeighbors { .. }
        | Error::Limit { .. } => JST_ERROR_LIMIT,
        Error::OutOfMemory { .. } => JST_ERROR_MEMORY,
        Error::Snapshot { .. } => JST_ERROR_SNAPSHOT,
        Error::NoStep | Error::OtherStep { .. } => JST_ERROR_NO_STEP,
        Error::Batch { error, .. } => of_engine(error),
        _ => JST_ERROR_ARGUMENT,
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null(what) => write!(f, "{what} is null"),
            Self::Argument(what, fault) => write!(f, "{what} {fault}"),
            Self::Layout(what) => write!(
                f,
                "{what} does not lie as its type has to, has a stride that is no multiple of it, \
                 or ends behind the last address"
            ),
            Self::Object(what) => {
                write!(f, "what should be a {what} is none, or was destroyed")
            }
            Self::Busy => f.write_str("the object is used by another call"),
            Self::Memory(what) => write!(f, "there is no memory for {what}"),
            Self::Room(what) => write!(f, "there is no room for all {what}"),
            Self::Version(what) => {
                write!(f, "{what} is of a later version of the header than the library")
            }
            Self::Cancelled => f.write_str("the callback asked to stop"),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

/// A text that ends with a zero byte, in memory that is always there.
struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    const EMPTY: Self = Self { bytes: [0; 512], len: 0 };

    fn set(&mut self, what: impl fmt::Display) {
        self.len = 0;
        // A longer text is cut.
        let _ = write!(self, "{what}");
        self.bytes[self.len] = 0;
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.len() - 1 - self.len;
        let mut fits = text.len().min(room);
        while !text.is_char_boundary(fits) {
            fits -= 1;
        }
        // A zero byte would end it.
        let bytes = text.as_bytes()[..fits].iter().map(|byte| (*byte).max(1));
        self.bytes[self.len..][..fits].iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        self.len += fits;
        if fits < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

thread_local! {
    static LAST: RefCell<Text> = const { RefCell::new(Text::EMPTY) };
    /// Calls of the library that this thread is in; its own threads are in one all the time.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Why the last call of this thread that failed did so. Empty if none did; it stays until the next
/// one fails. The text is in UTF-8, of at most 511 bytes, and good until then.
#[unsafe(no_mangle)]
pub extern "C" fn jst_last_error() -> *const c_char {
    LAST.with(|last| last.borrow().bytes.as_ptr().cast())
}

/// The name of a status, as it stands in this header. It is good as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn jst_status_name(status: jst_status) -> *const c_char {
    const NAMES: [&CStr; 16] = [
        c"JST_OK",
        c"JST_ERROR_NULL",
        c"JST_ERROR_ARGUMENT",
        c"JST_ERROR_LENGTH",
        c"JST_ERROR_LAYOUT",
        c"JST_ERROR_OBJECT",
        c"JST_ERROR_HANDLE",
        c"JST_ERROR_BUSY",
        c"JST_ERROR_MEMORY",
        c"JST_ERROR_LIMIT",
        c"JST_ERROR_ROOM",
        c"JST_ERROR_VERSION",
        c"JST_ERROR_CANCELLED",
        c"JST_ERROR_PANIC",
        c"JST_ERROR_SNAPSHOT",
        c"JST_ERROR_NO_STEP",
    ];
    let name = usize::try_from(status).ok().and_then(|status| NAMES.get(status));
    name.map_or(c"no status".as_ptr(), |name| name.as_ptr())
}

/// What a thread that was started for the library has to do first.
pub(crate) fn enter_thread() {
    CALLS.set(1);
}

/// Makes panics silent that happen in a call: whoever called is told.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if CALLS.get() == 0 {
                others(panic);
            }
        }));
    });
}

/// Counts a call as long as it takes.
struct Calling;

impl Calling {
    fn begin() -> Self {
        CALLS.set(CALLS.get() + 1);
        Self
    }
}

impl Drop for Calling {
    fn drop(&mut self) {
        CALLS.set(CALLS.get() - 1);
    }
}

/// Does what a call is for: in the floating-point environment that the engine takes for granted,
/// without a panic that leaves the library.
pub(crate) fn call(work: impl FnOnce() -> Result<(), Fault>) -> jst_status {
    hush();
    let _calling = Calling::begin();
    let environment = Environment::enter();
    let done = catch_unwind(AssertUnwindSafe(work));
    // The caller's environment is back before the caller hears of it.
    drop(environment);
    match done {
        Ok(Ok(())) => JST_OK,
        Ok(Err(fault)) => failed(&fault),
        Err(panic) => failed_by(JST_ERROR_PANIC, said(&*panic)),
    }
}

/// Notes why a call failed.
pub(crate) fn failed(fault: &Fault) -> jst_status {
    failed_by(fault.status(), fault)
}

fn failed_by(status: jst_status, what: impl fmt::Display) -> jst_status {
    let text = LAST.with(|last| {
        let mut last = last.borrow_mut();
        last.set(what);
        last.bytes.as_ptr().cast()
    });
    log(status, text);
    status
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}
