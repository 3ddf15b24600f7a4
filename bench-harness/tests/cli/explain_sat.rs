//! The command `explain-sat`.

use std::{fs, path::Path};

use crate::support::{failure, path, run, run_words, text};

/// The figures in docs/, by name and example.
const FIGURES: [(&str, &str); 3] = [
    ("separating-axis-separated.svg", "separated"),
    ("separating-axis-overlapping.svg", "overlapping"),
    ("separating-axis-contained.svg", "contained"),
];

#[test]
fn a_figure_goes_to_standard_output() {
    let overlapping = text(run("explain-sat"));
    assert!(overlapping.starts_with("<svg ") && overlapping.ends_with("</svg>\n"));
    assert!(overlapping.contains(">Overlapping: least overlap 0.86 along axis 3<"));
    assert_eq!(text(run("explain-sat --example overlapping")), overlapping);
    for (example, expected) in [
        ("separated", ">Separated: axis 3 shows a gap of 0.48<"),
        ("touching", ">Touching: the shadows just meet on axis 3<"),
        ("contained", ">Overlapping: least overlap 2.71 along axis 1<"),
    ] {
        let figure = text(run(&format!("explain-sat --example {example}")));
        assert!(figure.contains(expected), "{example}");
    }
}

#[test]
fn a_figure_goes_to_a_file_and_its_axes_are_listed() {
    let out = path("explained.svg");
    let name = out.to_str().expect("a plain name");
    let listed = text(run_words(&["explain-sat", "--example", "separated", "--out", name]));
    let expected = "  axis  normal of  A              B               result
     1  A          -1.00 to 1.00  -0.071 to 3.19  overlap 1.07
     2  A          -2.00 to 2.00  1.61 to 4.48    overlap 0.39
     3  B          -2.21 to 2.21  2.69 to 4.09    gap 0.48 (decides)
     4  B          -1.97 to 1.97  -1.03 to 1.97   overlap 3.00

  separated: axis 3 shows a gap of 0.48
";
    assert_eq!(listed, expected);
    let figure = fs::read_to_string(&out).expect("was written");
    assert_eq!(figure, text(run("explain-sat --example separated")));
}

#[test]
fn shapes_are_boxes_or_polygons() {
    let verdict = |a: &str, b: &str| {
        let out = path(&format!("explained-{a}-{b}.svg").replace([' ', ','], "_"));
        let out = out.to_str().expect("a plain name");
        let listed = text(run_words(&["explain-sat", "--a", a, "--b", b, "--out", out]));
        listed.lines().last().expect("a verdict").trim().to_owned()
    };
    let (square, triangle) = ("-1,-1,1,1,0", "2,0 4,1 4,-1");
    assert_eq!(verdict(square, triangle), "separated: axis 2 shows a gap of 2.00");
    assert_eq!(verdict(triangle, square), "separated: axis 2 shows a gap of 2.00");
    assert_eq!(
        verdict(square, "-0.5,-1,1,2,90"),
        "overlapping: least overlap 2.00 along axis 1; moving B by (0, -2.00) separates them"
    );
    assert_eq!(
        verdict("0,0 2,0 2,2 0,2", "2,1 4,0 4,2"),
        "touching: the shadows just meet on axis 2"
    );
}

#[test]
fn bad_requests_are_named() {
    let shapes = |a: &str, b: &str| failure(run_words(&["explain-sat", "--a", a, "--b", b]), 2);
    let square = "0,0,1,1,0";
    for (shape, expected) in [
        ("0,0,NaN,1,0", "--a: NaN: numbers must be finite"),
        ("0,0,1,-1,0", "--a: -1: half extents must not be negative"),
        ("0,0 1,0", "2 vertices, which takes at least 3"),
        ("0,0 2,0 1,0.5 1,2", "not convex"),
        ("0,0 1,0 2,0", "--a: the vertices lie on one line"),
        ("0,0,1,1", "a box is x,y,hx,hy,degrees"),
        ("0,0 1,x 0,1", "--a: \"x\" is not a number"),
    ] {
        let message = shapes(shape, square);
        assert!(message.contains(expected), "{shape}: {message}");
    }
    let many: Vec<_> = (0..17).map(|x| format!("{x},{}", x * x)).collect();
    let message = shapes(square, &many.join(" "));
    assert!(message.contains("--b: ") && message.contains("17 vertices"), "{message}");
    let example = failure(run("explain-sat --example apart"), 2);
    assert!(example.contains("\"apart\"; there are: separated, touching, contained"), "{example}");
    for (args, expected) in [
        ("--a 0,0,1,1,0", "--a and --b go together"),
        ("--b 0,0,1,1,0 --example touching", "--example has shapes of its own"),
        ("--out figure.png", "figure.png: the file name must end in .svg"),
        ("--out no-such-folder/figure.svg", "no-such-folder/figure.svg: "),
    ] {
        let message = failure(run(&format!("explain-sat {args}")), 2);
        assert!(message.contains(expected), "{args}: {message}");
    }
}

#[test]
fn the_figures_in_the_docs_are_those_of_the_program() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (file, example) in FIGURES {
        let kept = fs::read_to_string(docs.join(file)).expect("the figure is there");
        let drawn = text(run(&format!("explain-sat --example {example}")));
        assert!(kept == drawn, "jostle-bench explain-sat --example {example} --out docs/{file}");
    }
}
