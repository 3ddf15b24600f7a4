//! A model of more threads than the machine has: how long a frame would take on them.
//!
//! The engine records a frame on one thread, cut into as many parts as for many
//! ([`jostle::forks`]). That is a graph of strands: pieces of work between forks, each with the
//! time that it takes alone. Their sum is the *work*, the longest way through the graph the *span*
//! (R. Blumofe and C. Leiserson, "Scheduling Multithreaded Computations by Work Stealing", 1999).
//! A greedy scheduler is played through on the graph: a thread goes on with what it just made
//! ready, and one that has nothing takes what was ready first, which costs it some time.
//!
//! What it does not know: that threads share caches and memory, wait for each other's cache lines,
//! or are woken late. So it says what the way in which work is cut allows at best.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, VecDeque},
    sync::OnceLock,
    time::Duration,
};

use jostle::forks::{ForkEvent, record_forks};

use crate::runner::{Case, Error, Row, WARM_UP_FRAMES};

/// What it costs to take over work of another thread: an order of magnitude, in nanoseconds.
const STEAL: u64 = 1000;

/// A piece of work between two events.
#[derive(Clone, Debug, Default)]
struct Strand {
    nanoseconds: u64,
    /// Strands that it has to wait for.
    waits_for: u32,
    /// Strands that wait for it.
    next: Vec<usize>,
}

/// The strands of a frame, the first one first, each behind those that it waits for.
#[derive(Clone, Debug, Default)]
pub struct Strands {
    all: Vec<Strand>,
    /// Time in which nothing else could run, by section.
    serial: BTreeMap<&'static str, u64>,
}

impl Strands {
    /// Those of a record.
    ///
    /// # Panics
    /// When its events do not nest.
    #[must_use]
    pub fn of(events: &[(Duration, ForkEvent)]) -> Self {
        let mut strands = Self { all: vec![Strand::default()], serial: BTreeMap::new() };
        let mut sections = Vec::new();
        // Of each fork that is open: the strand before it, and the last one of its first way.
        let mut forks: Vec<(usize, usize)> = Vec::new();
        let mut before = Duration::ZERO;
        for (now, event) in events {
            let took = now.saturating_sub(before).as_nanos() as u64;
            before = *now;
            let last = strands.all.len() - 1;
            strands.all[last].nanoseconds += took;
            if forks.is_empty() {
                let section = sections.last().copied().unwrap_or("");
                *strands.serial.entry(section).or_default() += took;
            }
            match event {
                ForkEvent::Begin(name) => sections.push(*name),
                ForkEvent::End => drop(sections.pop()),
                ForkEvent::Fork => {
                    forks.push((last, last));
                    strands.push(&[last]);
                }
                ForkEvent::Other => {
                    let fork = forks.last_mut().expect("a fork comes before its other way");
                    fork.1 = last;
                    let before = fork.0;
                    strands.push(&[before]);
                }
                ForkEvent::Join => {
                    let (_, left) = forks.pop().expect("a fork comes before its join");
                    strands.push(&[left, last]);
                }
            }
        }
        assert!(forks.is_empty(), "each fork is joined");
        strands
    }

    fn push(&mut self, waits_for: &[usize]) {
        let index = self.all.len();
        waits_for.iter().for_each(|before| self.all[*before].next.push(index));
        let waits_for = waits_for.len() as u32;
        self.all.push(Strand { waits_for, ..Strand::default() });
    }

    /// The sum of all strands, in nanoseconds.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.all.iter().map(|strand| strand.nanoseconds).sum()
    }

    /// The longest way from the first strand to the last one, in nanoseconds.
    #[must_use]
    pub fn span(&self) -> u64 {
        let mut begins = vec![0; self.all.len()];
        let mut longest = 0;
        for (index, strand) in self.all.iter().enumerate() {
            let end = begins[index] + strand.nanoseconds;
            longest = longest.max(end);
            for next in &strand.next {
                begins[*next] = end.max(begins[*next]);
            }
        }
        longest
    }

    /// Time in which nothing else could run, in nanoseconds.
    #[must_use]
    pub fn serial(&self) -> u64 {
        self.serial.values().sum()
    }

    /// How long so many threads take, in nanoseconds, if to take over work takes so long.
    #[must_use]
    pub fn on_threads(&self, threads: usize, steal: u64) -> u64 {
        let mut waits: Vec<u32> = self.all.iter().map(|strand| strand.waits_for).collect();
        // When which strand ends; what is ready, the oldest first; and threads that have nothing.
        let mut ends = BinaryHeap::from([Reverse((self.all[0].nanoseconds, 0))]);
        let (mut ready, mut idle) = (VecDeque::new(), threads - 1);
        let mut now = 0;
        while let Some(Reverse((end, done))) = ends.pop() {
            now = end;
            idle += 1;
            let mut released = None;
            for next in &self.all[done].next {
                waits[*next] -= 1;
                if waits[*next] == 0 {
                    // The first of two goes on on the same thread.
                    match released {
                        None => released = Some(*next),
                        Some(_) => ready.push_back(*next),
                    }
                }
            }
            if let Some(next) = released.or_else(|| ready.pop_back()) {
                ends.push(Reverse((now + self.all[next].nanoseconds, next)));
                idle -= 1;
            }
            while idle > 0
                && let Some(next) = ready.pop_front()
            {
                ends.push(Reverse((now + steal + self.all[next].nanoseconds, next)));
                idle -= 1;
            }
        }
        now
    }
}

/// The numbers of threads that frames are to be played through on.
static ASKED: OnceLock<Vec<usize>> = OnceLock::new();

/// Has all frames that are measured from now on also played through on so many threads each. What
/// was asked for first stands.
pub fn ask(threads: &[usize]) {
    ASKED.get_or_init(|| threads.to_vec());
}

/// What the model says of a case, where that was [asked](ask) for: for each number of threads of
/// the frame in the middle, by its work; and of the last number, in which sections nothing else
/// could run.
///
/// # Errors
/// Those of the frames.
pub(crate) fn report(case: &mut dyn Case, frames: u32) -> Result<Row, Error> {
    let mut row = Row::default();
    let (mut rows, mut sections) = (Vec::new(), Vec::new());
    for threads in ASKED.get().into_iter().flatten() {
        let mut all = Vec::new();
        // Buffers grow in two frames before.
        for number in 0..frames + WARM_UP_FRAMES {
            case.prepare()?;
            let (result, events) = record_forks(*threads, || case.frame());
            result?;
            if number >= WARM_UP_FRAMES {
                all.push(Strands::of(&events));
            }
        }
        all.sort_by_key(Strands::work);
        let middle = &all[all.len() / 2];
        let ms = |nanoseconds: u64| nanoseconds as f64 / 1e6;
        let (work, took) = (middle.work(), middle.on_threads(*threads, STEAL));
        let gain = work as f64 / took as f64;
        let share = middle.serial() as f64 / work as f64;
        rows.push(
            Row::default()
                .with("threads", threads)
                .with("work_ms", ms(work))
                .with("span_ms", ms(middle.span()))
                .with("serial_percent", 100.0 * share)
                .with("time_ms", ms(took))
                .with("speed_up", gain)
                .with("efficiency", gain / *threads as f64),
        );
        let named = middle.serial.iter().map(|(name, nanoseconds)| (*nanoseconds, *name));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable();
        let named = named.iter().rev().map(|(nanoseconds, name)| {
            let name = if name.is_empty() { "other" } else { name };
            Row::default().with("section", name).with("serial_ms", ms(*nanoseconds))
        });
        sections = named.collect();
    }
    if !rows.is_empty() {
        row.set("model", &rows);
        row.set("serial_sections", &sections);
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strands(events: &[(u64, ForkEvent)]) -> Strands {
        let events: Vec<_> =
            events.iter().map(|(at, event)| (Duration::from_nanos(*at), *event)).collect();
        Strands::of(&events)
    }

    #[test]
    fn work_span_and_schedules_of_a_small_graph() {
        use ForkEvent::{Begin, End, Fork, Join, Other};
        // 10, then 20 beside (5, then 30 beside 40, then 5), then 10.
        let small = strands(&[
            (4, Begin("one")),
            (10, Fork),
            (30, Other),
            (35, Fork),
            (65, Other),
            (105, Join),
            (110, Join),
            (114, End),
            (120, End),
        ]);
        assert_eq!((small.work(), small.span(), small.serial()), (120, 70, 20));
        let serial: Vec<_> = small.serial.iter().map(|(name, took)| (*name, *took)).collect();
        assert_eq!(serial, [("", 10), ("one", 10)]);
        // Two threads: 10, then one has 20 and at 30 takes the 40, until 70; the other has 5 and 30
        // meanwhile. Behind the 40 come 5 and 10.
        let times = [1, 2, 3, 8].map(|threads| small.on_threads(threads, 0));
        assert_eq!(times, [120, 85, 70, 70]);
        // Both the second way and the one within it are taken over.
        assert_eq!(small.on_threads(3, 2), 74);
    }

    #[test]
    fn what_does_not_fork_takes_as_long_on_many_threads() {
        let plain = strands(&[(7, ForkEvent::End)]);
        assert_eq!((plain.work(), plain.span(), plain.serial()), (7, 7, 7));
        assert_eq!(plain.on_threads(64, 1000), 7);
    }
}
