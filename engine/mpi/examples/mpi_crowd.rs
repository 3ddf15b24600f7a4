//! A crowd on the ranks of MPI: discs that walk, stop each other, and change ranks as they go.
//!
//! `mpirun -n 4 target/release/examples/mpi_crowd -- [DISCS] [STEPS]`
//!
//! The last line is the same for any number of ranks.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::{env, error::Error, time::Duration};

use bytemuck::{Pod, Zeroable};
use jostle::{
    Sap, Shape,
    digest::Digest,
    shape::{Columns, PreparedShapes},
};
use jostle_mpi::{
    Balancer, DistributedBroadPhase, DistributedContacts, DistributedEvents, LocalBoxes, MpiRanks,
    Ranks, migrate,
};
use mpi::Threading;

/// Somebody in the crowd.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Walker {
    place: [f32; 2],
    velocity: [f32; 2],
}

const RADIUS: f32 = 0.25;

/// A number from 0 on and below 1 that depends on the id and the purpose alone.
fn random(id: u64, purpose: u64) -> f32 {
    let mut bits = id.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(purpose << 32);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 40) as f32 / (1 << 24) as f32
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (count, steps) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(20));
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("no MPI")?;
    let ranks = MpiRanks::new(&universe.world());
    jostle::threads::single_threaded(|| walk(&ranks, count, steps))
}

fn walk(ranks: &MpiRanks, count: u64, steps: u64) -> Result<(), Box<dyn Error>> {
    // Each rank makes a share of the crowd, wherever that is.
    let side = (count as f32).sqrt() * 0.7;
    let share = |rank: usize| count * rank as u64 / ranks.ranks() as u64;
    let mut ids: Vec<u64> = (share(ranks.rank())..share(ranks.rank() + 1)).collect();
    let walker = |id: &u64| Walker {
        place: [side * random(*id, 1), side * random(*id, 2)],
        velocity: [random(*id, 3) - 0.5, random(*id, 4) - 0.5].map(|x| 0.1 * x),
    };
    let mut walkers: Vec<Walker> = ids.iter().map(walker).collect();

    let mut balancer = Balancer::<2>::new();
    let mut phase = DistributedBroadPhase::new(Sap::<2>::new());
    let mut contacts = DistributedContacts::<2>::new();
    let mut events = DistributedEvents::new();
    let mut prepared = PreparedShapes::new();
    let (mut work, mut of_contacts) = (Duration::ZERO, Digest::default());
    let mut sums = [0; 5];
    for _ in 0..steps {
        // To their domains, which follow the work.
        let point = |index: usize| walkers[index].place;
        balancer.update(ranks, work, ids.len(), point, |_| 1.0)?;
        let domains = balancer.domains();
        let homes: Vec<_> = walkers.iter().map(|walker| domains.domain_of(&walker.place)).collect();
        let came = migrate(ranks, &mut ids, &mut walkers, |index| homes[index])?;

        // Who touches whom, and since when.
        let [x, y] = [0, 1]
            .map(|axis| -> Vec<f32> { walkers.iter().map(|walker| walker.place[axis]).collect() });
        let radii = vec![RADIUS; ids.len()];
        prepared.update(Columns::default().with_balls([&x, &y], &radii)?)?;
        let local = LocalBoxes::new(&ids, prepared.bounds()).with_records(&walkers);
        work = phase.update(ranks, domains, local)?.work();
        let disc = |walker: &Walker| Shape::ball(walker.place, RADIUS);
        contacts.update(ranks, &phase, &prepared, disc)?;
        of_contacts = contacts.digest(ranks, &phase, &ids);
        let own = contacts.own().iter();
        let own =
            own.map(|contact| [contact.pair.a, contact.pair.b].map(|index| ids[index as usize]));
        let border = contacts.border().iter().map(|contact| {
            let place = |index| phase.border_id(contacts.border_place(index));
            let [a, b] = [contact.pair.a, contact.pair.b].map(place);
            [a.min(b), a.max(b)]
        });
        let touching: Vec<_> = own.chain(border).collect();
        events.update(ranks, touching.iter().copied())?;
        let (begun, ended) = (events.begun().len(), events.ended().len());
        let told = [touching.len(), begun, events.persisting(), ended, came];
        sums = told.map(|number| number as u64);
        ranks.sum(&mut sums);

        // All go on, and turn at the ends of the place.
        for Walker { place, velocity } in &mut walkers {
            for axis in 0..2 {
                place[axis] += velocity[axis];
                if !(0.0..=side).contains(&place[axis]) {
                    velocity[axis] = -velocity[axis];
                }
            }
        }
    }
    if ranks.rank() == 0 {
        let [touching, begun, persisting, ended, came] = sums;
        println!(
            "{} ranks, of whose discs {came} came from others in the last step",
            ranks.ranks()
        );
        println!(
            "{touching} touch, {begun} began, {persisting} persist, {ended} ended, contacts \
             {of_contacts}"
        );
    }
    Ok(())
}
