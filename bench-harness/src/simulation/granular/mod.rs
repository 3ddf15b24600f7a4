//! Spheres that settle in a box under gravity.
//!
//! The engine works on the arrays of the simulation
//! ([`CollisionPipeline`](jostle::CollisionPipeline)), tells which contacts are those of the step
//! before ([`Events`](jostle::events::Events)), so that friction can remember how far its spring is
//! drawn, and lets threads add up forces ([`Coloring`](jostle::coloring::Coloring)).

mod bed;
mod material;
mod measure;
mod picture;
mod pour;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::{Course, Published, Stage, clock::Clock, digest::digest};
use crate::runner::{Error, Progress, Setup, pool_of};
pub use bed::{Bed, Block, Grain};
pub use material::Material;
pub use picture::draw;

/// Energies that are told of a run.
const ENERGIES: u32 = 10;

/// What to let settle.
#[derive(Clone, Copy, Debug)]
pub struct Granular {
    /// Number of grains.
    pub grains: u32,
    /// Steps to take.
    pub steps: u32,
    /// Seed of the beginning.
    pub seed: u64,
    /// What they are made of.
    pub material: Material,
}

/// What came of it, in diameters and masses of a grain, and roots of a diameter over gravity.
#[derive(Clone, Debug, Serialize)]
pub struct GranularReport {
    /// Number of grains.
    pub grains: usize,
    /// Steps taken.
    pub steps: u32,
    /// Seed of the beginning.
    pub seed: u64,
    /// Time of a step.
    pub step: f64,
    /// How long two grains touch when they meet.
    pub collision_time: f64,
    /// Stiffness in weights per diameter.
    pub stiffness: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Contacts at the end, those with walls included.
    pub contacts: usize,
    /// Grains away from walls and surface.
    pub bulk_grains: usize,
    /// Share of the space there that is filled.
    pub packing: Option<f64>,
    /// Contacts of a grain there that is held: by two with friction, by four without.
    pub coordination: Option<f64>,
    /// Share of grains there that nothing holds.
    pub rattlers: Option<f64>,
    /// Time, and kinetic energy per grain.
    pub energy: Vec<[f64; 2]>,
    /// The largest overlap at the end, over the radius.
    pub overlap: f64,
    /// Digest of positions and velocities at the end.
    pub digest: String,
    /// Beside what was published.
    pub published: Vec<Published>,
    /// What it ran on, and how fast.
    #[serde(flatten)]
    pub course: Course,
}

impl Granular {
    /// Lets them settle, and shows each step to `watch`. What is returned besides the report is the
    /// bed as it lies then.
    ///
    /// # Errors
    /// When the material is none, or the engine refuses.
    pub fn run(
        &self,
        setup: &Setup,
        progress: &dyn Progress,
        mut watch: impl FnMut(u32, &Bed) + Send,
    ) -> Result<(GranularReport, Bed), Error> {
        self.check()?;
        let grains = pour::grains(self.grains, self.seed);
        let mut bed = Bed::new(setup, self.material, grains, &pour::walls(self.grains));
        let (mut clock, mut energy) = (Clock::default(), Vec::new());
        progress.begin("steps", self.steps.into());
        pool_of(setup.threads)?.install(|| {
            for step in 0..self.steps {
                watch(step, &bed);
                if step % self.steps.div_ceil(ENERGIES) == 0 {
                    energy.push(self.energy_at(step, &bed));
                }
                bed.advance(&mut clock)?;
                progress.advance();
            }
            Ok::<_, Error>(())
        })?;
        energy.push(self.energy_at(self.steps, &bed));
        let stages = clock.means(self.steps);
        Ok((self.report(setup, &bed, energy, stages), bed))
    }

    fn check(&self) -> Result<(), Error> {
        let Material { friction, restitution, stiffness } = self.material;
        let what = if !(0.0..=f64::MAX).contains(&friction) {
            format!("a friction of {friction} is none: expected a number from 0 on")
        } else if !(restitution > 0.0 && restitution <= 1.0) {
            format!("a restitution of {restitution} is none: expected more than 0, at most 1")
        } else if !(1.0..=1e9).contains(&stiffness) {
            format!("a stiffness of {stiffness} is none: expected 1 to 1e9")
        } else {
            return Ok(());
        };
        Err(Error::Request(what))
    }

    fn energy_at(&self, step: u32, bed: &Bed) -> [f64; 2] {
        let grains = bed.grains.len().max(1) as f64;
        [f64::from(step) * self.material.step(), bed.kinetic_energy() / grains]
    }

    fn report(
        &self,
        setup: &Setup,
        bed: &Bed,
        energy: Vec<[f64; 2]>,
        stages: Vec<Stage>,
    ) -> GranularReport {
        let bulk = measure::bulk(bed);
        let Material { stiffness, restitution, friction } = self.material;
        let state = bed.grains.iter().flat_map(|g| [g.position, g.velocity, g.spin]);
        GranularReport {
            grains: bed.grains.len(),
            steps: self.steps,
            seed: self.seed,
            step: self.material.step(),
            collision_time: self.material.collision_time(),
            stiffness,
            restitution,
            friction,
            contacts: bed.contacts(),
            bulk_grains: bulk.grains,
            packing: bulk.packing,
            coordination: bulk.coordination,
            rattlers: bulk.rattlers,
            energy,
            overlap: bed.deepest() / material::RADIUS,
            digest: digest(state.flatten()),
            published: published(&bulk),
            course: Course::new(setup, stages),
        }
    }
}

fn published(bulk: &measure::Bulk) -> Vec<Published> {
    let (packing, contacts) = ("packing fraction", "coordination number");
    vec![
        Published::new(packing, bulk.packing, "0.555 loosest", "Onoda & Liniger 1990"),
        Published::new(packing, bulk.packing, "0.60 loose, 0.637 dense", "Scott 1960"),
        Published::new(packing, bulk.packing, "0.593, friction 0.3", "Agnolin & Roux 2007"),
        Published::new(packing, bulk.packing, "0.639, friction 0", "Agnolin & Roux 2007"),
        Published::new(contacts, bulk.coordination, "4.5, friction 0.3", "Agnolin & Roux 2007"),
        Published::new(
            contacts,
            bulk.coordination,
            "4 to 6, 6 without friction",
            "Silbert et al. 2002",
        ),
    ]
}
