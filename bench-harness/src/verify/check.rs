//! One broad phase against the reference, through each of its outputs.

use std::ops::ControlFlow;

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
    let mut faults = Vec::new();
    if let Err(error) = run(phase, &Join::within(bounds), reference, verdict, &mut faults) {
        faults.push(error.to_string());
    }
    verdict.faults.extend(faults.into_iter().map(|fault| format!("{level}: {fault}")));
}

/// One output after the other: what is left of a run must not show in the next.
fn run<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
    reference: &Reference,
    verdict: &mut Verdict,
    faults: &mut Vec<String>,
) -> Result<(), Error> {
    let mut streamed = Answer::default();
    let summary = phase.stream(join, &mut |pairs| {
        streamed.add(pairs);
        ControlFlow::Continue(())
    })?;
    verdict.answer = streamed;
    compare("streamed", streamed, reference, faults);
    if summary.pairs != streamed.pairs {
        faults.push(format!("streamed {} pairs and reported {}", streamed.pairs, summary.pairs));
    }
    let counted = phase.count(join)?.pairs;
    if counted != reference.brute.pairs {
        faults.push(format!("counted {counted} pairs; brute found {}", reference.brute.pairs));
    }
    if reference.brute.pairs > PAIRS_LIMIT {
        return Ok(());
    }
    let (mut list, mut collected) = (Pairs::new(), Answer::default());
    phase.pairs(join, &mut list)?;
    collected.add(&list);
    compare("collected", collected, reference, faults);
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
    let (pair, what) = match (found.get(at), expected.get(at)) {
        (None, None) => return None,
        (Some(more), less) if less.is_none_or(|less| more < less) => {
            let twice = at > 0 && found[at - 1] == *more;
            (more, if twice { "comes twice" } else { "does not touch" })
        }
        (_, Some(less)) => (less, "is missing"),
        (Some(_), None) => unreachable!("it is more than is expected"),
    };
    Some(format!("pair ({}, {}) {what}", pair.a, pair.b))
}
