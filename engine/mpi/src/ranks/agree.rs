//! What all ranks have to know before they go on: whether one of them failed.

use jostle::domain::Decomposition;

use super::Ranks;
use crate::{
    Error,
    error::{Fault, RankFault},
};

/// Tells all ranks how one of them fared: an error on one is an error on all, of the rank itself
/// or of the first that failed. Settings have to be the same on all.
pub(crate) fn agree<T>(
    ranks: &impl Ranks,
    own: Result<T, Error>,
    settings: u64,
) -> Result<T, Error> {
    let fault = own.as_ref().err().map(Error::fault);
    let key = fault.map_or(u64::MAX, |fault| (ranks.rank() as u64) << 8 | fault as u64);
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

/// Checks that there is a domain for each rank.
pub(crate) fn check_domains<const D: usize>(
    ranks: &impl Ranks,
    domains: &Decomposition<D>,
) -> Result<(), Error> {
    if domains.domains() == ranks.ranks() { Ok(()) } else { Err(Error::Settings) }
}
