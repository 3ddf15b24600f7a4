//! What a narrow phase shows, looked at instead of kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::cast_slice;
use jostle::{
    Error, Pair,
    narrow::{Contact, Narrow, NarrowStats, Separation},
    shape::PreparedShapes,
};

use super::Answers;
use crate::runner;

/// How many answers were seen, and the bits of all their numbers added up, so that each was read.
type Looked = (u64, u64);

/// The same, added up by many threads.
#[derive(Default)]
struct Seen(AtomicU64, AtomicU64);

impl Seen {
    fn add(&self, all: impl Iterator<Item = u64>) {
        let (count, sum) =
            all.fold((0, 0_u64), |(count, sum), one| (count + 1, sum.wrapping_add(one)));
        self.0.fetch_add(count, Relaxed);
        self.1.fetch_add(sum, Relaxed);
    }

    fn looked(self) -> Looked {
        (self.0.into_inner(), self.1.into_inner())
    }
}

/// Answers, and whether they are kept or only looked at.
#[derive(Debug)]
pub struct Answering<const D: usize> {
    /// The answers, if they are kept.
    pub answers: Answers<D>,
    /// What was seen last, if they are looked at.
    looked: Option<Looked>,
}

impl<const D: usize> Answering<D> {
    /// Answers that are kept, or looked at if `visit` says so.
    ///
    /// # Errors
    /// When there is no way to look at them without keeping them.
    pub fn new(answers: Answers<D>, visit: bool) -> Result<Self, runner::Error> {
        if visit && !matches!(answers, Answers::Separations(_) | Answers::Contacts(_)) {
            let why = "--visit: there is a way to look at results of mtv and manifold only";
            return Err(runner::Error::Request(why.to_owned()));
        }
        Ok(Self { answers, looked: visit.then(Looked::default) })
    }

    /// Asks a narrow phase about all pairs.
    ///
    /// # Errors
    /// Those of the narrow phase.
    pub fn ask(
        &mut self,
        narrow: &mut Narrow<D>,
        shapes: &PreparedShapes<D>,
        pairs: &[Pair],
    ) -> Result<NarrowStats, Error> {
        if self.looked.is_none() {
            return self.answers.ask(narrow, shapes, pairs);
        }
        let seen = Seen::default();
        let report = if let Answers::Separations(_) = self.answers {
            narrow.visit_separations(shapes, pairs, |some| {
                seen.add(some.separations.iter().map(of_separation));
            })
        } else {
            narrow.visit_contacts(shapes, pairs, |some| seen.add(some.iter().map(of_contact)))
        };
        self.looked = Some(seen.looked());
        report
    }

    /// Asks once more for answers that were only looked at, and keeps them. Says what is wrong if
    /// these are others than were seen.
    ///
    /// # Errors
    /// Those of the narrow phase.
    pub fn keep(
        &mut self,
        narrow: &mut Narrow<D>,
        shapes: &PreparedShapes<D>,
        pairs: &[Pair],
    ) -> Result<Option<String>, Error> {
        let Some(looked) = self.looked else { return Ok(None) };
        self.answers.ask(narrow, shapes, pairs)?;
        let seen = Seen::default();
        match &self.answers {
            Answers::Separations(separations) => seen.add(separations.iter().map(of_separation)),
            Answers::Contacts(contacts) => seen.add(contacts.iter().map(of_contact)),
            Answers::Overlaps(_) | Answers::Impacts(..) | Answers::Times(..) => {}
        }
        let kept = seen.looked();
        Ok((kept != looked).then(|| format!("{looked:?} was shown and {kept:?} kept")))
    }
}

/// The bits of numbers added up: by 32, of which processors add many at a time.
fn of_numbers(numbers: &[f32]) -> u32 {
    cast_slice::<f32, u32>(numbers).iter().fold(0, |sum, bits| sum.wrapping_add(*bits))
}

fn of_separation<const D: usize>(of: &Separation<D>) -> u64 {
    let sum = of_numbers(&of.normal).wrapping_add(of.distance.to_bits()).wrapping_add(of.axis);
    u64::from(sum)
}

fn of_contact<const D: usize>(of: Contact<'_, D>) -> u64 {
    let Contact { pair, normal, distance, axis, points, .. } = of;
    let separation = of_separation(&Separation { normal, distance, axis });
    pair.key() ^ (separation + u64::from(of_numbers(cast_slice(points))))
}
