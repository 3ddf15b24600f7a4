//! Questions that are taken to the ranks which may have the answer.

use bytemuck::Pod;
use jostle::Aabb;

use crate::{
    Error, Ranks,
    error::{check_length, unless_it_panics},
    mail::{Mail, extend, read, resize, words_of, write},
    ranks::agree,
};

/// Answers questions of all ranks about shapes of all ranks, as rays, overlaps and the nearest.
///
/// A question goes to each rank whose shapes lie in `bounds` that the `reach` of the question
/// touches. There `answer` answers all that arrived, those of the lowest rank first, each by one
/// entry. The answers come home and are put together by `merge`, in the order of ranks, beginning
/// with `none`; `answers` then has one for each question, in order. A closest hit is the least by
/// distance and id; a count is a sum.
///
/// O(questions ranks), and two messages between ranks that concern each other.
///
/// # Errors
/// What `answer` returns, [`jostle::Error::Length`] where it has another number of answers, and
/// [`Error::Panic`] where a function panics. There are no answers then.
#[expect(clippy::too_many_arguments, reason = "what is asked, who answers, and how")]
pub fn ask<const D: usize, Q: Pod, A: Pod>(
    ranks: &impl Ranks,
    bounds: &Aabb<D>,
    questions: &[Q],
    reach: impl Fn(&Q) -> Aabb<D>,
    answer: impl FnOnce(&[Q]) -> Result<Vec<A>, Error>,
    none: A,
    merge: impl Fn(A, A) -> A,
    answers: &mut Vec<A>,
) -> Result<(), Error> {
    const WHAT: &str = "questions to other ranks";
    let settings = (size_of::<Q>() as u64) << 32 | size_of::<A>() as u64;
    answers.clear();
    let [mut there, mut back] = [Mail::default(), Mail::default()];
    let mut asked: Vec<Vec<u32>> = Vec::new();
    let all = gather_bounds(ranks, bounds);
    let written = unless_it_panics(|| {
        resize(&mut asked, ranks.ranks(), Vec::new(), WHAT)?;
        let letters = there.letters(ranks.ranks())?;
        for (index, question) in questions.iter().enumerate() {
            let reach = reach(question);
            for (rank, bounds) in all.iter().enumerate() {
                if bounds.overlaps(&reach) {
                    extend(&mut asked[rank], &[index as u32], WHAT)?;
                    write(&mut letters[rank], question, WHAT)?;
                }
            }
        }
        Ok(())
    });
    there.send(ranks, written, settings, || {})?;
    let answered = unless_it_panics(|| {
        let words = words_of::<Q>().max(1);
        let mut arrived = Vec::new();
        for letter in there.received() {
            for question in letter.chunks_exact(words) {
                extend(&mut arrived, &[read::<Q>(question)], WHAT)?;
            }
        }
        let given = answer(&arrived)?;
        check_length("answers", arrived.len(), given.len())?;
        let mut given = given.iter();
        for (letter, asked) in back.letters(ranks.ranks())?.iter_mut().zip(there.received()) {
            for answer in given.by_ref().take(asked.len() / words) {
                write(letter, answer, WHAT)?;
            }
        }
        Ok(())
    });
    back.send(ranks, answered, settings, || {})?;
    let merged = unless_it_panics(|| {
        resize(answers, questions.len(), none, "answers")?;
        for (letter, asked) in back.received().zip(&asked) {
            for (words, index) in letter.chunks_exact(words_of::<A>().max(1)).zip(asked) {
                let answer = &mut answers[*index as usize];
                *answer = merge(*answer, read(words));
            }
        }
        Ok(())
    });
    agree(ranks, merged, settings).inspect_err(|_| answers.clear())
}

/// The bounds of all ranks.
fn gather_bounds<const D: usize>(ranks: &impl Ranks, own: &Aabb<D>) -> Vec<Aabb<D>> {
    let words: Vec<u32> = own.min.iter().chain(&own.max).map(|x| x.to_bits()).collect();
    let mut all = vec![0; words.len() * ranks.ranks()];
    ranks.gather(&words, &mut all);
    let corner = |words: &[u32]| std::array::from_fn(|axis| f32::from_bits(words[axis]));
    all.chunks_exact(2 * D)
        .map(|words| Aabb { min: corner(&words[..D]), max: corner(&words[D..]) })
        .collect()
}
