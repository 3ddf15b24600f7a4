//! The examples on the ranks of MPI say the same for any number of them, within a time.

#![cfg(feature = "mpi")]
#![allow(clippy::print_stdout, reason = "what is left out is told")]

use std::{
    env,
    io::Read,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The last line of what an example prints on so many ranks.
fn last_line(example: &str, ranks: usize, arguments: &[&str]) -> String {
    let test = env::current_exe().expect("a test is a file");
    let folder: PathBuf = test.parent().and_then(|deps| deps.parent()).expect("of a build").into();
    let mut command = Command::new("mpirun");
    command
        .args(["-n", &ranks.to_string(), "--oversubscribe", "--bind-to", "none"])
        .arg(folder.join("examples").join(example))
        .args(arguments)
        // Containers are root, and forbid to look into other processes.
        .envs(["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"].map(|name| (name, "1")))
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("it was found before");
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("{example} on {ranks} ranks takes more than two minutes");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let status = child.wait().expect("it ended");
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("it is text");
    assert!(status.success(), "{example} on {ranks} ranks: {status}\n{text}");
    text.lines().last().unwrap_or_default().to_owned()
}

fn is_same_on_all(example: &str, arguments: &[&str], begins: &str) {
    if Command::new("mpirun").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("SKIPPED: {example} was not run on ranks: there is no mpirun");
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
    is_same_on_all("mpi_particles", &["8000"], "particles by their neighbors");
}
