//! Everything a user can get wrong: one line, and the right exit code.

use std::{
    io::Read,
    process::{Command, Stdio},
};

use crate::support::{failure, file, raw, run, run_words};

#[test]
fn unknown_names_list_the_known() {
    let scene = failure(run("--scene unifrom"), 2);
    assert!(
        scene.contains("did you mean \"uniform\"?") && scene.contains("touching-grid"),
        "{scene}"
    );
    let share = failure(run("million --moving 1.5"), 2);
    assert!(share.contains("expected 0 to 1"), "{share}");
    for pace in ["--pace=-1", "--pace NaN", "--pace inf"] {
        let pace = failure(run(&format!("million {pace}")), 2);
        assert!(pace.contains("expected a number from 0 on"), "{pace}");
    }
    let told = failure(run("million --scene chain --shapes 10 --told"), 2);
    assert!(told.contains("the shapes of chain do not drift: nothing can be told"), "{told}");
    let phase = failure(run("million --broad-phase octopus"), 2);
    assert!(phase.contains("\"octopus\"") && phase.contains("brute-force, sap"), "{phase}");
    let level = failure(run("--level sse9"), 2);
    assert!(level.contains("'sse9'") && level.contains("portable, neon, avx2, avx512"), "{level}");
    for command in ["verify --scene x", "verify --broad-phase x", "world --scene x"] {
        failure(run(command), 2);
    }
}

#[test]
fn a_bad_level_in_the_environment_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_jostle-bench"))
        .args(["--shapes", "10"])
        .env("JOSTLE_LEVEL", "neon")
        .output()
        .expect("the program starts");
    let message = failure(output, 2);
    assert!(message.contains("JOSTLE_LEVEL") && message.contains("'neon'"), "{message}");
}

#[test]
fn numbers_have_limits() {
    let message = failure(run("--threads 0"), 2);
    assert!(message.contains("0 threads"), "{message}");
    failure(run("verify --threads 0"), 2);
    assert!(failure(run("--budget-ms 0"), 2).contains("must be above 0"));
    assert!(failure(run("--budget-ms 1 --broad-phase bhv"), 2).contains("did you mean \"bvh\"?"));
    assert!(failure(run("--budget-ms NaN"), 2).contains("must be above 0"));
    assert!(failure(run("--shapes 10 --frames 0"), 2).contains("0 frames"));
    assert!(failure(run("world --shapes 10,20"), 2).contains("one number is expected"));
    assert!(failure(run("queries --kind ray --threads 1,2"), 2).contains("one number is expected"));
}

#[test]
fn bad_flags_are_errors() {
    for args in [
        "--shapes many",
        "--no-such-flag",
        "--shapes 1.5",
        "--shapes 5e9",
        "--shapes=-1",
        "--shapes nan",
        "peers --rounds 0",
        "--input",
        "pairs x.ply",
        "--input x.ply y.ply --elements tets",
    ] {
        assert_eq!(run(args).status.code(), Some(2), "{args}");
    }
}

#[test]
fn absent_files_are_named() {
    let message = failure(run("--input no-such-file.bin"), 2);
    assert!(message.contains("no-such-file.bin: "), "{message}");
    failure(run("--input no-such-file.txt"), 2);
    failure(run("--input a.ply --dim 2"), 2);
    let together = failure(run("--input a.bin b.bin"), 2);
    assert!(
        together.contains("give one file of boxes (.bin, .csv, .npy) or one or two meshes"),
        "{together}"
    );
    for args in ["a.bin --dim 4", "a.bin --ulp 5000", "a.ply --elements edges"] {
        let option = args.split(' ').nth(1).expect("there is an option");
        assert!(failure(run(&format!("--input {args}")), 2).contains(option), "{args}");
    }
}

#[test]
fn broken_files_say_where() {
    let truncated = file("truncated.bin", &[0; 25]);
    let message = failure(run_words(&["--input", &truncated]), 2);
    assert!(message.contains("truncated.bin: 25 bytes"), "{message}");
    let table = file("bad.csv", b"a,b,c,d,e,f\n0,0,0,1,1,1\n0,0,zero,1,1,1\n");
    let message = failure(run_words(&["--input", &table]), 2);
    assert!(message.contains("bad.csv: line 3, column 3: \"zero\""), "{message}");
    let mesh = file("bad.ply", b"ply\nformat ascii 1.0\nelement vertex 3\n");
    failure(run_words(&["--input", &mesh]), 2);
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let input = file("one.bin", &raw(&[[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]]));
    let message = failure(run_words(&["--input", &input, "--out", "no-such-folder/x.bin"]), 2);
    assert!(message.contains("no-such-folder/x.bin: "), "{message}");
    failure(run_words(&["--input", &input, "--out", "x.txt"]), 2);
}

#[test]
fn another_count_than_expected_is_a_finding() {
    let input = file("two.bin", &raw(&[[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]; 2]));
    let output = run_words(&["--input", &input, "--expect", "5", "--json"]);
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    assert!(failure(output, 1).contains("expected 5 pairs, found 1"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jostle-bench"))
        .arg("--list")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("standard error is a pipe");
    stderr.read_to_string(&mut errors).expect("the errors are text");
    assert_eq!(errors, "");
    assert!(child.wait().expect("the program ends").success());
}
