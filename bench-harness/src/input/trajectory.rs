//! Trajectories as text: who was where in each frame of a film.
//!
//! The format of the archives of pedestrian experiments: lines that begin with `#` are comments,
//! each other one is `id frame x y`, perhaps with a height behind, apart by space. Whether lengths
//! are in meters or centimeters is said in a comment, if at all.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::InputError;

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
///
/// [`InputError::Io`]; [`InputError::Columns`] and [`InputError::Cell`] with the line where it is
/// no row; [`InputError::Trajectory`] where somebody is twice in a frame, or there is nobody.
pub fn read(path: &Path, unit: Option<Unit>) -> Result<Trajectory, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    let text = String::from_utf8_lossy(&bytes);
    let broken = |message| InputError::Trajectory { path: path.to_owned(), message };
    let meters = unit.unwrap_or_else(|| Unit::named_in(&text)).meters();
    let mut frames = Frames::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let Row { id, frame, position } = Row::parse(path, index + 1, line)?;
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
struct Row {
    id: u64,
    frame: u64,
    position: [f64; 2],
}

impl Row {
    fn parse(path: &Path, line: usize, text: &str) -> Result<Self, InputError> {
        let cells: Vec<_> = text.split_whitespace().collect();
        if !(4..=5).contains(&cells.len()) {
            let (path, found) = (path.to_owned(), cells.len());
            return Err(InputError::Columns { path, line, found, expected: 4 });
        }
        Ok(Self {
            id: number(path, line, &cells, 0)?,
            frame: number(path, line, &cells, 1)?,
            position: [number(path, line, &cells, 2)?, number(path, line, &cells, 3)?],
        })
    }
}

fn number<T: std::str::FromStr>(
    path: &Path,
    line: usize,
    cells: &[&str],
    column: usize,
) -> Result<T, InputError> {
    cells[column].parse().map_err(|_| InputError::Cell {
        path: path.to_owned(),
        line,
        column: column + 1,
        text: cells[column].to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fixture::TempFile;

    fn read_text(text: &str, unit: Option<Unit>) -> Result<Trajectory, InputError> {
        read(TempFile::new("people.txt", text.as_bytes()).path(), unit)
    }

    #[test]
    fn rows_become_frames() {
        let text = "# ID FR X Y Z, in meters\r\n7 2 1.5 -2 1.8\r\n\r\n3\t2\t0 0.25\n7 1 NaN 1e3\n";
        let read = read_text(text, None).unwrap();
        assert_eq!((&read.ids[..], read.rows()), (&[3, 7][..], 3));
        let [first, second] = &read.frames[..] else { panic!("{read:?}") };
        assert_eq!((first.number, &first.people[..]), (1, &[1][..]));
        assert!(first.positions[0][0].is_nan());
        assert_eq!((second.number, &second.people[..]), (2, &[0, 1][..]));
        assert_eq!(second.positions, [vec![0.0, 1.5], vec![0.25, -2.0]]);
    }

    #[test]
    fn the_unit_is_the_callers_or_that_of_a_comment() {
        let x = |text, unit| read_text(text, unit).unwrap().frames[0].positions[0][0];
        assert_eq!(x("1 1 250 0", None), 250.0);
        assert_eq!(x("#X,Y: coordinates (in centimeters)\n1 1 250 0", None), 2.5);
        assert_eq!(x("# id frame x/cm y/cm\n1 1 250 0", None), 2.5);
        assert_eq!(x("# recorded in May\n# id frame x/cm y/cm\n1 1 250 0", None), 2.5);
        assert_eq!(x("# id frame x/m y/m z/m\n1 1 250 0", None), 250.0);
        assert_eq!(x("# in meters\n1 1 250 0", Some(Unit::Centimeters)), 2.5);
    }

    #[test]
    fn what_is_no_row_is_an_error_with_its_line() {
        for (text, expected) in [
            ("1 1 0", "line 1: 3 columns where 4 are expected"),
            ("# a\n1 1 0 0 0 0", "line 2: 6 columns where 4 are expected"),
            ("1 1 0 0\n1 2 zero 0", "line 2, column 3: \"zero\" is not a number"),
            ("-1 1 0 0", "line 1, column 1: \"-1\" is not a number"),
            ("1 1 0 0\n2 1 0 0\n1 1 5 5", "line 3: 1 is in frame 1 twice"),
            ("# nothing\n", "nobody is there in any frame"),
        ] {
            let message = read_text(text, None).unwrap_err().to_string();
            assert!(message.ends_with(&format!(": {expected}")), "{message}");
        }
    }
}
