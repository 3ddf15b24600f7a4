//! One file per library.

#[cfg(feature = "box2d")]
mod box2d;
#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "broccoli")]
mod broccoli;
#[cfg(feature = "bvh")]
mod bvh;
#[cfg(feature = "geo-index")]
mod geo_index;
mod grid;
pub(crate) mod jostle;
#[cfg(feature = "kiddo")]
mod kiddo;
#[cfg(feature = "obvhs")]
mod obvhs;
#[cfg(feature = "parry")]
mod parry;
#[cfg(any(feature = "box2d", feature = "box3d"))]
mod proxies;
#[cfg(feature = "rapier")]
mod rapier;
#[cfg(feature = "rstar")]
mod rstar;
#[cfg(feature = "static-aabb2d-index")]
mod static_aabb2d_index;
mod sweep;

use crate::peer::Peer;

/// The peers of every library that is compiled in.
pub(crate) const ALL: &[&[Peer]] = &[
    jostle::PEERS,
    grid::PEERS,
    sweep::PEERS,
    #[cfg(feature = "parry")]
    parry::PEERS,
    #[cfg(feature = "obvhs")]
    obvhs::PEERS,
    #[cfg(feature = "bvh")]
    bvh::PEERS,
    #[cfg(feature = "rstar")]
    rstar::PEERS,
    #[cfg(feature = "broccoli")]
    broccoli::PEERS,
    #[cfg(feature = "geo-index")]
    geo_index::PEERS,
    #[cfg(feature = "static-aabb2d-index")]
    static_aabb2d_index::PEERS,
    #[cfg(feature = "kiddo")]
    kiddo::PEERS,
    #[cfg(feature = "box2d")]
    box2d::PEERS,
    #[cfg(feature = "box3d")]
    box3d::PEERS,
    #[cfg(feature = "rapier")]
    rapier::PEERS,
];
