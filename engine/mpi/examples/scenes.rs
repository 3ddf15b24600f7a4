//! Scenes of the bench on the ranks of MPI, or on one process without: pairs, time and messages.
//!
//! `mpirun -n 2 target/release/examples/scenes --scene crowd --shapes 1000000 --threads 1`

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::{
    env,
    time::{Duration, Instant},
};

use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, digest::Digest};
use jostle_bench::{
    boxes::Shapes,
    scene::{self, Scene, SceneShapes},
};
use jostle_mpi::{Balancer, DistributedBroadPhase, LocalBoxes, MpiRanks, Ranks, migrate};
use mpi::Threading;

const USAGE: &str = "\
Usage: [mpirun -n RANKS] scenes [--scene NAME | --all] [--shapes N] [--steps N] [--threads N]
                                [--alone | --check]

Finds the pairs of a scene in each of some steps, in which its shapes move, and prints on the first
rank: medians of times, the bytes of messages, and the digest of the last step.

    --all      every scene
    --threads  threads of each rank
    --alone    without ranks: what one machine takes
    --check    compares each digest with that of one machine
";

struct Options {
    scenes: Vec<String>,
    shapes: u32,
    steps: usize,
    threads: usize,
    is_alone: bool,
    is_checked: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        scenes: vec!["uniform".to_owned()],
        shapes: 100_000,
        steps: 11,
        threads: 1,
        is_alone: false,
        is_checked: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--scene" => options.scenes = vec![value()?],
            "--all" => {
                options.scenes = scene::all().iter().map(|kind| kind.name.to_owned()).collect()
            }
            "--shapes" => options.shapes = number(value()?)?,
            "--steps" => options.steps = number(value()?)? as usize,
            "--threads" => options.threads = number(value()?)? as usize,
            "--alone" => options.is_alone = true,
            "--check" => options.is_checked = true,
            _ => return Err(format!("{word} is no option")),
        }
    }
    Ok(options)
}

fn main() -> Result<(), String> {
    let options = options().map_err(|fault| format!("{fault}\n\n{USAGE}"))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).use_current_thread();
    pool.build_global().expect("threads can be started");
    if options.is_alone {
        return run_all(&options, None);
    }
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).expect("MPI starts");
    run_all(&options, Some(&MpiRanks::new(&universe.world())))
}

fn run_all(options: &Options, ranks: Option<&MpiRanks>) -> Result<(), String> {
    for name in &options.scenes {
        let kind = scene::by_name(name).map_err(|fault| fault.to_string())?;
        match kind.build(options.shapes, 1) {
            Ok(SceneShapes::Two(scene)) => run(options, ranks, scene),
            Ok(SceneShapes::Three(scene)) => run(options, ranks, scene),
            Err(fault) => println!("{name}: SKIPPED: {fault}"),
        }
    }
    Ok(())
}

fn bounds<const D: usize>(shapes: &Shapes<D>) -> Bounds<'_, D> {
    let bounds = match shapes {
        Shapes::Boxes(boxes) => Bounds::from_columns(
            boxes.min.each_ref().map(|x| &x[..]),
            boxes.max.each_ref().map(|x| &x[..]),
        ),
        Shapes::Balls(balls) => {
            Bounds::from_balls(balls.center.each_ref().map(|x| &x[..]), &balls.radius)
        }
    };
    bounds.expect("columns are as long")
}

/// The boxes that a rank holds, by their corners.
type Record<const D: usize> = [[f32; D]; 2];

fn records<const D: usize>(shapes: &Shapes<D>, ids: &[u64], records: &mut Vec<Record<D>>) {
    let bounds = bounds(shapes);
    records.clear();
    records.extend(ids.iter().map(|id| {
        // What is not valid stays so.
        let aabb = bounds.get(*id as usize);
        aabb.map_or([[f32::NAN; D]; 2], |aabb| [aabb.min, aabb.max])
    }));
}

fn of_records<const D: usize>(records: &[Record<D>]) -> Bounds<'_, D> {
    Bounds::from_records(records, 0, size_of::<[f32; D]>()).expect("corners are in a record")
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// What the boxes have on one machine.
fn digest_of<const D: usize>(sap: &mut Sap<D>, pairs: &mut Pairs, bounds: Bounds<'_, D>) -> Digest {
    sap.pairs(&Join::within(bounds), pairs).expect("there is memory");
    Digest::of(pairs)
}

fn run<const D: usize>(options: &Options, ranks: Option<&MpiRanks>, mut scene: Scene<D>) {
    scene.set_pace(0.01);
    match ranks {
        Some(ranks) => distributed(options, ranks, &mut scene),
        None => alone(options, &mut scene),
    }
}

fn alone<const D: usize>(options: &Options, scene: &mut Scene<D>) {
    let ids: Vec<u64> = (0..scene.shapes.len() as u64).collect();
    let (mut sap, mut pairs, mut mine) = (Sap::new(), Pairs::new(), Vec::new());
    let mut times = Vec::new();
    for step in 0..options.steps + 4 {
        records(&scene.shapes, &ids, &mut mine);
        let started = Instant::now();
        sap.pairs(&Join::within(of_records(&mine)), &mut pairs).expect("there is memory");
        if step > 3 {
            times.push(started.elapsed());
        }
        scene.step();
    }
    println!(
        "{:16} alone     {:9} pairs, {:8.2} ms, digest {}",
        scene.name,
        pairs.len(),
        median(&mut times),
        Digest::of(&pairs)
    );
}

fn distributed<const D: usize>(options: &Options, ranks: &MpiRanks, scene: &mut Scene<D>) {
    let (count, me) = (scene.shapes.len() as u64, ranks.rank() as u64);
    let share = |rank: u64| count * rank / ranks.ranks() as u64;
    let mut ids: Vec<u64> = (share(me)..share(me + 1)).collect();
    let mut mine = Vec::new();
    let mut balancer = Balancer::<D>::new();
    let mut phase = DistributedBroadPhase::new(Sap::<D>::new());
    let (mut sap, mut pairs) = (Sap::new(), Pairs::new());
    let [mut times, mut moving] = [const { Vec::new() }; 2];
    let mut stages: Vec<[Duration; 3]> = Vec::new();
    let (mut work, mut found) = (Duration::ZERO, Digest::default());
    let (mut imbalance, mut cuts) = (1.0, 0);
    for step in 0..options.steps + 4 {
        records(&scene.shapes, &ids, &mut mine);
        let started = Instant::now();
        let point = |index: usize| mine[index][0];
        let balance = balancer.update(ranks, work, mine.len(), point, |_| 1.0).expect("memory");
        let domains = balancer.domains().clone();
        let homes: Vec<usize> = mine.iter().map(|[min, _]| domains.domain_of(min)).collect();
        let begun = Instant::now();
        migrate(ranks, &mut ids, &mut mine, |index| homes[index]).expect("there is memory");
        if balance.is_new {
            balancer.add_cost(begun.elapsed());
            cuts += 1;
        }
        // All begin at once.
        ranks.sum(&mut [0]);
        let moved = started.elapsed();
        let local = LocalBoxes::new(&ids, of_records(&mine));
        let stats = phase.update(ranks, &domains, local).expect("all is well");
        work = stats.work();
        if step > 3 {
            times.push(stats.total_time);
            moving.push(moved);
            stages.push([stats.choosing, stats.own_time, stats.border_time]);
            imbalance = balance.imbalance;
        }
        if options.is_checked || step == options.steps + 3 {
            found = phase.digest(ranks, &ids);
        }
        if options.is_checked {
            let expected = digest_of(&mut sap, &mut pairs, bounds(&scene.shapes));
            assert_eq!(found, expected, "{} in step {step}", scene.name);
        }
        scene.step();
    }
    let stats = phase.stats();
    let mut sums = [
        stats.pairs as u64,
        stats.sent_ghosts as u64,
        stats.sent_bytes,
        phase.memory_bytes() as u64,
    ];
    ranks.sum(&mut sums);
    let [pairs, ghosts, bytes, memory] = sums;
    let stages = [0, 1, 2]
        .map(|stage| median(&mut stages.iter().map(|times| times[stage]).collect::<Vec<_>>()));
    println!("{:16} rank {me}: choosing, own pairs, border: {stages:.2?} ms", scene.name);
    if me == 0 {
        // A copy is an id, an index and a box.
        let least = ghosts * (12 + size_of::<Record<D>>() as u64);
        println!(
            "{:16} {:2} ranks  {pairs:9} pairs, {:8.2} ms, digest {found}",
            scene.name,
            ranks.ranks(),
            median(&mut times),
        );
        println!(
            "{:16} moving {:.2} ms, {ghosts} ghosts, {bytes} bytes, {:.2} of what ghosts are; \
             imbalance {imbalance:.2}, {cuts} cuts, {} MiB",
            "",
            median(&mut moving),
            bytes as f64 / least.max(1) as f64,
            memory >> 20,
        );
    }
}
