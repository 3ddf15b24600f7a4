//! The command `report`, where it is used in a wrong way or records; the page is looked at
//! elsewhere.

use crate::support::{failure, file, path, run};

#[test]
fn wrong_arguments_of_record() {
    let message = failure(run("report --record --only weather"), 2);
    assert!(message.contains("weather") && message.contains("broad-phases"), "{message}");
    let not_a_folder = file("record-file", b"");
    let message =
        failure(run(&format!("report --record {not_a_folder} --shapes 10 --only scaling")), 2);
    assert!(message.contains(&not_a_folder), "{message}");
}

#[test]
fn a_section_is_there_when_it_is_whole() {
    let folder = path("record-steps");
    // Of a run before this one.
    let _ = std::fs::remove_dir_all(&folder);
    let steps =
        format!("report --record {} --only steps --shapes 100 --threads 1", folder.display());
    let output = run(&steps);
    assert!(output.status.success(), "{output:?}");
    let lines = std::fs::read_to_string(folder.join("steps.jsonl")).expect("it was written");
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 1, "something was left");
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
