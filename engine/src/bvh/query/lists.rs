//! Lists of answers.

/// Lists, one per query of a batch, one behind the other (compressed sparse rows). Keep it from
/// batch to batch, and nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    pub(super) offsets: Vec<usize>,
    pub(super) items: Vec<T>,
    /// What the chunks of a batch found, before it is known where it goes.
    pub(super) found: Vec<Found<T>>,
}

/// What a chunk of a batch found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found<T> {
    pub(super) items: Vec<T>,
    /// Number of items per query of the chunk.
    pub(super) counts: Vec<u32>,
}

impl<T: PartialEq> PartialEq for Lists<T> {
    fn eq(&self, other: &Self) -> bool {
        self.offsets == other.offsets && self.items == other.items
    }
}

impl<T> Lists<T> {
    /// No lists.
    #[must_use]
    pub fn new() -> Self {
        Self { offsets: Vec::new(), items: Vec::new(), found: Vec::new() }
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list of a query.
    ///
    /// # Panics
    /// When there is no such query.
    #[must_use]
    pub fn get(&self, query: usize) -> &[T] {
        &self.items[self.offsets[query]..self.offsets[query + 1]]
    }

    /// Where each list begins among the [`items`](Self::items), and where the last one ends.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The items of all lists, one list behind the other.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}
