//! The people of a film side by side with copies of themselves.
//!
//! Copies are made a frame at a time, so that a film of a million people takes the memory of one
//! frame. They are rounded to places that are the same in all of them: each has the contacts of the
//! others.

use crate::{
    input::trajectory::{Frame, Trajectory},
    runner::Error,
    tiling::{Tiling, moved, range},
};

/// Meters between the discs of a copy and those of the next, at least.
const GAP: f32 = 0.5;

/// A frame at a time of a film and its copies.
pub(super) struct Copies<'a> {
    film: &'a Trajectory,
    count: usize,
    tiling: Tiling<2>,
    /// Where everybody is in the frame, copy after copy.
    positions: [Vec<f32>; 2],
}

impl<'a> Copies<'a> {
    /// So many copies that so many people are there where the film has the most; one where it has
    /// them itself.
    pub(super) fn new(film: &'a Trajectory, people: u32, radius: f32) -> Result<Self, Error> {
        let count = (people as usize).div_ceil(most(film)).max(1);
        if u32::try_from(count * film.ids.len()).is_err() {
            let ids = film.ids.len();
            let what = format!("{count} copies of {ids} people are more than can be numbered");
            return Err(Error::Request(what));
        }
        let ranges = [0, 1].map(|axis| {
            let frames = film.frames.iter();
            range(frames.flat_map(|frame| frame.positions[axis].iter().copied()))
        });
        let tiling = Tiling::new(ranges, 2.0 * radius + GAP, count);
        Ok(Self { film, count, tiling, positions: Default::default() })
    }

    /// Number of copies.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Most people at a time.
    pub(super) fn most(&self) -> usize {
        self.count * most(self.film)
    }

    /// Puts everybody where he is in a frame.
    pub(super) fn show(&mut self, frame: &Frame) {
        if self.count == 1 {
            self.positions.clone_from(&frame.positions);
            return;
        }
        let grain = self.tiling.grain();
        for (axis, column) in self.positions.iter_mut().enumerate() {
            column.clear();
            for copy in 0..self.count {
                let offset = self.tiling.offset(copy)[axis];
                let rounded = frame.positions[axis].iter().map(|x| (x / grain).round() * grain);
                column.extend(rounded.map(|x| moved(x, offset)));
            }
        }
    }

    /// Where everybody is.
    pub(super) fn positions(&self) -> [&[f32]; 2] {
        self.positions.each_ref().map(Vec::as_slice)
    }

    /// The number of somebody in a frame among the people of all copies. It grows with his place.
    pub(super) fn person(&self, frame: &Frame, place: u32) -> u32 {
        let (place, people) = (place as usize, frame.people.len());
        let copy = (place / people * self.film.ids.len()) as u32;
        copy + frame.people[place % people]
    }

    /// The id in the film of somebody with this number.
    pub(super) fn id(&self, person: u32) -> u64 {
        self.film.ids[person as usize % self.film.ids.len()]
    }
}

/// Most people of a film at a time.
fn most(film: &Trajectory) -> usize {
    film.frames.iter().map(|frame| frame.people.len()).max().unwrap_or(0).max(1)
}
