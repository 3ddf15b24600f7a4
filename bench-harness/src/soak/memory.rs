//! What memory a soak holds as it goes on.

use serde::Serialize;

use crate::runner::Row;

/// What was held at some time.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Sample {
    /// Steps that were made.
    pub(super) steps: u64,
    /// Bytes that the worlds say they hold.
    pub(super) held_bytes: u64,
    /// Bytes of the process that are resident, where the operating system tells.
    pub(super) resident_bytes: Option<u64>,
}

/// Samples of a run, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(pub(super) Vec<Sample>);

/// What may be more at the end than half way: a tenth, and so many bytes. Buffers grow to the most
/// that they ever had to hold, which in a random run comes ever less often.
const GROWTH: f64 = 1.1;
const HELD_MORE: u64 = 256 << 10;
const RESIDENT_MORE: u64 = 8 << 20;

impl Memory {
    /// The first sample of a share of the run.
    fn at(&self, share: f64) -> Option<&Sample> {
        let end = self.0.last()?.steps as f64;
        self.0.iter().find(|sample| sample.steps as f64 >= share * end)
    }

    /// What was held after a tenth, half and all of the run, and how much more in each step of the
    /// second half.
    pub(super) fn row(&self) -> Row {
        let samples: Vec<Row> = [0.1, 0.5, 1.0]
            .into_iter()
            .filter_map(|share| Some((share, self.at(share)?)))
            .map(|(share, sample)| {
                Row::default()
                    .with("percent", share * 100.0)
                    .with("steps", sample.steps)
                    .with("held_bytes", sample.held_bytes)
                    .with("resident_bytes", sample.resident_bytes)
            })
            .collect();
        let row = Row::default().with("memory", samples);
        let slope = |of: fn(&Sample) -> Option<u64>| {
            let [half, end] = [self.at(0.5)?, self.at(1.0)?];
            let steps = (end.steps - half.steps) as f64;
            (steps > 0.0).then_some((of(end)? as f64 - of(half)? as f64) / steps)
        };
        let row = row.with("held_slope", slope(|sample| Some(sample.held_bytes)));
        row.with("resident_slope", slope(|sample| sample.resident_bytes))
    }

    /// What grew by more than it may between half of the run and its end, if anything did.
    pub(super) fn fault(&self) -> Option<String> {
        let [half, end] = [self.at(0.5)?, self.at(1.0)?];
        let held = ("held", Some(half.held_bytes), Some(end.held_bytes), HELD_MORE);
        let resident = ("resident", half.resident_bytes, end.resident_bytes, RESIDENT_MORE);
        [held, resident].into_iter().find_map(|(what, half, end, more)| {
            let most = (half? as f64 * GROWTH) as u64 + more;
            (end? > most).then(|| {
                let [half, end] = [half?, end?].map(crate::number::bytes);
                Some(format!("{what} memory grew from {half} at half of the run to {end}"))
            })?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(held: impl Fn(u64) -> u64, resident: impl Fn(u64) -> u64) -> Memory {
        Memory(
            (1..=100)
                .map(|steps| Sample {
                    steps: steps * 1000,
                    held_bytes: held(steps),
                    resident_bytes: Some(resident(steps)),
                })
                .collect(),
        )
    }

    #[test]
    fn growth_is_told_and_noise_is_not() {
        let flat = |at: u64| (20 << 20) + at % 7 * 1000;
        assert_eq!(run(flat, flat).fault(), None);
        let grows = |at: u64| flat(at) + at * (100 << 10);
        assert!(run(grows, flat).fault().is_some_and(|what| what.starts_with("held")));
        let grows = |at: u64| flat(at) + at * (400 << 10);
        assert!(run(flat, grows).fault().is_some_and(|what| what.starts_with("resident")));
        // What grows in the first half only has found its size.
        assert_eq!(run(|at| flat(at.min(40)) + at.min(40) * (1 << 20), flat).fault(), None);
    }

    #[test]
    fn samples_are_those_of_the_run() {
        let row = run(|at| at * 10_000, |_| 7).row();
        let memory = row.get("memory");
        let steps: Vec<u64> = (0..3).filter_map(|at| memory[at]["steps"].as_u64()).collect();
        assert_eq!(steps, [10_000, 50_000, 100_000]);
        assert_eq!(row.get("held_slope"), 10.0);
        assert_eq!(row.get("resident_slope"), 0.0);
    }
}
