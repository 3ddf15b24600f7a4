//! Libraries take turns on the boxes of a scene, which lie in files for them.

use std::{
    array, env, fs,
    path::{Path, PathBuf},
    process,
    time::Duration,
};

use super::{
    Entrant, REFERENCE, Task,
    answer::{Answer, best_other},
    call::{ask, can_pin, list},
    refuse,
};
use crate::{
    boxes::Boxes,
    input::raw::raw_boxes,
    names::{find, name_of},
    runner::{Error, Motion, Progress, Row, SceneRequest, VERSION, box_columns},
    scene::{Movement, Scene, SceneShapes, with_scene},
};

/// What each box goes on by in a frame of a drift, in its own longest extents, unless it is said.
const PACE: f64 = 0.01;

/// Without the engine nobody can be held against it.
const NO_ANSWER: &str = "jostle did not answer";

/// Libraries on the boxes of a scene.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The boxes, and how they drift.
    pub scene: SceneRequest,
    /// What is asked.
    pub task: Task,
    /// The programs that have the libraries.
    pub programs: &'a [PathBuf],
    /// The libraries to ask, by name; all, where there are none.
    pub only: &'a [String],
    /// Processes of each.
    pub rounds: u32,
    /// Runs to time in each process; one more runs first.
    pub runs: u32,
    /// How long a process may take.
    pub limit: Duration,
}

/// What is known so far of a library.
struct Contender {
    entrant: Entrant,
    answer: Option<Result<Answer, String>>,
}

impl Contest<'_> {
    /// Asks all libraries in turn, round by round, each with so many threads.
    ///
    /// # Errors
    /// Those of making the scene, and of programs that cannot be run at all.
    pub fn run(&self, threads: usize, progress: &dyn Progress) -> Result<Row, Error> {
        let mut contenders = self.contenders()?;
        let drifts = self.task == Task::Drift;
        let pace = self.scene.motion.pace.or(drifts.then_some(PACE));
        let motion = Motion { pace, ..self.scene.motion };
        let scene = SceneRequest { motion, ..self.scene };
        let shapes = scene.make(progress)?;
        let files = Files::write(&shapes, drifts)?;
        progress.begin("peers", u64::from(self.rounds) * contenders.len() as u64);
        let last = contenders.len().saturating_sub(1);
        for round in 0..self.rounds {
            for turn in 0..contenders.len() {
                // There and back: none is always asked after the same other one.
                let number = if round % 2 == 0 { turn } else { last - turn };
                contenders[number].turn(|entrant| ask(entrant, self, &files, threads));
                progress.advance();
            }
        }
        let row = scene.row("peers", &shapes).with("task", self.task);
        let row = row.with("threads_allowed", threads).with("rounds", self.rounds);
        report(row.with("pinned", can_pin()), &contenders)
    }

    /// The libraries that are asked, the engine first.
    fn contenders(&self) -> Result<Vec<Contender>, Error> {
        let (dim, task) = (self.scene.scene.dim(), name_of(&self.task));
        let mut all = Vec::new();
        for program in self.programs {
            let fits =
                |listed: &super::Listed| listed.dims.contains(&dim) && listed.tasks.contains(&task);
            let fit = list(program)?.into_iter().filter(fits);
            all.extend(fit.map(|listed| Entrant { program: program.clone(), listed }));
        }
        for name in self.only {
            find("peer for this task", name, &all, |one| &one.listed.name)?;
        }
        all.retain(|one| {
            let name = &one.listed.name;
            self.only.is_empty() || name == REFERENCE || self.only.contains(name)
        });
        all.sort_by_key(|one| one.listed.name != REFERENCE);
        Ok(all.into_iter().map(|entrant| Contender { entrant, answer: None }).collect())
    }
}

/// The libraries that answered, the fastest first, and those that did not.
fn report(row: Row, contenders: &[Contender]) -> Result<Row, Error> {
    let reference = match contenders.first() {
        Some(Contender { entrant, answer: Some(answer) }) if entrant.listed.name == REFERENCE => {
            answer.as_ref().map_err(|why| refuse(NO_ANSWER, why))?
        }
        _ => return Err(refuse(NO_ANSWER, "no program has it for this task")),
    };
    let (mut points, mut failed) = (Vec::new(), Vec::new());
    for Contender { entrant, answer } in contenders {
        let peer = &entrant.listed.name;
        match answer {
            Some(Ok(answer)) => points.push(answer.row(peer, reference)),
            Some(Err(why)) => failed.push(Row::default().with("peer", peer).with("why", why)),
            None => {}
        }
    }
    points.sort_by(|a, b| a.median("total_ms").total_cmp(&b.median("total_ms")));
    let best = best_other(&points);
    let row = row.with("points", points).with("failed", failed);
    Ok(row.with("best_other", best).with("version", VERSION))
}

impl Contender {
    /// Asks once more; who failed is not asked again.
    fn turn(&mut self, ask: impl Fn(&Entrant) -> Result<Answer, String>) {
        self.answer = Some(match self.answer.take() {
            None => ask(&self.entrant),
            Some(Ok(mut so_far)) => ask(&self.entrant).and_then(|more| {
                so_far.add(more)?;
                Ok(so_far)
            }),
            Some(Err(why)) => Err(why),
        });
    }
}

/// The boxes of a scene, and what each goes on by in a frame, in files that are gone when this is.
pub(super) struct Files {
    folder: PathBuf,
    pub(super) boxes: PathBuf,
    pub(super) by: PathBuf,
}

impl Files {
    fn write(shapes: &SceneShapes, drifts: bool) -> Result<Self, Error> {
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
