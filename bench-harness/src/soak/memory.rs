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

/// What the most of the last quarter may be more than that of the second: a tenth, and so many
/// bytes. Buffers grow to the most that they ever had to hold, which in a random run comes ever
/// less often; what is resident goes up and down with the threads that come and go.
const GROWTH: f64 = 1.1;
const HELD_MORE: u64 = 256 << 10;
const RESIDENT_MORE: u64 = 8 << 20;

/// Steps from which on a run is long enough to tell.
const LONG: u64 = 20_000;

impl Memory {
    /// The first sample of a share of the run.
    fn at(&self, share: f64) -> Option<&Sample> {
        let end = self.0.last()?.steps as f64;
        self.0.iter().find(|sample| sample.steps as f64 >= share * end)
    }

    /// The most in a quarter of the run that begins with a share of it.
    fn most(&self, from: f64, of: fn(&Sample) -> Option<u64>) -> Option<u64> {
        let end = self.0.last()?.steps as f64;
        let quarter = from * end..=(from + 0.25) * end;
        let samples = self.0.iter().filter(|sample| quarter.contains(&(sample.steps as f64)));
        samples.filter_map(of).max()
    }

    /// What was held after a tenth, half and all of the run, how much more in each step of the
    /// second half, and at most in each quarter.
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
        let row = row.with("resident_slope", slope(|sample| sample.resident_bytes));
        let most = |of| [0.0, 0.25, 0.5, 0.75].map(|from| self.most(from, of));
        let row = row.with("most_held_by_quarter", most(|sample| Some(sample.held_bytes)));
        row.with("most_resident_by_quarter", most(|sample| sample.resident_bytes))
    }

    /// What grew by more than it may from the second quarter of a long run to its last, if anything
    /// did.
    pub(super) fn fault(&self) -> Option<String> {
        self.0.last().filter(|last| last.steps >= LONG)?;
        let fault = |what: &str, more: u64, of: fn(&Sample) -> Option<u64>| {
            let [before, after] = [self.most(0.25, of)?, self.most(0.75, of)?];
            let grew = after > (before as f64 * GROWTH) as u64 + more;
            let [before, after] = [before, after].map(crate::number::bytes);
            grew.then(|| {
                format!(
                    "{what} memory grew from {before} in the second quarter of the run to {after} \
                     in the last"
                )
            })
        };
        fault("held", HELD_MORE, |sample| Some(sample.held_bytes))
            .or_else(|| fault("resident", RESIDENT_MORE, |sample| sample.resident_bytes))
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
        // One that is short tells nothing.
        let mut short = run(grows, grows);
        short.0.truncate(19);
        assert_eq!(short.fault(), None);
    }

    #[test]
    fn samples_are_those_of_the_run() {
        let row = run(|at| at * 10_000, |_| 7).row();
        let memory = row.get("memory");
        let steps: Vec<u64> = (0..3).filter_map(|at| memory[at]["steps"].as_u64()).collect();
        assert_eq!(steps, [10_000, 50_000, 100_000]);
        assert_eq!(row.get("held_slope"), 10.0);
        assert_eq!(row.get("resident_slope"), 0.0);
        let most = row.get("most_held_by_quarter");
        assert_eq!(*most, serde_json::json!([250_000, 500_000, 750_000, 1_000_000]));
    }
}
