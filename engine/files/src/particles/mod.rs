//! Particles: positions, what they are, and the cell in which space repeats itself.
//!
//! [`read`] takes all frames of a file, [`frames`] one after the other, in the format that the end
//! of the name tells:
//!
//! * `.xyz`, `.extxyz`: extended XYZ, as ASE and OVITO write it, and plain XYZ
//! * `.dump`, `.lammpstrj`: a text dump of LAMMPS
//! * `.csv`: a header line and a line per particle, with the columns `x`, `y`, and if they are
//!   there `z`, `id`, `radius` and `species`, in any order among others
//! * `.npy`: an array of NumPy of two or three columns, see [`npy`]
//! * `.f32`: three little-endian `f32` a particle, without a header
//! * `.txt`: people of a [`trajectory`], in meters; steps are the numbers of frames
//!
//! Points of two coordinates get a `z` of 0. Coordinates are those of the file, in its unit, and
//! all finite; particles are in the order of the file.

mod lammps;
mod table;
mod xyz;

use std::{collections::HashMap, path::Path};

use crate::{
    FileError,
    boxes::raw,
    extension,
    lines::{Lines, parse_cell, parse_finite},
    npy, trajectory,
};

/// The particles of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Where they are.
    pub positions: Vec<[f64; 3]>,
    /// The cell, where the file tells one.
    pub cell: Option<Cell>,
    /// What they are, by index into `species_names`; none where the file does not tell.
    pub species: Option<Vec<u32>>,
    /// The names of species or types, in the order in which they occur.
    pub species_names: Vec<String>,
    /// Ids, where the file tells them.
    pub ids: Option<Vec<u64>>,
    /// Radii in the unit of the positions, where the file tells them.
    pub radii: Option<Vec<f64>>,
    /// The time step, where the file tells it.
    pub step: Option<u64>,
}

/// A cell: a box of any three vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The corner at which it begins.
    pub origin: [f64; 3],
    /// Its edges `a`, `b` and `c`.
    pub vectors: [[f64; 3]; 3],
    /// Along which of them space repeats itself.
    pub periodic: [bool; 3],
}

/// Reads all frames of a file.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] where the name ends otherwise or the file is
/// malformed or ends early, with the line of a text or the byte of an array.
pub fn read(path: &Path) -> Result<Vec<Frame>, FileError> {
    frames(path)?.collect()
}

/// The frames of a file, read as they are asked for: one at a time is in memory. After an error
/// there are no more.
///
/// # Errors
/// Those of [`read`], also of each frame.
pub fn frames(path: &Path) -> Result<Frames, FileError> {
    let source = match extension(path).as_str() {
        "xyz" | "extxyz" => Source::Text(Lines::open(path)?, xyz::next),
        "dump" | "lammpstrj" => Source::Text(Lines::open(path)?, lammps::next),
        "csv" => Source::Read(vec![table::read(path)?].into_iter()),
        "npy" => Source::Read(vec![of_array(path)?].into_iter()),
        "f32" => Source::Read(vec![of_columns(path, &raw::read_points(path)?)?].into_iter()),
        "txt" => Source::Read(of_people(&trajectory::read(path, None)?, path)?.into_iter()),
        _ => {
            let why = "the file name of particles must end in .xyz, .extxyz, .dump, .lammpstrj, \
                       .csv, .npy, .f32 or .txt";
            return Err(FileError::file(path, why));
        }
    };
    Ok(Frames { source, count: 0 })
}

/// The frames of a file; see [`frames`].
#[derive(Debug)]
pub struct Frames {
    source: Source,
    count: usize,
}

/// Reads the next frame, if there is one.
type Next = fn(&mut Lines) -> Result<Option<Frame>, FileError>;

#[derive(Debug)]
enum Source {
    Text(Lines, Next),
    Read(std::vec::IntoIter<Frame>),
    End,
}

impl Iterator for Frames {
    type Item = Result<Frame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        match std::mem::replace(&mut self.source, Source::End) {
            Source::Text(mut lines, next) => {
                let frame = match next(&mut lines) {
                    Ok(None) if self.count == 0 => Err(lines.fault("there is no frame")),
                    frame => frame,
                };
                if matches!(frame, Ok(Some(_))) {
                    self.source = Source::Text(lines, next);
                    self.count += 1;
                }
                frame.transpose()
            }
            Source::Read(mut frames) => {
                let frame = frames.next();
                self.source = Source::Read(frames);
                frame.map(Ok)
            }
            Source::End => None,
        }
    }
}

/// The particles of an array.
fn of_array(path: &Path) -> Result<Frame, FileError> {
    let npy::Array { shape, values } = npy::read(path)?;
    let &[_, columns @ (2 | 3)] = &shape[..] else {
        let why = format!("an array of shape {shape:?} where (n, 2) or (n, 3) is expected");
        return Err(FileError::file(path, why));
    };
    let position = |row: &[f64]| [row[0], row[1], row.get(2).copied().unwrap_or(0.0)];
    finite(path, values.chunks_exact(columns).map(position).collect())
}

/// The particles in columns, as a raw file has them.
fn of_columns(path: &Path, [x, y, z]: &[Vec<f32>; 3]) -> Result<Frame, FileError> {
    let rows = x.iter().zip(y).zip(z);
    finite(path, rows.map(|((x, y), z)| [*x, *y, *z].map(f64::from)).collect())
}

/// The people of each frame.
fn of_people(people: &trajectory::Trajectory, path: &Path) -> Result<Vec<Frame>, FileError> {
    let frame = |frame: &trajectory::Frame| {
        let [x, y] = &frame.positions;
        let positions = x.iter().zip(y).map(|(x, y)| [f64::from(*x), f64::from(*y), 0.0]);
        let ids = frame.people.iter().map(|person| people.ids[*person as usize]).collect();
        let positions = finite(path, positions.collect())?;
        Ok(Frame { ids: Some(ids), step: Some(frame.number), ..positions })
    };
    people.frames.iter().map(frame).collect()
}

/// A frame of positions that must be finite.
fn finite(path: &Path, positions: Vec<[f64; 3]>) -> Result<Frame, FileError> {
    match positions.iter().position(|position| !position.iter().all(|x| x.is_finite())) {
        Some(index) => {
            let why = format!("particle {index} is at {:?}: not finite", positions[index]);
            Err(FileError::file(path, why))
        }
        None => Ok(Frame { positions, ..Frame::default() }),
    }
}

/// Where a format has the columns of particles.
#[derive(Clone, Debug, Default)]
struct Columns {
    /// Of positions, two or three.
    position: Vec<usize>,
    id: Option<usize>,
    radius: Option<usize>,
    species: Option<usize>,
    /// How many columns a row has.
    all: usize,
    /// The indices of the species that were met.
    known: HashMap<String, u32>,
}

impl Columns {
    /// An empty frame with these columns.
    fn frame(&self) -> Frame {
        Frame {
            ids: self.id.map(|_| Vec::new()),
            radii: self.radius.map(|_| Vec::new()),
            species: self.species.map(|_| Vec::new()),
            ..Frame::default()
        }
    }

    /// Appends a row.
    fn push(&mut self, frame: &mut Frame, cells: &[&str]) -> Result<(), String> {
        if cells.len() != self.all {
            return Err(format!("{} columns where {} are expected", cells.len(), self.all));
        }
        let mut position = [0.0; 3];
        for (axis, column) in self.position.iter().enumerate() {
            position[axis] = parse_finite(cells, *column)?;
        }
        frame.positions.push(position);
        if let (Some(ids), Some(column)) = (&mut frame.ids, self.id) {
            ids.push(parse_cell(cells, column)?);
        }
        if let (Some(radii), Some(column)) = (&mut frame.radii, self.radius) {
            let radius = parse_finite(cells, column)?;
            if radius < 0.0 {
                return Err(format!("column {}: the radius {radius} is negative", column + 1));
            }
            radii.push(radius);
        }
        if let (Some(species), Some(column)) = (&mut frame.species, self.species) {
            let (names, name) = (&mut frame.species_names, cells[column]);
            let index = self.known.get(name).copied().unwrap_or_else(|| {
                let next = names.len() as u32;
                names.push(name.to_owned());
                self.known.insert(name.to_owned(), next);
                next
            });
            species.push(index);
        }
        Ok(())
    }
}
