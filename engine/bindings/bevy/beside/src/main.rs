//! The collision detection of `bevy_jostle`, of avian and of rapier on the same entities, in turns.
//!
//! Each has an app of its own with as many agents at the same places. Agents are moved, and
//! transforms are propagated, before the clock runs: what is timed is the way from transforms to
//! contacts, without a solver. Which pairs touch is compared in each frame.
//!
//! `cargo run --release --ignore-rust-version -- [AGENTS] [FRAMES] [THREADS]`

mod avian;
mod ours;
mod rapier;
mod scene;

use std::time::{Duration, Instant};

use scene::{Scene, Touching};

/// A library in an app.
trait Contestant {
    fn name(&self) -> &'static str;
    /// Moves the agents, and propagates their transforms.
    fn place(&mut self, scene: &Scene);
    /// From transforms to contacts: what is timed.
    fn detect(&mut self);
    /// The pairs that touch, and what it has to do before the next frame.
    fn touching(&mut self) -> Touching;
    /// How long the copies, the step and the events took, where that is known.
    fn parts(&self) -> Option<[Duration; 3]> {
        None
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let agents = arguments.next().flatten().unwrap_or(100_000);
    let frames = arguments.next().flatten().unwrap_or(41);
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.next().flatten().unwrap_or(available);
    scene::start_pools(threads);
    let mut scene = Scene::new(agents);
    let mut contestants: [Box<dyn Contestant>; 3] = [
        Box::new(ours::App::new(&scene)),
        Box::new(avian::App::new(&scene)),
        Box::new(rapier::App::new(&scene)),
    ];
    let mut times: [Vec<Duration>; 3] = Default::default();
    let mut parts: [Vec<Duration>; 3] = Default::default();
    let (mut pairs, mut unsure) = (0, 0);
    for frame in 0..frames + 5 {
        scene.walk();
        let mut found = Vec::new();
        // Each is the first, the second and the third as often.
        for turn in 0..3 {
            let place = (frame + turn) % 3;
            let contestant = &mut contestants[place];
            contestant.place(&scene);
            let started = Instant::now();
            contestant.detect();
            let time = started.elapsed();
            // The first frames put all agents in.
            if frame >= 5 {
                times[place].push(time);
                for (times, time) in parts.iter_mut().zip(contestant.parts().into_iter().flatten())
                {
                    times.push(time);
                }
            }
            found.push((place, contestant.name(), contestant.touching()));
        }
        found.sort_by_key(|(place, ..)| *place);
        let found: Vec<_> = found.into_iter().map(|(_, name, pairs)| (name, pairs)).collect();
        pairs += found[0].1.len();
        for (name, touching) in &found[1..] {
            unsure += scene.compare(&found[0], (name, touching));
        }
    }
    println!("{agents} balls, {frames} frames, {threads} threads");
    println!(
        "{} pairs touch in a frame; of {unsure} in all it depends on tolerances",
        pairs / (frames + 5)
    );
    let ours = median(&mut times[0]);
    for (contestant, times) in contestants.iter().zip(&mut times) {
        let time = median(times);
        println!("{:12} {time:8.3} ms {:6.2} times ours", contestant.name(), time / ours);
    }
    for (name, times) in ["copies", "step", "events"].iter().zip(&mut parts) {
        let time = median(times);
        println!("of ours, {name}: {time:.3} ms, {:.0} %", 100.0 * time / ours);
    }
}
