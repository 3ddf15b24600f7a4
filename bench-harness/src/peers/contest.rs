//! Peers take turns with the engine, and are held against it.

use std::time::{Duration, Instant};

use jostle::{
    Error, Pair,
    narrow::{Narrow, Separation},
    shape::{PreparedShapes, Rotation},
};
use serde::Serialize;

use super::{Peer, truth};
use crate::{
    narrow::{PairScene, oracle::Axes, per_pair},
    runner::Spread,
};

/// How near to touching a pair is about which libraries may say different things, in units of the
/// scene.
pub const NEAR: f32 = 1e-4;

/// Disagreements that are kept to be shown.
const SHOWN: usize = 5;

/// Peers, with what they took and found.
#[derive(Default)]
pub struct Contest {
    contenders: Vec<Contender>,
}

struct Contender {
    peer: Box<dyn Peer>,
    times: Vec<Duration>,
    touching: Vec<bool>,
}

/// A peer next to the engine. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The library and its function.
    pub name: &'static str,
    /// Its time for a pair, in nanoseconds.
    pub ns_per_pair: Option<Spread>,
    /// Its median time over that of the engine.
    pub ratio: Option<f64>,
    /// Pairs that touch, it says.
    pub touching: u64,
    /// Pairs that touch only for one of both and are within [`NEAR`] of touching.
    pub disagreements_near: u64,
    /// The others that touch only for one of both.
    pub disagreements_far: u64,
    /// Those, near and far, of which `f64` says what the engine says.
    pub engine_right: u64,
    /// Those of which it says what the peer says. Of the others it cannot tell.
    pub engine_wrong: u64,
    /// The first of these.
    pub first_far: Vec<Disagreement>,
}

/// A pair that touches only for one of both.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Disagreement {
    /// The first shape.
    pub a: u32,
    /// The second shape.
    pub b: u32,
    /// Their distance, or minus their depth, by the engine.
    pub distance: f32,
    /// Whether they touch, says the peer.
    pub touching: bool,
}

impl Contest {
    /// Nobody has been asked yet about so many pairs.
    #[must_use]
    pub fn new(peers: Vec<Box<dyn Peer>>, pairs: usize) -> Self {
        let contender = |peer| Contender { peer, times: Vec::new(), touching: vec![false; pairs] };
        Self { contenders: peers.into_iter().map(contender).collect() }
    }

    /// Asks each peer about all pairs; its time is kept if the frame counts.
    pub fn frame(&mut self, counts: bool) {
        for Contender { peer, times, touching } in &mut self.contenders {
            let start = Instant::now();
            peer.run(touching);
            let time = start.elapsed();
            if counts {
                times.push(time);
            }
        }
    }

    /// Holds what the peers found against the engine, whose times for a pair are `ours`.
    ///
    /// # Errors
    /// Those of the narrow phase.
    pub fn finish<const D: usize>(
        &self,
        narrow: &mut Narrow<D>,
        shapes: &PreparedShapes<D>,
        scene: &PairScene<D>,
        ours: Option<Spread>,
    ) -> Result<Vec<Comparison>, Error>
    where
        Rotation<D>: Axes,
    {
        let mut separations = Vec::new();
        if !self.contenders.is_empty() {
            narrow.separations(shapes, &scene.pairs, &mut separations)?;
        }
        let compare = |contender: &Contender| contender.compare(scene, &separations, ours);
        Ok(self.contenders.iter().map(compare).collect())
    }
}

impl Contender {
    fn compare<const D: usize>(
        &self,
        scene: &PairScene<D>,
        separations: &[Separation<D>],
        ours: Option<Spread>,
    ) -> Comparison
    where
        Rotation<D>: Axes,
    {
        let pairs = &scene.pairs;
        let ns_per_pair = per_pair(Spread::of(self.times.iter().copied()), pairs.len());
        let ratio = ours.zip(ns_per_pair).map(|(ours, theirs)| theirs.median / ours.median);
        let mut comparison = Comparison {
            name: self.peer.name(),
            ns_per_pair,
            ratio: ratio.filter(|ratio| ratio.is_finite()),
            touching: self.touching.iter().map(|touching| u64::from(*touching)).sum(),
            disagreements_near: 0,
            disagreements_far: 0,
            engine_right: 0,
            engine_wrong: 0,
            first_far: Vec::new(),
        };
        for ((pair, separation), touching) in pairs.iter().zip(separations).zip(&self.touching) {
            if *touching != (separation.distance <= 0.0) {
                let [a, b] = scene.of(*pair);
                comparison.add(*pair, separation.distance, *touching, truth::touch(&a, &b));
            }
        }
        comparison
    }
}

impl Comparison {
    fn add(&mut self, Pair { a, b }: Pair, distance: f32, touching: bool, truth: Option<bool>) {
        match truth {
            Some(truth) if truth == touching => self.engine_wrong += 1,
            Some(_) => self.engine_right += 1,
            None => {}
        }
        if distance.abs() <= NEAR {
            self.disagreements_near += 1;
            return;
        }
        self.disagreements_far += 1;
        if self.first_far.len() < SHOWN {
            self.first_far.push(Disagreement { a, b, distance, touching });
        }
    }
}
