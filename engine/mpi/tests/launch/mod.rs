//! Programs on the ranks of MPI, within a time.

#![allow(clippy::print_stdout, reason = "what is left out is told")]

use std::{
    io::Read,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Whether ranks of MPI can be started here; if not, says so.
pub(crate) fn has_mpirun() -> bool {
    let started = Command::new("mpirun").arg("--version").stdout(Stdio::null()).status();
    if started.is_err() {
        println!("SKIPPED: nothing was run on ranks of MPI: there is no mpirun");
    }
    started.is_ok()
}

/// What a program prints on so many ranks, where all goes well.
pub(crate) fn printed_on_ranks(ranks: usize, program: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("mpirun");
    command
        .args(["-n", &ranks.to_string(), "--oversubscribe", "--bind-to", "none"])
        .arg(program)
        .args(arguments)
        // Containers are root, and forbid to look into other processes.
        .envs(["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"].map(|name| (name, "1")))
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("there is an mpirun");
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("{program:?} on {ranks} ranks takes more than two minutes");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let status = child.wait().expect("it ended");
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("it is text");
    assert!(status.success(), "{program:?} on {ranks} ranks: {status}\n{text}");
    text
}
