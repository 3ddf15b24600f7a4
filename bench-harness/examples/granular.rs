//! Spheres settle in a box under gravity: a granular simulation on top of a [`CollisionPipeline`].
//!
//! ```sh
//! cargo run --release --example granular -- --out bed.png
//! ```
//!
//! The engine looks at the arrays of the simulation and finds what touches; it also tells which
//! contact is which of the step before, so that friction can remember its spring. The physics is
//! that of Cundall and Strack, Géotechnique 29 (1979), in the units of Silbert et al., Phys. Rev. E
//! 64, 051302 (2001): diameter and mass of a grain and gravity are 1, time is in √(d/g). What comes
//! out is printed beside published figures, see `docs/simulations.md`.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

use std::{error::Error, f64::consts::PI, path::Path, path::PathBuf};

use clap::Parser;
use jostle::{
    CollisionPipeline, Filter, coloring::Coloring, narrow::Contact, shape::Columns,
    step::PipelineInput,
};
use plotters::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Normal};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// A point or a vector of space. The physics is in `f64`, the engine sees it in `f32`.
pub(crate) type Vector = [f64; 3];

pub(crate) const RADIUS: f64 = 0.5;
const INERTIA: f64 = 0.4 * RADIUS * RADIUS;

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a + scale * b`.
pub(crate) fn plus(a: Vector, scale: f64, b: Vector) -> Vector {
    [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// What grains are made of: springs, dashpots and friction.
#[derive(Clone, Copy)]
pub(crate) struct Material {
    /// Of the spring along the normal, in weights of a grain per diameter.
    pub(crate) stiffness: f64,
    /// The part of their velocity that two grains keep that meet head on.
    pub(crate) restitution: f64,
    /// Coulomb's coefficient.
    pub(crate) friction: f64,
}

/// What a contact does to B, the opposite of what it does to A; the torque is the same on both.
#[derive(Clone, Copy, Default)]
struct Push {
    force: Vector,
    torque: Vector,
    /// How far the spring across the normal is drawn: kept for the next step.
    spring: Vector,
}

impl Material {
    /// Beads that overlap by some thousandths of a diameter below a dozen layers.
    pub(crate) const BEADS: Self = Self { stiffness: 1e4, restitution: 0.7, friction: 0.5 };
    /// Stiffness across the normal over that along it, as Silbert et al. have it.
    const SHEAR: f64 = 2.0 / 7.0;

    /// Damping over its critical value.
    fn damping(&self) -> f64 {
        let log = self.restitution.ln();
        -log / PI.hypot(log)
    }

    /// A step: a twelfth of the time that two grains touch when they meet.
    pub(crate) fn step(&self) -> f64 {
        let contact = PI * (0.5 / self.stiffness).sqrt() / (1.0 - self.damping().powi(2)).sqrt();
        contact / 12.0
    }

    /// The push of a contact. `velocity` is that of B against A where they touch, `mass` the
    /// reduced mass, `spring` what the spring was a step before.
    fn push(
        &self,
        normal: Vector,
        depth: f64,
        velocity: Vector,
        mass: f64,
        spring: Vector,
    ) -> Push {
        let parting = dot(velocity, normal);
        let sliding = plus(velocity, -parting, normal);
        let dashpot = 2.0 * self.damping() * (self.stiffness * mass).sqrt();
        let press = self.stiffness * depth - dashpot * parting;
        // The normal may have turned since: what is left of the spring lies across it.
        let spring = plus(spring, -dot(spring, normal), normal);
        let (stiffness, dashpot) = (Self::SHEAR * self.stiffness, Self::SHEAR.sqrt() * dashpot);
        let mut spring = plus(spring, self.step(), sliding);
        let mut shear = plus(spring.map(|x| -stiffness * x), -dashpot, sliding);
        // No more than friction holds; else the contact slides, and the spring is drawn no farther.
        let (needed, most) = (dot(shear, shear).sqrt(), self.friction * press.max(0.0));
        if needed > most {
            shear = shear.map(|x| x * most / needed);
            spring = shear.map(|x| -x / stiffness);
        }
        let torque = cross(normal, shear).map(|x| -RADIUS * x);
        Push { force: plus(shear, press, normal), torque, spring }
    }
}

/// A sphere of diameter 1 and mass 1.
#[derive(Clone, Copy, Default)]
pub(crate) struct Grain {
    pub(crate) position: Vector,
    pub(crate) velocity: Vector,
    /// Angular velocity.
    pub(crate) spin: Vector,
}

/// A box along the axes that does not move, by its center and half its extents.
pub(crate) type Wall = ([f32; 3], [f32; 3]);

/// Grains and walls. Grain `i` is shape `i` of the engine; the walls come behind the grains.
pub(crate) struct Bed {
    pub(crate) material: Material,
    pub(crate) gravity: f64,
    pub(crate) grains: Vec<Grain>,
    pub(crate) walls: Vec<Wall>,
    pub(crate) pipeline: CollisionPipeline<3>,
    coloring: Coloring,
    pushes: Vec<Push>,
}

impl Bed {
    pub(crate) fn new(
        pipeline: CollisionPipeline<3>,
        material: Material,
        grains: Vec<Grain>,
        walls: Vec<Wall>,
    ) -> Self {
        let (coloring, pushes) = (Coloring::new(), Vec::new());
        Self { material, gravity: 1.0, grains, walls, pipeline, coloring, pushes }
    }

    /// Moves all by one step.
    pub(crate) fn step(&mut self) -> Result<(), jostle::Error> {
        let Self { material, gravity, grains, walls, pipeline, coloring, pushes } = self;

        // 1. Show the engine where grains and walls are, as columns; walls do not touch each other.
        let radii = vec![RADIUS as f32; grains.len()];
        let positions = [0, 1, 2].map(|axis| -> Vec<f32> {
            grains.par_iter().map(|grain| grain.position[axis] as f32).collect()
        });
        let centers =
            [0, 1, 2].map(|axis| -> Vec<f32> { walls.iter().map(|w| w.0[axis]).collect() });
        let halves =
            [0, 1, 2].map(|axis| -> Vec<f32> { walls.iter().map(|w| w.1[axis]).collect() });
        let shapes = Columns::default()
            .with_balls(positions.each_ref().map(Vec::as_slice), &radii)?
            .with_aligned_boxes(
                centers.each_ref().map(Vec::as_slice),
                halves.each_ref().map(Vec::as_slice),
            )?;
        let fixed: Vec<bool> = (0..grains.len() + walls.len()).map(|s| s >= grains.len()).collect();

        // 2. Find the contacts, in an order that is the same on any number of threads.
        pipeline
            .step(PipelineInput::new(shapes).with_filter(Filter::default().with_statics(&fixed)))?;

        // 3. Compute the push of each contact. One that was there before goes on with its spring:
        //    `place_before` is where it was in the list of the step before.
        let (events, wall) = (pipeline.events(), Grain::default());
        let push = |(place, contact): (usize, Contact<'_, 3>)| {
            let (a, b) = (&grains[contact.pair.a as usize], grains.get(contact.pair.b as usize));
            let mass = if b.is_some() { 0.5 } else { 1.0 };
            let (b, normal) = (b.unwrap_or(&wall), contact.normal.map(f64::from));
            let turning = plus(b.spin, 1.0, a.spin).map(|x| RADIUS * x);
            let velocity = plus(plus(b.velocity, -1.0, a.velocity), -1.0, cross(turning, normal));
            let spring = events.place_before(place).map_or([0.0; 3], |was| pushes[was].spring);
            material.push(normal, -f64::from(contact.distance), velocity, mass, spring)
        };
        *pushes = pipeline.contacts().par_numbered().map(push).collect();

        // 4. Add each push to both of its shapes. A grain has many contacts, so threads would get
        //    into each other's way: the coloring gives them contacts that share no shape.
        let mut sums = vec![([0.0; 3], [0.0; 3]); fixed.len()];
        coloring.color_with_fixed(pipeline.touching(), &fixed)?;
        coloring.for_each(&mut sums, |contact, a, b| {
            let Push { force, torque, .. } = pushes[contact];
            for (mut side, sign) in [(a, -1.0), (b, 1.0)] {
                if let Some(sum) = side.get_mut() {
                    *sum = (plus(sum.0, sign, force), plus(sum.1, 1.0, torque));
                }
            }
        })?;

        // 5. Move: first velocities, then positions with the new ones, which keeps energy but for
        //    what dashpots and friction take.
        let step = material.step();
        grains.par_iter_mut().zip(&sums).for_each(|(grain, (force, torque))| {
            let acceleration = plus(*force, -*gravity, [0.0, 0.0, 1.0]);
            grain.velocity = plus(grain.velocity, step, acceleration);
            grain.spin = plus(grain.spin, step / INERTIA, *torque);
            grain.position = plus(grain.position, step, grain.velocity);
        });
        Ok(())
    }

    /// Kinetic energy of all grains, of spin as well.
    pub(crate) fn energy(&self) -> f64 {
        let of = |g: &Grain| 0.5 * (dot(g.velocity, g.velocity) + INERTIA * dot(g.spin, g.spin));
        self.grains.iter().map(of).sum()
    }

    /// The largest overlap in the last step, in radii.
    pub(crate) fn overlap(&self) -> f64 {
        let depth = |contact: Contact<'_, 3>| -f64::from(contact.distance) / RADIUS;
        self.pipeline.contacts().iter().map(depth).fold(0.0, f64::max)
    }

    /// Contacts of each grain in the last step.
    fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.grains.len() + self.walls.len()];
        for pair in self.pipeline.touching() {
            degrees[pair.a as usize] += 1;
            degrees[pair.b as usize] += 1;
        }
        degrees
    }

    /// How high the bed is: twice as high as half of its grains.
    fn surface(&self) -> f64 {
        let mut heights: Vec<f64> = self.grains.iter().map(|grain| grain.position[2]).collect();
        let middle = heights.len() / 2;
        2.0 * *heights.select_nth_unstable_by(middle, f64::total_cmp).1
    }

    /// Packing fraction and contacts of a grain in the bulk, 3 diameters from walls, floor and
    /// surface; none where there is no bulk. A grain that nothing holds has no contacts to count:
    /// with friction two hold it, without it takes four.
    pub(crate) fn bulk(&self) -> Option<(f64, f64)> {
        let (low, side) = (3.0, side(self.grains.len()));
        let high = [side, side, self.surface()].map(|end| end - low);
        let within = |at: Vector| (0..3).all(|k| low <= at[k] && at[k] < high[k]);
        let volume: f64 = high.iter().map(|end| (end - low).max(0.0)).product();
        // A grain on the border has a part of its volume in the bulk: count points of a lattice.
        let place = |k: i32| f64::from(2 * k + 1) / 20.0 - 0.5;
        let lattice = (0..1000).map(|n| [n % 10, n / 10 % 10, n / 100].map(place));
        let points: Vec<Vector> = lattice.filter(|at| dot(*at, *at) <= 0.25).collect();
        let share = |grain: &Grain| {
            let inside = points.iter().filter(|at| within(plus(grain.position, 1.0, **at)));
            inside.count() as f64 / points.len() as f64
        };
        let filled: f64 = self.grains.iter().map(share).sum::<f64>() * PI / 6.0;
        let needed = if self.material.friction > 0.0 { 2 } else { 4 };
        let grains = self.grains.iter().zip(self.degrees());
        let inside = grains.filter(|(grain, n)| within(grain.position) && *n >= needed);
        let degrees: Vec<u32> = inside.map(|(_, degree)| degree).collect();
        let contacts = f64::from(degrees.iter().sum::<u32>()) / degrees.len() as f64;
        (!degrees.is_empty()).then(|| (filled / volume, contacts))
    }
}

/// Length and breadth of a box in which the bed is 14 diameters deep, whatever the number of
/// grains: so pressure and duration mean the same for all.
pub(crate) fn side(grains: usize) -> f64 {
    (grains as f64 * PI / 6.0 / 0.6 / 14.0).sqrt().max(3.0)
}

/// Grains on a loose lattice, with velocities that melt it while it falls.
pub(crate) fn lattice(count: usize, seed: u64) -> Vec<Grain> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let heat = Normal::new(0.0, 1.0).expect("the deviation is finite");
    let row = (side(count) / 1.06) as usize;
    let gaps = [side(count) / row as f64, side(count) / row as f64, 1.06];
    let mut grain = |number: usize| {
        let cell = [number % row, number / row % row, number / (row * row)];
        let at = |axis: usize| gaps[axis] * (cell[axis] as f64 + 0.5);
        let position = [0, 1, 2].map(|axis| at(axis) + rng.random_range(-0.05..0.05));
        Grain { position, velocity: [(); 3].map(|()| heat.sample(&mut rng)), spin: [0.0; 3] }
    };
    (0..count).map(&mut grain).collect()
}

/// A floor at height 0 and four walls that stand in it, so that no grain sees an edge.
pub(crate) fn walls(grains: usize) -> Vec<Wall> {
    let side = side(grains) as f32;
    let (middle, thick, high) = (0.5 * side, 2.0, 100.0);
    let (near, far, reach) = (-thick, side + thick, middle + 2.0 * thick);
    vec![
        ([middle, middle, near], [reach, reach, thick]),
        ([near, middle, high], [thick, reach, high + 2.0 * thick]),
        ([far, middle, high], [thick, reach, high + 2.0 * thick]),
        ([middle, near, high], [reach, thick, high + 2.0 * thick]),
        ([middle, far, high], [reach, thick, high + 2.0 * thick]),
    ]
}

/// The bed with its front corner cut out: each grain is shaded by three discs, brighter the more
/// contacts it has.
fn draw(bed: &Bed, path: &Path) -> Result<(), Box<dyn Error>> {
    let (side, top, size) = (side(bed.grains.len()), bed.surface(), (1900_u32, 1160_u32));
    let mut pixels = vec![255; 3 * (size.0 * size.1) as usize];
    let ((sin, cos), (rise, reach)) =
        (118_f64.to_radians().sin_cos(), 28_f64.to_radians().sin_cos());
    let nearness = |[x, y, z]: Vector| reach * (-cos * x - sin * y) + rise * z;
    // After the corner that is nearest to the eye was cut out, a skin of some grains is seen.
    let depth = |[x, y, z]: Vector| {
        let cut = (0.5 * side - x).max(y - 0.5 * side);
        if cut > 0.0 { (side - x).min(y).min(top - z).min(cut) } else { f64::INFINITY }
    };
    let grains = bed.grains.iter().zip(bed.degrees());
    let mut seen: Vec<_> = grains.filter(|(grain, _)| depth(grain.position) < 2.5).collect();
    seen.sort_by(|(a, _), (b, _)| nearness(a.position).total_cmp(&nearness(b.position)));
    let across = side * (sin.abs() + cos.abs());
    let scale = (f64::from(size.0 - 40) / (across + 1.0))
        .min(f64::from(size.1 - 40) / (rise * across + reach * (top + 3.0)));
    {
        let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        for (Grain { position, .. }, degree) in seen {
            let [x, y, z] = plus(*position, -0.5, [side, side, top]);
            let [right, up] = [sin * x - cos * y, rise * (cos * x + sin * y) + reach * z];
            let center =
                [0.5 * f64::from(size.0) + scale * right, 0.5 * f64::from(size.1) - scale * up];
            let color = ViridisRGB.get_color_normalized(f64::from(degree), 0.0, 8.0);
            for (part, aside, light) in [(1.0, 0.0, 0.55), (0.84, 0.14, 1.0), (0.3, 0.38, 1.35)] {
                let [x, y] = center.map(|x| (x - aside * scale * RADIUS) as i32);
                let white = |c: u8| {
                    f64::from(c) * f64::min(light, 1.0)
                        + (255.0 - f64::from(c)) * f64::max(light - 1.0, 0.0)
                };
                let lit =
                    RGBColor(white(color.0) as u8, white(color.1) as u8, white(color.2) as u8);
                area.draw(&Circle::new((x, y), (part * scale * RADIUS) as i32, lit.filled()))?;
            }
        }
        area.present()?;
    }
    let mut picture = tiny_skia::Pixmap::new(size.0, size.1).ok_or("no memory")?;
    for (to, from) in picture.data_mut().chunks_exact_mut(4).zip(pixels.chunks_exact(3)) {
        to.copy_from_slice(&[from[0], from[1], from[2], 255]);
    }
    Ok(picture.save_png(path)?)
}

/// Spheres that settle in a box, beside published figures.
#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 100_000)]
    grains: usize,
    #[arg(long, default_value_t = 3_500)]
    steps: u32,
    #[arg(long, default_value_t = Material::BEADS.friction)]
    friction: f64,
    #[arg(long, default_value_t = Material::BEADS.restitution)]
    restitution: f64,
    #[arg(long, default_value_t = Material::BEADS.stiffness)]
    stiffness: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the end into this .png file
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args { grains, steps, friction, restitution, stiffness, seed, out } = Args::parse();
    let material = Material { stiffness, restitution, friction };
    let mut bed =
        Bed::new(CollisionPipeline::new(), material, lattice(grains, seed), walls(grains));
    let start = std::time::Instant::now();
    for step in 0..steps {
        if step.is_multiple_of(steps.div_ceil(5)) {
            let time = f64::from(step) * material.step();
            println!("time {time:4.2}: kinetic energy {:.4} a grain", bed.energy() / grains as f64);
        }
        bed.step()?;
    }
    let ms = 1e3 * start.elapsed().as_secs_f64() / f64::from(steps);
    println!("at the end: {:.4} a grain; {ms:.2} ms a step", bed.energy() / grains as f64);
    println!("overlap at most {:.2} % of the radius", 100.0 * bed.overlap());
    if let Some((packing, contacts)) = bed.bulk() {
        println!(
            "packing fraction  {packing:.3}; 0.555 loosest Onoda 1990, 0.60 to 0.637 Scott 1960,"
        );
        println!("                  0.593 friction 0.3, 0.639 without Agnolin 2007");
        println!(
            "contacts of a grain {contacts:.2}; 4.5 friction 0.3 Agnolin, 6 without Silbert 2002"
        );
    }
    out.map_or(Ok(()), |path| draw(&bed, &path))
}
