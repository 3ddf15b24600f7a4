//! The command `replay`: what it refuses. What it takes is tested with `world`, which captures it.

use crate::support::{failure, file, run};

#[test]
fn what_is_no_snapshot_is_refused() {
    assert!(failure(run("replay absent.bin"), 2).contains("absent.bin: "));
    let film = file("film.txt", b"1 1 0 0\n2 1 1 0\n");
    assert!(failure(run(&format!("replay {film}")), 2).contains("snapshot"));
}
