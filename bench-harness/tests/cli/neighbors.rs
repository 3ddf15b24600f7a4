//! Particles of files in, neighbors and contacts out.

use std::fs;

use crate::support::{each_is_refused, failure, file, json, path, run, run_words};

/// Three particles, two of which are 1 apart across the border of the cell; then two without one.
const XYZ: &str = "3
Lattice=\"4 0 0 0 4 0 0 0 4\" pbc=\"T F F\" step=12 Properties=species:S:1:pos:R:3
A 0.5 1 1
B 3.5 1 1
C 3.5 2.5 1
2
no cell
A 0 0 1e9
B 0 1.5 1e9
";

#[test]
fn pairs_are_found_across_the_border_of_a_cell() {
    let (input, out) = (file("neighbors.xyz", XYZ.as_bytes()), path("neighbors.csv"));
    let args = ["neighbors", &input, "--radius", "1.5", "--json", "--out", out.to_str().unwrap()];
    let found = json(run_words(&args));
    assert_eq!(
        (&found["particles"], &found["pairs"], &found["step"]),
        (&3.into(), &2.into(), &12.into())
    );
    assert_eq!(found["periodic"], serde_json::json!([true, false, false]));
    let text = "a,b,distance,shift_0,shift_1,shift_2\n0,1,1,-1,0,0\n1,2,1.5,0,0,0\n";
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    let full = json(run_words(&[&args[..], &["--full"]].concat()));
    assert_eq!(full["pairs"], 4);
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.contains("\n0,1,1,-1,0,0\n") && text.contains("\n1,0,1,1,0,0\n"), "{text}");
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let (input, out) = (file("frames.xyz", XYZ.as_bytes()), path("frames.csv"));
    let args = ["neighbors", &input, "--radius", "1.5", "--frame", "1", "--json", "--out"];
    let found = json(run_words(&[&args[..], &[out.to_str().unwrap()]].concat()));
    assert_eq!((&found["pairs"], &found["periodic"]), (&1.into(), &serde_json::Value::Null));
    assert_eq!(fs::read_to_string(&out).unwrap(), "a,b,distance\n0,1,1.5\n");
}

#[test]
fn lists_go_to_files_of_each_format() {
    let input = file("points.csv", b"x,y\n0,0\n1,0\n0,1\n");
    for (name, begin) in [("list.npy", &b"\x93NUMPY"[..]), ("list.vtp", b"<?xml")] {
        let out = path(name);
        let args = ["neighbors", &input, "--radius", "1", "--json", "--out", out.to_str().unwrap()];
        assert_eq!(json(run_words(&args))["pairs"], 2);
        assert!(fs::read(&out).unwrap().starts_with(begin));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let input = file("faulty.xyz", b"1\n\nA 0 0 zero\n");
    let message = failure(run(&format!("neighbors {input} --radius 1")), 2);
    assert!(message.ends_with("line 3: column 4: \"zero\" is not a number\n"), "{message}");
    let input = file("good.xyz", XYZ.as_bytes());
    each_is_refused(
        &format!("neighbors {input}"),
        &[
            ("--radius 1 --frame 2", "good.xyz: --frame 2: the file has 2\n"),
            ("--radius 1 --out a.json", "a.json: the file name must end in .csv, .npy or .vtp\n"),
            ("--radius=-1", "the radius is negative"),
            ("--radius NaN", "the radius is negative, infinite or NaN"),
        ],
    );
    let message = failure(run("neighbors absent.xyz --radius 1"), 2);
    assert!(message.contains("absent.xyz: "), "{message}");
}

#[test]
fn pairs_of_boxes_go_to_arrays_and_lines() {
    let input = file("pairs.csv", b"a,b,c,d\n0,0,1,1\n1,1,3,3\n9,9,9,9\n");
    for (name, begin) in [("pairs.npy", &b"\x93NUMPY"[..]), ("pairs.vtp", b"<?xml")] {
        let out = path(name);
        let args = ["--input", &input, "--dim", "2", "--json", "--out", out.to_str().unwrap()];
        assert_eq!(json(run_words(&args))["pairs"], 1);
        let bytes = fs::read(&out).unwrap();
        assert!(bytes.starts_with(begin));
        // The middle of the second box.
        let center: Vec<u8> = [2.0_f64, 2.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let has_center = bytes.windows(24).any(|window| window == center);
        assert_eq!(has_center, name == "pairs.vtp");
    }
}

#[test]
fn balls_that_touch_are_listed_with_their_contacts() {
    // Far out, where f32 has nothing behind the point.
    let input = file("balls.csv", b"x,y,z,radius\n1e9,0,0,1\n1000000001.5,0,0,1\n1e9,5,0,0.5\n");
    let out = path("contacts.csv");
    let args = ["contacts", &input, "--json", "--out", out.to_str().unwrap()];
    let found = json(run_words(&args));
    assert_eq!((&found["particles"], &found["contacts"]), (&3.into(), &1.into()));
    let text = "a,b,distance,normal_0,normal_1,normal_2,point_0,point_1,point_2\n\
                0,1,-0.5,1,0,0,1000000000.75,0,0\n";
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    let input = file("bare.csv", b"x,y\n0,0\n1,0\n");
    let message = failure(run(&format!("contacts {input}")), 2);
    assert!(message.contains("it tells no radii: give one by --radius"), "{message}");
    for (name, begin) in [("contacts.npy", &b"\x93NUMPY"[..]), ("contacts.vtp", b"<?xml")] {
        let out = path(name);
        let args =
            ["contacts", &input, "--radius", "0.5", "--json", "--out", out.to_str().unwrap()];
        assert_eq!(json(run_words(&args))["contacts"], 1);
        assert!(fs::read(&out).unwrap().starts_with(begin));
    }
}
