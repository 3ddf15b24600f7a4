//! Shapes that move to the ranks of their domains.

use bytemuck::Pod;

use crate::{
    Error, Ranks,
    error::{check_length, unless_it_panics},
    mail::{Mail, extend, halves, read, reserve, resize, whole, words_of, write},
    ranks::agree,
};

/// Moves shapes to other ranks: their ids, and a record of all that is known of each.
///
/// `home` tells the rank to which a shape goes, by its index; most stay. Those that stay keep their
/// order. Where ids ascend, they do so afterwards; else those that come are behind the others. The
/// number of those that came is returned.
///
/// # Errors
/// [`Error::Engine`] where there is another number of records than of ids, where `home` names a
/// rank that there is not, and where memory is refused; [`Error::Panic`] where `home` panics. Then
/// nothing moved, on any rank.
pub fn migrate<R: Pod>(
    ranks: &impl Ranks,
    ids: &mut Vec<u64>,
    records: &mut Vec<R>,
    home: impl Fn(usize) -> usize,
) -> Result<usize, Error> {
    const WHAT: &str = "shapes that move to other ranks";
    let settings = size_of::<R>() as u64;
    let mut mail = Mail::default();
    let (me, count) = (ranks.rank(), ids.len());
    let mut stays = Vec::new();
    let written = unless_it_panics(|| {
        check_length("records", count, records.len())?;
        let letters = mail.letters(ranks.ranks())?;
        resize(&mut stays, count, true, WHAT)?;
        for index in 0..count {
            let home = home(index);
            if home != me {
                let Some(letter) = letters.get_mut(home) else {
                    let found = format!("rank {home} for shape {index}");
                    let range = "less than there are ranks";
                    let what = "home of a shape";
                    return Err(jostle::Error::Setting { what, found, range }.into());
                };
                stays[index] = false;
                extend(letter, &halves(ids[index]), WHAT)?;
                write(letter, &records[index], WHAT)?;
            }
        }
        Ok(())
    });
    mail.send(ranks, written, settings, || {})?;
    let came = agree(ranks, arrivals(&mail, ids, records), settings)?;
    // There is room for all, so nothing fails from here on.
    let ascend = ids.is_sorted();
    if stays.contains(&false) {
        let [mut kept, mut also_kept] = [stays.iter(), stays.iter()];
        ids.retain(|_| *kept.next().unwrap_or(&true));
        records.retain(|_| *also_kept.next().unwrap_or(&true));
    }
    let mut place = ids.len() + came.len();
    let mut waiting = ids.len();
    ids.resize(place, 0);
    records.resize(place, R::zeroed());
    // From the back, so that what stays moves to where nothing is.
    for (id, record) in came.iter().rev() {
        while ascend && waiting > 0 && ids[waiting - 1] > *id {
            (place, waiting) = (place - 1, waiting - 1);
            (ids[place], records[place]) = (ids[waiting], records[waiting]);
        }
        place -= 1;
        (ids[place], records[place]) = (*id, *record);
    }
    Ok(came.len())
}

/// Those that come, by their ids, once there is room for them.
fn arrivals<R: Pod>(
    mail: &Mail,
    ids: &mut Vec<u64>,
    records: &mut Vec<R>,
) -> Result<Vec<(u64, R)>, Error> {
    const WHAT: &str = "shapes that moved to this rank";
    let mut came: Vec<(u64, R)> = Vec::new();
    for letter in mail.received() {
        for record in letter.chunks_exact(2 + words_of::<R>()) {
            extend(&mut came, &[(whole(record), read(&record[2..]))], WHAT)?;
        }
    }
    came.sort_unstable_by_key(|(id, _)| *id);
    reserve(ids, came.len(), WHAT)?;
    reserve(records, came.len(), WHAT)?;
    Ok(came)
}
