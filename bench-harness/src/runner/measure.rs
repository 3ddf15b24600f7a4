//! The one loop that runs cases frame by frame and takes the time.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Error, Progress, Row, VERSION};

/// Frames that run before those that count: buffers grow in them.
pub const WARM_UP_FRAMES: u32 = 2;

/// What a frame took.
#[derive(Clone, Debug)]
pub struct FrameTime {
    /// The time that counts.
    pub total: Duration,
    /// Parts of it, and what was timed beside it, by name.
    pub stages: Vec<(&'static str, Duration)>,
}

/// A piece of work that is timed frame by frame.
pub trait Case {
    /// Frames that run before those that count.
    fn warm_up(&self) -> u32 {
        WARM_UP_FRAMES
    }

    /// Makes the next frame ready, off the clock.
    ///
    /// # Errors
    /// When it cannot be made.
    fn prepare(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Runs the frame, and says what it took.
    ///
    /// # Errors
    /// Those of what is timed.
    fn frame(&mut self) -> Result<FrameTime, Error>;

    /// Sets what the last frame found, digests among it, and says what is wrong with it, if
    /// anything is: then no time is reported.
    ///
    /// # Errors
    /// Those of what it is held against.
    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error>;
}

/// The times of the frames that count.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<FrameTime>);

impl Times {
    /// The spread of the time that counts.
    #[must_use]
    pub fn total(&self) -> Spread {
        Spread::of(self.0.iter().map(|frame| frame.total))
    }

    /// The spread of each stage by its name, in the order in which they run.
    #[must_use]
    pub fn stages(&self) -> Row {
        let mut row = Row::default();
        let names = self.0.first().into_iter().flat_map(|frame| &frame.stages);
        for (index, (name, _)) in names.enumerate() {
            row.set(name, Spread::of(self.0.iter().map(|frame| frame.stages[index].1)));
        }
        row
    }
}

/// Runs cases in turn on the pool of the caller, `frames` times each and some more to warm up.
///
/// Each is first in one frame after the other, for whoever comes first finds cold caches.
///
/// # Errors
/// When `frames` is zero, and those of the cases.
pub fn measure(
    cases: &mut [&mut dyn Case],
    frames: u32,
    progress: &dyn Progress,
) -> Result<Vec<Times>, Error> {
    if frames == 0 {
        return Err(Error::NoFrames);
    }
    let warm_up = cases.iter().map(|case| case.warm_up()).max().unwrap_or(0);
    let mut times = vec![Times::default(); cases.len()];
    progress.begin("frames", u64::from(warm_up) + u64::from(frames));
    for frame in 0..warm_up as usize + frames as usize {
        for turn in 0..cases.len() {
            let index = (turn + frame) % cases.len();
            cases[index].prepare()?;
            let took = cases[index].frame()?;
            if frame >= warm_up as usize {
                times[index].0.push(took);
            }
        }
        progress.advance();
    }
    Ok(times)
}

/// Measures a case alone, and reports what it took and found behind what was asked.
///
/// # Errors
/// Those of [`measure`] and of the check; [`Error::Finding`] where that finds something wrong.
pub fn report(
    asked: Row,
    case: &mut dyn Case,
    frames: u32,
    progress: &dyn Progress,
) -> Result<Row, Error> {
    let times = measure(&mut [case], frames, progress)?;
    finish(asked, case, &times[0], frames, progress)
}

/// Reports what a case took and found behind what was asked.
pub(crate) fn finish(
    asked: Row,
    case: &mut dyn Case,
    times: &Times,
    frames: u32,
    progress: &dyn Progress,
) -> Result<Row, Error> {
    // Before what comes next needs memory of its own.
    let peak = peak_rss_bytes();
    progress.begin("check", 1);
    let mut row = asked.with("frames", frames);
    row.set("stages_ms", times.stages());
    row.set("total_ms", times.total());
    #[cfg(feature = "tracing")]
    row.extend(crate::fork_model::report(case, frames)?);
    if let Some(fault) = case.check(&mut row)? {
        return Err(Error::Finding(fault));
    }
    progress.advance();
    Ok(row.with("peak_rss_bytes", peak).with("version", VERSION))
}

/// Durations from one instant to the next, with names.
#[must_use]
pub fn since<const N: usize>(
    start: Instant,
    ends: [(&'static str, Instant); N],
) -> Vec<(&'static str, Duration)> {
    let begins = [start].into_iter().chain(ends.map(|(_, end)| end));
    ends.into_iter().zip(begins).map(|((name, end), begin)| (name, end - begin)).collect()
}

/// Median, minimum, 99th percentile, mean and median absolute deviation of times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The middle time, or the mean of the two in the middle.
    pub median: f64,
    /// The shortest time.
    pub min: f64,
    /// The time that 99 of 100 frames do not exceed: the longest, below 100 frames.
    pub p99: f64,
    /// The mean time: of what takes long now and then, more than the median.
    pub mean: f64,
    /// The median distance of the times from their median: how noisy they are, without the few
    /// that are far off.
    pub mad: f64,
}

impl Spread {
    /// The spread of `times`; all zero where there are none.
    pub fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        Self::of_ms(times.into_iter().map(|time| time.as_nanos() as f64 / 1e6))
    }

    /// The spread of times in milliseconds; all zero where there are none.
    pub fn of_ms(times: impl IntoIterator<Item = f64>) -> Self {
        let mut ms: Vec<f64> = times.into_iter().collect();
        ms.sort_unstable_by(f64::total_cmp);
        if ms.is_empty() {
            return Self::default();
        }
        let median = middle(&ms);
        let mut distances: Vec<f64> = ms.iter().map(|ms| (ms - median).abs()).collect();
        distances.sort_unstable_by(f64::total_cmp);
        Self {
            median,
            min: ms[0],
            p99: ms[(ms.len() * 99).div_ceil(100) - 1],
            mean: ms.iter().sum::<f64>() / ms.len() as f64,
            mad: middle(&distances),
        }
    }

    /// All times multiplied by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let [median, min, p99, mean, mad] =
            [self.median, self.min, self.p99, self.mean, self.mad].map(|time| time * factor);
        Self { median, min, p99, mean, mad }
    }
}

/// The middle of sorted numbers, or the mean of the two in the middle.
fn middle(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// The most memory this process has ever had resident, in bytes; `None` where the operating system
/// does not say.
#[must_use]
pub fn peak_rss_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

/// The memory that this process has resident now, in bytes; `None` where the operating system does
/// not say.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

/// A line of `/proc/self/status`, which is in kibibytes.
fn status_bytes(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
