//! What tests inside the crate share.

/// Runs a test on so many threads, where there can be more than one.
pub(crate) fn on_threads<R: Send>(threads: usize, test: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started").install(test)
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = threads;
        test()
    }
}

/// Numbers that look random, always the same ones for a seed (a linear congruential generator with
/// the constants of Knuth's MMIX).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 on and below 1.
    pub(crate) fn next(&mut self) -> f32 {
        const FACTOR: u64 = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Whether something of this chance happens.
    pub(crate) fn chance(&mut self, of: f32) -> bool {
        self.next() < of
    }

    /// A point whose coordinates are between minus `far` and `far`.
    pub(crate) fn point<const D: usize>(&mut self, far: f32) -> [f32; D] {
        [0.0; D].map(|_: f32| far * (2.0 * self.next() - 1.0))
    }
}
