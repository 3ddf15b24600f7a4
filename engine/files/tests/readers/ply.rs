//! Meshes in every encoding, and malformed files.

use std::path::Path;

use jostle_files::{
    FileError,
    mesh::{Mesh, ply::read_mesh},
};

use crate::TempFile;

const SQUARE: &str = "ply
format ascii 1.0
comment a square and a triangle, among properties and elements that are skipped
element camera 1
property list uchar float pose
property int id
element vertex 5
property float nx
property float x
property double y
property uchar red
property float z
element face 2
property int material
property list uchar int vertex_indices
end_header
3 0.5 0.5 0.5 9
0 0 0 255 1
0 1 0 255 1
0 1 1.5 255 1
0 0 1 255 1
0 -2e1 1 255 1
7 4 0 1 2 3
7 3 0 3 4
";

fn parse(content: &[u8]) -> Result<Mesh, String> {
    let file = TempFile::new("mesh.ply", content);
    read_mesh(file.path()).map_err(|error| file.fault(&error.to_string()))
}

fn error_of(content: &[u8]) -> String {
    let message = parse(content).unwrap_err();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// A binary file of one triangle in either byte order.
fn binary(big_endian: bool) -> Vec<u8> {
    let order = |bytes: &[u8]| -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if big_endian {
            bytes.reverse();
        }
        bytes
    };
    let name = if big_endian { "binary_big_endian" } else { "binary_little_endian" };
    let mut file = format!(
        "ply\nformat {name} 1.0\nelement vertex 3\nproperty double x\nproperty float y\n\
         property short quality\nproperty float z\nelement tag 2\nproperty list uint double t\n\
         element face 1\nproperty list ushort uint vertex_index\nend_header\n"
    )
    .into_bytes();
    for i in 0..3_u8 {
        file.extend(order(&f64::from(i).to_le_bytes()));
        file.extend(order(&(0.5 * f32::from(i)).to_le_bytes()));
        file.extend(order(&7_i16.to_le_bytes()));
        file.extend(order(&(-1.0_f32).to_le_bytes()));
    }
    file.extend(order(&1_u32.to_le_bytes()));
    file.extend(order(&0.25_f64.to_le_bytes()));
    file.extend(order(&0_u32.to_le_bytes()));
    file.extend(order(&3_u16.to_le_bytes()));
    for index in [2_u32, 1, 0] {
        file.extend(order(&index.to_le_bytes()));
    }
    file
}

#[test]
fn ascii_polygons_become_fans() {
    let mesh = parse(SQUARE.as_bytes()).unwrap();
    assert_eq!(mesh.vertices.len(), 5);
    assert_eq!(mesh.vertices[2], [1.0, 1.5, 1.0]);
    assert_eq!(mesh.vertices[4], [-20.0, 1.0, 1.0]);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
}

#[test]
fn windows_line_breaks_are_accepted() {
    let mesh = parse(SQUARE.replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(mesh.triangles.len(), 3);
}

#[test]
fn both_byte_orders_read_alike() {
    let mesh = parse(&binary(false)).unwrap();
    assert_eq!(mesh.vertices, [[0.0, 0.0, -1.0], [1.0, 0.5, -1.0], [2.0, 1.0, -1.0]]);
    assert_eq!(mesh.triangles, [[2, 1, 0]]);
    assert_eq!(parse(&binary(true)).unwrap(), mesh);
}

#[test]
fn no_prefix_of_a_file_is_a_mesh() {
    for file in [binary(false), binary(true), SQUARE.trim_end().into()] {
        for end in 0..file.len() {
            assert!(parse(&file[..end]).is_err(), "{end} bytes");
        }
    }
}

#[test]
fn flipped_bytes_do_not_panic() {
    for file in [binary(false), binary(true), SQUARE.into()] {
        for at in 0..file.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = file.clone();
                damaged[at] ^= mask;
                // Whether it still reads depends on the byte.
                let _ = parse(&damaged);
            }
        }
    }
}

#[test]
fn file_of_another_kind_is_an_error() {
    assert!(error_of(b"solid cube\n").starts_with("Line 1: Expected magic number 'ply'"));
    assert!(error_of(b"").contains("Unexpected end of file"));
}

#[test]
fn huge_counts_are_rejected_by_the_size_of_the_file() {
    for count in ["1000000000", "18446744073709551615"] {
        let file = SQUARE.replace("element vertex 5", &format!("element vertex {count}"));
        let message = error_of(file.as_bytes());
        assert!(message.contains(&format!("element vertex {count}")), "{message}");
    }
    let unbounded =
        SQUARE.replace("element vertex 5", "element nothing 99999999\nelement vertex 5");
    assert!(error_of(unbounded.as_bytes()).contains("element nothing 99999999"));
}

#[test]
fn huge_list_ends_with_the_file() {
    let mut file = binary(false);
    let list = file.len() - 3 * 4 - 2;
    file[list..list + 2].fill(0xff);
    let message = error_of(&file);
    assert!(message.starts_with("Unexpected end of file"), "{message}");
}

#[test]
fn absent_elements_and_properties_are_named() {
    let without = |from: &str, to: &str| error_of(SQUARE.replace(from, to).as_bytes());
    assert_eq!(without("element vertex", "element point"), "the header has no element \"vertex\"");
    assert_eq!(without("element face", "element cell"), "the header has no element \"face\"");
    assert_eq!(
        without("double y", "double v"),
        "the element \"vertex\" has no numeric property \"y\""
    );
    let no_list = "the element \"face\" has no integer list \"vertex_indices\"";
    assert_eq!(without("uchar int vertex", "uchar float vertex"), no_list);
    assert_eq!(without("vertex_indices", "corners"), no_list);
}

#[test]
fn bad_indices_are_errors_with_their_face() {
    let with = |face: &str| error_of(SQUARE.replace("7 3 0 3 4", face).as_bytes());
    assert_eq!(with("7 3 0 3 5"), "face 1: index 5 where 5 vertices are");
    assert_eq!(with("7 3 0 3 -1"), "face 1: index -1 where 5 vertices are");
    assert_eq!(with("7 2 0 3"), "face 1 has 2 vertices, fewer than 3");
    assert_eq!(with("7 0"), "face 1 has 0 vertices, fewer than 3");
}

#[test]
fn bad_ascii_data_is_an_error_with_its_line() {
    let message = error_of(SQUARE.replace("1.5", "one").as_bytes());
    assert!(message.starts_with("Line 20: "), "{message}");
    let message = error_of(SQUARE.replace("7 3 0 3 4", "7 3 0 3").as_bytes());
    assert!(message.starts_with("Line 24: "), "{message}");
}

#[test]
fn coordinates_beyond_f32_are_errors() {
    let message = error_of(SQUARE.replace("1.5", "1e300").as_bytes());
    assert_eq!(message, "vertex 2 is at 1 inf 1: coordinates must be finite");
}

#[test]
fn message_begins_with_the_path() {
    let file = TempFile::new("broken.ply", b"ply\n");
    let message = read_mesh(file.path()).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: ", file.path().display())), "{message}");
    assert!(matches!(read_mesh(Path::new("absent.ply")), Err(FileError::Io { .. })));
}
