//! A user of `jostle` in a page: a million boxes, or as many as its argument says, all pairs that
//! touch, frame by frame on one thread.
//!
//! Prints one line, `median_ms=.. min_ms=.. pairs=.. level=..`.

use std::{env, error::Error, time::Instant};

use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, SimdLevel};
use rayon::ThreadPoolBuilder;

const BOXES: usize = 1_000_000;
const FRAMES: usize = 15;
/// Frames before those that count: buffers grow in them.
const WARM_UP_FRAMES: usize = 2;
/// Side of the cube that holds the boxes, per cube root of their number; about two touching pairs
/// per box.
const SIDE: f32 = 0.945;

/// A linear congruential generator (Knuth's MMIX), of which the upper half is used.
struct Random(u64);

impl Random {
    /// Evenly from `low..high`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }
}

/// Boxes with half extents of 0.25 to 0.5, as columns of minima and of maxima.
fn boxes(count: usize) -> [[Vec<f32>; 3]; 2] {
    let side = SIDE * (count as f32).cbrt();
    let mut random = Random(1);
    let [mut min, mut max] = [const { [const { Vec::new() }; 3] }; 2];
    for _ in 0..count {
        for axis in 0..3 {
            let (center, half) = (random.between(0.0, side), random.between(0.25, 0.5));
            min[axis].push(center - half);
            max[axis].push(center + half);
        }
    }
    [min, max]
}

fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let count = env::args().nth(1).map_or(Ok(BOXES), |count| count.parse())?;
    let [min, max] = boxes(count);
    let bounds =
        Bounds::from_columns(min.each_ref().map(Vec::as_slice), max.each_ref().map(Vec::as_slice))?;
    let (mut phase, mut pairs, mut times) = (Sap::new(), Pairs::new(), Vec::new());
    for frame in 0..WARM_UP_FRAMES + FRAMES {
        let start = Instant::now();
        phase.pairs(&Join::within(bounds), &mut pairs)?;
        if frame >= WARM_UP_FRAMES {
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    times.sort_by(f64::total_cmp);
    let (median, least) = (times[FRAMES / 2], times[0]);
    let (pairs, level) = (pairs.len(), SimdLevel::from_env()?);
    println!("median_ms={median:.2} min_ms={least:.2} pairs={pairs} level={level}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    ThreadPoolBuilder::new().num_threads(1).build()?.install(run)
}
