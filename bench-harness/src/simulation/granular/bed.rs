//! Grains and walls, and how they move.

use jostle::{CollisionPipeline, Error, Filter, Shape, shape::Columns, step::PipelineInput};
use rayon::prelude::*;

use super::material::{INERTIA, Material, Push, RADIUS, Slip};
use crate::{
    runner::Setup,
    simulation::{
        clock::Clock,
        coupling::{Coupling, Touch},
        vector::{cross, dot, plus},
    },
};

/// A sphere of diameter 1 and mass 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grain {
    /// Its center.
    pub position: [f64; 3],
    /// Its velocity.
    pub velocity: [f64; 3],
    /// Its angular velocity.
    pub spin: [f64; 3],
}

/// A box along the axes that does not move.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its center.
    pub center: [f32; 3],
    /// Half its extents.
    pub half: [f32; 3],
}

/// Sums of what contacts do to a shape.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    force: [f64; 3],
    torque: [f64; 3],
}

/// Grains and walls. Grains have the indices of the engine from 0 on, walls those behind them.
pub struct Bed {
    /// Of all grains and walls.
    pub material: Material,
    /// Pointing down, along the last axis.
    pub gravity: f64,
    /// The grains.
    pub grains: Vec<Grain>,
    frame: CollisionPipeline<3>,
    coupling: Coupling<3, Push>,
    loads: Vec<Load>,
    fixed: Vec<bool>,
    /// What the engine sees: centers and radii of grains, centers and half extents of walls.
    centers: [Vec<f32>; 3],
    radii: Vec<f32>,
    walls: [[Vec<f32>; 3]; 2],
    deepest: f64,
}

impl Bed {
    /// Grains within walls, under gravity.
    #[must_use]
    pub fn new(setup: &Setup, material: Material, grains: Vec<Grain>, walls: &[Block]) -> Self {
        let (count, shapes) = (grains.len(), grains.len() + walls.len());
        let axis =
            |of: fn(&Block) -> [f32; 3], axis: usize| walls.iter().map(|w| of(w)[axis]).collect();
        Self {
            material,
            gravity: 1.0,
            frame: CollisionPipeline::new()
                .with_level(setup.level)
                .with_boxed_broad_phase(setup.broad_phase.three(setup.level)),
            coupling: Coupling::new(),
            loads: vec![Load::default(); shapes],
            fixed: (0..shapes).map(|shape| shape >= count).collect(),
            centers: [(); 3].map(|()| vec![0.0; count]),
            radii: vec![RADIUS as f32; count],
            walls: [
                std::array::from_fn(|k| axis(|wall| wall.center, k)),
                std::array::from_fn(|k| axis(|wall| wall.half, k)),
            ],
            deepest: 0.0,
            grains,
        }
    }

    /// Moves all by one step.
    ///
    /// # Errors
    /// When the engine refuses.
    pub(super) fn advance(&mut self, clock: &mut Clock) -> Result<(), Error> {
        let step = self.material.step();
        clock.time("gather", || self.gather());
        self.find()?;
        clock.add_engine(&self.frame.stats().times);
        clock.time("forces", || self.push(step));
        clock.time("sums", || self.load())?;
        clock.time("integrate", || self.integrate(step));
        Ok(())
    }

    /// Shows the engine where grains are.
    fn gather(&mut self) {
        for (axis, column) in self.centers.iter_mut().enumerate() {
            let grains = column.par_iter_mut().zip(&self.grains);
            grains.for_each(|(to, grain)| *to = grain.position[axis] as f32);
        }
    }

    /// Finds the contacts; walls do not touch each other.
    fn find(&mut self) -> Result<(), Error> {
        let [centers, halves] =
            self.walls.each_ref().map(|columns| columns.each_ref().map(|c| &c[..]));
        let shapes = Columns::default()
            .with_balls(self.centers.each_ref().map(|column| &column[..]), &self.radii)?
            .with_aligned_boxes(centers, halves)?;
        let filter = Filter::default().with_statics(&self.fixed);
        self.frame.step(PipelineInput::new(shapes).with_filter(filter))?;
        Ok(())
    }

    /// Grains and walls as the engine sees them, first the grains.
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape<3>> {
        let center = |grain: &Grain| grain.position.map(|x| x as f32);
        let grains = self.grains.iter().map(|grain| Shape::ball(center(grain), RADIUS as f32));
        let [centers, halves] = &self.walls;
        let at = |columns: &[Vec<f32>; 3], wall: usize| columns.each_ref().map(|x| x[wall]);
        let walls = 0..centers[0].len();
        let walls = walls.map(|wall| Shape::aligned_box(at(centers, wall), at(halves, wall)));
        grains.chain(walls).collect()
    }

    /// Computes the force of each contact. A contact that was there before goes on with its spring.
    fn push(&mut self, step: f64) {
        let Self { material, grains, frame, coupling, deepest, .. } = self;
        let events = frame.events();
        coupling.push(frame.contacts(), |place, touch, before: &[Push]| {
            let spring = events.place_before(place).map_or([0.0; 3], |was| before[was].spring);
            material.push(touch, &slip(grains, touch), spring, step)
        });
        let depth = |touch: &Touch<3>| -touch.distance;
        *deepest = coupling.touches().par_iter().map(depth).reduce(|| 0.0, f64::max);
    }

    fn load(&mut self) -> Result<(), Error> {
        let Self { frame, coupling, loads, fixed, .. } = self;
        loads.fill(Load::default());
        coupling.apply(frame.touching(), fixed, loads, |load, side, push| {
            load.force = plus(load.force, side, push.force);
            load.torque = plus(load.torque, 1.0, push.torque);
        })
    }

    /// First velocities, then positions with the new ones, which keeps energy but for what is meant
    /// to be lost.
    fn integrate(&mut self, step: f64) {
        let down = [0.0, 0.0, -self.gravity];
        self.grains.par_iter_mut().zip(&self.loads).for_each(|(grain, load)| {
            grain.velocity = plus(grain.velocity, step, plus(load.force, 1.0, down));
            grain.spin = plus(grain.spin, step / INERTIA, load.torque);
            grain.position = plus(grain.position, step, grain.velocity);
        });
    }

    /// Kinetic energy of all grains, of spin as well.
    #[must_use]
    pub fn kinetic_energy(&self) -> f64 {
        let of = |g: &Grain| 0.5 * (dot(g.velocity, g.velocity) + INERTIA * dot(g.spin, g.spin));
        self.grains.iter().map(of).sum()
    }

    /// The largest overlap in the last step, in diameters.
    #[must_use]
    pub fn deepest(&self) -> f64 {
        self.deepest
    }

    /// Per grain, how many shapes it touched in the last step.
    #[must_use]
    pub fn contacts_of_grains(&self) -> Vec<u32> {
        let mut counts = vec![0; self.fixed.len()];
        for pair in self.frame.touching() {
            counts[pair.a as usize] += 1;
            counts[pair.b as usize] += 1;
        }
        counts.truncate(self.grains.len());
        counts
    }

    /// Number of contacts in the last step.
    #[must_use]
    pub fn contacts(&self) -> usize {
        self.frame.touching().len()
    }
}

/// How the second shape of a contact moves against the first. Grains come first, so B may be a
/// wall.
fn slip(grains: &[Grain], touch: &Touch<3>) -> Slip {
    let a = grains[touch.pair.a as usize];
    let b = grains.get(touch.pair.b as usize);
    let wall = Grain::default();
    let other = b.unwrap_or(&wall);
    let apart = plus(other.velocity, -1.0, a.velocity);
    let turning = plus(other.spin, 1.0, a.spin).map(|x| RADIUS * x);
    let velocity = plus(apart, -1.0, cross(turning, touch.normal));
    Slip { velocity, reduced_mass: if b.is_some() { 0.5 } else { 1.0 } }
}
