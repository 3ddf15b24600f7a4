//! A record of a machine: what the program says about itself there, kept to be compared with and
//! looked at.
//!
//! Each figure is taken by a process of its own, which prints it as for anybody. A record is a
//! folder of files of such lines, as [`figures`](crate::figures) reads them.

mod suite;

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

pub use suite::{SECTIONS, Section};

use crate::runner::{Error, Progress};

/// A record to be made.
#[derive(Clone, Debug)]
pub struct Record {
    /// The folder that it goes to.
    pub folder: PathBuf,
    /// Shapes of the large scenes.
    pub shapes: u32,
    /// All threads.
    pub threads: usize,
    /// The SIMD level.
    pub level: &'static str,
    /// Libraries to build for the peers that are not built by default.
    pub features: Vec<String>,
}

impl Record {
    /// Takes the figures of a section and writes them. What was there of it is replaced when all
    /// went well; until then what is known so far is in a file with the ending `part`, and stays
    /// there if it is cut off.
    ///
    /// # Errors
    /// When a file or a process cannot be made, or a command fails.
    pub fn take(&self, section: Section, progress: &dyn Progress) -> Result<PathBuf, Error> {
        let commands = section.commands(self.shapes, self.threads);
        progress.begin(section.name, commands.len() as u64);
        let file = self.folder.join(section.name).with_extension("jsonl");
        let part = file.with_extension("jsonl.part");
        let failed = |path: &Path| {
            let what = path.display().to_string();
            move |source: io::Error| Error::Request(format!("{what}: {source}"))
        };
        fs::create_dir_all(&self.folder).map_err(failed(&self.folder))?;
        let mut lines = fs::File::create(&part).map_err(failed(&part))?;
        for command in &commands {
            lines.write_all(self.lines_of(command)?.as_bytes()).map_err(failed(&part))?;
            progress.advance();
        }
        fs::rename(&part, &file).map_err(failed(&file))?;
        Ok(file)
    }

    /// What this program prints for these arguments.
    fn lines_of(&self, command: &str) -> Result<String, Error> {
        let failed = |source: io::Error| Error::Request(format!("jostle-bench: {source}"));
        let program = env::current_exe().map_err(failed)?;
        let mut process = Command::new(program);
        process.args(command.split(' ')).arg("--json").env("JOSTLE_LEVEL", self.level);
        if command.starts_with("peers ") && !self.features.is_empty() {
            process.args(["--features", &self.features.join(",")]);
        }
        let output = process.stderr(Stdio::piped()).output().map_err(failed)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let why = errors.lines().last().unwrap_or("it said nothing");
        Err(Error::Request(format!("jostle-bench {command} failed: {why}")))
    }
}
