//! Bytes as files.

use std::{fs, path::PathBuf};

use arbitrary::Result;
use jostle_files::{
    boxes,
    mesh::{self, Mesh},
    npy,
    particles::{self, Frame},
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

/// Holds that a frame has as many of everything as it has particles, and refers to what it has.
fn sound_frame(frame: &Frame) {
    let count = frame.positions.len();
    assert!(frame.positions.iter().flatten().all(|x| x.is_finite()));
    let Frame { species, ids, radii, .. } = frame;
    let lengths =
        [species.as_ref().map(Vec::len), ids.as_ref().map(Vec::len), radii.as_ref().map(Vec::len)];
    assert!(lengths.into_iter().flatten().all(|length| length == count));
    let mut species = species.iter().flatten();
    assert!(species.all(|index| (*index as usize) < frame.species_names.len()));
}

/// Reads a file of some kind.
pub(crate) fn read(kind: u8, bytes: &[u8]) -> Result<()> {
    let mesh = |name: &str| {
        if let Ok(mesh) = mesh::read(&file(name, bytes)) {
            sound(&mesh);
        }
    };
    let particles = |name: &str| {
        if let Ok(frames) = particles::read(&file(name, bytes)) {
            frames.iter().for_each(sound_frame);
        }
    };
    match kind {
        0 => mesh("mesh.stl"),
        1 => particles("particles.xyz"),
        2 => particles("particles.dump"),
        3 => particles("particles.csv"),
        4 => particles("particles.txt"),
        5 => {
            let path = file("array.npy", bytes);
            if let Ok(array) = npy::read(&path) {
                assert_eq!(array.values.len(), array.shape.iter().product::<usize>());
            }
            let _ = (boxes::read::<2>(&path), boxes::read::<3>(&path), particles::read(&path));
        }
        6 => mesh("mesh.obj"),
        7 => mesh("mesh.ply"),
        8 => {
            let (positions, triangles) = bytes.split_at(bytes.len() / 24 * 12);
            file("mesh.tri.u32", triangles);
            if let Ok(mesh) = mesh::read(&file("mesh.pos.f32", positions)) {
                sound(&mesh);
            }
        }
        9 => {
            let path = file("boxes.csv", bytes);
            let _ = (boxes::read::<2>(&path), boxes::read::<3>(&path));
            let path = file("boxes.bin", bytes);
            if let Ok(boxes) = boxes::read::<2>(&path) {
                assert_eq!(16 * boxes.len(), bytes.len());
            }
            let _ = boxes::raw::read_points::<3>(&path);
        }
        _ => {
            if let Ok(found) = trajectory::read(&file("people.txt", bytes), None) {
                assert!(found.rows() > 0);
                let people = found.frames.iter().flat_map(|frame| &frame.people);
                assert!(people.into_iter().all(|person| (*person as usize) < found.ids.len()));
            }
        }
    }
    Ok(())
}
