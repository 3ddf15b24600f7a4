//! Looks at some queries of a batch: how much they find, and whether it is right.

use super::{Answers, Asked, Batch, Kind, Wanted, brute, make};
use crate::{
    boxes::Shapes,
    runner::{Error, bounds_of},
};

/// Queries of a run that are held against testing every box.
const SAMPLE: usize = 200;

/// Queries from which the number of all answers is guessed.
const GUESSED_FROM: usize = 16;

/// Most items that the answers to a batch may be: 2 to 4 GiB while they are put together.
const ANSWERS_LIMIT: u64 = 1 << 28;

/// Holds some of the answers against testing every box. Returns how many, and what is wrong with
/// the first query that was not answered rightly.
///
/// # Errors
/// When the columns of the shapes differ in length.
pub fn check<const D: usize>(
    shapes: &Shapes<D>,
    batch: &Batch<D>,
    answers: &Answers,
) -> Result<(usize, Option<String>), Error> {
    let queries = sample(batch.len());
    let expected = brute(bounds_of(shapes)?, batch, &queries, Wanted::First);
    let fault = queries.iter().zip(&expected).find_map(|(query, expected)| {
        let found = answers.of(batch, *query);
        (found != *expected).then(|| {
            let (found, expected) = (found.len(), expected.len());
            format!(
                "query {query} has other answers than testing every box gives ({found} and \
                 {expected} of them): no time is reported"
            )
        })
    });
    Ok((queries.len(), fault))
}

/// Some queries of so many.
pub(super) fn sample(count: usize) -> Vec<usize> {
    let sample = count.min(SAMPLE);
    (0..sample).map(|i| i * count / sample).collect()
}

/// Refuses what has more answers than fit, as far as a few queries tell.
pub(super) fn check_number<const D: usize>(shapes: &Shapes<D>, asked: &Asked) -> Result<(), Error> {
    let count = asked.count as u64;
    let answers = match asked.kind {
        Kind::Ray | Kind::Cast => count,
        Kind::Knn => count.saturating_mul(asked.k.min(shapes.len()) as u64),
        Kind::Overlap => guess(shapes, asked)?,
    };
    if answers <= ANSWERS_LIMIT {
        return Ok(());
    }
    Err(Error::Request(format!(
        "{count} queries have about {answers} answers, too many to keep (at most {ANSWERS_LIMIT}): \
         ask for fewer"
    )))
}

fn guess<const D: usize>(shapes: &Shapes<D>, asked: &Asked) -> Result<u64, Error> {
    let few = asked.count.min(GUESSED_FROM);
    let batch = make(shapes, &Asked { count: few, ..*asked });
    let queries: Vec<usize> = (0..few).collect();
    let found = brute(bounds_of(shapes)?, &batch, &queries, Wanted::First);
    let found: u64 = found.iter().map(|items| items.len() as u64).sum();
    Ok((found as f64 * asked.count as f64 / few.max(1) as f64) as u64)
}
