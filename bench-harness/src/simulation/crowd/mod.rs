//! People who leave rooms through doors.
//!
//! A [`World`](jostle::World) holds people and walls as shapes that are larger than bodies by half
//! the range of forces, so that its contacts are all that matter to each other. Whoever is gone is
//! taken out of it.

mod film;
mod force;
mod hall;
mod measure;
mod picture;
#[cfg(test)]
mod tests;
mod walk;

use serde::Serialize;

use super::{Course, Published, Stage, clock::Clock, digest::digest};
use crate::runner::{Error, Progress, Setup, pool_of};
pub use film::Film;
pub use hall::Hall;
use measure::Measures;
pub use picture::draw;
pub use walk::{Crowd, Person};

/// What people are to do.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Number of people.
    pub people: u32,
    /// Steps to take, of 5 ms.
    pub steps: u32,
    /// Seed of the beginning.
    pub seed: u64,
    /// Width of doors in meters.
    pub door: f64,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct CrowdReport {
    /// People at the beginning.
    pub people: u32,
    /// Rooms, each with a door.
    pub rooms: usize,
    /// Width of doors in meters.
    pub door: f64,
    /// Steps taken.
    pub steps: u32,
    /// Seed of the beginning.
    pub seed: u64,
    /// Seconds that were simulated.
    pub seconds: f64,
    /// Those who passed a door.
    pub passed: u64,
    /// Those who are still there.
    pub left: usize,
    /// Persons per meter of door and second, while there is a queue.
    pub flow: Option<f64>,
    /// Its standard error, by what doors differ.
    pub flow_error: Option<f64>,
    /// Persons per square meter in front of a door.
    pub density_in_front: Option<f64>,
    /// Their speed in m/s.
    pub speed_in_front: Option<f64>,
    /// Persons per square meter in a door.
    pub density_inside: Option<f64>,
    /// Their speed in m/s.
    pub speed_inside: Option<f64>,
    /// Mean speed of all at the end.
    pub speed: f64,
    /// Meters that two bodies overlapped at most, at any time.
    pub overlap: f64,
    /// Meters that a body was in a wall at most.
    pub overlap_with_walls: f64,
    /// Steps that led through a wall; there should be none.
    pub through_walls: u64,
    /// Pairs nearer than the range of forces, in the last step.
    pub contacts: usize,
    /// Digest of positions and velocities at the end.
    pub digest: String,
    /// Beside what was published.
    pub published: Vec<Published>,
    /// What it ran on, and how fast.
    #[serde(flatten)]
    pub course: Course,
}

impl Walk {
    /// Lets them walk, and shows each step to `watch`.
    ///
    /// # Errors
    /// When the doors are too narrow or too wide, or the engine refuses.
    pub fn run(
        &self,
        setup: &Setup,
        progress: &dyn Progress,
        mut watch: impl FnMut(u32, &Crowd) + Send,
    ) -> Result<(CrowdReport, Crowd), Error> {
        let Self { people, steps, seed, door } = *self;
        if !(0.8..=0.8 * Hall::WIDTH).contains(&door) {
            let what = format!("a door of {door} m: expected 0.8 to {} m", 0.8 * Hall::WIDTH);
            return Err(Error::Request(what));
        }
        let hall = Hall::new(people as usize, door);
        let mut crowd = Crowd::new(setup, hall, people as usize, seed)?;
        let (mut clock, mut measures) = (Clock::default(), Measures::new(&hall));
        progress.begin("steps", steps.into());
        pool_of(setup.threads)?.install(|| {
            for step in 0..steps {
                watch(step, &crowd);
                crowd.advance(&mut clock)?;
                clock.time("measure", || measures.look(step, &crowd));
                progress.advance();
            }
            Ok::<_, Error>(())
        })?;
        Ok((self.report(setup, &crowd, &measures, clock.means(steps)), crowd))
    }

    fn report(
        &self,
        setup: &Setup,
        crowd: &Crowd,
        measures: &Measures,
        stages: Vec<Stage>,
    ) -> CrowdReport {
        let Self { people, steps, seed, door } = *self;
        let flow = measures.flow(door);
        let [density_in_front, speed_in_front] = measures.front();
        let [density_inside, speed_inside] = measures.inside(door);
        let state = crowd.people.iter().flat_map(|p| [p.position, p.velocity]);
        CrowdReport {
            people,
            rooms: crowd.hall.rooms,
            door,
            steps,
            seed,
            seconds: f64::from(steps) * force::STEP,
            passed: measures.passed,
            left: crowd.people.len(),
            flow: flow.map(|[mean, _]| mean),
            flow_error: flow.map(|[_, error]| error),
            density_in_front,
            speed_in_front,
            density_inside,
            speed_inside,
            speed: measures.speed,
            overlap: measures.overlap.persons,
            overlap_with_walls: measures.overlap.walls,
            through_walls: measures.through_walls,
            contacts: crowd.contacts(),
            digest: digest(state.flatten()),
            published: published(flow, density_in_front, speed_in_front),
            course: Course::new(setup, stages),
        }
    }
}

fn published(flow: Option<[f64; 2]>, density: Option<f64>, speed: Option<f64>) -> Vec<Published> {
    let flow = flow.map(|[mean, _]| mean);
    let (through, before) = ("flow, 1/(m s)", "density in front, 1/m2");
    let usual = density
        .map_or("-".to_owned(), |density| format!("{:.2} at this density", weidmann(density)));
    vec![
        Published::new(through, flow, "1.9", "Seyfried et al. 2009"),
        Published::new(through, flow, "1.6 to 1.9", "Kretz et al. 2006"),
        Published::new(through, flow, "1.22, capacity of a corridor", "Weidmann 1993"),
        Published::new(before, density, "up to 5", "Seyfried et al. 2009"),
        Published::new("speed in front, m/s", speed, usual, "Weidmann 1993"),
    ]
}

/// The fundamental diagram of Weidmann: m/s by persons per square meter.
fn weidmann(density: f64) -> f64 {
    let room = (1.0 / density - 1.0 / 5.4).max(0.0);
    1.34 * (1.0 - (-1.913 * room).exp())
}
