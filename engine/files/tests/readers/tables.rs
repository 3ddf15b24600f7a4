//! Tables of results in every format.

use std::{fs, path::Path};

use jostle_files::{
    FileError, npy, pairs,
    table::{Links, Table, Values},
};

use crate::TempFile;

const POINTS: [[f64; 3]; 3] = [[0.0; 3], [1.0, 0.0, 0.5], [1.0, 1.0, 0.0]];
const ENDS: [[u32; 2]; 2] = [[0, 1], [1, 2]];

fn written(name: &str) -> Vec<u8> {
    let file = TempFile::new(name, b"old");
    contacts().write(file.path(), Some(Links { points: &POINTS, ends: &ENDS })).unwrap();
    fs::read(file.path()).unwrap()
}

/// Two contacts of every type of column.
fn contacts() -> Table<'static> {
    Table::new(2)
        .with("a", 1, Values::U32(&[0, 1]))
        .with("depth", 1, Values::F32(&[0.1, f32::NEG_INFINITY]))
        .with("normal", 3, Values::F64(&[0.1, 1.0, -0.0, 1e300, f64::NAN, 5e-324]))
        .with("shift", 2, Values::I32(&[-1, 0, 0, i32::MAX]))
}

#[test]
fn csv_has_a_column_for_each_number() {
    let expected = "a,depth,normal_0,normal_1,normal_2,shift_0,shift_1\n0,0.1,0.1,1,-0,-1,0\n";
    let text = String::from_utf8(written("a.csv")).unwrap();
    let (first, second) = text.split_at(expected.len());
    assert_eq!(first, expected);
    // Numbers read back as they were, whatever their size.
    let cells: Vec<&str> = second.trim().split(',').collect();
    assert_eq!((cells[0], cells[1], cells[3]), ("1", "-inf", "NaN"));
    assert_eq!((cells[2].parse(), cells[4].parse()), (Ok(1e300), Ok(5e-324)));
    assert_eq!(cells[5..], ["0", "2147483647"]);
}

#[test]
fn npy_is_a_structured_array() {
    let file = written("a.npy");
    let header = "{'descr': [('a', '<u4'), ('depth', '<f4'), ('normal', '<f8', (3,)), \
                  ('shift', '<i4', (2,)), ], 'fortran_order': False, 'shape': (2,), }";
    let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
    assert_eq!((&file[..8], (10 + length) % 64), (&b"\x93NUMPY\x01\0"[..], 0));
    let (text, rows) = file[10..].split_at(length);
    assert_eq!(str::from_utf8(text).unwrap().trim_end_matches([' ', '\n']), header);
    assert_eq!(text.last(), Some(&b'\n'));
    let row = [&0_u32.to_le_bytes()[..], &0.1_f32.to_le_bytes()].concat();
    assert_eq!((rows.len(), &rows[..8]), (2 * (4 + 4 + 24 + 8), &row[..]));
    let shift = [-1_i32, 0].map(i32::to_le_bytes);
    assert_eq!(&rows[32..40], shift.as_flattened());
}

#[test]
fn vtp_has_offsets_of_all_arrays() {
    let file = written("a.vtp");
    let start = file.windows(2).position(|two| two == b"\n_").unwrap() + 2;
    let text = str::from_utf8(&file[..start]).unwrap();
    let mut at = 0;
    for (name, kind, width, size) in [
        ("Points", "Float64", 3, 72),
        ("connectivity", "Int64", 1, 32),
        ("offsets", "Int64", 1, 16),
        ("a", "UInt32", 1, 8),
        ("depth", "Float32", 1, 8),
        ("normal", "Float64", 3, 48),
        ("shift", "Int32", 2, 16),
    ] {
        let element = format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{width}\" \
             format=\"appended\" offset=\"{at}\"/>"
        );
        assert!(text.contains(&element), "{element}\n{text}");
        let told = file[start + at..].first_chunk().map(|size| u64::from_le_bytes(*size));
        assert_eq!(told, Some(size), "{name}");
        at += 8 + size as usize;
    }
    assert_eq!(&file[start + at..], b"\n</AppendedData>\n</VTKFile>\n");
    assert!(text.contains("NumberOfPoints=\"3\"") && text.contains("NumberOfLines=\"2\""));
    let offsets = &file[start + 80 + 40 + 8..][..16];
    assert_eq!(offsets, [2_i64, 4].map(i64::to_le_bytes).as_flattened());
}

#[test]
fn what_does_not_go_together_is_refused_before_anything_is_written() {
    let file = TempFile::new("a.vtp", b"old");
    let fault = |links: Option<Links<'_>>| {
        let error = contacts().write(file.path(), links).unwrap_err().to_string();
        assert_eq!(fs::read(file.path()).unwrap(), b"old");
        file.fault(&error)
    };
    assert_eq!(fault(None), "a .vtp file needs the points of each row");
    let few = Links { points: &POINTS, ends: &ENDS[..1] };
    assert_eq!(fault(Some(few)), "1 links where 2 rows are");
    let beyond = Links { points: &POINTS[..2], ends: &ENDS };
    assert_eq!(fault(Some(beyond)), "row 1: [1, 2] where 2 points are");
    let error = contacts().write(Path::new("a.json"), None).unwrap_err().to_string();
    assert_eq!(error, "a.json: the file name must end in .csv, .npy or .vtp");
    let error = contacts().write(Path::new("absent/a.csv"), None).unwrap_err();
    assert!(matches!(error, FileError::Io { .. }));
}

#[test]
fn pairs_are_a_table_of_two_columns() {
    let file = TempFile::new("a.npy", b"");
    pairs::write(file.path(), &ENDS, None).unwrap();
    let bytes = fs::read(file.path()).unwrap();
    let numbers = bytemuck::cast_slice(ENDS.as_flattened());
    assert!(bytes.ends_with(numbers) && bytes.len() == 128 + 16);
    // A table is no array of floats.
    let error = npy::read(file.path()).unwrap_err().to_string();
    assert_eq!(file.fault(&error), "byte 20: expected a text in quotes");
    let file = TempFile::new("a.vtp", b"");
    pairs::write(file.path(), &[], Some(&[])).unwrap();
    assert!(fs::read(file.path()).unwrap().starts_with(b"<?xml"));
    let error = pairs::write(file.path(), &ENDS, None).unwrap_err().to_string();
    assert_eq!(file.fault(&error), "a .vtp file needs the points of each row");
}

#[test]
#[should_panic(expected = "the column a has a number for each row")]
fn columns_are_as_long_as_the_table() {
    let _ = Table::new(2).with("a", 1, Values::U32(&[0]));
}

#[test]
#[should_panic(expected = "\"a b\" is a word")]
fn names_are_words() {
    let _ = Table::new(1).with("a b", 1, Values::U32(&[0]));
}
