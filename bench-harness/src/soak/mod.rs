//! Soaks: worlds that live for a million steps, in which everything happens to their shapes.
//!
//! In each dimension there is one world for each broad phase. All are told the same, and after each
//! step all have to have found the same. Every thousand steps a step is held against a world that
//! is made anew of the shapes, against each pair alone, against the pairs of the step before, and
//! against a world that was restored of a snapshot. Pools of threads come and go.

mod arena;
mod body;
mod check;
mod churn;
mod memory;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use arena::Arena;
use body::{AllKinds, Kinds};
use jostle::SimdLevel;
use memory::{Memory, Sample};

use crate::runner::{
    Error, Progress, Row, VERSION,
    broad_phases::{BroadPhaseKind, Makes},
    pool_of, ratio, resident_bytes,
};

/// What to soak, and for how long.
#[derive(Clone, Debug)]
pub struct Soak {
    /// When it ends.
    pub until: Until,
    /// How many shapes there are in each world, more or less.
    pub shapes: u32,
    /// The dimensions, which take turns.
    pub dimensions: Vec<u8>,
    /// The broad phases: one world for each in each dimension.
    pub broad_phases: Vec<&'static BroadPhaseKind>,
    /// Numbers of threads, which take turns.
    pub threads: Vec<usize>,
    /// The SIMD level.
    pub level: SimdLevel,
    /// From one check to the next, in steps.
    pub check_every: u32,
    /// Seed of all that happens.
    pub seed: u64,
}

/// When a soak ends.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many steps.
    Steps(u64),
    /// After so much time.
    Elapsed(Duration),
}

/// What a soak came to.
#[derive(Clone, Debug)]
pub struct Soaked {
    /// The figures.
    pub row: Row,
    /// What is not as it should be, if anything is.
    pub fault: Option<String>,
}

/// An [`Arena`] of some dimension.
trait Steps: Send {
    /// Makes changes and a step.
    fn step(&mut self) -> Result<(), Error>;
    /// Makes changes and a step of which it says what is wrong.
    fn checked_step(&mut self, number: u64, pools: [&rayon::ThreadPool; 3]) -> Result<(), Error>;
    fn held_bytes(&self) -> u64;
    fn row(&self) -> Row;
    /// How often what was done and found.
    fn counts(&self) -> [(&'static str, Row); 2];
    fn chosen(&self) -> &BTreeMap<&'static str, u64>;
}

impl<const D: usize> Steps for Arena<D>
where
    BroadPhaseKind: Makes<D>,
    AllKinds: Kinds<D>,
{
    fn step(&mut self) -> Result<(), Error> {
        self.change()?;
        Self::step(self)
    }

    fn checked_step(&mut self, number: u64, pools: [&rayon::ThreadPool; 3]) -> Result<(), Error> {
        let before = self.pairs_before();
        self.change()?;
        let mut fault = self.step_twice(number, pools)?;
        if fault.is_none() {
            fault = pools[2].install(|| self.fault(&before))?;
        }
        fault.map_or(Ok(()), |what| Err(Error::Finding(what)))
    }

    fn held_bytes(&self) -> u64 {
        Self::held_bytes(self)
    }

    fn row(&self) -> Row {
        let row = Row::default().with("digest", format!("{:016x}", self.digest));
        row.with("live_shapes", self.members.len())
    }

    fn counts(&self) -> [(&'static str, Row); 2] {
        [("churn", Row::of(&self.churn)), ("found", Row::of(&self.reached))]
    }

    fn chosen(&self) -> &BTreeMap<&'static str, u64> {
        &self.chosen
    }
}

impl Soak {
    /// Runs it. It ends with the first thing that is wrong.
    ///
    /// # Errors
    /// When there are no dimensions, broad phases, threads or checks, or a pool cannot be started.
    pub fn run(&self, progress: &dyn Progress) -> Result<Soaked, Error> {
        let mut arenas: Vec<(u8, Box<dyn Steps>)> = Vec::new();
        let (phases, level, shapes, seed) =
            (&self.broad_phases, self.level, self.shapes, self.seed);
        for dimension in &self.dimensions {
            arenas.push((
                *dimension,
                match dimension {
                    2 => Box::new(Arena::<2>::new(phases, level, shapes, seed)),
                    3 => Box::new(Arena::<3>::new(phases, level, shapes, seed)),
                    _ => return Err(request("--dimensions: 2 or 3 is expected")),
                },
            ));
        }
        if arenas.is_empty() || phases.is_empty() || self.threads.is_empty() {
            return Err(request("a soak needs dimensions, broad phases and threads"));
        }
        if self.check_every == 0 || self.shapes < 20 {
            return Err(request("--check-every is at least 1, and --shapes at least 20"));
        }
        Course { soak: self, arenas, steps: 0, checks: 0, pools: 0, memory: Memory::default() }
            .run(progress)
    }
}

fn request(why: &str) -> Error {
    Error::Request(why.to_owned())
}

/// A soak under way.
struct Course<'a> {
    soak: &'a Soak,
    arenas: Vec<(u8, Box<dyn Steps>)>,
    steps: u64,
    checks: u64,
    /// Pools that were started.
    pools: u64,
    memory: Memory,
}

impl Course<'_> {
    fn run(mut self, progress: &dyn Progress) -> Result<Soaked, Error> {
        let start = Instant::now();
        let rounds = match self.soak.until {
            Until::Steps(steps) => steps.div_ceil(u64::from(self.soak.check_every)),
            Until::Elapsed(_) => 0,
        };
        progress.begin("checks", rounds);
        let mut wrong = None;
        while wrong.is_none() && self.left(start) > 0 {
            wrong = self.round(start)?;
            progress.advance();
        }
        let elapsed = start.elapsed().as_secs_f64();
        Ok(self.report(elapsed, wrong))
    }

    /// Steps that are left, one at least where the time is not over.
    fn left(&self, start: Instant) -> u64 {
        match self.soak.until {
            Until::Steps(steps) => steps.saturating_sub(self.steps),
            Until::Elapsed(time) if start.elapsed() < time => u64::MAX,
            Until::Elapsed(_) => 0,
        }
    }

    /// Steps of one dimension on a pool of their own, the last of which is checked; says what is
    /// wrong, if anything is.
    fn round(&mut self, start: Instant) -> Result<Option<String>, Error> {
        let all = self.arenas.len() as u64;
        // Each number of threads meets each dimension.
        let threads = |behind: u64| {
            let turn = self.checks / all + behind;
            self.soak.threads[(turn % self.soak.threads.len() as u64) as usize]
        };
        let pools = [pool_of(threads(0))?, pool_of(threads(1))?, pool_of(threads(2))?];
        self.pools += 3;
        let at = (self.checks % all) as usize;
        let steps = self.left(start).min(u64::from(self.soak.check_every));
        let arena = &mut self.arenas[at].1;
        let mut made = 0;
        let is_over = |made| match self.soak.until {
            Until::Elapsed(time) => start.elapsed() >= time,
            Until::Steps(_) => made + 1 >= steps,
        };
        let mut found = pools[0].install(|| {
            while made + 1 < steps && !is_over(made) {
                made += 1;
                arena.step()?;
            }
            Ok(())
        });
        if found.is_ok() {
            made += 1;
            found = arena.checked_step(self.checks, pools.each_ref());
        }
        self.steps += made;
        self.checks += 1;
        self.sample();
        Ok(found.err().map(|what: Error| {
            let Self { soak, steps, arenas, .. } = self;
            format!("step {steps} of seed {}, in {}D: {what}", soak.seed, arenas[at].0)
        }))
    }

    fn sample(&mut self) {
        let held_bytes = self.arenas.iter().map(|(_, arena)| arena.held_bytes()).sum();
        let (steps, resident_bytes) = (self.steps, resident_bytes());
        self.memory.0.push(Sample { steps, held_bytes, resident_bytes });
    }

    fn report(&self, elapsed: f64, wrong: Option<String>) -> Soaked {
        let Soak { shapes, broad_phases, threads, level, seed, .. } = self.soak;
        let names: Vec<&str> = broad_phases.iter().map(|kind| kind.name).collect();
        let row = Row::new("soak").with("seed", seed).with("shapes", shapes);
        let row = row.with("broad_phases", &names).with("level", level.name());
        let row = row.with("threads", threads).with("check_every", self.soak.check_every);
        let row = row.with("steps", self.steps).with("seconds", elapsed);
        let row = row.with("steps_per_second", ratio(self.steps as f64, elapsed));
        let row = row.with("world_steps", self.steps * names.len() as u64);
        let row = row.with("checks", self.checks).with("pools_started", self.pools);
        let mut row = row.with("wrong", u32::from(wrong.is_some()));
        let mut missing = None;
        for (dimension, arena) in &self.arenas {
            row.set(&format!("in_{dimension}d"), arena.row());
            for (part, counts) in arena.counts() {
                row.set(&format!("{part}_in_{dimension}d"), &counts);
                let never = counts.figures().iter().find(|(_, count)| **count == 0);
                missing = missing.or(never.map(|(name, _)| {
                    let name = name.replace('_', " ");
                    format!("no {name} in {dimension}D: the steps are too few")
                }));
            }
        }
        let mut chosen: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, count) in self.arenas.iter().flat_map(|(_, arena)| arena.chosen()) {
            *chosen.entry(name).or_default() += count;
        }
        row.set("chosen", chosen);
        row.extend(self.memory.row());
        let fault = wrong.or_else(|| self.memory.fault()).or(missing);
        let row = row.with("version", VERSION).with("ok", fault.is_none());
        Soaked { row, fault }
    }
}
