//! Which of the pairs that a filter wants are left out.

use std::fmt;

use crate::{Error, Pair, Pairs, exec::threads, memory::resize};

/// Pairs that one thread asks about one after the other.
const CHUNK: usize = 1 << 10;

/// Which pairs whose bounds touch are left out before their shapes are looked at. The default
/// leaves out none.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairRules<'a> {
    /// In canonical order.
    pub(crate) excluded: &'a [Pair],
    /// Whether a pair is wanted.
    pub(crate) wants: Option<&'a (dyn Fn(Pair) -> bool + Sync)>,
}

impl PairRules<'_> {
    /// Takes what is left out from pairs in canonical order; `wanted` is room. O(pairs), the user
    /// is asked on all threads.
    pub(crate) fn apply(&self, pairs: &mut Pairs, wanted: &mut Vec<bool>) -> Result<(), Error> {
        if self.excluded.is_empty() && self.wants.is_none() {
            return Ok(());
        }
        resize(wanted, 0, true, "the pairs that are wanted")?;
        resize(wanted, pairs.len(), true, "the pairs that are wanted")?;
        let mut rest = 0;
        for pair in self.excluded {
            rest += pairs[rest..].partition_point(|other| other.key() < pair.key());
            if pairs.get(rest) == Some(pair) {
                wanted[rest] = false;
            }
        }
        if let Some(wants) = self.wants {
            threads::for_each_chunk(wanted, CHUNK, |number, wanted| {
                for (wanted, pair) in wanted.iter_mut().zip(&pairs[number * CHUNK..]) {
                    *wanted = *wanted && wants(*pair);
                }
            });
        }
        let (all, mut kept) = (pairs.as_mut_slice(), 0);
        for (place, wanted) in wanted.iter().enumerate() {
            all[kept] = all[place];
            kept += usize::from(*wanted);
        }
        pairs.truncate(kept);
        Ok(())
    }
}

impl fmt::Debug for PairRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { excluded, wants } = self;
        let rules = &mut f.debug_struct("PairRules");
        rules.field("excluded", excluded).field("asks", &wants.is_some()).finish()
    }
}
