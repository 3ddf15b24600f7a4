//! The clock by which stages are timed: nothing else in the engine reads one.

use std::time::Duration;

use moment::Moment;

/// Tells how long stages take. On targets without a clock all takes no time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Moment);

impl Clock {
    /// A clock that begins now.
    pub(crate) fn start() -> Self {
        Self(Moment::now())
    }

    /// The time since it began, or since its last lap.
    pub(crate) fn elapsed(&self) -> Duration {
        Moment::now().since(self.0)
    }

    /// The same, and begins anew.
    pub(crate) fn lap(&mut self) -> Duration {
        let before = std::mem::replace(&mut self.0, Moment::now());
        self.0.since(before)
    }

    /// The same, added to the time of a stage.
    pub(crate) fn lap_to(&mut self, stage: &mut Duration) {
        *stage += self.lap();
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod moment {
    use std::time::{Duration, Instant};

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Moment(Instant);

    impl Moment {
        pub(super) fn now() -> Self {
            Self(Instant::now())
        }

        pub(super) fn since(self, before: Self) -> Duration {
            self.0 - before.0
        }
    }
}

/// There is no clock, and to ask the standard library for one ends the program.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod moment {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Moment;

    impl Moment {
        pub(super) fn now() -> Self {
            Self
        }

        pub(super) fn since(self, _before: Self) -> Duration {
            Duration::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf, thread};

    use super::*;

    #[test]
    fn laps_follow_one_another() {
        let whole = Clock::start();
        let (mut clock, nap) = (Clock::start(), Duration::from_millis(2));
        thread::sleep(nap);
        let (first, second) = (clock.lap(), clock.lap());
        assert!(first >= nap && second < first);
        assert!(whole.elapsed() >= first + second);
    }

    /// What reads a clock itself does not run where there is none.
    #[test]
    fn nothing_else_reads_a_clock() {
        let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("the sources are there") {
                let path = entry.expect("the sources are there").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).expect("a source is text");
                if ["Instant", "SystemTime"].iter().any(|clock| text.contains(clock)) {
                    found.push(path.file_name().map(|name| name.to_string_lossy().into_owned()));
                }
            }
        }
        assert_eq!(found, [Some("clock.rs".to_owned())]);
    }
}
