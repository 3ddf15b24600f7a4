//! What all ranks have to know before they go on: whether one of them failed.

use super::Ranks;
use crate::{
    Error,
    error::{Fault, RankFault},
};

/// What ranks agree on.
pub(crate) struct Agreement {
    /// What has to be the same on all ranks.
    pub(crate) settings: u64,
}

/// Tells all ranks how one of them fared: an error on one is an error on all, of the rank itself
/// or of the first that failed.
pub(crate) fn agree<T>(
    ranks: &(impl Ranks + ?Sized),
    own: Result<T, Error>,
    agreement: &Agreement,
) -> Result<T, Error> {
    let fault = own.as_ref().err().map(Error::fault);
    let key = fault.map_or(u64::MAX, |fault| (ranks.rank() as u64) << 8 | fault as u64);
    let settings = agreement.settings;
    let mut least = [key, settings, !settings];
    ranks.least(&mut least);
    let own = own?;
    let [key, low, high] = least;
    if low != !high {
        return Err(Error::Settings);
    }
    if key != u64::MAX {
        let fault = Fault::from_number((key & 0xff) as u8);
        if fault == Fault::Settings {
            return Err(Error::Settings);
        }
        return Err(Error::Rank(RankFault { rank: (key >> 8) as usize, fault }));
    }
    Ok(own)
}
