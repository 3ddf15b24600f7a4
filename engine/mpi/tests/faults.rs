//! What fails on one rank fails on all, and the next step is right.

#![cfg_attr(feature = "mpi", allow(clippy::print_stdout, reason = "what ranks tell"))]

mod common;
#[cfg(feature = "mpi")]
mod launch;

#[cfg(feature = "mpi")]
use std::env;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use common::{Boxes, Random, items, pairs_of_all};
use jostle::{
    Aabb, BroadPhase, Error as EngineError, Join, Sap, SimdLevel,
    broad::{Output, RunStats},
    digest::Digest,
    domain::Decomposition,
    validate::InvalidShape,
};
use jostle_mpi::{
    Balancer, DistributedBroadPhase, DistributedEvents, Error, Fault, LocalBoxes, RankFault, Ranks,
    ask, migrate, run_ranks,
};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Length,
    Memory,
    Panic,
    Cancelled,
    Domains,
    Filter,
}

const ALL: [Wrong; 6] =
    [Wrong::Length, Wrong::Memory, Wrong::Panic, Wrong::Cancelled, Wrong::Domains, Wrong::Filter];

/// A broad phase that fails when it is told to.
struct Failing {
    sap: Sap<3>,
    how: Arc<Mutex<Option<Wrong>>>,
}

impl BroadPhase<3> for Failing {
    fn name(&self) -> &'static str {
        "failing"
    }

    fn run(&mut self, join: &Join<'_, 3>, output: Output<'_>) -> Result<RunStats, EngineError> {
        let how = *self.how.lock().expect("nobody panics here");
        match how {
            Some(Wrong::Memory) => Err(EngineError::OutOfMemory { what: "a test", bytes: 1 }),
            Some(Wrong::Cancelled) => Err(EngineError::Cancelled),
            Some(Wrong::Panic) => panic!("as told"),
            _ => self.sap.run(join, output),
        }
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.sap.set_level(level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        self.sap.invalid()
    }

    fn memory_bytes(&self) -> usize {
        self.sap.memory_bytes()
    }
}

/// Steps of which every other one fails on some rank, each time in some way. All ranks hear of it,
/// and find in the next step what they would have found. How many failed is returned.
fn check_faults(me: &impl Ranks) -> usize {
    let (ranks, items) = (me.ranks(), items::<3>(400, 2, false));
    let mut expected = Digest::default();
    let pairs = pairs_of_all(&items, false);
    assert!(pairs.len() > 200);
    expected.add_wide(&pairs);
    let sample: Vec<_> = items.iter().map(|item| item.aabb.min).collect();
    let domains = |count: usize| {
        Decomposition::bisect(&sample, &vec![1.0; sample.len()], count).expect("memory")
    };
    let (right, others) = (domains(ranks), domains(ranks + 1));
    let how = Arc::new(Mutex::new(None));
    let mut phase = DistributedBroadPhase::new(Failing { sap: Sap::new(), how: how.clone() });
    let boxes = Boxes::new(items.iter().filter(|item| item.id as usize % ranks == me.rank()));
    let (mut random, mut failed) = (Random(8), 0);
    for step in 0..240 {
        let (wrong, rank) = (ALL[random.next() as usize % ALL.len()], random.next() as usize);
        // Alone, a rank cannot have other filters than the others.
        let fails = step % 2 == 0 && !(ranks == 1 && wrong == Wrong::Filter);
        let (rank, is_mine) = (rank % ranks, fails && rank % ranks == me.rank());
        let mine = is_mine.then_some(wrong);
        *how.lock().expect("nobody panics here") = mine;
        let ids = if mine == Some(Wrong::Length) { &boxes.ids[1..] } else { &boxes.ids };
        let local = LocalBoxes::new(ids, boxes.set(mine == Some(Wrong::Filter)));
        let domains = if mine == Some(Wrong::Domains) { &others } else { &right };
        let result = phase.update(me, domains, local).map(|_| ());
        if !fails {
            assert_eq!(result, Ok(()), "step {step} of {ranks} ranks");
            assert_eq!(phase.digest(me, &boxes.ids), expected, "step {step} of {ranks} ranks");
            continue;
        }
        failed += 1;
        assert_eq!(phase.ids(&boxes.ids).count(), 0);
        let (own, fault) = match wrong {
            Wrong::Length => {
                let (what, expected, found) = ("ids", boxes.ids.len(), ids.len());
                (EngineError::Length { what, expected, found }.into(), Fault::Input)
            }
            Wrong::Memory => {
                (EngineError::OutOfMemory { what: "a test", bytes: 1 }.into(), Fault::Memory)
            }
            Wrong::Panic => (Error::Panic("as told".to_owned()), Fault::Panic),
            Wrong::Cancelled => (EngineError::Cancelled.into(), Fault::Cancelled),
            Wrong::Domains | Wrong::Filter => (Error::Settings, Fault::Settings),
        };
        let heard = match fault {
            Fault::Settings => Error::Settings,
            _ => Error::Rank(RankFault { rank, fault }),
        };
        let expected = if is_mine { own } else { heard };
        assert_eq!(result, Err(expected), "{wrong:?} on {rank} of {ranks}, heard by {}", me.rank());
    }
    failed
}

#[test]
fn a_hundred_faults_on_any_rank() {
    for ranks in [1, 3, 5] {
        let failed = run_ranks(ranks, |me| check_faults(me));
        assert!(failed.iter().all(|failed| *failed >= 90), "{failed:?}");
    }
}

/// The same on ranks of MPI: this test starts itself on some, within a time.
#[cfg(feature = "mpi")]
#[test]
fn a_hundred_faults_on_ranks_of_mpi() {
    if ["OMPI_COMM_WORLD_RANK", "PMI_RANK"].iter().any(|name| env::var_os(name).is_some()) {
        let started = mpi::initialize_with_threading(mpi::Threading::Funneled);
        let (universe, _) = started.expect("nothing else starts MPI");
        println!("{} steps failed", check_faults(&jostle_mpi::MpiRanks::new(&universe.world())));
        return;
    }
    let test = env::current_exe().expect("a test is a file");
    let arguments = ["--exact", "a_hundred_faults_on_ranks_of_mpi", "--nocapture"];
    for ranks in if launch::has_mpirun() { &[1, 3, 5][..] } else { &[] } {
        let text = launch::printed_on_ranks(*ranks, &test, &arguments);
        let told = text.lines().filter_map(|line| line.strip_suffix(" steps failed"));
        let told: Vec<usize> = told.filter_map(|count| count.parse().ok()).collect();
        assert!(told.len() == *ranks && told.iter().all(|failed| *failed >= 90), "{text}");
    }
}

/// A function of the user's that panics on one rank is an error on all, in each call that has one.
#[test]
fn functions_that_panic() {
    for victim in 0..3 {
        let results = run_ranks(3, |me| {
            let is_victim = me.rank() == victim;
            let told = |value: usize| {
                assert!(!is_victim, "as told");
                value
            };
            let (mut ids, mut records) = (vec![me.rank() as u64], vec![0_u32]);
            let moved = migrate(me, &mut ids, &mut records, told).map(|_| ());
            assert_eq!(ids, [me.rank() as u64]);
            let time = Duration::from_millis(1);
            let mut balancer = Balancer::<2>::new();
            let cut = balancer.update(me, time, 1, |index| [told(index) as f32; 2], |_| 1.0);
            let pairs = [[1, 2]].into_iter().map(|pair| [told(1) as u64, pair[1]]);
            let heard = DistributedEvents::new().update(me, pairs);
            let all = Aabb { min: [0.0; 2], max: [1.0; 2] };
            let mut answers = Vec::new();
            let mut asks = |reach: &dyn Fn(), answer: &dyn Fn()| {
                let reach = |_: &u32| {
                    reach();
                    all
                };
                let answer = |questions: &[u32]| {
                    answer();
                    Ok(questions.to_vec())
                };
                ask(me, &all, &[7_u32], reach, answer, 0, u32::max, &mut answers)
            };
            let panics = || assert_eq!(told(0), 0);
            let asked = asks(&panics, &|| {});
            let answered = asks(&|| {}, &panics);
            let right = asks(&|| {}, &|| {});
            assert_eq!((right, &answers[..]), (Ok(()), &[7][..]));
            [moved, cut.map(|_| ()), heard, asked, answered]
        });
        for (rank, results) in results.into_iter().enumerate() {
            for result in results {
                let expected = if rank == victim {
                    Error::Panic("as told".to_owned())
                } else {
                    Error::Rank(RankFault { rank: victim, fault: Fault::Panic })
                };
                assert_eq!(result, Err(expected));
            }
        }
    }
}
