//! Finds contacts frame by frame, and for how long each has been there.

use std::time::Instant;

use jostle::{
    BroadPhase, Join, Pair, Pairs,
    events::{EventCounts, Events},
    narrow::Narrow,
    shape::{Columns, PreparedShapes},
};

use super::{FrameContacts, Longest, copies::Copies};
use crate::{
    input::trajectory::Frame,
    runner::{Error, Setup},
};

/// Goes through a film.
pub(super) struct Player<'a> {
    copies: Copies<'a>,
    /// One for each person in the fullest frame.
    radii: Vec<f32>,
    phase: Box<dyn BroadPhase<2>>,
    prepared: PreparedShapes<2>,
    narrow: Narrow<2>,
    candidates: Pairs,
    touching: Vec<bool>,
    events: Events,
    /// Pairs of people that touch, in the last frame and in this one, and since which frame each
    /// does.
    pairs: [Vec<Pair>; 2],
    since: [Vec<(u64, u32)>; 2],
    /// Positions that were left out so far.
    pub(super) invalid: usize,
    /// The longest touch so far.
    pub(super) longest: Option<Longest>,
}

impl<'a> Player<'a> {
    pub(super) fn new(setup: &Setup, copies: Copies<'a>, radius: f32) -> Self {
        Self {
            radii: vec![radius; copies.most()],
            copies,
            phase: setup.broad_phase.two(setup.level),
            prepared: PreparedShapes::new().with_level(setup.level),
            narrow: Narrow::new().with_level(setup.level),
            candidates: Pairs::new(),
            touching: Vec::new(),
            events: Events::new(),
            pairs: Default::default(),
            since: Default::default(),
            invalid: 0,
            longest: None,
        }
    }

    /// Finds the contacts of a frame and what became of those of the last one.
    pub(super) fn play(&mut self, frame: &Frame) -> Result<FrameContacts, Error> {
        self.copies.show(frame);
        let start = Instant::now();
        self.find(frame)?;
        let [before, now] = &self.pairs;
        self.events.update(before, now)?;
        self.follow(frame.number);
        let ms = 1000.0 * start.elapsed().as_secs_f64();
        let EventCounts { begun, ended, .. } = self.events.counts();
        let (people, contacts) = (self.copies.positions()[0].len(), self.pairs[1].len());
        Ok(FrameContacts { frame: frame.number, people, contacts, begun, ended, ms })
    }

    /// Finds the pairs that touch, by the numbers of people, in canonical order.
    fn find(&mut self, frame: &Frame) -> Result<(), Error> {
        let centers = self.copies.positions();
        let radii = &self.radii[..centers[0].len()];
        self.prepared.update(Columns::default().with_balls(centers, radii)?)?;
        self.invalid += self.prepared.invalid().len();
        let discs = Join::within(self.prepared.bounds());
        self.phase.pairs(&discs, &mut self.candidates)?;
        self.candidates.sort_canonical()?;
        self.narrow.overlaps(&self.prepared, &self.candidates, &mut self.touching)?;
        self.pairs.swap(0, 1);
        let now = &mut self.pairs[1];
        now.clear();
        // People are in the order of their numbers, so pairs stay in order.
        let person = |place: u32| self.copies.person(frame, place);
        let touching = self.candidates.iter().zip(&self.touching).filter(|(_, touch)| **touch);
        now.extend(touching.map(|(pair, _)| Pair { a: person(pair.a), b: person(pair.b) }));
        Ok(())
    }

    /// Notes for how long each pair has been touching.
    fn follow(&mut self, number: u64) {
        self.since.swap(0, 1);
        let [before, now] = &mut self.since;
        now.clear();
        for (place, pair) in self.pairs[1].iter().enumerate() {
            let was = self.events.place_before(place).map(|place| before[place]);
            let (first, frames) = was.map_or((number, 1), |(first, frames)| (first, frames + 1));
            now.push((first, frames));
            if self.longest.is_none_or(|longest| frames > longest.frames) {
                let ids = [pair.a, pair.b].map(|person| self.copies.id(person));
                self.longest = Some(Longest { ids, first, frames });
            }
        }
    }
}
