//! The command `mpi`, on processes that mpirun starts.

use std::path::Path;

use serde_json::Value;

#[path = "../../../engine/mpi/tests/launch/mod.rs"]
mod launch;

use crate::support::{each_is_refused, json, run};
use launch::{has_mpirun, printed_on_ranks};

/// What the first of so many processes prints.
fn on_ranks(ranks: usize, args: &str) -> Value {
    let words: Vec<&str> = args.split_whitespace().collect();
    let text = printed_on_ranks(ranks, Path::new(env!("CARGO_BIN_EXE_jostle-bench")), &words);
    serde_json::from_str(&text).expect("the output is JSON")
}

#[test]
fn ranks_have_the_pairs_of_one_process() {
    const RUN: &str = "mpi --scene uniform --shapes 3000 --pace 0.05 --frames 3 --threads 1 --json";
    let alone = json(run(&format!("{RUN} --alone")));
    assert!(alone["pairs"].as_u64() > Some(1000) && alone.get("by_rank").is_none(), "{alone}");
    for ranks in if has_mpirun() { &[1, 2, 3, 7][..] } else { &[] } {
        let (ranks, row) = (*ranks, on_ranks(*ranks, &format!("{RUN} --check")));
        assert_eq!((&row["digest"], &row["pairs"]), (&alone["digest"], &alone["pairs"]), "{row}");
        let by_rank = row["by_rank"].as_array().expect("it is told");
        assert_eq!((by_rank.len(), row["ranks"].as_u64()), (ranks, Some(ranks as u64)));
        let boxes = by_rank.iter().map(|row| row["boxes"].as_u64().expect("a count")).sum::<u64>();
        assert_eq!(boxes, 3000);
        assert_eq!(row["sent_ghosts"].as_u64() > Some(0), ranks > 1, "{row}");
    }
}

#[test]
fn wrong_requests_are_told_apart() {
    each_is_refused(
        "mpi --shapes 100",
        &[
            ("--frames 0", "0 frames"),
            ("--scene nothing", "unknown scene"),
            ("--threads 1,2", "one number"),
            ("--alone --pace=-1", "a pace of -1"),
        ],
    );
}
