//! Bytes as files of the harness.

use std::{fs, path::PathBuf};

use arbitrary::Result;
use jostle_bench::figures;
use jostle_files::{
    boxes,
    mesh::{self, Mesh},
    trajectory,
};

/// A file of this process with these bytes.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
    fs::write(&path, bytes).expect("there is room");
    path
}

/// Holds that a mesh refers to what it has.
fn sound(mesh: &Mesh) {
    let count = mesh.vertices.len();
    assert!(mesh.triangles.iter().flatten().all(|vertex| (*vertex as usize) < count));
    assert!(mesh.vertices.iter().flatten().all(|x| x.is_finite()));
}

/// Reads a file of some kind.
pub(crate) fn read(kind: u8, bytes: &[u8]) -> Result<()> {
    let mesh = |name: &str| {
        if let Ok(mesh) = mesh::read(&file(name, bytes)) {
            sound(&mesh);
        }
    };
    match kind {
        0 => mesh("mesh.obj"),
        1 => mesh("mesh.ply"),
        2 => {
            let (positions, triangles) = bytes.split_at(bytes.len() / 24 * 12);
            file("mesh.tri.u32", triangles);
            if let Ok(mesh) = mesh::read(&file("mesh.pos.f32", positions)) {
                sound(&mesh);
            }
        }
        3 => {
            let path = file("boxes.csv", bytes);
            let _ = (boxes::read::<2>(&path), boxes::read::<3>(&path));
            let path = file("boxes.bin", bytes);
            if let Ok(boxes) = boxes::read::<2>(&path) {
                assert_eq!(16 * boxes.len(), bytes.len());
            }
            let _ = boxes::raw::read_points::<3>(&path);
        }
        4 => {
            if let Ok(found) = trajectory::read(&file("people.txt", bytes), None) {
                assert!(found.rows() > 0);
                let people = found.frames.iter().flat_map(|frame| &frame.people);
                assert!(people.into_iter().all(|person| (*person as usize) < found.ids.len()));
            }
        }
        _ => {
            let path = file("figures.json", bytes);
            let _ = figures::compare(&path, &path, true);
            if let Ok(found) = figures::read(&path) {
                assert!(found.iter().all(|figure| !figure.uncertainty().is_nan()));
            }
        }
    }
    Ok(())
}
