//! Trajectories: frames from rows, units, and rows that are none.

use jostle_files::{
    FileError,
    trajectory::{Trajectory, Unit, read},
};

use crate::TempFile;

fn read_text(text: &str, unit: Option<Unit>) -> Result<Trajectory, FileError> {
    read(TempFile::new("people.txt", text.as_bytes()).path(), unit)
}

#[test]
fn rows_become_frames() {
    let text = "# ID FR X Y Z, in meters\r\n7 2 1.5 -2 1.8\r\n\r\n3\t2\t0 0.25\n7 1 NaN 1e3\n";
    let read = read_text(text, None).unwrap();
    assert_eq!((&read.ids[..], read.rows()), (&[3, 7][..], 3));
    let [first, second] = &read.frames[..] else { panic!("{read:?}") };
    assert_eq!((first.number, &first.people[..]), (1, &[1][..]));
    assert!(first.positions[0][0].is_nan());
    assert_eq!((second.number, &second.people[..]), (2, &[0, 1][..]));
    assert_eq!(second.positions, [vec![0.0, 1.5], vec![0.25, -2.0]]);
}

#[test]
fn the_unit_is_the_callers_or_that_of_a_comment() {
    let x = |text, unit| read_text(text, unit).unwrap().frames[0].positions[0][0];
    assert_eq!(x("1 1 250 0", None), 250.0);
    assert_eq!(x("#X,Y: coordinates (in centimeters)\n1 1 250 0", None), 2.5);
    assert_eq!(x("# id frame x/cm y/cm\n1 1 250 0", None), 2.5);
    assert_eq!(x("# recorded in May\n# id frame x/cm y/cm\n1 1 250 0", None), 2.5);
    assert_eq!(x("# id frame x/m y/m z/m\n1 1 250 0", None), 250.0);
    assert_eq!(x("# in meters\n1 1 250 0", Some(Unit::Centimeters)), 2.5);
}

#[test]
fn what_is_no_row_is_an_error_with_its_line() {
    for (text, expected) in [
        ("1 1 0", "line 1: 3 columns where 4 are expected"),
        ("# a\n1 1 0 0 0 0", "line 2: 6 columns where 4 are expected"),
        ("1 1 0 0\n1 2 zero 0", "line 2, column 3: \"zero\" is not a number"),
        ("-1 1 0 0", "line 1, column 1: \"-1\" is not a number"),
        ("1 1 0 0\n2 1 0 0\n1 1 5 5", "line 3: 1 is in frame 1 twice"),
        ("# nothing\n", "nobody is there in any frame"),
    ] {
        let message = read_text(text, None).unwrap_err().to_string();
        assert!(message.ends_with(&format!(": {expected}")), "{message}");
    }
}
