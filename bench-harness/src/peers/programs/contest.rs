//! Libraries take turns.

use super::{
    Contest, Entrant, Listed, REFERENCE, Task,
    answer::{Answer, best_other},
    call::{Files, ask, can_pin, list},
    refuse,
};
use crate::{
    names::{find, name_of},
    runner::{Error, Motion, Progress, Row, SceneRequest, VERSION},
};

/// What each box goes on by in a frame of a drift, in its own longest extents, unless it is said.
const PACE: f64 = 0.01;

/// Without the engine nobody can be held against it.
const NO_ANSWER: &str = "jostle did not answer";

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
            let fits = |listed: &Listed| listed.dims.contains(&dim) && listed.tasks.contains(&task);
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
