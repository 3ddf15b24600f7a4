//! A frame of particles that a command is about.

use std::path::PathBuf;

use jostle_files::{
    FileError,
    particles::{self, Frame},
};

use super::failure::Failure;
use crate::{number::parse as number, runner::Row};

/// Where particles come from.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Source {
    /// The particles: extended XYZ (.xyz, .extxyz), a text dump of LAMMPS (.dump, .lammpstrj), a
    /// table with the columns x, y and maybe z and radius (.csv), an array of NumPy (.npy), rows of
    /// three f32 (.f32), or people of JuPedSim or PeTrack (.txt)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The frame of the file, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number::<usize>)]
    frame: usize,
}

impl Source {
    /// Reads the frame.
    pub(super) fn read(&self) -> Result<Frame, Failure> {
        let mut count = 0;
        for frame in particles::frames(&self.file)? {
            let frame = frame?;
            if count == self.frame {
                return Ok(frame);
            }
            count += 1;
        }
        Err(self.fault(format!("--frame {}: the file has {count}", self.frame)))
    }

    /// What is wrong with the file.
    pub(super) fn fault(&self, why: impl Into<String>) -> Failure {
        FileError::file(&self.file, why.into()).into()
    }

    /// The first columns of what a command prints.
    pub(super) fn row(&self, command: &str, frame: &Frame) -> Row {
        let row = Row::new(command).with("input", self.file.display().to_string());
        let row = row.with("frame", self.frame).with("step", frame.step);
        row.with("particles", frame.positions.len())
    }
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
