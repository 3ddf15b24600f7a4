//! Which shapes of a world count for questions.

use std::ffi::c_void;

use jostle::{
    Error, World,
    query::{QueryFilter, ShapeQueries},
};

use super::{JST_NO_HANDLE, answers::handle_of, jst_handle, named};
use crate::{
    arrays::{Sized32, optional_array, sized_or_none},
    pool::User,
    status::Fault,
};

/// Says whether a shape counts for questions: 1 if it does. It is called on all threads of the
/// pool, and does not call the world.
pub type jst_shape_callback = Option<extern "C" fn(user: *mut c_void, handle: jst_handle) -> i32>;

/// Sensors do not count.
pub const JST_QUERY_WITHOUT_SENSORS: u32 = 1;
/// Only what is static, or sleeps, counts.
pub const JST_QUERY_ONLY_RESTING: u32 = 2;
/// Only what moves counts.
pub const JST_QUERY_ONLY_MOVING: u32 = 4;

/// Which shapes count for questions: all, less what each field leaves out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_query_filter {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// As if the question were a shape of these categories, where one of the two is not 0.
    pub category: u32,
    /// As if it were one that touches these.
    pub mask: u32,
    /// As if it were one of this group.
    pub group: i32,
    /// `JST_QUERY_` and so on, added up.
    pub flags: u32,
    /// For each question a shape that does not count, or `JST_NO_HANDLE`; or null.
    pub without: *const jst_handle,
    /// Which shapes count, or null.
    pub accept: jst_shape_callback,
    /// For the callback.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers, null and no function.
unsafe impl Sized32 for jst_query_filter {
    const NAME: &'static str = "jst_query_filter";
}

/// A filter of the caller's, checked.
pub(super) struct Wanted<'a> {
    of_all: QueryFilter<'static>,
    without: Option<&'a [jst_handle]>,
    accept: jst_shape_callback,
    user: User,
}

impl<'a> Wanted<'a> {
    /// A filter, which may be null, for so many questions.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    pub(super) unsafe fn of(
        filter: *const jst_query_filter,
        questions: usize,
    ) -> Result<Self, Fault> {
        // SAFETY: the caller's promise; zeros are a value.
        let (given, without) = unsafe {
            let given = sized_or_none(filter)?.unwrap_or_else(|| std::mem::zeroed());
            (given, optional_array(given.without, questions, "without")?)
        };
        let mut of_all = QueryFilter::new().with_group(given.group);
        if given.category != 0 || given.mask != 0 {
            of_all = of_all.with_category(given.category).with_mask(given.mask);
        }
        let mut flags = given.flags;
        let mut take = |flag: u32| {
            let is_set = flags & flag != 0;
            flags &= !flag;
            is_set
        };
        if take(JST_QUERY_WITHOUT_SENSORS) {
            of_all = of_all.without_sensors();
        }
        if take(JST_QUERY_ONLY_RESTING) {
            of_all = of_all.only_static();
        }
        if take(JST_QUERY_ONLY_MOVING) {
            of_all = of_all.only_moving();
        }
        if flags != 0 {
            return Err(Fault::Argument("flags", "are none of those that there are"));
        }
        Ok(Self { of_all, without, accept: given.accept, user: User(given.user) })
    }

    /// Asks the shapes of a world.
    pub(super) fn ask<const D: usize, R>(
        &self,
        world: &World<D>,
        work: impl for<'f> FnOnce(
            &ShapeQueries<'_, D>,
            &(dyn Fn(usize) -> QueryFilter<'f> + Sync),
        ) -> Result<R, Error>,
    ) -> Result<R, Fault> {
        let accepts = self.accept.map(|accept| {
            move |index: u32| accept(self.user.pointer(), handle_of(world, index)) != 0
        });
        let of_all = match &accepts {
            None => self.of_all,
            Some(accepts) => self.of_all.accepting(accepts),
        };
        let of_question = |question: usize| {
            let handle = self.without.map_or(JST_NO_HANDLE, |without| without[question]);
            // What is gone is not found anyway.
            world.index(named(handle)).map_or(of_all, |index| of_all.without(index))
        };
        Ok(work(&world.queries()?, &of_question)?)
    }
}
