//! Trajectories as text: who was where in each frame of a film.
//!
//! The format of JuPedSim, PeTrack and the archives of pedestrian experiments: lines that begin
//! with `#` are comments, each other one is a row of numbers apart by space. The last comment
//! before the rows that names `id`, `fr` or `frame`, `x` and `y` (also `x/m`), in any case, says
//! which columns these are; without one a row is `id frame x y`, perhaps with a height behind.
//! Whether lengths are in meters or centimeters, and how many frames a second has (`framerate: 25
//! fps`), is said in comments, if at all.
//!
//! JuPedSim's SQLite files are not read: the one well-kept reader of these builds SQLite from C.

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// Frames per second, where a comment says so.
    pub frame_rate: Option<f64>,
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
    let (mut frames, mut columns, mut frame_rate) = (Frames::new(), Columns::default(), None);
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if is_comment(line) {
            // Names of columns further down would give rows two meanings.
            columns = Columns::named_in(line).filter(|_| frames.is_empty()).unwrap_or(columns);
            frame_rate = frame_rate.or_else(|| frame_rate_in(line));
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let row = TrackRow::parse(line, &columns);
        let row = row.map_err(|why| broken(format!("line {}{why}", index + 1)))?;
        let TrackRow { id, frame, position } = row;
        let position = position.map(|x| (x * meters) as f32);
        if frames.entry(frame).or_default().insert(id, position).is_some() {
            return Err(broken(format!("line {}: {id} is in frame {frame} twice", index + 1)));
        }
    }
    if frames.is_empty() {
        return Err(broken("nobody is there in any frame".to_owned()));
    }
    Ok(Trajectory { frame_rate, ..trajectory(&frames) })
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
    Trajectory { frame_rate: None, frames: frames.iter().map(frame).collect(), ids }
}

/// A line of the file.
struct TrackRow {
    id: u64,
    frame: u64,
    position: [f64; 2],
}

impl TrackRow {
    fn parse(text: &str, columns: &Columns) -> Result<Self, String> {
        let cells: Vec<_> = text.split_whitespace().collect();
        let Columns { id, frame, position: [x, y], most } = *columns;
        let least = 1 + id.max(frame).max(x).max(y);
        if !(least..=most).contains(&cells.len()) {
            return Err(format!(": {} columns where {least} are expected", cells.len()));
        }
        let position = [number(&cells, x)?, number(&cells, y)?];
        Ok(Self { id: number(&cells, id)?, frame: number(&cells, frame)?, position })
    }
}

/// Which columns of a row are what.
#[derive(Clone, Copy)]
struct Columns {
    id: usize,
    frame: usize,
    position: [usize; 2],
    /// How many a row may have.
    most: usize,
}

impl Default for Columns {
    fn default() -> Self {
        Self { id: 0, frame: 1, position: [2, 3], most: 5 }
    }
}

impl Columns {
    /// The columns that a comment names.
    fn named_in(comment: &str) -> Option<Self> {
        let comment = comment.trim_start_matches('#').to_lowercase();
        let words: Vec<&str> = comment.split_whitespace().collect();
        // Without the unit.
        let names = words.iter().map(|word| word.split(['/', '[']).next().unwrap_or_default());
        let names: Vec<&str> = names.collect();
        let find = |name: &str| names.iter().position(|other| *other == name);
        Some(Self {
            id: find("id")?,
            frame: find("fr").or_else(|| find("frame"))?,
            position: [find("x")?, find("y")?],
            most: names.len().max(5),
        })
    }
}

/// The frames per second that a comment tells, in whatever unit is behind the number.
fn frame_rate_in(comment: &str) -> Option<f64> {
    let comment = comment.trim_start_matches('#').trim().to_lowercase();
    let value = comment.strip_prefix("framerate:").or_else(|| comment.strip_prefix("fps:"))?;
    let rate: f64 = value.split_whitespace().next()?.trim_end_matches("fps").parse().ok()?;
    (rate.is_finite() && rate > 0.0).then_some(rate)
}

fn number<T: std::str::FromStr>(cells: &[&str], column: usize) -> Result<T, String> {
    let why = |_| format!(", column {}: {:?} is not a number", column + 1, cells[column]);
    cells[column].parse().map_err(why)
}
