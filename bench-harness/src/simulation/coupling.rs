//! From contacts to the sum of forces on each shape, on all threads.
//!
//! First each contact gets its force, which only reads; then forces are added to both shapes of
//! each, color by color, since shapes have many contacts. Both steps follow the list of contacts
//! alone, so the sums are rounded in the same way on any number of threads.

use jostle::{
    Error, Pair,
    coloring::Coloring,
    narrow::{Contact, Contacts},
};
use rayon::prelude::*;

/// What is known of two shapes that touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<const D: usize> {
    /// The shapes, `a < b`.
    pub(super) pair: Pair,
    /// From A to B, of length 1.
    pub(super) normal: [f64; D],
    /// Minus the depth.
    pub(super) distance: f64,
}

impl<const D: usize> From<Contact<'_, D>> for Touch<D> {
    fn from(contact: Contact<'_, D>) -> Self {
        let Contact { pair, normal, distance, .. } = contact;
        Self { pair, normal: normal.map(f64::from), distance: distance.into() }
    }
}

/// The forces of contacts, by their places in the list of these.
#[derive(Debug)]
pub(super) struct Coupling<const D: usize, P> {
    touches: Vec<Touch<D>>,
    pushes: [Vec<P>; 2],
    coloring: Coloring,
}

impl<const D: usize, P: Copy + Send + Sync> Coupling<D, P> {
    pub(super) fn new() -> Self {
        Self { touches: Vec::new(), pushes: [Vec::new(), Vec::new()], coloring: Coloring::new() }
    }

    /// Computes what each contact does, by its place and what those of the step before did.
    pub(super) fn push(
        &mut self,
        contacts: &Contacts<D>,
        push: impl Fn(usize, &Touch<D>, &[P]) -> P + Sync,
    ) {
        let Self { touches, pushes: [before, now], .. } = self;
        std::mem::swap(before, now);
        touches.clear();
        touches.par_extend(contacts.par_iter().map(Touch::from));
        let all = touches.par_iter().enumerate();
        all.map(|(place, touch)| push(place, touch, before)).collect_into_vec(now);
    }

    /// Adds what contacts do to their shapes, except those that are fixed: to the first of each
    /// with -1, to the second with 1.
    pub(super) fn apply<T: Send + Sync>(
        &mut self,
        pairs: &[Pair],
        fixed: &[bool],
        loads: &mut [T],
        add: impl Fn(&mut T, f64, &P) + Sync,
    ) -> Result<(), Error> {
        let Self { pushes: [_, pushes], coloring, .. } = self;
        coloring.color_with_fixed(pairs, fixed)?;
        coloring.for_each(loads, |place, mut a, mut b| {
            let push = &pushes[place];
            a.get_mut().into_iter().for_each(|a| add(a, -1.0, push));
            b.get_mut().into_iter().for_each(|b| add(b, 1.0, push));
        })
    }

    /// The contacts of this step.
    pub(super) fn touches(&self) -> &[Touch<D>] {
        &self.touches
    }
}
