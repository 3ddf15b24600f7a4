//! What fails on one rank fails on all, and the next step is right.

mod common;

use std::time::Duration;

use common::{Boxes, Random, items, pairs_of_all};
use jostle::{
    Aabb, BroadPhase, Error as EngineError, Join, Sap, SimdLevel,
    broad::{Output, RunStats},
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
    how: std::sync::Arc<std::sync::Mutex<Option<Wrong>>>,
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

#[test]
fn a_hundred_faults_on_any_rank() {
    let items = items::<3>(400, 2, false);
    let expected = pairs_of_all(&items, false);
    assert!(expected.len() > 200);
    let sample: Vec<_> = items.iter().map(|item| item.aabb.min).collect();
    // What each step does wrong, and where; nothing in every other one.
    let mut random = Random(8);
    let faults: Vec<_> = (0..240)
        .map(|step| {
            let rank = random.next() as usize;
            (ALL[random.next() as usize % ALL.len()], rank, step % 2 == 0)
        })
        .collect();
    for ranks in [1, 3, 5] {
        let domains = |count: usize| {
            Decomposition::bisect(&sample, &vec![1.0; sample.len()], count).expect("memory")
        };
        let (right, others) = (domains(ranks), domains(ranks + 1));
        let results = run_ranks(ranks, |me| {
            let how = std::sync::Arc::new(std::sync::Mutex::new(None));
            let failing = Failing { sap: Sap::new(), how: how.clone() };
            let mut phase = DistributedBroadPhase::new(failing);
            let mine = items.iter().filter(|item| item.id as usize % ranks == me.rank());
            let boxes = Boxes::new(mine);
            let mut told = Vec::new();
            for (wrong, rank, fails) in &faults {
                let wrong = (*fails && rank % ranks == me.rank()).then_some(*wrong);
                *how.lock().expect("nobody panics here") = wrong;
                let ids = if wrong == Some(Wrong::Length) { &boxes.ids[1..] } else { &boxes.ids };
                let local = LocalBoxes::new(ids, boxes.set(wrong == Some(Wrong::Filter)));
                let domains = if wrong == Some(Wrong::Domains) { &others } else { &right };
                let result = phase.update(me, domains, local).map(|_| ());
                let pairs: Vec<_> = phase.ids(&boxes.ids).collect();
                assert!(result.is_ok() || pairs.is_empty());
                told.push((result, pairs));
            }
            told
        });
        let mut failed = 0;
        for (step, (wrong, rank, fails)) in faults.iter().enumerate() {
            let rank = rank % ranks;
            let outcome = |of: usize| &results[of][step].0;
            // Alone, a rank cannot have other filters than the others.
            if !fails || ranks == 1 && *wrong == Wrong::Filter {
                assert!((0..ranks).all(|of| outcome(of).is_ok()), "{:?}", outcome(0));
                if !fails {
                    let mut all: Vec<_> =
                        results.iter().flat_map(|told| told[step].1.clone()).collect();
                    all.sort_unstable();
                    assert!(all == expected, "{ranks} ranks, after {:?}", faults[step - 1]);
                }
                continue;
            }
            failed += 1;
            let (own, fault) = match wrong {
                Wrong::Length => {
                    let error = outcome(rank).clone();
                    assert!(matches!(error, Err(Error::Engine(EngineError::Length { .. }))));
                    (error, Fault::Input)
                }
                Wrong::Memory => {
                    let error = EngineError::OutOfMemory { what: "a test", bytes: 1 };
                    (Err(error.into()), Fault::Memory)
                }
                Wrong::Panic => (Err(Error::Panic("as told".to_owned())), Fault::Panic),
                Wrong::Cancelled => (Err(EngineError::Cancelled.into()), Fault::Cancelled),
                Wrong::Domains | Wrong::Filter => (Err(Error::Settings), Fault::Input),
            };
            assert_eq!(*outcome(rank), own);
            for of in (0..ranks).filter(|of| *of != rank) {
                let heard = match wrong {
                    Wrong::Domains | Wrong::Filter => Error::Settings,
                    _ => Error::Rank(RankFault { rank, fault }),
                };
                assert_eq!(*outcome(of), Err(heard), "{wrong:?} on {rank} of {ranks}");
            }
        }
        assert!(failed >= 90, "{failed}");
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
