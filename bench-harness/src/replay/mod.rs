//! Contacts over time of people who were filmed.

mod copies;
mod player;
mod table;

use serde::Serialize;

use crate::{
    input::trajectory::Trajectory,
    runner::{Error, Progress, Setup, Spread, VERSION, pool_of},
};
use copies::Copies;
use player::Player;
pub use table::{check_name, write_frames};

/// Meters from the middle of a person to where a touch begins, if nothing else is said: hardly more
/// than half the breadth of shoulders.
pub const DEFAULT_RADIUS: f32 = 0.2;

/// What came of the replay of a film.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// People in all frames, and in all copies.
    pub people: usize,
    /// How often the film is shown side by side.
    pub copies: usize,
    /// Meters from the middle of a person to where a touch begins.
    pub radius: f32,
    /// Per frame, in order.
    pub frames: Vec<FrameContacts>,
    /// Touches that begin.
    pub begun: usize,
    /// Positions that are no numbers, each of which is left out.
    pub invalid: usize,
    /// The longest time that two people touch without a break; none if nobody does.
    pub longest: Option<Longest>,
    /// Milliseconds for all frames together, from positions to contacts and what became of them.
    pub total_ms: f64,
    /// Milliseconds for a frame.
    pub frame_ms: Spread,
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
    /// Milliseconds that it took.
    pub ms: f64,
}

/// A touch of two people, or of copies of them.
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

/// How a film is replayed.
#[derive(Clone, Copy, Debug)]
pub struct Replay {
    /// Radius of the discs that people are, in meters.
    pub radius: f32,
    /// People to show at least, by copies side by side, where the film has the most of them; as the
    /// film has them where that is more.
    pub people: u32,
}

impl Replay {
    /// Finds the contacts of all frames. Holds one frame of all copies at a time.
    ///
    /// # Errors
    /// When the radius is negative or no number, there are more people than can be numbered, or the
    /// engine refuses a frame.
    pub fn run(
        &self,
        setup: &Setup,
        film: &Trajectory,
        progress: &dyn Progress,
    ) -> Result<ReplayReport, Error> {
        let Self { radius, people } = *self;
        if !(0.0..=f32::MAX).contains(&radius) {
            let what = format!("a radius of {radius} m is none: expected a number from 0 on");
            return Err(Error::Request(what));
        }
        let copies = Copies::new(film, people, radius)?;
        let count = copies.count();
        let mut player = Player::new(setup, copies, radius);
        progress.begin("frames", film.frames.len() as u64);
        let frames: Result<Vec<_>, Error> = pool_of(setup.threads)?.install(|| {
            let played = film.frames.iter().map(|frame| player.play(frame));
            played.inspect(|_| progress.advance()).collect()
        });
        let frames = frames?;
        Ok(ReplayReport {
            people: count * film.ids.len(),
            copies: count,
            radius,
            begun: frames.iter().map(|frame| frame.begun).sum(),
            total_ms: frames.iter().map(|frame| frame.ms).sum(),
            frame_ms: Spread::of_ms(frames.iter().map(|frame| frame.ms)),
            frames,
            invalid: player.invalid,
            longest: player.longest,
            broad_phase: setup.broad_phase.name,
            level: setup.level.name(),
            threads: setup.threads,
            version: VERSION,
        })
    }
}
