//! Every way to use a library that is compiled in.

use crate::{adapters, failure::Failure, peer::Peer};

/// The peers, in the order in which they are listed.
pub(crate) fn all() -> Vec<&'static Peer> {
    adapters::ALL.iter().flat_map(|peers| peers.iter()).collect()
}

/// The peer of this name.
pub(crate) fn by_name(name: &str) -> Result<&'static Peer, Failure> {
    all().into_iter().find(|peer| peer.name == name).ok_or_else(|| {
        let names: Vec<_> = all().iter().map(|peer| peer.name).collect();
        Failure::Request(format!("no peer is called {name:?}; there are {}", names.join(", ")))
    })
}
