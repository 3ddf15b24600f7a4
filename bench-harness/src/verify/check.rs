//! One broad phase against the reference, through each of its outputs.

use std::{cmp::Ordering, ops::ControlFlow};

use jostle::{Bounds, BroadPhase, Error, Join, Pair, Pairs};

use super::reference::{Answer, Reference};
use crate::runner::PAIRS_LIMIT;

/// What was found, and what is wrong with it.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    pub(super) answer: Answer,
    pub(super) faults: Vec<String>,
}

/// Checks all outputs of `phase`, which runs at `level`.
pub(super) fn check<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    bounds: Bounds<'_, D>,
    reference: &Reference,
    level: &str,
    verdict: &mut Verdict,
) {
    let join = Join::within(bounds);
    let mut faults = Vec::new();
    // One buffer after the other: what is left of a run must not show in the next.
    let result = check_stream(phase, &join, reference, &mut faults, &mut verdict.answer)
        .and_then(|()| check_count(phase, &join, reference, &mut faults))
        .and_then(|()| check_list(phase, &join, reference, &mut faults));
    if let Err(error) = result {
        faults.push(error.to_string());
    }
    verdict.faults.extend(faults.into_iter().map(|fault| format!("{level}: {fault}")));
}

fn check_stream<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
    reference: &Reference,
    faults: &mut Vec<String>,
    answer: &mut Answer,
) -> Result<(), Error> {
    *answer = Answer::default();
    let summary = phase.stream(join, &mut |pairs| {
        answer.add(pairs);
        ControlFlow::Continue(())
    })?;
    compare("streamed", *answer, reference, faults);
    if summary.pairs != answer.pairs {
        faults.push(format!("streamed {} pairs and reported {}", answer.pairs, summary.pairs));
    }
    Ok(())
}

fn check_count<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
    reference: &Reference,
    faults: &mut Vec<String>,
) -> Result<(), Error> {
    let counted = phase.count(join)?.pairs;
    if counted != reference.brute.pairs {
        faults.push(format!("counted {counted} pairs; brute found {}", reference.brute.pairs));
    }
    Ok(())
}

fn check_list<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
    reference: &Reference,
    faults: &mut Vec<String>,
) -> Result<(), Error> {
    if reference.brute.pairs > PAIRS_LIMIT {
        return Ok(());
    }
    let mut list = Pairs::new();
    phase.pairs(join, &mut list)?;
    let mut answer = Answer::default();
    answer.add(&list);
    compare("collected", answer, reference, faults);
    if let Some(naive) = &reference.naive {
        list.sort_canonical()?;
        faults.extend(first_difference(&list, naive));
    }
    Ok(())
}

/// Compares with brute force and with the closed form.
fn compare(output: &str, answer: Answer, reference: &Reference, faults: &mut Vec<String>) {
    let text = |answer: Answer| format!("{} pairs with digest {}", answer.pairs, answer.digest);
    if answer != reference.brute {
        faults.push(format!("{output} {}; brute {}", text(answer), text(reference.brute)));
    }
    if let Some(exact) = reference.exact.filter(|&exact| exact != answer.pairs) {
        faults.push(format!("{output} {} pairs; the closed form gives {exact}", answer.pairs));
    }
}

/// Where two sorted lists first differ.
fn first_difference(found: &[Pair], expected: &[Pair]) -> Option<String> {
    let common = found.iter().zip(expected).take_while(|(found, expected)| found == expected);
    let at = common.count();
    let place = |pair: &Pair| format!("({}, {})", pair.a, pair.b);
    match (found.get(at), expected.get(at)) {
        (None, None) => None,
        (Some(more), None) => Some(unexpected(found, at, &place(more))),
        (None, Some(less)) => Some(format!("pair {} is missing", place(less))),
        (Some(found_pair), Some(expected_pair)) => match found_pair.cmp(expected_pair) {
            Ordering::Less => Some(unexpected(found, at, &place(found_pair))),
            _ => Some(format!("pair {} is missing", place(expected_pair))),
        },
    }
}

fn unexpected(found: &[Pair], at: usize, place: &str) -> String {
    if at > 0 && found[at - 1] == found[at] {
        format!("pair {place} comes twice")
    } else {
        format!("pair {place} does not touch")
    }
}

#[cfg(test)]
mod tests {
    use jostle::{
        SimdLevel,
        broad::{BruteForce, Output, RunStats},
        validate::InvalidShape,
    };

    use super::*;
    use crate::boxes::{Boxes, Shapes};

    /// A broad phase that loses a pair, unless it collects.
    struct Loser(BruteForce<2>);

    impl BroadPhase<2> for Loser {
        fn name(&self) -> &'static str {
            "loser"
        }

        fn run(&mut self, join: &Join<'_, 2>, output: Output<'_>) -> Result<RunStats, Error> {
            if let Output::Collect(pairs) = output {
                return self.0.pairs(join, pairs);
            }
            let mut all = Pairs::new();
            let mut stats = self.0.pairs(join, &mut all)?;
            if let Output::Stream(callback) = output {
                let _ = callback(&all[1..]);
            }
            stats.pairs -= 1;
            Ok(stats)
        }

        fn invalid(&self) -> &[InvalidShape] {
            &[]
        }

        fn memory_bytes(&self) -> usize {
            0
        }
    }

    fn three_boxes() -> Shapes<2> {
        let mut boxes = Boxes::new();
        for corner in [0.0, 1.0, 2.0] {
            boxes.push([corner; 2], [corner + 1.0; 2]);
        }
        Shapes::Boxes(boxes)
    }

    fn faults_of(phase: &mut dyn BroadPhase<2>) -> Vec<String> {
        let shapes = three_boxes();
        let reference = Reference::of(&shapes, Some(2)).unwrap();
        let bounds = crate::runner::bounds_of(&shapes).unwrap();
        let mut verdict = Verdict::default();
        check(phase, bounds, &reference, "portable", &mut verdict);
        verdict.faults
    }

    #[test]
    fn the_right_answer_has_no_faults() {
        assert_eq!(faults_of(&mut BruteForce::new().with_level(SimdLevel::PORTABLE)), [""; 0]);
    }

    #[test]
    fn a_lost_pair_is_a_fault_of_stream_and_count() {
        let faults = faults_of(&mut Loser(BruteForce::new().with_level(SimdLevel::PORTABLE)));
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].starts_with("portable: streamed 1 pairs with digest"));
        assert_eq!(faults[1], "portable: streamed 1 pairs; the closed form gives 2");
        assert_eq!(faults[2], "portable: counted 1 pairs; brute found 2");
    }

    #[test]
    fn differences_are_named() {
        let pairs = |list: &[(u32, u32)]| -> Vec<Pair> {
            list.iter().map(|&(a, b)| Pair { a, b }).collect()
        };
        let expected = pairs(&[(0, 1), (1, 2)]);
        let difference = |list| first_difference(&pairs(list), &expected);
        assert_eq!(difference(&[(0, 1), (1, 2)]), None);
        assert_eq!(difference(&[(0, 1)]).unwrap(), "pair (1, 2) is missing");
        assert_eq!(difference(&[(1, 2)]).unwrap(), "pair (0, 1) is missing");
        assert_eq!(difference(&[(0, 1), (0, 1), (1, 2)]).unwrap(), "pair (0, 1) comes twice");
        assert_eq!(difference(&[(0, 1), (0, 2), (1, 2)]).unwrap(), "pair (0, 2) does not touch");
        assert_eq!(difference(&[(0, 1), (1, 2), (1, 3)]).unwrap(), "pair (1, 3) does not touch");
    }
}
