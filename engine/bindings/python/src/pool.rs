//! Where work is done: on the threads of a pool, without the interpreter's lock, until it is done
//! or the user interrupts it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, mpsc},
    time::Duration,
};

use jostle::cancel::CancelToken;
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Fault;

/// How long signals wait at most until Python handles them.
const PATIENCE: Duration = Duration::from_millis(50);

/// The pools of a process by their number of threads; 0 for as many as it has processors. A child
/// that was forked has none of the threads of its parent's pools.
static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let key = (std::process::id(), threads.unwrap_or(0));
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&key) {
        return Ok(pool.clone());
    }
    let builder = ThreadPoolBuilder::new().num_threads(key.1);
    let pool = builder
        .thread_name(|number| format!("jostle {number}"))
        .build()
        .map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?;
    let pool = Arc::new(pool);
    pools.insert(key, pool.clone());
    Ok(pool)
}

/// How many threads work where so many are asked for.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<usize> {
    Ok(pool(threads)?.current_num_threads())
}

/// Does work on so many threads, while others run Python. Signals are handled meanwhile: where that
/// fails, as it does for Ctrl-C, the work is interrupted, and what failed is the result.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&CancelToken) -> Result<R, Fault> + Send,
) -> PyResult<R> {
    let pool = pool(threads)?;
    let cancel = CancelToken::new();
    let (result, raised) = py.detach(|| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let mut raised = None;
        let result = pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                // Nobody listens only where this thread panicked.
                let _ = sender.send(work(&cancel));
            });
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(result) => return Some(result),
                    Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    cancel.set();
                    raised = Some(error);
                }
            }
        });
        (result, raised)
    });
    if let Some(error) = raised {
        return Err(error);
    }
    // A panic of the work is passed on by the scope before this.
    let result = result.ok_or_else(|| PyRuntimeError::new_err("the work has no result"))?;
    result.map_err(PyErr::from)
}
