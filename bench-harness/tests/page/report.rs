//! The page of a record.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use tiny_skia::Pixmap;

use crate::browser::{Browser, WHITE, pixel, unused};

/// A library that lost, and one that found other pairs: what they took here was made up.
const PEERS: &str = r#"{"command":"peers","scene":"uniform","seed":1,"moving":1.0,"pace":null,
"dim":3,"shapes":1000,"task":"pairs","threads_allowed":2,"points":[
{"peer":"jostle","library":"jostle 0.1.0","threads":2,"frames":9,"digest":"a","fault":null,
 "ratio":1.0,"noisy":false,"total_ms":{"median":10,"min":9,"p99":11,"mean":10,"mad":0.1}},
{"peer":"tortoise","library":"tortoise 1.0","threads":1,"frames":9,"digest":"a","fault":null,
 "ratio":50.0,"noisy":true,"total_ms":{"median":500,"min":490,"p99":510,"mean":500,"mad":50}},
{"peer":"hare","library":"hare 1.0","threads":2,"frames":9,"digest":"b","fault":"3 other pairs",
 "ratio":null,"noisy":false,"total_ms":{"median":1,"min":1,"p99":1,"mean":1,"mad":0}}],
"host":{"cpu":"abacus","cores":2,"virtual_machine":false,"best_level":"avx2",
"platform":"linux x86_64","load":0.1},
"when":"2026-01-01T00:00:00Z"}"#;

/// Runs the program.
fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_jostle-bench")).args(args).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The page of a small record of this machine.
fn report() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let folder = unused("record");
        let name = folder.to_str().expect("a plain name");
        let only = "broad-phases,steps,scaling,narrow";
        let files = run(&[
            "report",
            "--record",
            name,
            "--shapes",
            "1500",
            "--threads",
            "2",
            "--only",
            only,
        ]);
        assert_eq!(files.lines().count(), 4);
        fs::write(folder.join("peers.jsonl"), PEERS).expect("the folder can be written");
        let page = unused("report.html");
        run(&["report", name, "--out", page.to_str().expect("a plain name")]);
        page
    })
}

#[test]
fn all_sections_are_there_and_nothing_is_fetched() {
    let html = fs::read_to_string(report()).expect("it was written");
    for title in [
        "A step, by stage",
        "Broad phases, by stage",
        "Shapes and threads",
        "Other libraries",
        "The narrow phase, per pair",
        "Tests, per shape",
        "Memory, per shape",
    ] {
        assert!(html.contains(&format!("<h3>{title}</h3>")), "{title}");
    }
    for outside in ["http", "src=", "@import", "url(", "<script", "<link"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.contains("50.0x") && html.contains("3 other pairs"));
    // Who found other pairs has a row in the table, and no bar.
    assert_eq!((html.matches(">hare<").count(), html.matches(">hare (").count()), (1, 0));
    assert_eq!((html.matches(">tortoise<").count(), html.matches(">tortoise (").count()), (1, 1));
}

#[test]
fn the_chart_in_the_docs_is_that_of_the_record() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = root.join("record/amd-epyc_avx512");
    let out = unused("figures.svg");
    let [record, drawn] = [&record, &out].map(|path| path.to_str().expect("a plain name"));
    run(&["report", record, "--chart", drawn]);
    let chart = fs::read_to_string(&out).expect("it was written");
    let kept = fs::read_to_string(root.join("../docs/figures.svg")).expect("it is there");
    assert!(kept == chart, "report bench-harness/record/amd-epyc_avx512 --chart docs/figures.svg");
    // Ours once in each scene, and three others; the machine and the day below.
    assert_eq!(chart.matches(">jostle<").count(), 4);
    assert_eq!(chart.matches(" text-anchor=\"end\"").count(), 16);
    assert!(chart.contains("AMD EPYC, 2 cores") && chart.contains("2026-11-25"));
    assert!(!chart.contains(">grid<"), "what was written for the comparison is no library");
}

/// Rows of a picture in which a bar goes all the way from one side to the other.
fn full_bars(picture: &Pixmap, left: f64, right: f64) -> usize {
    let is_bar = |x: f64, y: u32| {
        let [red, green, blue] = pixel(picture, [x, f64::from(y)]);
        (red - green).abs().max((green - blue).abs()) > 30
    };
    (0..picture.height()).filter(|y| is_bar(left, *y) && is_bar(right, *y)).count()
}

#[test]
fn bars_are_as_wide_as_the_screen_and_nothing_is_wider() {
    let Some(browser) = Browser::find() else { return };
    // No higher than 8192 pixels, which some browsers cannot draw at once. The margins are 16
    // pixels; on wide screens the page is 56 times as wide as its letters are high.
    for (width, left, right) in [(390, 16.0, 373.0), (1200, 168.0, 1031.0)] {
        let picture = browser.picture(report(), "", [width, 4000]);
        let full = full_bars(&picture, left + 2.0, right - 2.0);
        assert!(full > 40, "{width}: {full} rows");
        for y in 0..picture.height() {
            for x in [left - 3.0, right + 4.0, f64::from(width) - 2.0] {
                assert_eq!(pixel(&picture, [x, f64::from(y)]), WHITE, "{width}: {x}, {y}");
            }
        }
    }
}
