//! Shapes that move to the ranks of their domains.

use bytemuck::Pod;

use crate::{
    Error, Ranks,
    mail::{Mail, extend, halves, read, resize, whole, words_of, write},
    ranks::{Agreement, agree},
};

/// Moves shapes to other ranks: their ids, and a record of all that is known of each.
///
/// `home` tells the rank to which a shape goes, by its index; most stay. Those that stay keep their
/// order. Where ids ascend, they do so afterwards; else those that come are behind the others. The
/// number of those that came is returned.
///
/// # Errors
/// [`Error::Engine`] where there is another number of records than of ids, or memory is refused.
/// Then nothing moved, on any rank.
///
/// # Panics
/// When `home` names a rank that there is not.
pub fn migrate<R: Pod>(
    ranks: &impl Ranks,
    ids: &mut Vec<u64>,
    records: &mut Vec<R>,
    home: impl Fn(usize) -> usize,
) -> Result<usize, Error> {
    const WHAT: &str = "shapes that move to other ranks";
    let agreement = Agreement { settings: size_of::<R>() as u64 };
    let mut mail = Mail::default();
    let (me, count) = (ranks.rank(), ids.len());
    let mut stays = Vec::new();
    let written = (|| {
        if records.len() != count {
            let (expected, found) = (count, records.len());
            return Err(jostle::Error::Length { what: "records", expected, found }.into());
        }
        let letters = mail.letters(ranks.ranks())?;
        resize(&mut stays, count, true, WHAT)?;
        for index in 0..count {
            let home = home(index);
            if home != me {
                stays[index] = false;
                extend(&mut letters[home], &halves(ids[index]), WHAT)?;
                write(&mut letters[home], &records[index], WHAT)?;
            }
        }
        Ok(())
    })();
    mail.send(ranks, written, &agreement, || {})?;
    let mut next = (Vec::new(), Vec::new());
    let taken = take(&mail, &stays, ids, records, &mut next);
    let came = agree(ranks, taken, &agreement)?;
    (*ids, *records) = next;
    Ok(came)
}

/// Puts those that stay and those that come together.
fn take<R: Pod>(
    mail: &Mail,
    stays: &[bool],
    ids: &[u64],
    records: &[R],
    (next_ids, next_records): &mut (Vec<u64>, Vec<R>),
) -> Result<usize, Error> {
    const WHAT: &str = "shapes that moved to this rank";
    let words = 2 + words_of::<R>();
    let mut came: Vec<(u64, R)> = Vec::new();
    for letter in mail.received() {
        for record in letter.chunks_exact(words) {
            extend(&mut came, &[(whole(record), read(&record[2..]))], WHAT)?;
        }
    }
    came.sort_unstable_by_key(|(id, _)| *id);
    let ascend = ids.is_sorted();
    let mut waiting = came.iter().peekable();
    let staying = (0..ids.len()).filter(|index| stays[*index]);
    let mut push = |id: u64, record: R| {
        extend(next_ids, &[id], WHAT)?;
        extend(next_records, &[record], WHAT)
    };
    for index in staying {
        while let Some((id, record)) = waiting.next_if(|(id, _)| ascend && *id < ids[index]) {
            push(*id, *record)?;
        }
        push(ids[index], records[index])?;
    }
    waiting.try_for_each(|(id, record)| push(*id, *record))?;
    Ok(came.len())
}
