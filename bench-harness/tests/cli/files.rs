//! The command `million` on files: real input, and the files it writes.

use std::fs;

use crate::support::{file, json, path, raw, run_words, text};

/// A row of boxes that touch the next, in an order of its own.
const ROW: [f32; 5] = [3.0, 0.0, 4.0, 1.0, 2.0];
const PAIRS: [[u32; 2]; 4] = [[0, 2], [0, 4], [1, 3], [3, 4]];

fn row_of_boxes() -> Vec<u8> {
    raw(&ROW.map(|x| [x, 0.0, 0.0, x + 1.0, 1.0, 1.0]))
}

#[test]
fn pairs_are_written_in_canonical_order() {
    let input = file("row.bin", &row_of_boxes());
    for phase in ["brute-force", "sap"] {
        let (raw, table) =
            (path(&format!("row-{phase}-pairs.bin")), path(&format!("row-{phase}-pairs.csv")));
        for out in [&raw, &table] {
            let out = out.to_str().expect("a plain name");
            text(run_words(&["--input", &input, "--out", out, "--broad-phase", phase]));
        }
        let expected: Vec<u8> = PAIRS.as_flattened().iter().flat_map(|i| i.to_le_bytes()).collect();
        assert_eq!(fs::read(raw).expect("was written"), expected);
        assert_eq!(fs::read_to_string(table).expect("was written"), "a,b\n0,2\n0,4\n1,3\n3,4\n");
    }
}

#[test]
fn pairs_report_their_input() {
    let input = file("reported.bin", &row_of_boxes());
    let report = json(run_words(&["--input", &input, "--json", "--expect", "4", "--frames", "2"]));
    assert_eq!(report["inputs"], serde_json::json!([input]));
    assert_eq!(report["pairs"], 4);
    assert_eq!(report["shapes"], 5);
    assert_eq!(report["dim"], 3);
    assert_eq!(report["frames"], 2);
    assert!(report["elements"].is_null());
    assert!(report["digest"].is_string());
    assert!(report["total_ms"]["median"].is_number());
}

#[test]
fn tables_in_the_plane() {
    let input = file("plane.csv", b"minx,miny,maxx,maxy\n0,0,1,1\n1,1,2,2\n2.5,0,3,3\n");
    let report = json(run_words(&["--input", &input, "--dim", "2", "--json"]));
    assert_eq!((&report["pairs"], &report["dim"]), (&1.into(), &2.into()));
}

#[test]
fn units_in_the_last_place_close_gaps() {
    let gap = 1.0_f32.next_up().next_up();
    let rows = [[0.0, 0.0, 0.0, 1.0, 1.0, 1.0], [gap, 0.0, 0.0, 2.0, 1.0, 1.0]];
    let input = file("gap.bin", &raw(&rows));
    for (ulp, pairs) in [("0", "0"), ("1", "1")] {
        text(run_words(&["--input", &input, "--ulp", ulp, "--expect", pairs]));
    }
}

#[test]
fn bad_boxes_are_quarantined() {
    let rows = [[0.0, 0.0, 0.0, 1.0, 1.0, 1.0], [f32::NAN, 0.0, 0.0, 1.0, 1.0, 1.0]];
    let input = file("nan.bin", &raw(&rows));
    let report = json(run_words(&["--input", &input, "--json", "--expect", "0"]));
    assert_eq!(report["invalid"], 1);
    let text = text(run_words(&["--input", &input]));
    assert!(text.contains("box 1: not a number"), "{text}");
}

/// Two triangles over one edge and a third that crosses both, one to the right in frame two.
fn mesh(shift: f32) -> Vec<u8> {
    let mut text = "ply\nformat ascii 1.0\nelement vertex 7\nproperty float x\nproperty float y\n\
                    property float z\nelement face 3\nproperty list uchar int vertex_indices\n\
                    end_header\n"
        .to_owned();
    for [x, y, z] in [[0, 0, 0], [2, 0, 0], [0, 2, 0], [2, 2, 0], [1, 1, -1], [1, 1, 1], [3, 1, 0]]
    {
        text += &format!("{} {y} {z}\n", x as f32 + shift);
    }
    (text + "3 0 1 2\n3 2 1 3\n3 4 5 6\n").into_bytes()
}

#[test]
fn meshes_at_rest_and_swept() {
    let (first, second) = (file("first.ply", &mesh(0.0)), file("second.ply", &mesh(1.0)));
    text(run_words(&["--input", &first, "--expect", "3"]));
    let swept = |elements: &str| {
        let args = ["--input", &first, &second, "--elements", elements, "--json"];
        json(run_words(&args))
    };
    let faces = swept("faces");
    assert_eq!((&faces["pairs"], &faces["sharing_a_vertex"]), (&2.into(), &1.into()));
    assert_eq!(faces["elements"], "faces");
    assert_eq!(swept("vertex-face")["shapes"], 10);
    assert_eq!(swept("edges")["shapes"], 8);
    assert_eq!(json(run_words(&["--input", &first, &second, "--json"]))["digest"], faces["digest"]);
}
