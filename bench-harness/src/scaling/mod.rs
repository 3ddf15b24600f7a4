//! How time grows with shapes, and shrinks with threads.

mod fit;

use serde::Serialize;

pub use fit::exponent;

use crate::{
    runner::{Error, Motion, Progress, Report, SceneRun, Setup, thread_counts},
    scene::SceneKind,
};

/// From one number of shapes to the next.
const STEP: f64 = 3.162_277_660_168_379_5;

/// Runs of one scene at many sizes, on many threads.
#[derive(Clone, Copy, Debug)]
pub struct Scaling {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Its seed.
    pub seed: u64,
    /// Least shapes.
    pub least: u32,
    /// Most shapes: threads are compared with so many.
    pub most: u32,
    /// Frames to time with the most shapes; with fewer shapes more.
    pub frames: u32,
}

/// What came of it. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct ScalingReport {
    /// How time grows with shapes, for each number of threads.
    pub growth: Vec<Growth>,
    /// What more threads gain with the most shapes.
    pub threads: Vec<Gain>,
    /// All runs.
    pub points: Vec<Report>,
}

/// How time grows with shapes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Growth {
    /// On so many threads.
    pub threads: usize,
    /// Time goes like shapes to the power of this.
    pub exponent: Option<f64>,
}

/// What more threads gain.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Gain {
    /// On so many threads.
    pub threads: usize,
    /// The median time of one thread over that of so many.
    pub speed_up: f64,
    /// That over the number of threads.
    pub efficiency: f64,
}

impl Scaling {
    /// Runs all sizes on one thread and on all of the setup, and the largest on every power of two
    /// of threads below.
    ///
    /// # Errors
    /// Those of the runs.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<ScalingReport, Error> {
        let sizes = sizes(self.least, self.most);
        let ends = if setup.threads == 1 { vec![1] } else { vec![1, setup.threads] };
        let mut points = Vec::new();
        for threads in thread_counts(setup.threads) {
            let here = if ends.contains(&threads) { &sizes[..] } else { &sizes[sizes.len() - 1..] };
            for &shapes in here {
                points.push(self.at(shapes).run(&Setup { threads, ..*setup }, progress)?);
            }
        }
        Ok(ScalingReport { growth: growth(&points, &ends), threads: gains(&points), points })
    }

    fn at(&self, shapes: u32) -> SceneRun {
        let Self { scene, seed, most, frames, .. } = *self;
        let more = (f64::from(most) / f64::from(shapes)).sqrt();
        let frames = (f64::from(frames) * more).ceil() as u32;
        SceneRun { scene, shapes, seed, motion: Motion::OF_SCENE, frames }
    }
}

/// Numbers of shapes from the least to the most, two to a decade.
fn sizes(least: u32, most: u32) -> Vec<u32> {
    let below = std::iter::successors(Some(f64::from(least.min(most))), |size| Some(size * STEP));
    let below = below.map(|size| size.round() as u32);
    let mut sizes: Vec<u32> = below.take_while(|size| *size < most).collect();
    sizes.push(most);
    sizes
}

fn growth(points: &[Report], ends: &[usize]) -> Vec<Growth> {
    let of = |&threads: &usize| {
        let here = points.iter().filter(|point| point.threads == threads);
        let line: Vec<(f64, f64)> =
            here.map(|point| (point.shapes as f64, point.total_ms.median)).collect();
        Growth { threads, exponent: exponent(&line) }
    };
    ends.iter().map(of).collect()
}

fn gains(points: &[Report]) -> Vec<Gain> {
    let most = points.iter().map(|point| point.shapes).max();
    let largest = || points.iter().filter(|point| Some(point.shapes) == most);
    let Some(one) = largest().find(|point| point.threads == 1) else { return Vec::new() };
    let gain = |point: &Report| {
        let speed_up = one.total_ms.median / point.total_ms.median;
        Gain { threads: point.threads, speed_up, efficiency: speed_up / point.threads as f64 }
    };
    largest().map(gain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{runner::Silent, scene};

    #[test]
    fn sizes_end_where_they_should() {
        assert_eq!(sizes(1000, 100_000), [1000, 3162, 10_000, 31_623, 100_000]);
        assert_eq!(sizes(1000, 10_001), [1000, 3162, 10_000, 10_001]);
        assert_eq!(sizes(1000, 7), [7]);
    }

    #[test]
    fn all_points_are_run() {
        let setup = Setup::new("sap", Some("portable"), Some(3)).expect("it exists");
        let scene = scene::by_name("crowd").expect("there is one");
        let scaling = Scaling { scene, seed: 1, least: 100, most: 1000, frames: 2 };
        let report = scaling.run(&setup, &Silent).expect("the scene can be made");
        let at: Vec<(usize, usize, u32)> =
            report.points.iter().map(|point| (point.threads, point.shapes, point.frames)).collect();
        let of = |threads| [(threads, 100, 7), (threads, 316, 4), (threads, 1000, 2)];
        assert_eq!(at, [&of(1)[..], &[(2, 1000, 2)], &of(3)[..]].concat());
        let digests = report.points.iter().filter(|point| point.shapes == 1000);
        let digests: Vec<&str> = digests.map(|point| &point.digest[..]).collect();
        assert!(digests.iter().all(|digest| *digest == digests[0]), "{digests:?}");
        assert_eq!(report.threads.len(), 3);
        assert_eq!((report.threads[0].speed_up, report.threads[0].efficiency), (1.0, 1.0));
        let [one, three] = &report.growth[..] else { panic!("two are fitted") };
        assert!(one.exponent.is_some() && three.exponent.is_some());
        assert_eq!([one.threads, three.threads], [1, 3]);
    }
}
