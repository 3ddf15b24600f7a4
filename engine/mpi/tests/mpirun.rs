//! The examples on the ranks of MPI say the same for any number of them, within a time.

#![cfg(feature = "mpi")]

mod launch;

use std::{env, path::PathBuf};

use launch::{has_mpirun, printed_on_ranks};

/// The last line of what an example prints on so many ranks.
fn last_line(example: &str, ranks: usize, arguments: &[&str]) -> String {
    let test = env::current_exe().expect("a test is a file");
    let folder: PathBuf = test.parent().and_then(|deps| deps.parent()).expect("of a build").into();
    let program = folder.join("examples").join(example);
    let text = printed_on_ranks(ranks, &program, arguments);
    text.lines().last().unwrap_or_default().to_owned()
}

fn is_same_on_all(example: &str, arguments: &[&str], begins: &str) {
    if !has_mpirun() {
        return;
    }
    let one = last_line(example, 1, arguments);
    assert!(one.contains(begins), "{one}");
    for ranks in [2, 3, 4, 7] {
        assert_eq!(last_line(example, ranks, arguments), one, "{ranks} ranks");
    }
}

#[test]
fn a_crowd() {
    is_same_on_all("mpi_crowd", &["5000", "6"], "touch");
}

#[test]
fn particles() {
    is_same_on_all("mpi_particles", &["8000", "30"], "particles, 30 steps");
}
