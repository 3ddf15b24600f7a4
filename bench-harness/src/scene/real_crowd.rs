//! People who were filmed, and copies of them.

use std::path::Path;

use rand::{RngExt, seq::SliceRandom};

use super::film::{Film, Tracks};
use super::motion::{Movement, Scene};
use super::placement::generator;
use super::{Build, SceneKind, unknown_pairs};
use crate::boxes::Shapes;
use crate::input::InputError;
use crate::input::trajectory::{self, Frame, Trajectory};
use crate::tiling::{Tiling, range};

pub(super) const REAL_CROWD: SceneKind = SceneKind {
    name: "real-crowd",
    summary: "people filmed in front of a bottleneck, as discs of 0.2 m, and copies of them",
    build: Build::RecordedTwo("crowd/bottleneck_ref.txt", real_crowd),
    exact: unknown_pairs,
};

/// Frames that are shown, there and back: two seconds at 16 frames per second. In more frames there
/// are fewer people who are there in all of them; in these, 211 of about 222.
const FRAMES: usize = 32;
/// Meters from the middle of a person to the edge of the disc: hardly more than half the breadth of
/// shoulders.
const RADIUS: f32 = 0.2;
/// Meters between the discs of a copy and those of the next, at least.
const GAP: f32 = 0.5;

/// `n` people in random order: those who are there throughout the frames with the most of them, in
/// as many copies as it takes, each of which begins at a random frame. The last copy may not be
/// full.
fn real_crowd(path: &Path, n: u32, seed: u64) -> Result<Scene<2>, InputError> {
    let film = trajectory::read(path, None)?;
    let Some(tracks) = fullest(&film) else {
        let message = format!("nobody is there in {FRAMES} frames in a row");
        return Err(InputError::Trajectory { path: path.to_owned(), message });
    };
    let ranges = tracks.places.each_ref().map(|column| range(column.iter().copied()));
    let copies = (n as usize).div_ceil(tracks.members);
    let tiling = Tiling::new(ranges, 2.0 * RADIUS + GAP, copies);
    let mut rng = generator(seed);
    let begin: Vec<u32> = (0..copies).map(|_| rng.random_range(0..tracks.steps())).collect();
    let mut roles: Vec<u32> = (0..n).collect();
    roles.shuffle(&mut rng);
    let film = Film::new(tracks, &tiling, &begin, roles);
    let shapes = Shapes::Balls(film.balls(RADIUS));
    Ok(Scene { name: REAL_CROWD.name, shapes, movement: Movement::Film(film) })
}

/// The people who are there throughout so many frames in a row, where they are the most.
fn fullest(film: &Trajectory) -> Option<Tracks<2>> {
    let length = FRAMES.min(film.frames.len());
    let (mut last, mut cast) = (0, Vec::new());
    let mut in_a_row = vec![0; film.ids.len()];
    for (index, frame) in film.frames.iter().enumerate() {
        let before = std::mem::replace(&mut in_a_row, vec![0; film.ids.len()]);
        for person in frame.people.iter().map(|person| *person as usize) {
            in_a_row[person] = before[person] + 1;
        }
        let throughout = |person: &&u32| in_a_row[**person as usize] >= length;
        let people: Vec<u32> = frame.people.iter().filter(throughout).copied().collect();
        if people.len() > cast.len() {
            (last, cast) = (index, people);
        }
    }
    (!cast.is_empty()).then(|| tracks(&film.frames[last + 1 - length..=last], &cast))
}

fn tracks(frames: &[Frame], cast: &[u32]) -> Tracks<2> {
    let column = |axis: usize| {
        let places = frames.iter().flat_map(|frame| {
            let members = frame.people.iter().zip(&frame.positions[axis]);
            members.filter(|(person, _)| cast.binary_search(person).is_ok())
        });
        places.map(|(_, coordinate)| *coordinate).collect()
    };
    Tracks { members: cast.len(), places: [column(0), column(1)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_is_there_throughout_is_shown() {
        let frame = |number: u64, people: &[u32]| Frame {
            number,
            people: people.to_vec(),
            positions: [0, 1].map(|axis| people.iter().map(|id| (id + axis) as f32).collect()),
        };
        let mut frames: Vec<Frame> = (0..40).map(|number| frame(number, &[1, 2, 5])).collect();
        frames[3] = frame(3, &[0, 1, 2]);
        let film = Trajectory { ids: (0..6).collect(), frames };
        let shown = fullest(&film).expect("there are people");
        assert_eq!((shown.members, shown.steps()), (3, 62));
        assert_eq!(shown.places[0][..4], [1.0, 2.0, 5.0, 1.0]);
        assert_eq!(shown.places[1][..4], [2.0, 3.0, 6.0, 2.0]);
        let nobody = Trajectory { ids: vec![1, 2], frames: vec![frame(0, &[0]), frame(1, &[1])] };
        assert!(fullest(&nobody).is_none());
    }
}
