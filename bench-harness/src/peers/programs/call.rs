//! Calls of a program.

use std::{
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use serde::Deserialize;

use super::{Entrant, Listed, ProgramError, Task, answer::Answer};

/// How often it is looked whether a program is done.
const GLANCE: Duration = Duration::from_millis(20);

/// A question to all libraries.
#[derive(Clone, Debug)]
pub(super) struct Question<'a> {
    pub(super) task: Task,
    pub(super) dim: usize,
    pub(super) boxes: &'a Path,
    /// Where the boxes go.
    pub(super) then: &'a Path,
    pub(super) threads: usize,
    pub(super) runs: u32,
    /// How long a process may take.
    pub(super) limit: Duration,
}

/// The libraries of a program.
pub(super) fn list(program: &Path) -> Result<Vec<Listed>, ProgramError> {
    #[derive(Deserialize)]
    struct Listing {
        peers: Vec<Listed>,
    }
    let start = |source| ProgramError::Start { program: program.display().to_string(), source };
    let output = Command::new(program).args(["list", "--json"]).output().map_err(start)?;
    let listing: Result<Listing, _> = serde_json::from_slice(&output.stdout);
    listing
        .map(|listing| listing.peers)
        .map_err(|error| ProgramError::List { program: program.to_owned(), why: error.to_string() })
}

/// Asks a library in a process of its own, on the first processors of the machine.
pub(super) fn ask(entrant: &Entrant, question: &Question<'_>) -> Result<Answer, String> {
    let threads = if entrant.listed.threads { question.threads } else { 1 };
    let mut command = pinned(&entrant.program, threads);
    command.args([question.task.name(), "--peer", &entrant.listed.name]);
    command.args(["--dim", &question.dim.to_string(), "--threads", &threads.to_string()]);
    command.args(["--runs", &question.runs.to_string()]).arg("--boxes").arg(question.boxes);
    if question.task == Task::Moved {
        command.arg("--then").arg(question.then);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let done = wait(&mut child, question.limit)?;
    // Less than a pipe holds, so that the program is done before it is read.
    let (mut out, mut errors) = (String::new(), String::new());
    let read = |pipe: Option<&mut dyn Read>, text: &mut String| {
        pipe.map_or(Ok(0), |pipe| pipe.read_to_string(text))
    };
    read(child.stdout.as_mut().map(|pipe| pipe as _), &mut out)
        .map_err(|error| error.to_string())?;
    read(child.stderr.as_mut().map(|pipe| pipe as _), &mut errors)
        .map_err(|error| error.to_string())?;
    if !done {
        return Err(errors.lines().next().unwrap_or("it failed without a word").to_owned());
    }
    serde_json::from_str(&out).map_err(|error| format!("what it printed: {error}"))
}

/// Waits for a program and returns whether all went well with it.
fn wait(child: &mut Child, limit: Duration) -> Result<bool, String> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status.success());
        }
        if start.elapsed() > limit {
            // It may have ended by itself just now.
            let _ = child.kill();
            child.wait().map_err(|error| error.to_string())?;
            return Err(format!("stopped after {} s", limit.as_secs()));
        }
        thread::sleep(GLANCE);
    }
}

/// A program that runs on the first processors, where threads can be bound to any.
fn pinned(program: &Path, threads: usize) -> Command {
    if !can_pin() {
        return Command::new(program);
    }
    let mut command = Command::new("taskset");
    command.args(["-c", &format!("0-{}", threads - 1)]).arg(program);
    command
}

/// Whether there is `taskset`, and it may be used.
pub(super) fn can_pin() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let probe = Command::new("taskset").args(["-c", "0", "true"]).output();
        probe.is_ok_and(|output| output.status.success())
    })
}
