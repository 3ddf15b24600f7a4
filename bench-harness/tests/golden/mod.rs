//! What was found once on every scene, in a file, held against what is found now.

use std::{collections::BTreeMap, fmt::Write};

use jostle_bench::scene::{self, SceneKind};

use crate::present;

/// Compares the line of every scene that can be made here with the one in a file of this folder.
///
/// `meaning` tells whoever sees a difference how to know whether it was meant.
///
/// # Panics
/// When a line is another one, or the file has a scene more or less.
pub(crate) fn assert_as_ever(
    file: &str,
    written: &str,
    line: impl Fn(&SceneKind) -> String,
    meaning: &str,
) {
    let written: BTreeMap<&str, &str> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| (line.split_once(' ').expect("a name and more").0, line))
        .collect();
    let mut differences = String::new();
    for kind in present::scenes() {
        let found = line(kind);
        let known = written.get(kind.name).copied().unwrap_or("nothing");
        if found != known {
            writeln!(differences, "- {known}\n+ {found}").expect("strings take all text");
        }
    }
    assert_eq!(written.len(), scene::all().len(), "a scene is gone or new:\n{differences}");
    assert!(
        differences.is_empty(),
        "bench-harness/tests/golden/{file} has other lines:\n{differences}\n{meaning}: write the \
         lines with + into the file only if that was meant. Otherwise mend what is wrong."
    );
}
