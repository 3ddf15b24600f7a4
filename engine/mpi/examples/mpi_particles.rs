//! Soft particles in a periodic box on the ranks of MPI, which push each other apart.
//!
//! `mpirun -n 4 target/release/examples/mpi_particles [PARTICLES [STEPS]]`
//!
//! The last line is the same for any number of ranks: each particle is at the same place, to the
//! last bit.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::{env, error::Error, time::Instant};

use bytemuck::{Pod, Zeroable};
use jostle::{domain::Decomposition, threads};
use jostle_mpi::{DistributedNeighbors, LocalPoints, MpiRanks, Ranks, migrate};
use mpi::Threading;

/// Particles that are nearer than this push each other.
const RADIUS: f32 = 1.2;
const SKIN: f32 = 0.3;
const TIME_STEP: f32 = 0.02;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Particle {
    place: [f32; 3],
    velocity: [f32; 3],
}

/// A particle on a lattice that is shaken.
fn particle(id: u64, side: u64) -> Particle {
    let mut bits = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = || {
        bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (bits >> 40) as f32 / (1 << 24) as f32
    };
    let place = [id % side, id / side % side, id / (side * side)];
    Particle {
        place: place.map(|cell| cell as f32 + 0.5 * random()),
        velocity: [(); 3].map(|()| random() - 0.5),
    }
}

/// The force on a particle, by those within the radius.
fn force(place: [f32; 3], others: impl Iterator<Item = [f32; 3]>, side: f32) -> [f32; 3] {
    let mut force = [0.0; 3];
    for other in others {
        // To the nearest image of the other.
        let apart: [f32; 3] = std::array::from_fn(|axis| {
            let apart = place[axis] - other[axis];
            apart - side * (apart / side).round()
        });
        let distance = apart.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        let strength = (1.0 - distance / RADIUS) / distance;
        force.iter_mut().zip(apart).for_each(|(force, x)| *force += strength * x);
    }
    force
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1).filter_map(|word| word.parse().ok());
    let count: u64 = words.next().unwrap_or(125_000);
    let steps = words.next().unwrap_or(50) as u32;
    let side = (1..).find(|side| side * side * side >= count).unwrap_or(1);
    let count = side * side * side;
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("no MPI")?;
    let ranks = MpiRanks::new(&universe.world());

    // Each rank makes a share of the particles, which go to their domains before the first step.
    let share = |rank: usize| count * rank as u64 / ranks.ranks() as u64;
    let mut ids: Vec<u64> = (share(ranks.rank())..share(ranks.rank() + 1)).collect();
    let mut particles: Vec<_> = ids.iter().map(|id| particle(*id, side)).collect();
    let sample = (0..count).step_by(1 + count as usize / 10_000);
    let sample: Vec<_> = sample.map(|id| particle(id, side).place).collect();
    let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks.ranks())?;
    let length = side as f32;
    let mut lists = DistributedNeighbors::<3>::new(RADIUS)
        .with_skin(SKIN)
        .with_periods([Some((0.0, length)); 3]);

    let started = Instant::now();
    let mut updates = 0;
    for _ in 0..steps {
        let places = |particles: &[Particle]| -> Vec<[f32; 3]> {
            particles.iter().map(|particle| particle.place).collect()
        };
        let mut points = places(&particles);
        if !threads::single_threaded(|| lists.keep(&ranks, LocalPoints::new(&ids, &points)))? {
            let wrap = |x: f32| x - length * (x / length).floor();
            for particle in &mut particles {
                particle.place =
                    particle.place.map(|x| if wrap(x) < length { wrap(x) } else { 0.0 });
            }
            points = places(&particles);
            let homes: Vec<_> = points.iter().map(|point| domains.domain_of(point)).collect();
            migrate(&ranks, &mut ids, &mut particles, |index| homes[index])?;
            points = places(&particles);
            let local = LocalPoints::new(&ids, &points);
            threads::single_threaded(|| lists.update(&ranks, &domains, local))?;
            updates += 1;
        }
        let within = lists.within()?;
        for (index, particle) in particles.iter_mut().enumerate() {
            let others = within.of(index).map(|other| other.point);
            let force = force(particle.place, others, length);
            let Particle { place, velocity } = particle;
            for axis in 0..3 {
                velocity[axis] += TIME_STEP * force[axis];
                place[axis] += TIME_STEP * velocity[axis];
            }
        }
    }
    let elapsed = started.elapsed() / steps.max(1);

    // A hash of where each particle is.
    let hash = ids.iter().zip(&particles).map(|(id, particle)| {
        particle.place.iter().fold(*id, |hash, x| {
            (hash.rotate_left(5) ^ u64::from(x.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    });
    let mut sums = [hash.fold(0, u64::wrapping_add), lists.held_ghosts() as u64];
    ranks.sum(&mut sums);
    if ranks.rank() == 0 {
        println!("{} ranks with {} ghosts, {elapsed:.1?} a step", ranks.ranks(), sums[1]);
        let [hash, _] = sums;
        println!("{count} particles, {steps} steps, {updates} updates, places {hash:016x}");
    }
    Ok(())
}
