//! Particles in a periodic box on the ranks of MPI: how many are within a radius of each.
//!
//! `mpirun -n 4 target/release/examples/mpi_particles -- [PARTICLES]`
//!
//! The last line is the same for any number of ranks.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::{env, error::Error};

use jostle::{domain::Decomposition, neighbors::Points};
use jostle_mpi::{DistributedNeighbors, MpiRanks, Ranks, migrate};
use mpi::Threading;

const RADIUS: f32 = 1.2;

/// A particle on a lattice that is shaken.
fn particle(id: u64, side: u64) -> [f32; 3] {
    let mut bits = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [id % side, id / side % side, id / (side * side)].map(|cell| {
        bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        cell as f32 + 0.5 * (bits >> 40) as f32 / (1 << 24) as f32
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(125_000_u64);
    let side = (1..).find(|side| side * side * side >= count).unwrap_or(1);
    let count = side * side * side;
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("no MPI")?;
    let ranks = MpiRanks::new(&universe.world());

    // Each rank makes a share of the particles, and sends them to where they belong.
    let share = |rank: usize| count * rank as u64 / ranks.ranks() as u64;
    let mut ids: Vec<u64> = (share(ranks.rank())..share(ranks.rank() + 1)).collect();
    let mut points: Vec<[f32; 3]> = ids.iter().map(|id| particle(*id, side)).collect();
    let sample: Vec<_> =
        (0..count).step_by(1 + count as usize / 10_000).map(|id| particle(id, side)).collect();
    let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks.ranks())?;
    let homes: Vec<_> = points.iter().map(|point| domains.domain_of(point)).collect();
    migrate(&ranks, &mut ids, &mut points, |index| homes[index])?;

    let period = Some((0.0, side as f32));
    let mut lists = DistributedNeighbors::<3>::new(RADIUS).with_periods([period; 3]);
    let numbers = Points::from_strided(points.as_flattened(), 3)?;
    jostle::threads::single_threaded(|| lists.update(&ranks, &domains, &ids, numbers))?;
    // How many particles have so many neighbors, and a hash of who they are.
    let mut sums = [0; 34];
    for (index, id) in ids.iter().enumerate() {
        sums[lists.of(index).len().min(31)] += 1;
        let list = lists.of(index).fold(*id, |hash, other| {
            (hash.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        sums[32] = u64::wrapping_add(sums[32], list);
    }
    sums[33] = lists.held_ghosts() as u64;
    ranks.sum(&mut sums);
    if ranks.rank() == 0 {
        let by_count: Vec<_> =
            sums[..32].iter().enumerate().filter(|(_, particles)| **particles > 0).collect();
        println!("{} ranks with {} ghosts", ranks.ranks(), sums[33]);
        println!("particles by their neighbors: {by_count:?}, lists {:016x}", sums[32]);
    }
    Ok(())
}
