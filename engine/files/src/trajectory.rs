//! Trajectories as text: who was where in each frame of a film.
//!
//! The format of the archives of pedestrian experiments: lines that begin with `#` are comments,
//! each other one is `id frame x y`, perhaps with a height behind, apart by space. Whether lengths
//! are in meters or centimeters is said in a comment, if at all.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::{FileError, bytes_of};

/// What lengths are given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Meters.
    Meters,
    /// Centimeters.
    Centimeters,
}

impl Unit {
    /// Meters in a unit.
    fn meters(self) -> f64 {
        match self {
            Self::Meters => 1.0,
            Self::Centimeters => 0.01,
        }
    }

    /// The unit that comments name.
    fn named_in(text: &str) -> Self {
        let mut comments = text.lines().map(str::trim).filter(|line| is_comment(line));
        let words = ["centimet", "in cm", "[cm]", "/cm"];
        let is_named = |comment: &str| words.iter().any(|word| comment.contains(word));
        if comments.any(|comment| is_named(&comment.to_lowercase())) {
            Self::Centimeters
        } else {
            Self::Meters
        }
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

/// Who was where.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The ids of all people, in order.
    pub ids: Vec<u64>,
    /// The frames in which somebody is there, in order.
    pub frames: Vec<Frame>,
}

/// A frame: the people in it, in the order of their ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its number in the file.
    pub number: u64,
    /// Per person the index of the id.
    pub people: Vec<u32>,
    /// Where they are, in meters, per axis.
    pub positions: [Vec<f32>; 2],
}

impl Trajectory {
    /// Places of people in all frames.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.frames.iter().map(|frame| frame.people.len()).sum()
    }
}

/// Reads trajectories. The unit is that of the caller, or else centimeters where a comment names
/// them, or else meters.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] with the line where it is no row or somebody is in
/// a frame twice, or where there is nobody.
pub fn read(path: &Path, unit: Option<Unit>) -> Result<Trajectory, FileError> {
    let bytes = bytes_of(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let broken = |message: String| FileError::file(path, message);
    let meters = unit.unwrap_or_else(|| Unit::named_in(&text)).meters();
    let mut frames = Frames::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let row =
            TrackRow::parse(line).map_err(|why| broken(format!("line {}{why}", index + 1)))?;
        let TrackRow { id, frame, position } = row;
        let position = position.map(|x| (x * meters) as f32);
        if frames.entry(frame).or_default().insert(id, position).is_some() {
            return Err(broken(format!("line {}: {id} is in frame {frame} twice", index + 1)));
        }
    }
    if frames.is_empty() {
        return Err(broken("nobody is there in any frame".to_owned()));
    }
    Ok(trajectory(&frames))
}

/// By frame and then by id: where somebody is.
type Frames = BTreeMap<u64, BTreeMap<u64, [f32; 2]>>;

fn trajectory(frames: &Frames) -> Trajectory {
    let ids: BTreeSet<_> = frames.values().flat_map(BTreeMap::keys).copied().collect();
    let ids = Vec::from_iter(ids);
    let frame = |(number, people): (&u64, &BTreeMap<_, [f32; 2]>)| Frame {
        number: *number,
        people: people.keys().map(|id| ids.partition_point(|other| other < id) as u32).collect(),
        positions: [0, 1].map(|axis| people.values().map(|position| position[axis]).collect()),
    };
    Trajectory { frames: frames.iter().map(frame).collect(), ids }
}

/// A line of the file.
struct TrackRow {
    id: u64,
    frame: u64,
    position: [f64; 2],
}

impl TrackRow {
    fn parse(text: &str) -> Result<Self, String> {
        let cells: Vec<_> = text.split_whitespace().collect();
        if !(4..=5).contains(&cells.len()) {
            return Err(format!(": {} columns where 4 are expected", cells.len()));
        }
        let position = [number(&cells, 2)?, number(&cells, 3)?];
        Ok(Self { id: number(&cells, 0)?, frame: number(&cells, 1)?, position })
    }
}

fn number<T: std::str::FromStr>(cells: &[&str], column: usize) -> Result<T, String> {
    let why = |_| format!(", column {}: {:?} is not a number", column + 1, cells[column]);
    cells[column].parse().map_err(why)
}
