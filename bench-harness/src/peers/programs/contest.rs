//! Libraries take turns.

use std::{path::PathBuf, time::Duration};

use super::{
    Entrant, Failed, PeerPoint, PeersReport, ProgramError, REFERENCE, Task,
    answer::Answer,
    call::{Question, ask, can_pin, list},
    files::Files,
};
use crate::{
    runner::{Motion, Progress, VERSION},
    scene::SceneKind,
};

/// Libraries on the boxes of a scene.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The scene.
    pub scene: &'static SceneKind,
    /// How many boxes to make it of.
    pub shapes: u32,
    /// Its seed.
    pub seed: u64,
    /// How they move from one frame to the other.
    pub motion: Motion,
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
    pub fn run(
        &self,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<PeersReport, ProgramError> {
        let mut contenders = self.contenders()?;
        let files = Files::write(self.scene, (self.shapes, self.seed, self.motion), progress)?;
        let question = Question {
            task: self.task,
            dim: self.scene.dim(),
            boxes: &files.boxes,
            then: &files.then,
            threads,
            runs: self.runs,
            limit: self.limit,
        };
        progress.begin("peers", u64::from(self.rounds) * contenders.len() as u64);
        let last = contenders.len().saturating_sub(1);
        for round in 0..self.rounds {
            for turn in 0..contenders.len() {
                // There and back: none is always asked after the same other one.
                let number = if round % 2 == 0 { turn } else { last - turn };
                contenders[number].turn(&question);
                progress.advance();
            }
        }
        self.report(contenders, files.shapes, threads)
    }

    /// The libraries that are asked, the engine first.
    fn contenders(&self) -> Result<Vec<Contender>, ProgramError> {
        let dim = self.scene.dim();
        let mut all = Vec::new();
        for program in self.programs {
            let fit = list(program)?
                .into_iter()
                .filter(|listed| listed.dims.contains(&dim) && listed.tasks.contains(&self.task));
            all.extend(fit.map(|listed| Entrant { program: program.clone(), listed }));
        }
        if let Some(name) =
            self.only.iter().find(|name| all.iter().all(|one| one.listed.name != **name))
        {
            let known: Vec<&str> = all.iter().map(|one| &one.listed.name[..]).collect();
            return Err(ProgramError::Unknown { name: name.clone(), dim, known: known.join(", ") });
        }
        all.retain(|one| {
            let name = &one.listed.name;
            self.only.is_empty() || name == REFERENCE || self.only.contains(name)
        });
        all.sort_by_key(|one| one.listed.name != REFERENCE);
        Ok(all.into_iter().map(|entrant| Contender { entrant, answer: None }).collect())
    }

    fn report(
        &self,
        contenders: Vec<Contender>,
        shapes: usize,
        threads_allowed: usize,
    ) -> Result<PeersReport, ProgramError> {
        let reference = match contenders.first().and_then(|first| first.answer.clone()) {
            Some(Ok(answer)) if contenders[0].entrant.listed.name == REFERENCE => answer,
            Some(Err(why)) => return Err(ProgramError::NoReference { why }),
            _ => return Err(ProgramError::NoReference { why: "no program has it".to_owned() }),
        };
        let (mut points, mut failed) = (Vec::new(), Vec::new());
        for Contender { entrant, answer } in contenders {
            let peer = entrant.listed.name;
            match answer {
                Some(Ok(answer)) => points.push(PeerPoint::new(&peer, answer, &reference)),
                Some(Err(why)) => failed.push(Failed { peer, why }),
                None => {}
            }
        }
        points.sort_by(|a, b| a.total_ms.median.total_cmp(&b.total_ms.median));
        Ok(PeersReport {
            scene: self.scene.name,
            seed: self.seed,
            motion: self.motion,
            dim: self.scene.dim(),
            shapes,
            task: self.task,
            threads_allowed,
            rounds: self.rounds,
            pinned: can_pin(),
            points,
            failed,
            version: VERSION,
        })
    }
}

impl Contender {
    /// Asks once more; who failed is not asked again.
    fn turn(&mut self, question: &Question<'_>) {
        self.answer = Some(match self.answer.take() {
            None => ask(&self.entrant, question),
            Some(Ok(mut so_far)) => ask(&self.entrant, question).and_then(|more| {
                so_far.add(more)?;
                Ok(so_far)
            }),
            Some(Err(why)) => Err(why),
        });
    }
}
