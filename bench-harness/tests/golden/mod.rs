//! What was found once on every scene, in a file, held against what is found now.

use std::{collections::BTreeMap, env::consts::ARCH, fmt::Write};

use jostle::SimdLevel;
use jostle_bench::scene::{self, SceneKind};

use crate::present;

/// Compares the line of every scene that can be made here, at each level of this processor, with
/// the one in a file of this folder, and prints how many were the same.
///
/// `meaning` tells whoever sees a difference how to know whether it was meant.
///
/// # Panics
/// When a line is another one, or the file has a scene more or less.
#[allow(clippy::print_stdout, reason = "the figures are what a report is made of")]
pub(crate) fn assert_as_ever(
    file: &str,
    written: &str,
    line: impl Fn(&SceneKind, SimdLevel) -> String,
    meaning: &str,
) {
    let written: BTreeMap<&str, &str> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| (line.split_once(' ').expect("a name and more").0, line))
        .collect();
    let scenes: Vec<_> = present::scenes().collect();
    let mut differences = String::new();
    for level in SimdLevel::available() {
        let mut same = 0;
        for kind in &scenes {
            let found = line(kind, *level);
            let known = written.get(kind.name).copied().unwrap_or("nothing");
            if found == known {
                same += 1;
            } else {
                writeln!(differences, "{level}\n- {known}\n+ {found}").expect("a string grows");
            }
        }
        println!("{file}: {ARCH}, {level}: {same} of {} scenes", written.len());
    }
    assert_eq!(written.len(), scene::all().len(), "a scene is gone or new:\n{differences}");
    assert!(
        differences.is_empty(),
        "bench-harness/tests/golden/{file} has other lines:\n{differences}\n{meaning}: write the \
         lines with + into the file only if that was meant. Otherwise mend what is wrong."
    );
}
