//! Shapes that move as was recorded: copies of a cast, each at a frame of its own.

use super::drift::is_among;
use crate::{
    boxes::{Balls, Shapes, columns},
    tiling::{Tiling, moved},
};

/// Where the members of a cast are, frame by frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tracks<const D: usize> {
    /// Number of members.
    pub(super) members: usize,
    /// Their coordinates per axis: those of the first frame, then those of the next.
    pub(super) places: [Vec<f32>; D],
}

impl<const D: usize> Tracks<D> {
    /// Number of steps from the first frame to the last one and back.
    pub(super) fn steps(&self) -> u32 {
        let frames = self.places[0].len() / self.members;
        (2 * frames.saturating_sub(1)).max(1) as u32
    }

    /// Where a member is, so many steps behind the first frame.
    fn at(&self, member: usize, step: u32) -> [f32; D] {
        let frame = step.min(self.steps() - step) as usize;
        self.places.each_ref().map(|column| column[frame * self.members + member])
    }
}

/// A copy of the cast.
#[derive(Clone, Debug, PartialEq)]
struct Showing<const D: usize> {
    /// How far it is from where the cast was recorded.
    offset: [f64; D],
    /// Steps behind the first frame, there and back.
    step: u32,
    plays: bool,
}

/// Movement that was recorded. Each copy of the cast goes through the frames from one of its own to
/// the last, back to the first, and so on, so that nobody ever jumps.
#[derive(Clone, Debug, PartialEq)]
pub struct Film<const D: usize> {
    tracks: Tracks<D>,
    copies: Vec<Showing<D>>,
    /// Whom each shape plays, of the members of the first copy, then those of the next.
    roles: Vec<u32>,
}

impl<const D: usize> Film<D> {
    /// A copy of the cast for each of the steps at which they begin, side by side.
    pub(super) fn new(
        tracks: Tracks<D>,
        tiling: &Tiling<D>,
        begin: &[u32],
        roles: Vec<u32>,
    ) -> Self {
        let showing = |(copy, step): (usize, &u32)| Showing {
            offset: tiling.offset(copy),
            step: *step,
            plays: true,
        };
        Self { tracks, copies: begin.iter().enumerate().map(showing).collect(), roles }
    }

    /// Balls of one radius where the film begins.
    pub(super) fn balls(&self, radius: f32) -> Balls<D> {
        let mut center = columns(self.roles.len());
        for role in &self.roles {
            for (column, coordinate) in center.iter_mut().zip(self.place(*role)) {
                column.push(coordinate);
            }
        }
        Balls { center, radius: vec![radius; self.roles.len()] }
    }

    /// Stops all copies but a share of them, which is spread evenly over their order.
    pub(super) fn stop_all_but(&mut self, share: f64) {
        for (index, copy) in self.copies.iter_mut().enumerate() {
            copy.plays &= is_among(index, share);
        }
    }

    /// Moves every shape by one frame.
    pub(super) fn step(&mut self, shapes: &mut Shapes<D>) {
        let steps = self.tracks.steps();
        for copy in self.copies.iter_mut().filter(|copy| copy.plays) {
            copy.step = (copy.step + 1) % steps;
        }
        let Shapes::Balls(balls) = shapes else { unreachable!("a cast is made of balls") };
        for (index, role) in self.roles.iter().enumerate() {
            for (column, coordinate) in balls.center.iter_mut().zip(self.place(*role)) {
                column[index] = coordinate;
            }
        }
    }

    fn place(&self, role: u32) -> [f32; D] {
        let role = role as usize;
        let copy = &self.copies[role / self.tracks.members];
        let place = self.tracks.at(role % self.tracks.members, copy.step);
        std::array::from_fn(|axis| moved(place[axis], copy.offset[axis]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two members on a line in three frames, and two copies of them, one of which begins later.
    fn film() -> Film<1> {
        let tracks = Tracks { members: 2, places: [vec![0.0, 1.0, 0.25, 2.0, 0.5, 4.0]] };
        Film::new(tracks, &Tiling::new([(0.0, 4.0)], 0.5, 2), &[0, 2], vec![2, 0, 1])
    }

    #[test]
    fn copies_go_there_and_back_from_frames_of_their_own() {
        let mut film = film();
        let mut shapes = Shapes::Balls(film.balls(0.5));
        let seen: Vec<Vec<f32>> = (0..5)
            .map(|_| {
                let Shapes::Balls(balls) = &shapes else { panic!("a cast is made of balls") };
                let [center] = balls.center.clone();
                film.step(&mut shapes);
                center
            })
            .collect();
        let first = [5.5, 0.0, 1.0];
        let expected = [first, [5.25, 0.25, 2.0], [5.0, 0.5, 4.0], [5.25, 0.25, 2.0], first];
        assert_eq!(seen, expected.map(Vec::from));
    }

    #[test]
    fn copies_stop_as_a_whole() {
        let mut film = film();
        film.stop_all_but(0.5);
        let mut shapes = Shapes::Balls(film.balls(0.5));
        film.step(&mut shapes);
        let Shapes::Balls(balls) = shapes else { panic!("a cast is made of balls") };
        assert_eq!(balls.center, [vec![5.25, 0.0, 1.0]]);
    }
}
