//! A frame of particles that a command is about.

use std::path::Path;

use jostle_files::{
    FileError,
    particles::{self, Frame},
};

use super::failure::Failure;

/// The frame of a file with this number.
pub(super) fn frame(path: &Path, number: usize) -> Result<Frame, Failure> {
    let mut count = 0;
    for frame in particles::frames(path)? {
        let frame = frame?;
        if count == number {
            return Ok(frame);
        }
        count += 1;
    }
    Err(FileError::file(path, format!("--frame {number}: the file has {count}")).into())
}

/// Positions relative to the corner of the cell, or of all particles.
pub(super) fn relative(frame: &Frame) -> Vec<[f32; 3]> {
    let least = |axis: usize| {
        let all = frame.positions.iter().map(|position| position[axis]);
        all.fold(f64::INFINITY, f64::min)
    };
    let origin = frame.cell.map_or_else(|| [0, 1, 2].map(least), |cell| cell.origin);
    let place = |position: &[f64; 3]| [0, 1, 2].map(|axis| (position[axis] - origin[axis]) as f32);
    frame.positions.iter().map(place).collect()
}
