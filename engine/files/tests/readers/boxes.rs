//! Boxes in raw files and in tables, and lists of pairs.

use std::{fs, path::Path};

use jostle_files::{
    boxes::{csv, raw, read},
    pairs,
};

use crate::TempFile;

fn encoded(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn raw_rows_become_boxes() {
    let rows = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -0.0, -1.0, -2.0, 1e-45, f32::INFINITY, 6.0];
    let file = TempFile::new("rows.bin", &encoded(&rows));
    let boxes = raw::read_boxes::<3>(file.path()).unwrap();
    assert_eq!(boxes.len(), 2);
    assert_eq!(boxes.corners(0), ([0.0, 1.0, 2.0], [3.0, 4.0, 5.0]));
    assert_eq!(boxes.corners(1), ([-0.0, -1.0, -2.0], [1e-45, f32::INFINITY, 6.0]));
    assert!(boxes.min[0][1].is_sign_negative());
    assert_eq!(raw::raw_boxes(&boxes), encoded(&rows));
}

#[test]
fn rows_become_points() {
    let file = TempFile::new("points.f32", &encoded(&[0.0, 1.0, 2.0, 3.0, 4.0, f32::INFINITY]));
    let points = raw::read_points::<3>(file.path()).unwrap();
    assert_eq!(points, [[0.0, 3.0], [1.0, 4.0], [2.0, f32::INFINITY]].map(Vec::from));
    let message = raw::read_points::<2>(TempFile::new("odd.f32", &[0; 12]).path()).unwrap_err();
    assert!(message.to_string().ends_with("12 bytes are not a whole number of rows of 8 bytes"));
}

#[test]
fn nan_is_kept() {
    let file = TempFile::new("nan.bin", &encoded(&[f32::NAN, 0.0, 1.0, 1.0]));
    assert!(raw::read_boxes::<2>(file.path()).unwrap().min[0][0].is_nan());
}

#[test]
fn empty_file_has_no_boxes() {
    let file = TempFile::new("empty.bin", b"");
    assert!(raw::read_boxes::<3>(file.path()).unwrap().is_empty());
}

#[test]
fn truncated_file_is_an_error_with_both_sizes() {
    let file = TempFile::new("truncated.bin", &[0; 47]);
    let message = raw::read_boxes::<3>(file.path()).unwrap_err().to_string();
    assert!(message.starts_with(&file.path().display().to_string()));
    assert!(message.ends_with("47 bytes are not a whole number of rows of 24 bytes"));
}

fn error_of(content: &[u8]) -> String {
    let file = TempFile::new("boxes.csv", content);
    let message = csv::read_boxes::<2>(file.path()).unwrap_err().to_string();
    file.fault(&message)
}

#[test]
fn rows_become_boxes() {
    let file =
        TempFile::new("rows.csv", b"a,b,c,d,e,f\r\n1, 2,3,4,5,1e-45\r\n\r\n-0,-inf,0,1,NaN,+7");
    let boxes = csv::read_boxes::<3>(file.path()).unwrap();
    assert_eq!(boxes.len(), 2);
    assert_eq!(boxes.corners(0), ([1.0, 2.0, 3.0], [4.0, 5.0, 1e-45]));
    assert_eq!(boxes.min[1][1], f32::NEG_INFINITY);
    assert!(boxes.min[0][1].is_sign_negative());
    assert!(boxes.max[1][1].is_nan());
}

#[test]
fn header_alone_has_no_boxes() {
    let file = TempFile::new("header.csv", b"minx,miny,maxx,maxy\n");
    assert!(csv::read_boxes::<2>(file.path()).unwrap().is_empty());
}

#[test]
fn header_is_required() {
    let expected = "line 1: expected a header line with 4 column names";
    assert_eq!(error_of(b"0,0,1,1\n2,2,3,3\n"), expected);
    assert_eq!(error_of(b""), expected);
}

#[test]
fn header_of_other_dimension_is_an_error() {
    assert_eq!(error_of(b"a,b,c,d,e,f\n"), "line 1: 6 columns where 4 are expected");
}

#[test]
fn short_row_is_an_error_with_its_line() {
    assert_eq!(error_of(b"a,b,c,d\n0,0,1,1\n0,0,1\n"), "line 3: 3 columns where 4 are expected");
}

#[test]
fn text_cell_is_an_error_with_its_place() {
    assert_eq!(
        error_of(b"a,b,c,d\n0,0,1,1\n\n0,0,one,1\n"),
        "line 4, column 3: \"one\" is not a number"
    );
    assert_eq!(error_of(b"a,b,c,d\r\n\r\n0,,1,1"), "line 3, column 2: \"\" is not a number");
}

#[test]
fn text_that_is_not_unicode_is_an_error() {
    let message = error_of(b"a,b,c,d\n0,\xff\xfe,1,1\n");
    assert!(message.starts_with("line 2, column 2: "), "{message}");
}

const PAIRS: [[u32; 2]; 2] = [[0, 258], [7, u32::MAX]];

#[test]
fn raw_pairs_are_little_endian() {
    let file = TempFile::new("pairs.bin", b"old");
    pairs::write(file.path(), &PAIRS, None).unwrap();
    let expected = [0, 0, 0, 0, 2, 1, 0, 0, 7, 0, 0, 0, 255, 255, 255, 255];
    assert_eq!(fs::read(file.path()).unwrap(), expected);
}

#[test]
fn csv_pairs_have_a_header() {
    let file = TempFile::new("pairs.csv", b"old");
    pairs::write(file.path(), &PAIRS, None).unwrap();
    assert_eq!(fs::read_to_string(file.path()).unwrap(), "a,b\n0,258\n7,4294967295\n");
}

#[test]
fn no_pairs_are_a_file_too() {
    let file = TempFile::new("none.bin", b"old");
    pairs::write(file.path(), &[], None).unwrap();
    assert!(fs::read(file.path()).unwrap().is_empty());
}

#[test]
fn pairs_end_in_files_of_known_formats() {
    let error = pairs::write(Path::new("pairs.json"), &PAIRS, None).unwrap_err();
    assert!(error.to_string().contains("must end in .bin, .csv, .npy or .vtp"));
}

#[test]
fn absent_folder_is_an_error_with_the_path() {
    let message =
        pairs::write(Path::new("absent/pairs.bin"), &PAIRS, None).unwrap_err().to_string();
    assert!(message.starts_with("absent/pairs.bin: "), "{message}");
}

#[test]
fn extension_chooses_the_reader() {
    let raw = TempFile::new("boxes.bin", &[0; 16]);
    let csv = TempFile::new("boxes.csv", b"minx,miny,maxx,maxy\n0,0,0,0\n");
    let boxes = read::<2>(raw.path()).unwrap();
    assert_eq!(boxes.len(), 1);
    assert_eq!(read::<2>(csv.path()).unwrap(), boxes);
    let message = |name| read::<2>(Path::new(name)).unwrap_err().to_string();
    assert_eq!(message("boxes.txt"), "boxes.txt: the file name must end in .bin, .csv or .npy");
    assert!(message("absent.bin").starts_with("absent.bin: "));
}
