//! The commands `record` and `report`, where they are used in a wrong way; the page itself is looked at elsewhere.

use crate::support::{failure, file, path, run};

#[test]
fn wrong_arguments_of_record() {
    let message = failure(run("record --only weather"), 2);
    assert!(message.contains("weather") && message.contains("broad-phases"), "{message}");
    let not_a_folder = file("record-file", b"");
    let message =
        failure(run(&format!("record --shapes 10 --only scaling --out {not_a_folder}")), 2);
    assert!(message.contains(&not_a_folder), "{message}");
}

#[test]
fn reports_of_nothing() {
    assert!(failure(run("report no-such-folder"), 2).contains("no-such-folder"));
    let empty = path("report-empty");
    // Of a run before this one.
    let _ = std::fs::remove_dir_all(&empty);
    std::fs::create_dir_all(&empty).expect("the folder for tests can be written");
    let message = failure(run(&format!("report {}", empty.display())), 2);
    assert!(message.contains("no times"), "{message}");
    std::fs::write(empty.join("steps.jsonl"), "{").expect("the folder for tests can be written");
    let message = failure(run(&format!("report {}", empty.display())), 2);
    assert!(message.contains("steps.jsonl"), "{message}");
}
