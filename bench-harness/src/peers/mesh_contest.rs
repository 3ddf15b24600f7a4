//! Peers take turns with the engine on two meshes.

use std::time::{Duration, Instant};

use jostle::Pair;
use serde::Serialize;

use super::MeshPeer;
use crate::runner::Spread;

/// Peers, with what they took and found.
#[derive(Default)]
pub struct MeshContest {
    contenders: Vec<Contender>,
}

struct Contender {
    peer: Box<dyn MeshPeer>,
    built: Vec<Duration>,
    asked: Vec<Duration>,
    pairs: Vec<Pair>,
}

/// A peer next to the engine. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct MeshComparison {
    /// The library and its functions.
    pub name: &'static str,
    /// Its time to build both trees.
    pub build_ms: Spread,
    /// Its time to find the pairs.
    pub query_ms: Spread,
    /// The least time of its query over that of the engine.
    pub ratio: Option<f64>,
    /// Pairs that touch, it says.
    pub pairs: u64,
    /// Those that touch for the engine alone.
    pub only_jostle: u64,
    /// Those that touch for the peer alone.
    pub only_peer: u64,
}

impl MeshContest {
    /// Nobody has been asked yet.
    #[must_use]
    pub fn new(peers: Vec<Box<dyn MeshPeer>>) -> Self {
        let contender =
            |peer| Contender { peer, built: Vec::new(), asked: Vec::new(), pairs: Vec::new() };
        Self { contenders: peers.into_iter().map(contender).collect() }
    }

    /// Asks each peer; its times are kept if the frame counts.
    pub fn frame(&mut self, counts: bool) {
        for Contender { peer, built, asked, pairs } in &mut self.contenders {
            let start = Instant::now();
            peer.build();
            let build = start.elapsed();
            pairs.clear();
            let start = Instant::now();
            peer.pairs(pairs);
            let ask = start.elapsed();
            if counts {
                built.push(build);
                asked.push(ask);
            }
        }
    }

    /// Holds what the peers found against the pairs of the engine, in canonical order, which took
    /// that long.
    #[must_use]
    pub fn finish(self, ours: &[Pair], query_ms: &Spread) -> Vec<MeshComparison> {
        let compare = |contender: Contender| contender.compare(ours, query_ms);
        self.contenders.into_iter().map(compare).collect()
    }
}

impl Contender {
    fn compare(mut self, ours: &[Pair], query_ms: &Spread) -> MeshComparison {
        self.pairs.sort_unstable_by_key(|pair| pair.key());
        let exclusion = |of: &[Pair], pair: &Pair| {
            of.binary_search_by_key(&pair.key(), |other| other.key()).is_err()
        };
        let theirs = &self.pairs;
        let spread = |times: &[Duration]| Spread::of(times.iter().copied());
        let asked = spread(&self.asked);
        MeshComparison {
            name: self.peer.name(),
            build_ms: spread(&self.built),
            query_ms: asked,
            ratio: Some(asked.min / query_ms.min).filter(|ratio| ratio.is_finite()),
            pairs: theirs.len() as u64,
            only_jostle: ours.iter().filter(|pair| exclusion(theirs, pair)).count() as u64,
            only_peer: theirs.iter().filter(|pair| exclusion(ours, pair)).count() as u64,
        }
    }
}
