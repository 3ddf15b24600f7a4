//! Which threads steps run on.

#[cfg(feature = "parallel")]
use std::sync::Arc;

/// Which threads a step runs on.
///
/// The engine's threads are those of a rayon pool: rayon cannot run on the pools of Bevy. While a
/// step runs, the thread of its system waits, and the others of Bevy may run other systems. So
/// where other systems work hard beside it, give the two pools as many threads as there are
/// together. The copies before the step run on Bevy's own pool.
#[derive(Clone, Default)]
pub enum Threads {
    /// Rayon's global pool; without the feature `parallel` the thread of the system.
    #[default]
    Global,
    /// This pool.
    #[cfg(feature = "parallel")]
    Pool(Arc<rayon::ThreadPool>),
}

impl Threads {
    /// A pool of so many threads; one is a thread beside those of Bevy.
    ///
    /// # Errors
    /// When the threads cannot be started.
    #[cfg(feature = "parallel")]
    pub fn count(threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Self::Pool(Arc::new(pool)))
    }

    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Self::Global => work(),
            #[cfg(feature = "parallel")]
            Self::Pool(pool) => pool.install(work),
        }
    }
}
