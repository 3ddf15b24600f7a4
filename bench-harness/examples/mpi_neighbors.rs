//! What neighbor lists cost on the ranks of MPI: to make them, and to keep them.
//!
//! `mpirun -n 2 target/release/examples/mpi_neighbors [PARTICLES [STEPS [THREADS]]]`
//!
//! A lattice of particles that is shaken, without periodic borders. Each rank has a domain of them,
//! and one thread, or as many as are asked for. "Alone" is what it takes for its own particles
//! without the others. The program `arborx_ranks` of `bench-harness/peers-cpp` finds the same
//! pairs.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::{env, error::Error, time::Instant};

use jostle::{domain::Decomposition, neighbors::Neighbors};
use jostle_bench::runner::{Spread, pool_of};
use jostle_mpi::{DistributedNeighbors, LocalPoints, MpiRanks, Ranks, migrate};
use mpi::Threading;

/// What can go wrong on a thread of the pool.
type Failure = Box<dyn Error + Send + Sync>;

const RADIUS: f32 = 1.2;
const SKIN: f32 = 0.3;

/// A particle on a lattice that is shaken.
fn particle(id: u64, side: u64) -> [f32; 3] {
    let mut bits = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [id % side, id / side % side, id / (side * side)].map(|cell| {
        bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        cell as f32 + 0.5 * (bits >> 40) as f32 / (1 << 24) as f32
    })
}

/// Times of steps, each of which begins on all ranks at once and ends when the last one is done.
fn times(
    steps: usize,
    ranks: &impl Ranks,
    mut step: impl FnMut(usize) -> Result<(), Failure>,
) -> Result<Spread, Failure> {
    let mut times = Vec::new();
    for number in 0..steps {
        ranks.sum(&mut [0]);
        let started = Instant::now();
        step(number)?;
        ranks.sum(&mut [0]);
        times.push(started.elapsed());
    }
    Ok(Spread::of(times))
}

/// Moves all points by a hundredth of the skin, to and fro.
fn shake(points: &mut [[f32; 3]], step: usize) {
    let by = if step.is_multiple_of(2) { 0.01 * SKIN } else { -0.01 * SKIN };
    points.iter_mut().for_each(|point| point[step / 2 % 3] += by);
}

fn main() -> Result<(), Failure> {
    let mut words = env::args().skip(1).filter_map(|word| word.parse().ok());
    let [count, steps, threads] = [1_000_000, 11, 1].map(|usual| words.next().unwrap_or(usual));
    // One thread of the pool starts MPI and makes all calls.
    pool_of(threads as usize)?.install(|| measure(count, steps as usize))
}

fn measure(count: u64, steps: usize) -> Result<(), Failure> {
    let side = (1..).find(|side| side * side * side >= count).unwrap_or(1);
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("no MPI")?;
    let ranks = MpiRanks::new(&universe.world());
    // Each rank makes a share of the particles, which go to their domains.
    let share = |rank: usize| side.pow(3) * rank as u64 / ranks.ranks() as u64;
    let mut ids: Vec<u64> = (share(ranks.rank())..share(ranks.rank() + 1)).collect();
    let mut points: Vec<_> = ids.iter().map(|id| particle(*id, side)).collect();
    let sample: Vec<_> = (0..side.pow(3)).step_by(101).map(|id| particle(id, side)).collect();
    let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks.ranks())?;
    let homes: Vec<_> = points.iter().map(|point| domains.domain_of(point)).collect();
    migrate(&ranks, &mut ids, &mut points, |index| homes[index])?;

    for skin in [0.0, SKIN] {
        let mut alone = Neighbors::new(RADIUS).with_skin(skin);
        let made = times(steps, &ranks, |_| {
            alone.clear();
            alone.update(&points)?;
            Ok(())
        })?;
        let mut lists = DistributedNeighbors::new(RADIUS).with_skin(skin);
        let together = times(steps, &ranks, |_| {
            Ok(lists.update(&ranks, &domains, LocalPoints::new(&ids, &points))?)
        })?;
        let mut sums = [0, lists.sent_bytes(), lists.sent_ghosts() as u64];
        sums[0] = (0..ids.len()).map(|index| lists.of(index).len() as u64).sum();
        ranks.sum(&mut sums);
        let [neighbors, bytes, ghosts] = sums;
        let mut lines = vec![
            format!("made alone {:.1} ms", made.median),
            format!("made {:.1} ms, {neighbors} neighbors, {ghosts} ghosts", together.median),
            format!("{bytes} bytes"),
        ];
        if skin > 0.0 {
            let kept = times(steps, &ranks, |step| {
                shake(&mut points, step);
                if alone.update(&points)?.rebuilt.is_some() && step > 0 {
                    return Err("lists were made".into());
                }
                Ok(())
            })?;
            let kept_together = times(steps, &ranks, |step| {
                shake(&mut points, step + 1);
                match lists.keep(&ranks, LocalPoints::new(&ids, &points))? {
                    true => Ok(()),
                    false => Err("lists were not kept".into()),
                }
            })?;
            let mut bytes = [lists.sent_bytes()];
            ranks.sum(&mut bytes);
            lines.push(format!("kept alone {:.2} ms", kept.median));
            lines.push(format!("kept {:.2} ms, {} bytes", kept_together.median, bytes[0]));
        }
        if ranks.rank() == 0 {
            println!("{} ranks, skin {skin}: {}", ranks.ranks(), lines.join("; "));
        }
    }
    Ok(())
}
