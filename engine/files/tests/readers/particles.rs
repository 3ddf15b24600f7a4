//! Particles in every format, and malformed files.

use jostle_files::particles::{Cell, Frame, frames, read};

use crate::{TempFile, damaged};

/// As ASE writes it: a cell, properties that are skipped, and a second frame without any.
const XYZ: &str = "3
Lattice=\"4 0 0 0.5 5 0 0 0 6.0\" Properties=species:S:1:pos:R:3:forces:R:3:id:I:1:radius:R:1 \
energy=-1.5 pbc=\"T F T\" step=700
H 0.25 1 2 9 9 9 7 0.5
O -1e1 1.5 2.5 9 9 9 8 0.75
H 3 3 3 9 9 9 9 0.5
1
a comment = 'of words
He 1 2 3

";

/// Two frames of LAMMPS: scaled positions in a box along the axes, and a triclinic one.
const DUMP: &str = "ITEM: UNITS
lj
ITEM: TIMESTEP
100
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS pp ff pp
-1 1
0 10
2.0e0 6
ITEM: ATOMS id type xs ys zs radius
9 2 0.5 0.25 0 1.5
4 1 0 1 0.5 1.0
ITEM: TIMESTEP
200
ITEM: NUMBER OF ATOMS
1
ITEM: BOX BOUNDS xy xz yz pp pp pp
-1.5 13 2
0 9.5 -1.5
0 8 -0.5
ITEM: ATOMS element z y x
Cu 3 2 1
";

fn parse(name: &str, content: &str) -> Result<Vec<Frame>, String> {
    parse_bytes(name, content.as_bytes())
}

fn parse_bytes(name: &str, content: &[u8]) -> Result<Vec<Frame>, String> {
    let file = TempFile::new(name, content);
    read(file.path()).map_err(|error| file.fault(&error.to_string()))
}

#[test]
fn extended_xyz_has_cells_species_and_ids() {
    // The comment of the second frame is one that no key can be read of.
    let message = parse("a.xyz", XYZ).unwrap_err();
    assert_eq!(message, "line 7: the value of comment does not end with '");
    let read = parse("a.extxyz", &XYZ.replace('\'', "")).unwrap();
    let [first, second] = &read[..] else { panic!("{read:?}") };
    assert_eq!(first.positions, [[0.25, 1.0, 2.0], [-10.0, 1.5, 2.5], [3.0; 3]]);
    assert_eq!(first.species.as_deref(), Some(&[0, 1, 0][..]));
    assert_eq!(first.species_names, ["H", "O"]);
    assert_eq!(first.ids.as_deref(), Some(&[7, 8, 9][..]));
    assert_eq!(first.radii.as_deref(), Some(&[0.5, 0.75, 0.5][..]));
    assert_eq!(first.step, Some(700));
    let vectors = [[4.0, 0.0, 0.0], [0.5, 5.0, 0.0], [0.0, 0.0, 6.0]];
    let cell = Cell { origin: [0.0; 3], vectors, periodic: [true, false, true] };
    assert_eq!(first.cell, Some(cell));
    assert_eq!((&second.positions[..], second.cell), (&[[1.0, 2.0, 3.0]][..], None));
    assert_eq!((&second.species_names[..], second.step), (&["He".to_owned()][..], None));
}

#[test]
fn a_lattice_alone_is_periodic_and_properties_may_be_in_any_order() {
    let text = "2\nProperties=type:I:1:id:I:1:pos:R:3 lattice = [1, 0, 0, 0, 2, 0, 0, 0, 3] \
                Origin='-1 -2 -3' flag Timestep=5\n4 1 0 0 0\n4 2 1 1 1\n";
    let frame = &parse("a.xyz", text).unwrap()[0];
    let cell = frame.cell.unwrap();
    assert_eq!((cell.periodic, cell.origin), ([true; 3], [-1.0, -2.0, -3.0]));
    assert_eq!(cell.vectors[2], [0.0, 0.0, 3.0]);
    assert_eq!((&frame.species_names[..], frame.step), (&["4".to_owned()][..], Some(5)));
}

#[test]
fn plain_xyz_and_windows_line_breaks() {
    let frame = &parse("a.xyz", "2\r\n\r\nC 0 0 1\r\nN 1 0 0\r\n").unwrap()[0];
    assert_eq!(frame.positions, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    assert_eq!(frame.species_names, ["C", "N"]);
    let frame = &parse("a.xyz", "1\nwater\nO 1 2 3 0.5 -0.5\n").unwrap()[0];
    assert_eq!(frame.positions, [[1.0, 2.0, 3.0]]);
    assert_eq!(parse("a.xyz", "0\n\n").unwrap()[0].positions, [[0.0; 3]; 0]);
}

#[test]
fn faults_of_xyz_are_placed() {
    let p = "Properties=species:S:1:pos:R:3";
    for (text, expected) in [
        ("".to_owned(), "line 1: there is no frame"),
        ("two\n".to_owned(), "line 1: \"two\" is not a number of particles"),
        ("-1\n".to_owned(), "line 1: \"-1\" is not a number of particles"),
        ("1\n".to_owned(), "line 2: the file ends where the line of properties is expected"),
        (format!("2\n{p}\nH 0 0 0\n"), "line 4: the file ends where particle 1 of 2 is expected"),
        (
            format!("18446744073709551615\n{p}\nH 0 0 0\n"),
            "line 4: the file ends where particle 1 of 18446744073709551615 is expected",
        ),
        (format!("1\n{p}\nH 0 0\n"), "line 3: 3 columns where 4 are expected"),
        (format!("1\n{p}\nH 0 0 0 0\n"), "line 3: 5 columns where 4 are expected"),
        ("1\n\nH 0 0\n".to_owned(), "line 3: 3 columns where 4 are expected"),
        ("2\n\nH 0 0 0 1\nH 0 0 0\n".to_owned(), "line 4: 4 columns where 5 are expected"),
        (format!("1\n{p}\nH 0 zero 0\n"), "line 3: column 3: \"zero\" is not a number"),
        (format!("1\n{p}\nH 0 0 nan\n"), "line 3: column 4: nan is not finite"),
        (
            "1\nProperties=pos:R\n".to_owned(),
            "line 2: Properties: 2 words where name:type:columns repeats",
        ),
        ("1\nProperties=id:I:1\n1\n".to_owned(), "line 2: Properties: there is no pos:R:3"),
        (
            "1\nProperties=pos:R:2\n".to_owned(),
            "line 2: Properties: pos:R:2 where pos:R:3 is expected",
        ),
        (
            "1\nProperties=pos:S:3\n".to_owned(),
            "line 2: Properties: pos:S:3 where pos:R:3 is expected",
        ),
        (
            "1\nProperties=pos:R:x\n".to_owned(),
            "line 2: Properties: pos: \"x\" is not a number of columns",
        ),
        (
            "1\nProperties=pos:R:0\n".to_owned(),
            "line 2: Properties: pos: \"0\" is not a number of columns",
        ),
        (
            "1\nProperties=a:R:18446744073709551615:pos:R:3\n".to_owned(),
            "line 2: Properties: too many columns",
        ),
        (
            "1\nLattice=\"1 0 0\"\n".to_owned(),
            "line 2: Lattice: 9 finite numbers are expected, not \"1 0 0\"",
        ),
        ("1\nLattice=\"1 0 0\n".to_owned(), "line 2: the value of Lattice does not end with \""),
        (
            "1\nLattice=\"1 0 0 0 1 0 0 0 1\" pbc=\"T maybe F\"\n".to_owned(),
            "line 2: pbc: three of T and F are expected, not \"T maybe F\"",
        ),
        (
            "1\nLattice=\"1 0 0 0 1 0 0 0 inf\"\n".to_owned(),
            "line 2: Lattice: 9 finite numbers are expected, not \"1 0 0 0 1 0 0 0 inf\"",
        ),
        (
            "1\nProperties=pos:R:3:radius:R:1\n0 0 0 -1\n".to_owned(),
            "line 3: column 4: the radius -1 is negative",
        ),
        (
            "1\nProperties=pos:R:3:id:I:1\n0 0 0 -1\n".to_owned(),
            "line 3: column 4: \"-1\" is not a number",
        ),
        (format!("1\n{p}\nH 0 0 0\nrest\n"), "line 4: \"rest\" is not a number of particles"),
    ] {
        assert_eq!(parse("a.xyz", &text).unwrap_err(), expected, "{text:?}");
    }
}

#[test]
fn dumps_have_scaled_positions_and_boxes_of_any_form() {
    let read = parse("a.dump", DUMP).unwrap();
    let [first, second] = &read[..] else { panic!("{read:?}") };
    assert_eq!(first.positions, [[0.0, 2.5, 2.0], [-1.0, 10.0, 4.0]]);
    assert_eq!((&first.ids, first.step), (&Some(vec![9, 4]), Some(100)));
    assert_eq!((&first.radii, &first.species), (&Some(vec![1.5, 1.0]), &Some(vec![0, 1])));
    assert_eq!(first.species_names, ["2", "1"]);
    let cell = first.cell.unwrap();
    assert_eq!((cell.origin, cell.periodic), ([-1.0, 0.0, 2.0], [true, false, true]));
    assert_eq!(cell.vectors, [[2.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 4.0]]);
    // xlo = -1.5 + 1.5 by xz; xhi = 13 - 2 by xy; ylo = 0 + 0.5 by yz.
    let cell = second.cell.unwrap();
    assert_eq!((cell.origin, cell.periodic), ([0.0, 0.5, 0.0], [true; 3]));
    assert_eq!(cell.vectors, [[11.0, 0.0, 0.0], [2.0, 9.0, 0.0], [-1.5, -0.5, 8.0]]);
    assert_eq!((&second.positions[..], &second.ids), (&[[1.0, 2.0, 3.0]][..], &None));
    assert_eq!(second.species_names, ["Cu"]);
}

#[test]
fn scaled_positions_count_edges_of_a_tilted_box() {
    let text = DUMP.replace("element z y x\nCu 3 2 1", "xsu ysu zsu\n0.5 0.5 -1");
    let frame = &parse("a.lammpstrj", &text).unwrap()[1];
    assert_eq!(frame.positions, [[0.0 + 5.5 + 1.0 + 1.5, 0.5 + 4.5 + 0.5, -8.0]]);
    let general = DUMP.replace(
        "xy xz yz pp pp pp\n-1.5 13 2\n0 9.5 -1.5\n0 8 -0.5",
        "abc origin ff ff pp\n1 2 0 -1\n0 4 0 -2\n0 0 5 -3",
    );
    let cell = parse("a.dump", &general).unwrap()[1].cell.unwrap();
    assert_eq!((cell.origin, cell.periodic), ([-1.0, -2.0, -3.0], [false, false, true]));
    assert_eq!(cell.vectors, [[1.0, 2.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 5.0]]);
}

#[test]
fn faults_of_dumps_are_placed() {
    let with = |from: &str, to: &str| {
        assert!(DUMP.contains(from), "{from:?}");
        parse("a.dump", &DUMP.replacen(from, to, 1)).unwrap_err()
    };
    for (from, to, expected) in [
        ("100", "one", "line 4: \"one\" is not a time step"),
        ("ATOMS\n2", "ATOMS\n-2", "line 6: \"-2\" is not a number of atoms"),
        ("ITEM: UNITS", "ITEM: COLORS", "line 1: the section \"COLORS\" is not known"),
        ("lj\n", "lj\nsi\n", "line 3: \"si\" where a section \"ITEM: ...\" is expected"),
        ("-1 1\n", "-1 1 0\n", "line 8: 3 columns where 2 are expected"),
        ("-1 1\n", "1 -1\n", "line 8: the box ends at -1 before 1"),
        ("-1 1\n", "-1 inf\n", "line 8: column 2: inf is not finite"),
        ("pp ff pp", "sphere pp ff pp", "line 7: the box \"sphere\" is not known"),
        (
            "id type xs",
            "id type xx",
            "line 11: no columns x y z, xu yu zu, xs ys zs or xsu ysu zsu",
        ),
        ("0.25 0 1.5", "0.25 0", "line 12: 5 columns where 6 are expected"),
        ("0.25 0 1.5", "0.25 up 1.5", "line 12: column 5: \"up\" is not a number"),
        ("0.5 0.25", "1.8e308 0.25", "line 12: column 3: 1.8e308 is not finite"),
        ("0.5 0.25", "1.7e308 0.25", "line 12: the position is too large"),
        (
            "ITEM: NUMBER OF ATOMS\n2\n",
            "",
            "line 9: \"ITEM: ATOMS\" without \"ITEM: NUMBER OF ATOMS\" before it",
        ),
        (
            "ITEM: BOX BOUNDS pp ff pp\n-1 1\n0 10\n2.0e0 6\n",
            "",
            "line 7: scaled positions without \"ITEM: BOX BOUNDS\"",
        ),
        (
            "ATOMS\n1\n",
            "ATOMS\n18446744073709551615\n",
            "line 24: the file ends where atom 1 of 18446744073709551615 is expected",
        ),
        (
            "ITEM: ATOMS element z y x\nCu 3 2 1\n",
            "",
            "line 22: the file ends where \"ITEM: ATOMS\" is expected",
        ),
    ] {
        assert_eq!(with(from, to), expected);
    }
    assert_eq!(parse("a.dump", "").unwrap_err(), "line 1: there is no frame");
}

#[test]
fn frames_are_read_as_they_are_asked_for() {
    let text = DUMP.replace("Cu 3 2 1", "Cu 3 2 one");
    let file = TempFile::new("a.dump", text.as_bytes());
    let mut all = frames(file.path()).unwrap();
    assert_eq!(all.next().unwrap().unwrap().step, Some(100));
    assert!(all.next().unwrap().is_err() && all.next().is_none());
}

#[test]
fn tables_have_columns_by_name() {
    let frame =
        &parse("a.csv", "id,Y, x,note,radius\r\n7,2,1,a,0.5\r\n\r\n8,4,3,b,0\r\n").unwrap()[0];
    assert_eq!(frame.positions, [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]]);
    assert_eq!((&frame.ids, &frame.radii), (&Some(vec![7, 8]), &Some(vec![0.5, 0.0])));
    let frame = &parse("a.csv", "x,y,z,species\n1,2,3,\"H, heavy\"\n").unwrap()[0];
    assert_eq!((frame.positions[0], &frame.species_names[0][..]), ([1.0, 2.0, 3.0], "H, heavy"));
    for (text, expected) in [
        ("", "line 1: expected a header line with the columns x and y"),
        ("x,z\n", "line 1: expected a header line with the columns x and y"),
        ("x,y\n1,2\n\n1\n", "line 4: 1 columns where 2 are expected"),
        ("x,y\n1,two\n", "line 2: column 2: \"two\" is not a number"),
        ("x,y\n1,inf\n", "line 2: column 2: inf is not finite"),
    ] {
        assert_eq!(parse("a.csv", text).unwrap_err(), expected, "{text:?}");
    }
}

#[test]
fn people_and_raw_points_are_particles() {
    let people = parse("a.txt", "# id frame x/cm y/cm\n3 1 100 50\n1 1 0 0\n3 2 200 50\n").unwrap();
    assert_eq!(people[0].positions, [[0.0; 3], [1.0, 0.5, 0.0]]);
    assert_eq!((&people[0].ids, people[1].step), (&Some(vec![1, 3]), Some(2)));
    let raw: Vec<u8> = [1.0_f32, 2.0, 3.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(parse_bytes("a.f32", &raw).unwrap()[0].positions, [[1.0, 2.0, 3.0]]);
    let nan: Vec<u8> = [1.0, f32::NAN, 3.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let message = parse_bytes("a.f32", &nan).unwrap_err();
    assert_eq!(message, "particle 0 is at [1.0, NaN, 3.0]: not finite");
}

#[test]
fn the_end_of_the_name_tells_the_format() {
    let message = parse("a.pdb", "").unwrap_err();
    assert!(message.starts_with("the file name of particles must end in .xyz,"), "{message}");
    assert!(parse("a.XYZ", "1\n\nH 0 0 0").is_ok());
}

/// A file that was cut off, or of which bytes were changed, is an error or other particles.
#[test]
fn broken_files_end_no_test() {
    for (name, content) in [
        ("a.xyz", XYZ.replace('\'', "")),
        ("a.dump", DUMP.to_owned()),
        ("a.csv", "x,y,z,id,species\n1,2,3,4,\"five\"\n6,7,8,9,ten\n".to_owned()),
    ] {
        let [good, bad] = damaged(content.as_bytes(), |bytes| match parse_bytes(name, bytes) {
            Ok(frames) => {
                let all = frames.iter().flat_map(|frame| &frame.positions);
                assert!(all.flatten().all(|x| x.is_finite()));
                true
            }
            Err(_) => false,
        });
        assert!(good > 20 && bad > 20, "{name}: {good} {bad}");
    }
}
