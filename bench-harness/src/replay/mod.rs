//! Contacts over time of people who were filmed.

use std::{io::Write, path::Path, time::Instant};

use jostle::{
    BroadPhase, Events, Join, Narrow, Pair, Pairs, Prepared, events::Counts, shape::Columns,
};
use serde::Serialize;

use crate::{
    input::{
        InputError,
        trajectory::{Frame, Trajectory},
        write_file,
    },
    runner::{Error, Setup, VERSION, pool_of},
};

/// What came of the replay of a film.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// People in all frames.
    pub people: usize,
    /// Metres from the middle of a person to where a touch begins.
    pub radius: f32,
    /// Per frame, in order.
    pub frames: Vec<FrameContacts>,
    /// Touches that begin.
    pub begun: usize,
    /// Positions that are no numbers, each of which is left out.
    pub quarantined: usize,
    /// The longest time that two people touch without a break; none if nobody does.
    pub longest: Option<Longest>,
    /// Milliseconds for all frames together.
    pub total_ms: f64,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Version of the program.
    pub version: &'static str,
}

/// Contacts of a frame.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FrameContacts {
    /// Its number in the file.
    pub frame: u64,
    /// People in it.
    pub people: usize,
    /// Pairs of them that touch.
    pub contacts: usize,
    /// Those that did not in the frame before.
    pub begun: usize,
    /// Those of the frame before that do not any more.
    pub ended: usize,
}

/// A touch of two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Their ids.
    pub ids: [u64; 2],
    /// The first frame of it.
    pub first: u64,
    /// Number of frames.
    pub frames: u32,
}

impl ReplayReport {
    /// Contacts of all frames.
    #[must_use]
    pub fn contacts(&self) -> usize {
        self.frames.iter().map(|frame| frame.contacts).sum()
    }

    /// The frame with the most contacts, the first of several.
    #[must_use]
    pub fn fullest(&self) -> Option<&FrameContacts> {
        self.frames.iter().rev().max_by_key(|frame| frame.contacts)
    }
}

/// Finds the contacts of all frames, people being discs of a radius in metres.
///
/// # Errors
/// When the radius is negative or no number, or the engine refuses a frame.
pub fn replay(setup: &Setup, film: &Trajectory, radius: f32) -> Result<ReplayReport, Error> {
    if !(0.0..=f32::MAX).contains(&radius) {
        let what = format!("a radius of {radius} m is none: expected a number from 0 on");
        return Err(Error::Request(what));
    }
    let mut player = Player::new(setup, film, radius);
    let (frames, total_ms) = pool_of(setup.threads)?.install(|| {
        let start = Instant::now();
        let frames: Result<Vec<_>, _> =
            film.frames.iter().map(|frame| player.play(frame)).collect();
        (frames, 1000.0 * start.elapsed().as_secs_f64())
    });
    let frames = frames?;
    Ok(ReplayReport {
        people: film.ids.len(),
        radius,
        begun: frames.iter().map(|frame| frame.begun).sum(),
        frames,
        quarantined: player.quarantined,
        longest: player.longest,
        total_ms,
        broad_phase: setup.broad_phase.name,
        level: setup.level.name(),
        threads: setup.threads,
        version: VERSION,
    })
}

/// Goes through a film.
struct Player<'a> {
    film: &'a Trajectory,
    /// One for each person in the fullest frame.
    radii: Vec<f32>,
    phase: Box<dyn BroadPhase<2>>,
    prepared: Prepared<2>,
    narrow: Narrow<2>,
    candidates: Pairs,
    touching: Vec<bool>,
    events: Events,
    /// Pairs of people that touch, in the last frame and in this one, and since which frame each does.
    pairs: [Vec<Pair>; 2],
    since: [Vec<(u64, u32)>; 2],
    quarantined: usize,
    longest: Option<Longest>,
}

impl<'a> Player<'a> {
    fn new(setup: &Setup, film: &'a Trajectory, radius: f32) -> Self {
        let most = film.frames.iter().map(|frame| frame.people.len()).max().unwrap_or(0);
        Self {
            film,
            radii: vec![radius; most],
            phase: setup.broad_phase.two(setup.level),
            prepared: Prepared::with_level(setup.level),
            narrow: Narrow::with_level(setup.level),
            candidates: Pairs::new(),
            touching: Vec::new(),
            events: Events::new(),
            pairs: Default::default(),
            since: Default::default(),
            quarantined: 0,
            longest: None,
        }
    }

    /// Finds the contacts of a frame and what became of those of the last one.
    fn play(&mut self, frame: &Frame) -> Result<FrameContacts, Error> {
        self.find(frame)?;
        let [before, now] = &self.pairs;
        self.events.update(before, now)?;
        self.follow(frame.number);
        let Counts { begun, ended, .. } = self.events.counts();
        let (people, contacts) = (frame.people.len(), self.pairs[1].len());
        Ok(FrameContacts { frame: frame.number, people, contacts, begun, ended })
    }

    /// Finds the pairs that touch, by the numbers of people, in canonical order.
    fn find(&mut self, frame: &Frame) -> Result<(), Error> {
        let radii = &self.radii[..frame.people.len()];
        let centres = frame.positions.each_ref().map(Vec::as_slice);
        self.prepared.update(Columns::default().with_balls(centres, radii)?)?;
        self.quarantined += self.prepared.quarantined().len();
        let discs = Join::within(self.prepared.bounds());
        self.phase.pairs(&discs, &mut self.candidates)?;
        self.candidates.sort_canonical()?;
        self.narrow.overlaps(&self.prepared, &self.candidates, &mut self.touching)?;
        self.pairs.swap(0, 1);
        let now = &mut self.pairs[1];
        now.clear();
        // People are in the order of their numbers, so pairs stay in order.
        let person = |index: u32| frame.people[index as usize];
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
                let ids = [pair.a, pair.b].map(|person| self.film.ids[person as usize]);
                self.longest = Some(Longest { ids, first, frames });
            }
        }
    }
}

/// Refuses names of files that do not end in `.csv`.
///
/// # Errors
/// [`InputError::CsvName`] where that is so.
pub fn check_name(path: &Path) -> Result<(), InputError> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        return Ok(());
    }
    Err(InputError::CsvName { path: path.to_owned() })
}

/// Writes the numbers of each frame to a CSV file, over whatever file was there.
///
/// # Errors
/// [`InputError::Io`].
pub fn write_frames(path: &Path, frames: &[FrameContacts]) -> Result<(), InputError> {
    write_file(path, |out| {
        writeln!(out, "frame,people,contacts,begun,ended")?;
        frames.iter().try_for_each(|row| {
            let FrameContacts { frame, people, contacts, begun, ended } = row;
            writeln!(out, "{frame},{people},{contacts},{begun},{ended}")
        })
    })
}
