//! STL in text and binary form, and malformed files.

use jostle_files::mesh::{Mesh, read};

use crate::{TempFile, damaged};

const TEXT: &str = "solid two sides
  facet normal 0 0 1
    outer loop
      vertex 0 0 0
      vertex 1 0 0
      vertex 0 1e0 -0
    endloop
  endfacet

  facet normal 1 0 0
    outer loop
      vertex 0 1 0
      vertex 1 0 0
      vertex 0.5 1 2
    endloop
  endfacet
endsolid two sides
";

const VERTICES: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 1.0, 2.0]];

/// The same in binary form; a name that begins as text does.
fn binary() -> Vec<u8> {
    let mut file = b"solid".to_vec();
    file.resize(80, b' ');
    file.extend(2_u32.to_le_bytes());
    for corners in [[0, 1, 2], [2, 1, 3]] {
        file.extend([0; 12]);
        for corner in corners {
            file.extend(VERTICES[corner as usize].iter().flat_map(|x: &f32| x.to_le_bytes()));
        }
        file.extend([7, 7]);
    }
    file
}

fn parse(content: &[u8]) -> Result<Mesh, String> {
    let file = TempFile::new("mesh.stl", content);
    read(file.path()).map_err(|error| file.fault(&error.to_string()))
}

#[test]
fn both_forms_are_one_mesh() {
    let mesh = parse(TEXT.as_bytes()).unwrap();
    assert_eq!(
        (&mesh.vertices[..], &mesh.triangles[..]),
        (&VERTICES[..], &[[0, 1, 2], [2, 1, 3]][..])
    );
    assert_eq!(parse(&binary()).unwrap(), mesh);
    assert_eq!(parse(TEXT.replace('\n', "\r\n").as_bytes()).unwrap(), mesh);
    assert_eq!(parse(b"solid\nendsolid\n").unwrap(), Mesh::default());
}

#[test]
fn faults_of_text_name_the_line() {
    let with = |from: &str, to: &str| parse(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
    assert_eq!(with("1e0", "one"), "line 6: column 3: \"one\" is not a number");
    assert_eq!(with("1e0 ", ""), "line 6: 2 coordinates where 3 are expected");
    let message = "line 8: the facet has a vertex at 0 inf -0: coordinates must be finite";
    assert_eq!(with("1e0", "1e40"), message);
    assert_eq!(with("      vertex 0 0 0\n", ""), "line 7: a facet of 2 vertices, not 3");
    assert_eq!(with("  endfacet\n", ""), "line 9: \"facet\" is not expected here");
    assert_eq!(with("outer", "inner"), "line 3: \"inner\" is not expected here");
    assert_eq!(
        with("endsolid two sides\n", ""),
        "line 16: the file ends where \"endsolid\" is expected"
    );
    assert_eq!(parse(b"").unwrap_err(), "byte 0: the file ends in its header");
    assert_eq!(parse(b"ply").unwrap_err(), "byte 3: the file ends in its header");
}

#[test]
fn faults_of_binary_data_name_the_byte() {
    let mut file = binary();
    file[80] = 3;
    file[0] = b'S';
    assert_eq!(parse(&file).unwrap_err(), "byte 80: 3 triangles are not in a file of 184 bytes");
    let mut file = binary();
    file[84 + 50 + 12 + 2..][..2].fill(0xff);
    let message = "byte 134: triangle 1 has a vertex at NaN 1 0: coordinates must be finite";
    assert_eq!(parse(&file).unwrap_err(), message);
}

#[test]
fn no_prefix_of_a_file_is_a_mesh() {
    for file in [binary(), TEXT.split_at(TEXT.find("endsolid").unwrap() + 7).0.into()] {
        assert!((0..file.len()).all(|end| parse(&file[..end]).is_err()));
    }
}

#[test]
fn broken_files_end_no_test() {
    for file in [binary(), TEXT.into()] {
        let [good, bad] = damaged(&file, |bytes| match parse(bytes) {
            Ok(mesh) => {
                let count = mesh.vertices.len();
                assert!(mesh.triangles.as_flattened().iter().all(|v| (*v as usize) < count));
                true
            }
            Err(_) => false,
        });
        assert!(good > 100 && bad > 50, "{good} {bad}");
    }
}
