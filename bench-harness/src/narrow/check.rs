//! Holds some of the answers about pairs against what is found out about each pair alone, and
//! against `f64`.

use std::collections::HashMap;

use jostle::{Pair, Shape, shape::Rotation};

use super::{
    Answers, Mode, Words,
    answers::{ask_one, distance, touches},
    oracle::{self, Axes},
};
use crate::runner::Error;

/// Pairs of a run that are looked at.
const SAMPLE: usize = 1000;

/// What `f64` may say otherwise, in sizes of the shapes: the engine is about the numbers that it
/// stores, so the axes of a turned box are rounded for it, and here they are not.
const TOLERANCE: f64 = 4e-6;

/// Share of their depth by which contacts may be deeper than along the best axis.
const DEEPER: f64 = 1.0 / 16.0;

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Pairs that were looked at.
    pub pairs: usize,
    /// Those of them that were held against `f64`.
    pub by_f64: usize,
    /// What is wrong with the first pair that is not as it should be.
    pub fault: Option<String>,
}

/// Looks at some pairs, evenly spread over the list; `shapes` gives the shapes of a pair.
///
/// # Errors
/// When a pair is not one of shapes.
pub fn check<const D: usize>(
    mode: Mode,
    answers: &Answers<D>,
    pairs: &[Pair],
    shapes: impl Fn(Pair) -> [Shape<D>; 2],
) -> Result<Checked, Error>
where
    Rotation<D>: Axes,
{
    check_with(answers, pairs, |pair, words, checked| {
        let shapes = shapes(pair);
        Ok(if ask_one(mode, &shapes)? == *words {
            by_f64(mode, &shapes, words, checked)
        } else {
            Some("it is found out otherwise about the pair alone".to_owned())
        })
    })
}

/// Looks at some pairs by `fault`, which says what is wrong with what was found out about a pair,
/// and counts those that it held against `f64`.
pub(super) fn check_with<const D: usize>(
    answers: &Answers<D>,
    pairs: &[Pair],
    mut fault: impl FnMut(Pair, &Words, &mut usize) -> Result<Option<String>, Error>,
) -> Result<Checked, Error> {
    let count = pairs.len().min(SAMPLE);
    let sample: Vec<Pair> = (0..count).map(|i| pairs[i * pairs.len() / count]).collect();
    let mut found: HashMap<u64, Words> =
        sample.iter().map(|pair| (pair.key(), Words::new())).collect();
    answers.visit(pairs, |pair, words| {
        if let Some(of_pair) = found.get_mut(&pair.key()) {
            of_pair.clone_from(words);
        }
    });
    let mut checked = Checked { pairs: count, by_f64: 0, fault: None };
    for pair in sample {
        if let Some(fault) = fault(pair, &found[&pair.key()], &mut checked.by_f64)? {
            let Pair { a, b } = pair;
            checked.fault = Some(format!("pair of {a} and {b}: {fault}: no time is reported"));
            break;
        }
    }
    Ok(checked)
}

/// What is wrong with a pair by `f64`, if it can be held against that.
fn by_f64<const D: usize>(
    mode: Mode,
    [a, b]: &[Shape<D>; 2],
    words: &Words,
    checked: &mut usize,
) -> Option<String>
where
    Rotation<D>: Axes,
{
    let expected = oracle::distance(a, b)?;
    *checked += 1;
    let touches = touches::<D>(mode, words);
    let tolerance = TOLERANCE * (oracle::size(a) + oracle::size(b));
    if touches && expected > tolerance || !touches && expected < -tolerance {
        let said = if touches { "touch" } else { "are apart" };
        return Some(format!("they {said}, but their distance is {expected} in f64"));
    }
    let found = f64::from(distance::<D>(mode, words)?);
    // Contacts may be deeper, so that boxes that rest on each other rest on their faces.
    let deeper = if mode == Mode::Manifold { DEEPER * -expected } else { 0.0 };
    let right = expected - deeper - tolerance..=expected + tolerance;
    let off = touches && expected < 0.0 && !right.contains(&found);
    off.then(|| format!("their distance is {found}, but {expected} in f64"))
}
