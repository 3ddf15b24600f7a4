//! Atoms of a simulated box of water, open and periodic.

use std::{env, fs, path::PathBuf};

use jostle::neighbors::{ListKind, Neighbors};

use crate::{
    common::pool,
    oracle::{OPEN3, Periods, square},
};

/// Positions in nanometers; `None`, and a line that says so, where they are absent.
fn atoms() -> Option<Vec<[f32; 3]>> {
    let root = env::var_os("JOSTLE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = root.join("md/bigbox.pos_nm.f32");
    let Ok(bytes) = fs::read(&path) else {
        let path = path.display();
        eprintln!("SKIPPED: {path} is absent; JOSTLE_DATA names the folder of the data");
        return None;
    };
    let floats: Vec<_> = bytes.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect();
    Some(floats.as_chunks().0.to_vec())
}

#[test]
fn atoms_have_the_neighbors_of_a_double_loop() {
    let Some(atoms) = atoms() else { return };
    assert!(atoms.len() > 100_000, "{}", atoms.len());
    let ends = |axis: usize| {
        let all = atoms.iter().map(|atom| atom[axis]);
        Some((all.clone().fold(f32::MAX, f32::min), all.fold(f32::MIN, f32::max).next_up()))
    };
    let borders: Periods<3> = [ends(0), ends(1), ends(2)];
    for periods in [OPEN3, borders] {
        let radius = 0.45;
        let mut full = Neighbors::new(radius).with_periods(periods);
        let mut half =
            Neighbors::new(radius).with_kind(ListKind::Half).with_skin(0.05).with_periods(periods);
        pool(2).install(|| {
            full.update(&atoms).expect("the atoms are valid");
            half.update(&atoms).expect("the atoms are valid");
        });
        assert!(full.indices().len() > 10 * atoms.len());
        assert!(half.indices().len() > full.indices().len() / 2);
        // Every hundredth atom against all.
        let mut checked = 0;
        for (point, at) in atoms.iter().enumerate().step_by(101) {
            let near = |other: &u32| {
                let other = *other as usize;
                other != point && square(*at, atoms[other], &periods) <= f64::from(radius).powi(2)
            };
            let expected: Vec<_> = (0..atoms.len() as u32).filter(near).collect();
            assert_eq!(full.of(point), expected, "atom {point}");
            let above = expected.iter().filter(|other| **other as usize > point);
            assert!(above.clone().all(|other| half.of(point).binary_search(other).is_ok()));
            checked += expected.len();
        }
        assert!(checked > 10_000, "{checked}");
    }
}
