//! TODO
pub(crate) const PEERS: &[crate::peer::Peer] = &[];
