//! When the moving shapes of many ranks meet.

use bytemuck::Pod;
use jostle::{
    Shape,
    narrow::{Impact, Motion, Motions, Narrow},
    shape::PreparedShapes,
};

use crate::{
    DistributedBroadPhase, Error, Ranks, border_shapes::BorderShapes, error::unless_it_panics,
    ranks::agree,
};

/// When the pairs that a [`DistributedBroadPhase`] found first touch on their way.
///
/// The broad phase is given bounds of the whole ways, and so finds all pairs that may meet. Each
/// impact is the same bits as on one machine where the one of the lower id comes first, on the rank
/// that reports the pair.
pub struct DistributedImpacts<const D: usize> {
    narrow: Narrow<D>,
    own: Vec<Impact<D>>,
    border: Vec<Impact<D>>,
    shapes: BorderShapes<D>,
    motions: Motions<D>,
}

impl<const D: usize> Default for DistributedImpacts<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> DistributedImpacts<D> {
    /// No impacts yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            narrow: Narrow::new(),
            own: Vec::new(),
            border: Vec::new(),
            shapes: BorderShapes::default(),
            motions: Motions::new(),
        }
    }

    /// Finds when the pairs of a broad phase first touch, from time 0 to `until`, which may be
    /// infinite and is the same on all ranks.
    ///
    /// `shapes` are those of time 0, in the order of their boxes in the broad phase, and `motions`
    /// tell how they move. `shape_of` and `motion_of` make both of the record that was given with a
    /// box, here and where it is copied. Hulls and composites are not sent: a record names one that
    /// all ranks have.
    ///
    /// # Errors
    /// As of [`Narrow::impacts`], [`Error::Panic`] where a function panics, and [`Error::Settings`]
    /// where ranks have different ends. There are no impacts then.
    pub fn update<R: Pod + Sync>(
        &mut self,
        ranks: &impl Ranks,
        phase: &DistributedBroadPhase<D, R>,
        (shapes, motions): (&PreparedShapes<D>, &Motions<D>),
        until: f32,
        shape_of: impl Fn(&R) -> Shape<D>,
        motion_of: impl Fn(&R) -> Motion<D> + Sync,
    ) -> Result<(), Error> {
        let found = unless_it_panics(|| {
            self.narrow.impacts(shapes, motions, phase.own_pairs(), until, &mut self.own)?;
            let border = &mut self.shapes;
            border.update(phase, shape_of)?;
            // There are records: shapes were made of them.
            let record = |index: usize| phase.border_record(border.place(index as u32));
            let motion = |index: usize| record(index).map_or(Motion::REST, &motion_of);
            self.motions.update_by(border.len(), motion)?;
            let (shapes, pairs) = (border.prepared(), border.pairs());
            self.narrow.impacts(shapes, &self.motions, pairs, until, &mut self.border)?;
            Ok(())
        });
        agree(ranks, found, u64::from(until.to_bits())).inspect_err(|_| {
            self.own.clear();
            self.border.clear();
        })
    }

    /// When the [own pairs](DistributedBroadPhase::own_pairs) meet, in their order.
    #[must_use]
    pub fn own(&self) -> &[Impact<D>] {
        &self.own
    }

    /// When the [pairs in which there is a copy](DistributedBroadPhase::border_pairs) meet, in their
    /// order.
    #[must_use]
    pub fn border(&self) -> &[Impact<D>] {
        &self.border
    }
}
