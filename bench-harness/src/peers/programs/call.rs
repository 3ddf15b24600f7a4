//! Calls of a program, and the files that it reads.

use std::{
    array, env, fs,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use serde::Deserialize;

use jostle_files::boxes::raw::raw_boxes;

use super::{Contest, Entrant, Listed, Task, answer::Answer, refuse};
use crate::{
    boxes::Boxes,
    names::name_of,
    runner::{Error, box_columns},
    scene::{Movement, Scene, SceneShapes, with_scene},
};

/// How often it is looked whether a program is done.
const GLANCE: Duration = Duration::from_millis(20);

/// The libraries of a program.
pub(super) fn list(program: &Path) -> Result<Vec<Listed>, Error> {
    #[derive(Deserialize)]
    struct Listing {
        peers: Vec<Listed>,
    }
    let name = program.display();
    let output = Command::new(program).args(["list", "--json"]).output();
    let output = output.map_err(|error| refuse(format!("cannot run {name}"), error))?;
    let listing: Result<Listing, _> = serde_json::from_slice(&output.stdout);
    let fault = |error| refuse(format!("{name} list --json"), error);
    Ok(listing.map_err(fault)?.peers)
}

/// Asks a library in a process of its own, on the first processors of the machine.
pub(super) fn ask(
    entrant: &Entrant,
    Contest { scene, task, runs, limit, .. }: &Contest<'_>,
    files: &Files,
    threads: usize,
) -> Result<Answer, String> {
    let threads = if entrant.listed.threads { threads } else { 1 };
    let mut command = pinned(&entrant.program, threads);
    command.args([&name_of(task), "--peer", &entrant.listed.name]);
    command.args(["--dim", &scene.scene.dim().to_string(), "--threads", &threads.to_string()]);
    command.args(["--runs", &runs.to_string()]).arg("--boxes").arg(&files.boxes);
    if *task == Task::Drift {
        command.arg("--by").arg(&files.by);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let done = wait(&mut child, *limit)?;
    // Less than a pipe holds, so that the program is done before it is read.
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
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

/// The boxes of a scene, and what each goes on by in a frame, in files that are gone when this is.
pub(super) struct Files {
    folder: PathBuf,
    boxes: PathBuf,
    by: PathBuf,
}

impl Files {
    pub(super) fn write(shapes: &SceneShapes, drifts: bool) -> Result<Self, Error> {
        let folder = env::temp_dir().join(format!("jostle-peers-{}", process::id()));
        let files = Self { boxes: folder.join("boxes.f32"), by: folder.join("by.f32"), folder };
        let failed = |path: &Path| {
            let path = path.display().to_string();
            |source: std::io::Error| refuse(path, source)
        };
        fs::create_dir_all(&files.folder).map_err(failed(&files.folder))?;
        let (boxes, by) = with_scene!(shapes, scene => {
            (raw_boxes(&box_columns(&scene.shapes)), by(scene))
        });
        fs::write(&files.boxes, boxes).map_err(failed(&files.boxes))?;
        if drifts {
            fs::write(&files.by, by?).map_err(failed(&files.by))?;
        }
        Ok(files)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // What is left behind lies in the folder for what may be left behind.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What each shape goes on by in a frame, a row each.
fn by<const D: usize>(scene: &Scene<D>) -> Result<Vec<u8>, Error> {
    let Movement::Drift(drift) = &scene.movement else {
        let what = format!("the shapes of {} do not drift", scene.name);
        return Err(Error::Request(what));
    };
    let row = |index| array::from_fn::<f32, D, _>(|axis| drift.velocity[axis][index]);
    let rows = (0..Boxes::len(&box_columns(&scene.shapes))).map(row);
    Ok(rows.flatten().flat_map(f32::to_le_bytes).collect())
}
