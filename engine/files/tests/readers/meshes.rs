//! Good files, and whatever may be wrong with one.

use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use jostle_files::mesh::{Mesh, read, write_raw};

use crate::TempFile;

const HOUSE: &str =
    "# a wall of five corners, a roof by negative indices, and things that are skipped
mtllib absent.mtl
o wall
v 0 0 0
v 2 0 0
v 2 1 0
v 1 1.5 0
v 0 1 0
vt 0.5 0.5
vn 0 0 1
usemtl brick
f 1/1/1 2/1/1 3/1/1 4/1/1 5/1/1
o roof
v 1 1.5 -3
v 0 1 -3 1.0
l -1 -2
f -4//1 -3//1 -1//1 -2//1
";

fn parse_mesh(content: &[u8]) -> Result<Mesh, String> {
    let file = TempFile::new("mesh.obj", content);
    read(file.path()).map_err(|error| file.fault(&error.to_string()))
}

fn error_of(content: &[u8]) -> String {
    let message = parse_mesh(content).unwrap_err();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn polygons_of_an_obj_become_fans() {
    let mesh = parse_mesh(HOUSE.as_bytes()).unwrap();
    assert_eq!(mesh.triangles.len(), 3 + 2);
    let corners = |triangle: usize| mesh.triangles[triangle].map(|v| mesh.vertices[v as usize]);
    assert_eq!(corners(0), [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0]]);
    assert_eq!(corners(2), [[0.0, 0.0, 0.0], [1.0, 1.5, 0.0], [0.0, 1.0, 0.0]]);
    // Relative to the last vertex that was there.
    assert_eq!(corners(3), [[1.0, 1.5, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, -3.0]]);
    assert_eq!(corners(4), [[1.0, 1.5, 0.0], [0.0, 1.0, -3.0], [1.0, 1.5, -3.0]]);
}

#[test]
fn faults_of_an_obj_are_placed() {
    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (rest, expected) in [
        ("f 1 2 4\n", "by line 4: face vertex index out of bounds"),
        ("f 1 2 -4\n", "by line 4: face vertex index out of bounds"),
        ("f 1 2 0\n", "by line 4: face vertex index out of bounds"),
        ("f 1 2 99999999999999999999\n", "by line 4: face parse error"),
        ("f 1 two 3\n", "by line 4: face parse error"),
        ("\nf 1 2 3\nv 1 x 0\n", "by line 6: position parse error"),
        ("f 1 2 3\nv 1 1\n", "by line 5: position parse error"),
        ("v nan 0 0\nf 1 2 4\n", "vertex 2 is at NaN 0 0"),
        ("v 1e39 0 0\nf 1 2 4\n", "vertex 2 is at inf 0 0"),
        ("f 1 2\n", "there are no faces"),
        ("", "there are no faces"),
    ] {
        let message = error_of(format!("{three}{rest}").as_bytes());
        assert!(message.contains(expected), "{rest:?}: {message}");
    }
    assert_eq!(error_of(b""), "there are no faces");
    let message = error_of(b"v 0 0 \xff\n");
    assert!(message.starts_with("by line 1: "), "{message}");
}

/// A file that was cut off, or of which bytes were changed, is an error or another mesh.
#[test]
fn broken_obj_files_end_no_test() {
    let (mut good, mut bad) = (0, 0);
    let mut look = |content: &[u8]| {
        let content = content.to_vec();
        let outcome = catch_unwind(|| parse_mesh(content.as_slice()));
        match outcome.expect("no file makes the reader panic") {
            Ok(mesh) => {
                let count = mesh.vertices.len();
                assert!(mesh.triangles.as_flattened().iter().all(|v| (*v as usize) < count));
                good += 1;
            }
            Err(_) => bad += 1,
        }
    };
    let whole = HOUSE.as_bytes();
    (0..whole.len()).for_each(|end| look(&whole[..end]));
    for place in 0..whole.len() {
        for byte in *b"\n -9/\xff" {
            let mut changed = whole.to_vec();
            changed[place] = byte;
            look(&changed);
        }
    }
    assert!(good > 100 && bad > 100, "{good} {bad}");
}

fn raw_pair(places: &[f32], corners: &[u32]) -> [TempFile; 2] {
    // Two files of one stem: the name of the first, with another end.
    let bytes: Vec<u8> = places.iter().flat_map(|x| x.to_le_bytes()).collect();
    let positions = TempFile::new("mesh.pos.f32", &bytes);
    let name = positions.path().to_str().unwrap().replace(".pos.f32", ".tri.u32");
    let triangles = PathBuf::from(name);
    let bytes: Vec<u8> = corners.iter().flat_map(|index| index.to_le_bytes()).collect();
    fs::write(&triangles, bytes).unwrap();
    [positions, TempFile::of(triangles)]
}

const CORNERS: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

#[test]
fn either_file_of_a_raw_pair_names_the_mesh() {
    let files = raw_pair(&CORNERS, &[0, 1, 2, 2, 1, 1]);
    let mesh = read(files[0].path()).unwrap();
    assert_eq!(mesh.vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(mesh.triangles, [[0, 1, 2], [2, 1, 1]]);
    assert_eq!(read(files[1].path()).unwrap(), mesh);
    let empty = raw_pair(&[], &[]);
    assert_eq!(read(empty[0].path()).unwrap(), Mesh::default());
}

#[test]
fn what_is_written_is_read() {
    let mesh = Mesh { vertices: vec![[1.0, -0.5, 1e-40]; 2], triangles: vec![[0, 1, 1]] };
    let files = raw_pair(&[], &[]);
    let name = files[0].path().to_str().unwrap();
    let stem = Path::new(name.strip_suffix(".pos.f32").unwrap());
    write_raw(stem, &mesh.vertices, &mesh.triangles).unwrap();
    assert_eq!(read(files[1].path()).unwrap(), mesh);
}

#[test]
fn faults_of_a_raw_pair_name_the_file_and_the_place() {
    let mut places = CORNERS;
    places[4] = f32::NAN;
    for (places, corners, file, expected) in [
        (&places[..], &[0, 1, 2][..], 0, "vertex 1 is at 1 NaN 0: coordinates must be finite"),
        (&CORNERS[..8], &[0, 1, 1], 0, "32 bytes are not a whole number of rows of 12 bytes"),
        (&CORNERS, &[0, 1], 1, "8 bytes are not a whole number of rows of 12 bytes"),
        (&CORNERS, &[0, 1, 2, 0, 3, 1], 1, "triangle 1: index 3 where 3 vertices are"),
        (&[], &[0, 0, 0], 1, "triangle 0: index 0 where 0 vertices are"),
    ] {
        let files = raw_pair(places, corners);
        let message = read(files[0].path()).unwrap_err().to_string();
        assert_eq!(message, format!("{}: {expected}", files[file].path().display()));
    }
    let alone = TempFile::new("alone.tri.u32", &[]);
    let message = read(alone.path()).unwrap_err().to_string();
    assert!(message.contains("alone.pos.f32: "), "{message}");
}

#[test]
fn the_end_of_the_name_tells_the_format() {
    let obj = TempFile::new("house.OBJ", HOUSE.as_bytes());
    assert_eq!(read(obj.path()).unwrap().triangles.len(), 5);
    let ply = TempFile::new("house.ply", HOUSE.as_bytes());
    assert!(read(ply.path()).unwrap_err().to_string().contains("magic number"));
    for name in ["mesh.off", "mesh", "mesh.pos.f64", "mesh.f32"] {
        let message = read(Path::new(name)).unwrap_err().to_string();
        assert!(message.starts_with(name) && message.contains(".obj, .ply"), "{message}");
    }
    let message = read(Path::new("absent.obj")).unwrap_err().to_string();
    assert!(message.starts_with("absent.obj: "), "{message}");
}
