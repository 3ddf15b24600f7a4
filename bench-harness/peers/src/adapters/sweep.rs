//! Textbook sort and sweep along x.

use jostle::Pair;
use rayon::prelude::*;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer, Peer, Tasks},
};

/// Sort and sweep.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "sweep",
    library: "hand-written",
    method: "boxes sorted by their minimum on x, each held against those that begin before it ends",
    threads: true,
    serial: &[],
    flat: Tasks { pairs: Some(|| Box::<Sweep<2>>::default()), ..Tasks::NONE },
    space: Tasks { pairs: Some(|| Box::<Sweep<3>>::default()), ..Tasks::NONE },
}];

/// Boxes per task.
const BOXES_PER_TASK: usize = 1024;

#[derive(Default)]
struct Sweep<const D: usize> {
    boxes: Vec<Corners<D>>,
    /// Minimum on x in the upper half, in bits that are in order as the values are; box below.
    keys: Vec<u64>,
    sorted: Vec<Corners<D>>,
    gather: Gather,
}

impl<const D: usize> PairPeer<D> for Sweep<D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    fn build(&mut self) -> Outcome {
        let Self { boxes, keys, sorted, .. } = self;
        let key = |(id, corners): (usize, &Corners<D>)| {
            u64::from(ordered(corners.min[0])) << 32 | id as u64
        };
        boxes.par_iter().enumerate().map(key).collect_into_vec(keys);
        keys.par_sort_unstable();
        keys.par_iter().map(|key| boxes[*key as u32 as usize]).collect_into_vec(sorted);
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { keys, sorted, gather, .. } = self;
        gather.run(sorted.len().div_ceil(BOXES_PER_TASK), |task, list| {
            let first = task * BOXES_PER_TASK;
            let last = sorted.len().min(first + BOXES_PER_TASK);
            for index in first..last {
                sweep(index, sorted, keys, list);
            }
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

/// Holds a box against those behind it.
fn sweep<const D: usize>(index: usize, sorted: &[Corners<D>], keys: &[u64], list: &mut Vec<Pair>) {
    let (one, a) = (&sorted[index], keys[index] as u32);
    for (other, key) in sorted[index + 1..].iter().zip(&keys[index + 1..]) {
        if other.min[0] > one.max[0] {
            break;
        }
        if one.touches_from::<1>(other) {
            list.push(Pair { a, b: *key as u32 });
        }
    }
}

/// Bits that are in order as the values are; both zeros have the same.
fn ordered(value: f32) -> u32 {
    let bits = (value + 0.0).to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}
