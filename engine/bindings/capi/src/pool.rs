//! Threads: the library's own, or the caller's.

use std::{
    ffi::c_void,
    num::NonZero,
    sync::{Arc, Condvar, Mutex, OnceLock, PoisonError},
    thread,
};

use jostle::threads;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

use crate::{
    arrays::{Sized32, out, sized},
    environment::Environment,
    objects::{self, Object},
    status::{Fault, call, enter_thread, jst_status},
};

/// Threads that work together: `jst_pool_create`. Where a pool is asked for and `NULL` is given,
/// it is one of the library's own, with as many threads as the machine has processors, which is
/// started by the first call that needs it.
pub type jst_pool = *mut jst_pool_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_pool_s {
    _private: u8,
}

/// A function that is called on a thread of a pool, when it starts or ends.
pub type jst_thread_callback = Option<extern "C" fn(user: *mut c_void, thread: u32)>;

/// What a pool is to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_pool_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many threads: 0 for as many as the machine has processors. One that is not external is
    /// whichever thread calls: none is started, and nothing is handed over.
    pub threads: u32,
    /// 1: the caller brings the threads, each by `jst_pool_work`. A call that uses the pool waits
    /// until one of them does.
    pub external: u32,
    /// Called by each thread that the library starts, or null.
    pub start: jst_thread_callback,
    /// Called by each thread that the library ends, or null.
    pub stop: jst_thread_callback,
    /// For the two functions.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers, no functions and null.
unsafe impl Sized32 for jst_pool_def {
    const NAME: &'static str = "jst_pool_def";
}

/// What the caller wants to be given back.
pub(crate) struct User(pub(crate) *mut c_void);

// SAFETY: the library does nothing with it but give it back.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl User {
    /// What is given back: asked for by a call, so that closures have all of this.
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }
}

/// Threads, and those that are still to be brought by the caller.
#[derive(Clone)]
pub(crate) struct Pool {
    threads: Arc<Threads>,
}

impl Object for Pool {
    const TYPE: usize = 1;
    const NAME: &'static str = "jst_pool";
}

/// What objects share that use a pool.
pub(crate) struct Threads {
    /// None: the thread that calls does all work.
    pool: Option<ThreadPool>,
    /// Of a pool to which the caller brings the threads.
    wanted: Option<Arc<Wanted>>,
    /// A child that was forked has none of the threads of a pool.
    process: u32,
}

/// Threads that the pool waits for.
#[derive(Default)]
struct Wanted {
    state: Mutex<WantedState>,
    changed: Condvar,
}

#[derive(Default)]
struct WantedState {
    builders: Vec<ThreadBuilder>,
    ended: bool,
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(wanted) = &self.wanted {
            wanted.end();
        }
    }
}

impl Wanted {
    /// Tells all who wait for a place that there is none.
    fn end(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        self.changed.notify_all();
    }
}

impl Threads {
    fn new(def: &jst_pool_def) -> Result<Self, Fault> {
        let process = std::process::id();
        let threads = match def.threads as usize {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        if threads == 1 && def.external == 0 {
            return Ok(Self { pool: None, wanted: None, process });
        }
        let (start, stop) = (def.start, def.stop);
        let user = Arc::new(User(def.user));
        let users = user.clone();
        let builder = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("jostle {number}"))
            .start_handler(move |number| {
                enter_thread();
                // The thread keeps the engine's environment to its end.
                std::mem::forget(Environment::enter());
                if let Some(start) = start {
                    start(user.0, number as u32);
                }
            })
            .exit_handler(move |number| {
                if let Some(stop) = stop {
                    stop(users.0, number as u32);
                }
            });
        let refused = |_| Fault::Memory("the threads of a pool");
        if def.external == 0 {
            let pool = builder.build().map_err(refused)?;
            return Ok(Self { pool: Some(pool), wanted: None, process });
        }
        let wanted = Arc::<Wanted>::default();
        let places = wanted.clone();
        let pool = builder
            .spawn_handler(move |thread| {
                let mut state = places.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.builders.push(thread);
                Ok(())
            })
            .build()
            .map_err(refused)?;
        Ok(Self { pool: Some(pool), wanted: Some(wanted), process })
    }

    /// Runs work on the threads.
    pub(crate) fn run<R: Send>(
        &self,
        work: impl FnOnce() -> Result<R, Fault> + Send,
    ) -> Result<R, Fault> {
        let Some(pool) = &self.pool else {
            return threads::single_threaded(work);
        };
        if std::process::id() != self.process {
            return Err(Fault::Argument("the pool", "has its threads in the parent process"));
        }
        pool.install(work)
    }
}

/// The threads of a pool, or of the library's own for none.
pub(crate) fn threads_of(pool: jst_pool) -> Result<Arc<Threads>, Fault> {
    static OWN: OnceLock<Result<Arc<Threads>, ()>> = OnceLock::new();
    if !pool.is_null() {
        return objects::copy_of(pool.addr()).map(|pool: Pool| pool.threads);
    }
    let own = OWN.get_or_init(|| {
        let (size, user) = (size_of::<jst_pool_def>() as u32, std::ptr::null_mut());
        let def = jst_pool_def { size, threads: 0, external: 0, start: None, stop: None, user };
        Threads::new(&def).map(Arc::new).map_err(|_| ())
    });
    own.clone().map_err(|()| Fault::Memory("the threads of a pool"))
}

/// Does work on the library's own threads: for what belongs to no pool.
pub(crate) fn on_own_threads<R: Send>(
    work: impl FnOnce() -> Result<R, Fault> + Send,
) -> Result<R, Fault> {
    threads_of(std::ptr::null_mut())?.run(work)
}

/// Makes a pool. Destroy it with `jst_pool_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pool_create(
    def: *const jst_pool_def,
    pool: *mut jst_pool,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, pool) = unsafe { (sized(def)?, out(pool, "pool")?) };
        let threads = Arc::new(Threads::new(&def)?);
        *pool = objects::handle(Pool { threads })?;
        Ok(())
    })
}

/// Destroys a pool. Its threads end once nothing uses them any more: objects that were made with it
/// keep them.
#[unsafe(no_mangle)]
pub extern "C" fn jst_pool_destroy(pool: jst_pool) -> jst_status {
    call(|| objects::remove::<Pool>(pool.addr()).map(drop))
}

/// How many threads a pool has.
///
/// # Safety
/// There is room for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pool_threads(pool: jst_pool, threads: *mut u32) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let threads = unsafe { out(threads, "threads") }?;
        let pool = threads_of(pool)?;
        *threads = pool.pool.as_ref().map_or(1, ThreadPool::current_num_threads) as u32;
        Ok(())
    })
}

/// Makes the calling thread one of a pool's, which has to be `external`, until the pool and all
/// that use it are destroyed. Where the pool has all of its threads, it waits for that as well.
#[unsafe(no_mangle)]
pub extern "C" fn jst_pool_work(pool: jst_pool) -> jst_status {
    call(|| {
        // Not the threads themselves: they end once nobody has them.
        let wanted = threads_of(pool)?.wanted.clone();
        let wanted = wanted.ok_or(Fault::Argument("the pool", "is not external"))?;
        let mut state = wanted.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(thread) = state.builders.pop() {
                drop(state);
                thread.run();
                return Ok(());
            }
            if state.ended {
                return Ok(());
            }
            state = wanted.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    })
}
