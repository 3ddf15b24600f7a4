//! Trajectories: frames from rows, units, and rows that are none.

use jostle_files::{
    FileError,
    trajectory::{Trajectory, Unit, read},
};

use crate::{TempFile, damaged};

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

/// As JuPedSim and PeTrack write them.
#[test]
fn columns_have_the_names_of_a_comment() {
    let text = "#description: a corridor\n#framerate: 16.00\n#geometry: corridor.xml\n\
                #ID: the agent ID\n#X,Y,Z: the agents coordinates (in metres)\n\n\
                #ID\tFR\tX\tY\tZ\tA\tB\tANGLE\tCOLOR\n1\t0\t0.5\t1.5\t0\t0.2\t0.2\t-90\t0\n";
    let read = read_text(text, None).unwrap();
    assert_eq!(read.frame_rate, Some(16.0));
    assert_eq!(read.frames[0].positions, [vec![0.5], vec![1.5]]);
    let text =
        "# PeTrack project: a.pet\n# framerate: 25 fps\n# id frame x/m y/m z/m\n2 7 1 2 1.8\n";
    let read = read_text(text, None).unwrap();
    assert_eq!((read.frame_rate, read.frames[0].number), (Some(25.0), 7));
    let read = read_text("# frame id y/cm x/cm\n7 2 100 50\n# id frame x y\n8 2 100 50\n", None);
    let read = read.unwrap();
    assert_eq!((read.frames[0].number, &read.ids[..]), (7, &[2][..]));
    assert_eq!((read.frames[1].number, &read.frames[1].positions[0][..]), (8, &[0.5][..]));
    assert_eq!((read.rows(), read.frame_rate), (2, None));
    let message = |text: &str| read_text(text, None).unwrap_err().to_string();
    let few = message("# a id fr x y\n1 2 3 4\n");
    assert!(few.ends_with(": line 2: 4 columns where 5 are expected"), "{few}");
    let many = message("# id fr x y\n1 2 3 4 5 6\n");
    assert!(many.ends_with(": line 2: 6 columns where 4 are expected"), "{many}");
    for rate in ["", "fast", "-1", "inf", "nan", "0"] {
        let text = format!("# framerate: {rate}\n1 1 0 0\n");
        assert_eq!(read_text(&text, None).unwrap().frame_rate, None, "{rate}");
    }
}

#[test]
fn broken_trajectories_end_no_test() {
    let text = "# framerate: 25 fps\n# id frame x/m y/m z/m\n2 7 1 2 1.8\n3 7 1e3 -2 1.8\n";
    let [good, bad] = damaged(text.as_bytes(), |bytes| {
        read(TempFile::new("people.txt", bytes).path(), None).is_ok_and(|read| read.rows() > 0)
    });
    assert!(good > 100 && bad > 50, "{good} {bad}");
}
