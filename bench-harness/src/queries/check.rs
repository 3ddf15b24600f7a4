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

/// What came of a check.
pub(super) struct Checked {
    pub(super) queries: usize,
    /// What is wrong with the first query that was not answered rightly.
    pub(super) fault: Option<String>,
}

/// Holds some of the answers against testing every box.
pub(super) fn check<const D: usize>(
    shapes: &Shapes<D>,
    batch: &Batch<D>,
    answers: &Answers,
) -> Result<Checked, Error> {
    let sample = batch.len().min(SAMPLE);
    let queries: Vec<usize> = (0..sample).map(|i| i * batch.len() / sample).collect();
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
    Ok(Checked { queries: sample, fault })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::Boxes;

    fn coincident(count: usize) -> Shapes<2> {
        let mut boxes = Boxes::new();
        (0..count).for_each(|_| boxes.push([0.0; 2], [1.0; 2]));
        Shapes::Boxes(boxes)
    }

    fn asked(kind: Kind, count: usize) -> Asked {
        Asked { kind, count, k: 8, radius: 1.0, seed: 1 }
    }

    #[test]
    fn wrong_answers_are_faults() {
        let (shapes, others) = (coincident(3), coincident(4));
        let batch = make(&shapes, &asked(Kind::Overlap, 300));
        let mut bvh = jostle::bvh::Bvh::<2>::new();
        bvh.build(bounds_of(&shapes).unwrap()).unwrap();
        let mut answers = Answers::default();
        batch.ask(&bvh, &mut answers).unwrap();
        let right = check(&shapes, &batch, &answers).unwrap();
        assert_eq!((right.queries, right.fault), (SAMPLE, None));
        let wrong = check(&others, &batch, &answers).unwrap().fault.unwrap();
        assert!(wrong.starts_with("query 0 has other answers"), "{wrong}");
        assert!(wrong.contains("(3 and 4 of them)"), "{wrong}");
    }

    #[test]
    fn too_many_answers_are_refused() {
        let shapes = coincident(100);
        check_number(&shapes, &asked(Kind::Overlap, 2_000_000)).unwrap();
        let error = check_number(&shapes, &asked(Kind::Overlap, 3_000_000)).unwrap_err();
        assert!(error.to_string().contains("about 300000000 answers"), "{error}");
        check_number(&shapes, &asked(Kind::Ray, 200_000_000)).unwrap();
        check_number(&shapes, &asked(Kind::Knn, 40_000_000)).unwrap_err();
    }
}
