//! Which boxes moved, as the user tells.

use super::{Bounds, Ledger, same_length};
use crate::Error;

/// Which boxes are not where they were in the run before.
///
/// A broad phase that keeps something from run to run looks at all boxes, to find out which moved.
/// Who knows can tell: [`VerletSap`](crate::broad::VerletSap) then reads only those boxes and their
/// neighbors in memory, and [`StaticCacheSap`](crate::broad::StaticCacheSap) only those of the
/// static ones. Others read all boxes in any case.
///
/// Before each run, [`tell`](Self::tell) what moved since the run before. A run that was told
/// nothing, or the first run of a broad phase, looks at all boxes.
///
/// ```
/// use jostle::{Bounds, BroadPhase, Join, Moved, Pairs, broad::VerletSap};
///
/// let (mut sap, mut moved, mut pairs) = (VerletSap::<2>::new(), Moved::new(), Pairs::new());
/// let mut low: Vec<f32> = (0..1000).map(|index| 2.0 * index as f32).collect();
/// for (step, expected) in [0, 0, 1, 1].into_iter().enumerate() {
///     low[7] = 14.0 + 0.5 * step as f32;
///     moved.tell(low.len(), &[7])?;
///     let high: Vec<f32> = low.iter().map(|low| low + 1.0).collect();
///     let bounds = Bounds::from_columns([&low, &low], [&high, &high])?;
///     sap.pairs(&Join::within(bounds.with_moved(&moved)?), &mut pairs)?;
///     assert_eq!(pairs.len(), expected);
/// }
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug)]
pub struct Moved {
    ledger: Ledger,
    /// Of how many boxes something is told.
    boxes: Option<usize>,
}

impl Default for Moved {
    fn default() -> Self {
        Self::new()
    }
}

impl Moved {
    /// Tells nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { ledger: Ledger::new(), boxes: None }
    }

    /// Tells that of so many boxes only those in the list may differ from those of the run before:
    /// in place or size, or by being other boxes. The list may be in any order and may name a box
    /// twice.
    ///
    /// O(boxes / 8 + list). What is told is for one run of each broad phase: a second one looks at
    /// all boxes. A box that differs and is not in the list is taken to be where it was; its pairs
    /// may be wrong until all boxes are looked at again.
    ///
    /// # Errors
    /// [`Error::NoBox`] when the list names a box that there is not, and [`Error::OutOfMemory`].
    /// Nothing is told then, so that all boxes are looked at.
    pub fn tell(&mut self, boxes: usize, moved: &[u32]) -> Result<(), Error> {
        self.boxes = None;
        if let Some(entry) = moved.iter().position(|index| *index as usize >= boxes) {
            return Err(Error::NoBox { entry, index: moved[entry], boxes });
        }
        self.ledger.begin(boxes)?;
        for index in moved {
            let index = *index as usize;
            self.ledger.note_all(index..index + 1);
        }
        self.boxes = Some(boxes);
        Ok(())
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.ledger.memory_bytes()
    }
}

impl<'a, const D: usize> Bounds<'a, D> {
    /// The same boxes, with what is told of them.
    ///
    /// # Errors
    /// [`Error::Length`] when it is told of another number of boxes.
    pub fn with_moved(self, moved: &'a Moved) -> Result<Self, Error> {
        let Some(boxes) = moved.boxes else { return Ok(Self { changes: None, ..self }) };
        same_length("moved", self.len(), boxes)?;
        Ok(Self { changes: Some(moved.ledger.changes()), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_other_boxes_are_refused_and_tell_nothing() {
        let mut moved = Moved::new();
        let column = [0.0; 9];
        let bounds = || Bounds::from_columns([&column], [&column]).expect("the columns are alike");
        let tells =
            |moved: &Moved| bounds().with_moved(moved).map(|bounds| bounds.changes.is_some());
        assert_eq!(tells(&moved), Ok(false));
        moved.tell(9, &[8, 0, 8]).expect("there are nine");
        assert_eq!(tells(&moved), Ok(true));
        let error = Error::NoBox { entry: 1, index: 9, boxes: 9 };
        assert_eq!(
            error.to_string(),
            "entry 1 of the list is box 9, and there are 9 boxes: they count from 0"
        );
        assert_eq!(moved.tell(9, &[0, 9]), Err(error));
        assert_eq!(tells(&moved), Ok(false));
        moved.tell(8, &[]).expect("there are eight");
        assert_eq!(tells(&moved), Err(Error::Length { what: "moved", expected: 9, found: 8 }));
    }
}
