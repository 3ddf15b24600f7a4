//! Verdicts on pairs that were made in several ways.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    panic::{UnwindSafe, catch_unwind},
};

use jostle_kernels::pairs::Contact;

/// What was seen of the verdicts on pairs, by how `M` they were made.
#[derive(Debug)]
pub(crate) struct Verdicts<M, const AXES: usize> {
    /// How many are together, and how many apart.
    pub(crate) counts: BTreeMap<M, [usize; 2]>,
    /// How many each axis decided.
    pub(crate) axes: [usize; AXES],
    /// How many had to be decided exactly.
    pub(crate) close: usize,
    /// How many touch at two points.
    pub(crate) two: usize,
    /// How many are apart and were said to touch.
    pub(crate) wrongly: usize,
    /// The largest gap of these, relative to the sizes.
    pub(crate) worst: f64,
}

impl<M: Ord + Debug, const AXES: usize> Verdicts<M, AXES> {
    pub(crate) fn new() -> Self {
        let counts = BTreeMap::new();
        Self { counts, axes: [0; AXES], close: 0, two: 0, wrongly: 0, worst: 0.0 }
    }

    /// How many there were.
    pub(crate) fn cases(&self) -> usize {
        self.counts.values().flatten().sum()
    }

    /// Holds what was found of a pair against whether it is apart, and notes it. `gap` is that of
    /// the pair relative to its sizes; `check` looks at contacts whose sign nobody had to settle.
    pub(crate) fn add<const D: usize, const N: usize>(
        &mut self,
        made: M,
        pair: &impl Debug,
        contact: &Contact<D, N>,
        [is_apart, is_close]: [bool; 2],
        gap: impl FnOnce() -> f64,
        check: impl FnOnce() + UnwindSafe,
    ) {
        assert!(contact.distance <= 0.0 || is_apart, "{pair:?} {contact:?}");
        if contact.distance <= 0.0 && is_apart {
            self.wrongly += 1;
            self.worst = self.worst.max(gap());
        }
        if ![0.0, f32::MIN_POSITIVE].contains(&contact.distance) {
            assert!(catch_unwind(check).is_ok(), "{made:?} {pair:?} {contact:?}");
        }
        self.counts.entry(made).or_default()[usize::from(is_apart)] += 1;
        self.axes[contact.axis as usize] += 1;
        self.close += usize::from(is_close);
        self.two += usize::from(contact.distance <= 0.0 && contact.count == 2);
    }
}
