//! What a step of a world costs where one shape comes and one goes, one falls asleep, little moves
//! over much that does not, or the step is called from outside of the pool.
//!
//! `cargo run --release -p jostle-bench --example few_changes [crowd|ground|outside] [SHAPES]`

#![allow(clippy::print_stdout, reason = "the figures are what this is for")]

use std::{array, env, sync::Arc, time::Instant};

use jostle::{
    Error, Handle, Shape, World,
    mesh::Mesh,
    shape::{Attributes, Mobility, Parts, Rotation, Triangle},
};
use jostle_bench::runner::pool_of;
use mimalloc::MiMalloc;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Steps of one kind in a row, of which the first ones are not counted.
const BLOCK: usize = 24;
const WARM_UP: usize = 4;

/// Balls that drift, and what does not move.
struct Scene<const D: usize> {
    world: World<D>,
    handles: Vec<Handle>,
    velocity: [Vec<f32>; D],
    radius: f32,
    side: f32,
    random: Pcg64Mcg,
    asleep: Option<Handle>,
    /// Of the last step: its stages, over its time.
    told: f64,
}

/// What is done before a step.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    None,
    OneIsReplaced,
    OneFallsAsleep,
}

impl<const D: usize> Scene<D> {
    fn new(balls: usize, radius: f32, side: f32) -> Result<Self, Error> {
        let random = Pcg64Mcg::seed_from_u64(1);
        let velocity = array::from_fn(|_| Vec::new());
        let (world, handles) = (World::new(), Vec::new());
        let mut scene =
            Self { world, handles, velocity, radius, side, random, asleep: None, told: 0.0 };
        for _ in 0..balls {
            let handle = scene.insert()?;
            scene.handles.push(handle);
            for axis in &mut scene.velocity {
                axis.push(scene.random.random_range(-0.02..0.02) * radius);
            }
        }
        Ok(scene)
    }

    /// A ball anywhere; over a ground, so low that it meets it.
    fn insert(&mut self) -> Result<Handle, Error> {
        let mut at = array::from_fn(|_| self.random.random_range(0.0..self.side));
        if D == 3 {
            at[1] = 0.5 * self.radius;
        }
        self.world.shapes_mut().insert(Shape::ball(at, self.radius))
    }

    fn drift(&mut self) {
        let balls = self.world.shapes_mut().balls_mut();
        for (axis, speeds) in self.velocity.iter_mut().enumerate() {
            if D == 3 && axis == 1 {
                continue;
            }
            for (at, speed) in balls.centers[axis].iter_mut().zip(speeds) {
                let inwards = if *at < 0.0 { speed.abs() } else { -speed.abs() };
                *speed = if (0.0..=self.side).contains(at) { *speed } else { inwards };
                *at += *speed;
            }
        }
    }

    /// Milliseconds of a change and a step, without what it takes to move the balls.
    fn step(&mut self, change: Change) -> Result<f64, Error> {
        self.drift();
        let start = Instant::now();
        let mobility = |mobility| Attributes::new().with_mobility(mobility);
        if let Some(handle) = self.asleep.take() {
            self.world.shapes_mut().set_attributes(handle, mobility(Mobility::Moving))?;
        }
        match change {
            Change::None => {}
            Change::OneIsReplaced => {
                let index = self.random.random_range(0..self.handles.len());
                self.world.shapes_mut().remove(self.handles[index])?;
                self.handles[index] = self.insert()?;
            }
            Change::OneFallsAsleep => {
                let handle = self.handles[self.random.random_range(0..self.handles.len())];
                self.world.shapes_mut().set_attributes(handle, mobility(Mobility::Sleeping))?;
                self.asleep = Some(handle);
            }
        }
        let step = Instant::now();
        let told = self.world.step()?.times.total();
        self.told = told.as_secs_f64() / step.elapsed().as_secs_f64();
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }

    /// Steps of several kinds, in turn: the median of each.
    fn compare(&mut self, rounds: usize, changes: &[Change]) -> Result<Vec<f64>, Error> {
        let mut times = vec![Vec::new(); changes.len()];
        for _ in 0..rounds {
            for (change, times) in changes.iter().zip(&mut times) {
                for number in 0..BLOCK {
                    let took = self.step(*change)?;
                    if number >= WARM_UP {
                        times.push(took);
                    }
                }
            }
        }
        Ok(times.iter_mut().map(|times| median(times)).collect())
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn crowd(discs: usize, threads: usize) -> Result<(), Error> {
    let mut scene = Scene::<2>::new(discs, 0.25, (0.5 * discs as f32).sqrt())?;
    let changes = [Change::None, Change::OneIsReplaced, Change::OneFallsAsleep];
    let medians = scene.compare(20, &changes)?;
    println!(
        "crowd of {discs}, {threads} threads: a step {:.3} ms, one replaced {:+.3}, one asleep \
         {:+.3}; the stages of the last step add up to {:.3} of it",
        medians[0],
        medians[1] - medians[0],
        medians[2] - medians[0],
        scene.told,
    );
    Ok(())
}

/// A ground of so many cells along each side, two triangles to each.
fn ground(cells: usize) -> Result<Mesh, Error> {
    let along = cells + 1;
    let vertices = (0..along * along).map(|number| {
        let (x, z) = (number % along, number / along);
        [x as f32, 0.1 * ((3 * x + 7 * z) as f32).sin(), z as f32]
    });
    let triangles = (0..cells * cells).flat_map(|number| {
        let first = number / cells * along + number % cells;
        let [a, b, c, d] = [first, first + along, first + along + 1, first + 1].map(|x| x as u32);
        [[a, b, c], [a, c, d]]
    });
    Mesh::new(vertices.collect::<Vec<_>>(), triangles.collect::<Vec<_>>())
}

fn balls_over_ground(triangles: usize, is_mesh: bool, threads: usize) -> Result<(), Error> {
    let cells = (0.5 * triangles as f64).sqrt() as usize;
    let mut scene = Scene::<3>::new(100, 0.4, cells as f32)?;
    let fixed = Attributes::new().with_mobility(Mobility::Static);
    let mesh = ground(cells)?;
    let shapes = scene.world.shapes_mut();
    let (name, bytes) = if is_mesh {
        let parts = Arc::new(Parts::mesh(mesh)?);
        shapes.insert_with(Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY), fixed)?;
        ("one mesh", parts.memory_bytes())
    } else {
        for corners in mesh.triangles() {
            let vertices = corners.map(|corner| mesh.vertices()[corner as usize]);
            shapes.insert_with(Triangle { vertices }, fixed)?;
        }
        ("loose", 0)
    };
    let medians = scene.compare(20, &[Change::None, Change::OneIsReplaced])?;
    assert!(scene.world.contacts().len() >= 50, "balls touch the ground");
    println!(
        "100 balls over {} triangles, {name}, {threads} threads: a step {:.3} ms, one ball \
         replaced {:+.3}, {:.0} MB",
        2 * cells * cells,
        medians[0],
        medians[1] - medians[0],
        (bytes + scene.world.memory_bytes()) as f64 / 1e6,
    );
    Ok(())
}

/// Steps from a thread that is none of the pool's, and from one that is.
fn outside(discs: usize) -> Result<(), Error> {
    let mut scene = Scene::<2>::new(discs, 0.25, (0.5 * discs as f32).sqrt())?;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..120 {
        for _ in 0..BLOCK {
            let took = if round % 2 == 0 {
                scene.step(Change::None)?
            } else {
                rayon::scope(|_| scene.step(Change::None))?
            };
            times[round % 2].push(took);
        }
    }
    let [outside, inside] = times.each_mut().map(|times| median(times));
    println!(
        "{discs} discs, {} threads: from outside {outside:.3} ms, within {inside:.3}: {:.3} times",
        rayon::current_num_threads(),
        outside / inside
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let what = arguments.next();
    let shapes: Option<usize> = arguments.next().map(|number| number.parse()).transpose()?;
    let wants = |name: &str| what.as_deref().is_none_or(|what| what == name);
    for threads in [1, 2] {
        pool_of(threads)?.install(|| -> Result<(), Error> {
            if wants("crowd") {
                crowd(shapes.unwrap_or(100_000), threads)?;
            }
            if wants("ground") {
                balls_over_ground(shapes.unwrap_or(1_000_000), false, threads)?;
                balls_over_ground(shapes.unwrap_or(1_000_000), true, threads)?;
            }
            Ok(())
        })?;
    }
    if wants("outside") {
        outside(shapes.unwrap_or(10_000))?;
    }
    Ok(())
}
