//! Every capability has the same bits as ever: on this processor, at each of its SIMD levels, and
//! on any other. `digests.txt` has what was found once, `.ci/targets` runs this on processors that
//! are not at hand.

#![allow(clippy::print_stdout, reason = "the figures are what a report is made of")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../composite/made.rs"]
#[allow(dead_code, reason = "it has more than is used here")]
mod made;

mod pairs;
mod shapes;
mod sizes;
mod world;

use std::{
    env::consts::ARCH,
    fmt::{Debug, Write},
};

use jostle::SimdLevel;

/// Names and hashes of what was found.
#[derive(Default)]
pub(crate) struct Digests(String);

impl Digests {
    /// Adds a line. All that a result has is in its `Debug` text, and numbers are there to the last
    /// bit.
    pub(crate) fn add(&mut self, name: &str, found: &impl Debug) {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        write!(hash, "{found:?}").expect("a hash takes any text");
        writeln!(self.0, "{name:<34} {:016x}", hash.0).expect("strings take all text");
    }
}

/// G. Fowler, L. C. Noll and K.-P. Vo's hash FNV-1a.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        Ok(())
    }
}

/// All that is found at a level.
fn digests(level: SimdLevel) -> String {
    let mut digests = Digests::default();
    pairs::add::<2>(&mut digests, level);
    pairs::add::<3>(&mut digests, level);
    shapes::add::<2>(&mut digests, level);
    shapes::add::<3>(&mut digests, level);
    sizes::add(&mut digests, level);
    world::add::<2>(&mut digests, level);
    world::add::<3>(&mut digests, level);
    digests.0
}

/// Runs something on some threads, where there are threads.
fn on<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    if cfg!(feature = "parallel") { common::pool(threads).install(run) } else { run() }
}

#[test]
fn results_are_the_same_as_ever() {
    let known = include_str!("digests.txt");
    let known: String = known.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
    let mut differences = String::new();
    let threads: &[usize] = if cfg!(feature = "parallel") { &[1, 3] } else { &[1] };
    for level in SimdLevel::available() {
        for threads in threads {
            let found = on(*threads, || digests(*level));
            assert_eq!(found.lines().count(), known.lines().count(), "all lines:\n{found}");
            let same = found.lines().zip(known.lines()).filter(|(found, known)| found == known);
            let same = same.count();
            println!(
                "one answer: {ARCH}, {level}, {threads} threads: {same} of {}",
                known.lines().count()
            );
            for (found, known) in found.lines().zip(known.lines()) {
                if found != known {
                    writeln!(differences, "{level}, {threads} threads\n- {known}\n+ {found}")
                        .expect("strings take all text");
                }
            }
        }
    }
    assert!(
        differences.is_empty(),
        "engine/tests/one_answer/digests.txt has other lines:\n{differences}A line changes on \
         purpose only, with the answer that it is about, and on every processor."
    );
}
