//! Scenes made from recordings: people, atoms, borders. Beyond what was recorded they are copies.

use std::path::Path;

use jostle_files::{
    FileError,
    boxes::raw,
    trajectory::{self, Frame, Trajectory},
};
use rand::{RngExt, seq::SliceRandom};
use rand_distr::{Distribution, StandardNormal};

use super::{
    Build, SceneKind,
    drift::{Domain, Drift},
    film::{Film, Tracks},
    motion::{Movement, Scene},
    placement::generator,
};
use crate::{
    boxes::{Balls, Boxes, Shapes, columns},
    tiling::{Tiling, moved, range},
};

pub(super) const REAL_CROWD: SceneKind = SceneKind::of(
    "real-crowd",
    "people filmed in front of a bottleneck, as discs of 0.2 m, and copies of them",
    Build::RecordedTwo("crowd/bottleneck_ref.txt", real_crowd),
);

pub(super) const MD: SceneKind = SceneKind::of(
    "md",
    "132303 atoms in an 11 nm cube that touch up to 0.3 nm apart; copies beyond that",
    Build::RecordedThree("md/bigbox.pos_nm.f32", md),
);

pub(super) const BORDERS: SceneKind = SceneKind::of(
    "borders",
    "36696 pieces of the borders of US counties, chained, uneven; copies beyond that",
    Build::RecordedTwo("boxes2d/us_county_border_segments.minmax_deg.f32", borders),
);

/// The first `n` recorded boxes, in the order of the file and in degrees, and behind the last one
/// those of copies on a square grid, which touch nobody else's. A map has nothing to draw at
/// random.
fn borders(path: &Path, n: u32, _seed: u64) -> Result<Scene<2>, FileError> {
    let pieces = raw::read_boxes::<2>(path)?;
    let (n, recorded) = (n as usize, some(path, pieces.len())?);
    let ranges =
        [0, 1].map(|axis| range(pieces.min[axis].iter().chain(&pieces.max[axis]).copied()));
    let tiling = Tiling::new(ranges, 0.0, n.div_ceil(recorded));
    let mut boxes = Boxes::with_capacity(n);
    for (row, offset) in tiling.rows(n, recorded) {
        let (min, max) = pieces.corners(row);
        let place = |corner: [f32; 2]| [0, 1].map(|axis| moved(corner[axis], offset[axis]));
        boxes.push(place(min), place(max));
    }
    Ok(Scene::still(BORDERS.name, boxes))
}

/// A number that is not 0.
fn some(path: &Path, recorded: usize) -> Result<usize, FileError> {
    if recorded > 0 {
        Ok(recorded)
    } else {
        Err(FileError::file(path, "nothing is recorded in it"))
    }
}

/// Radius in nm: that of van der Waals of oxygen, so that atoms touch within 0.3 nm of each other.
const ATOM: f32 = 0.15;
/// Mean displacement on one axis in nm per frame, as root of the mean square: that of oxygen at
/// 300 K in a step of 2 fs.
const THERMAL: f64 = 8e-4;

/// The first `n` recorded atoms, in the order of the file, and behind the last one those of copies
/// on a cubic grid, which touch nobody else's. They drift at random as heat would have it.
fn md(path: &Path, n: u32, seed: u64) -> Result<Scene<3>, FileError> {
    let atoms = raw::read_points::<3>(path)?;
    let (n, recorded) = (n as usize, some(path, atoms[0].len())?);
    let ranges = atoms.each_ref().map(|column| range(column.iter().copied()));
    let tiling = Tiling::new(ranges, 2.0 * ATOM, n.div_ceil(recorded));
    let mut balls = Balls::with_capacity(n);
    for (row, offset) in tiling.rows(n, recorded) {
        balls.push([0, 1, 2].map(|axis| moved(atoms[axis][row], offset[axis])), ATOM);
    }
    let mut rng = generator(seed);
    let mut velocity = columns(n);
    for _ in 0..n {
        for column in &mut velocity {
            let normal: f64 = StandardNormal.sample(&mut rng);
            column.push((THERMAL * normal) as f32);
        }
    }
    let ranges = balls.center.each_ref().map(|column| range(column.iter().copied()));
    let (min, max) = (ranges.map(|(min, _)| min - ATOM), ranges.map(|(_, max)| max + ATOM));
    let movement = Movement::Drift(Drift { velocity, domain: Domain { min, max } });
    Ok(Scene { name: MD.name, shapes: Shapes::Balls(balls), movement })
}

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
fn real_crowd(path: &Path, n: u32, seed: u64) -> Result<Scene<2>, FileError> {
    let film = trajectory::read(path, None)?;
    let Some(tracks) = fullest(&film) else {
        let why = format!("nobody is there in {FRAMES} frames in a row");
        return Err(FileError::file(path, why));
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
        let film = Trajectory { ids: (0..6).collect(), frames, ..Trajectory::default() };
        let shown = fullest(&film).expect("there are people");
        assert_eq!((shown.members, shown.steps()), (3, 62));
        assert_eq!(shown.places[0][..4], [1.0, 2.0, 5.0, 1.0]);
        assert_eq!(shown.places[1][..4], [2.0, 3.0, 6.0, 2.0]);
        let frames = vec![frame(0, &[0]), frame(1, &[1])];
        let nobody = Trajectory { ids: vec![1, 2], frames, ..Trajectory::default() };
        assert!(fullest(&nobody).is_none());
    }
}
