//! Every point at which work allocates, refused one after the other.

use std::fmt::Debug;

use jostle::Error;

use super::refusing::with_buffers;

/// What was refused memory on some threads, and at how many points.
pub(crate) struct Points {
    threads: usize,
    rows: Vec<(&'static str, usize)>,
    prefix: &'static str,
}

impl Points {
    pub(crate) fn on(threads: usize) -> Self {
        Self { threads, rows: Vec::new(), prefix: "" }
    }

    /// What comes next, for the table.
    pub(crate) fn begin(&mut self, prefix: &'static str) {
        self.prefix = prefix;
    }

    /// Refuses `work` every allocation from the first on, from the second on, and so on, until it
    /// has all that it asks for. What it is done with is made anew each time, with memory. Asserts
    /// that each refusal is an error, and that what is `found` is right: after an error, once it is
    /// done again with memory.
    pub(crate) fn refuse<S, R: PartialEq + Debug>(
        &mut self,
        what: &'static str,
        make: impl Fn() -> S,
        work: impl Fn(&mut S) -> Result<(), Error>,
        found: impl Fn(&mut S) -> R,
    ) {
        self.refuse_from(0, what, make, work, found);
    }

    /// The same from an allocation on: those before it are known to have no way to fail.
    pub(crate) fn refuse_from<S, R: PartialEq + Debug>(
        &mut self,
        first: u64,
        what: &'static str,
        make: impl Fn() -> S,
        work: impl Fn(&mut S) -> Result<(), Error>,
        found: impl Fn(&mut S) -> R,
    ) {
        let points = count(first, what, make, work, found);
        assert!(points > 0, "{}, {what}: it was refused nothing", self.prefix);
        self.rows.push((what, points));
    }

    /// The table.
    #[expect(clippy::print_stdout, reason = "it is what a test found, for a reader who asks")]
    pub(crate) fn print(&self) {
        for (what, points) in &self.rows {
            println!("| {what} | {points} |");
        }
        let total: usize = self.rows.iter().map(|(_, points)| points).sum();
        println!("| all {}, {} threads | {total} |", self.rows.len(), self.threads);
    }
}

/// At how many points it was refused.
fn count<S, R: PartialEq + Debug>(
    first: u64,
    what: &str,
    make: impl Fn() -> S,
    work: impl Fn(&mut S) -> Result<(), Error>,
    found: impl Fn(&mut S) -> R,
) -> usize {
    let mut all = make();
    work(&mut all).expect("there is memory");
    let expected = found(&mut all);
    for points in 0.. {
        let mut state = make();
        let (result, refused) = with_buffers((first + points as u64, 1), || work(&mut state));
        if let Err(error) = result {
            assert!(matches!(error, Error::OutOfMemory { .. }), "{what}, point {points}: {error}");
            assert!(refused > 0, "{what}, point {points}: {error}");
            work(&mut state).expect("there is memory");
        }
        assert!(found(&mut state) == expected, "{what}, point {points}: another answer");
        if refused == 0 {
            return points;
        }
    }
    unreachable!("it would allocate forever")
}

/// What a test itself says where it gets no memory.
pub(crate) const OUT_OF_MEMORY: Error = Error::OutOfMemory { what: "the test", bytes: 0 };
