//! A scanned mesh.

use std::{env, fs, path::PathBuf};

use jostle::{
    Pair, Pairs,
    broad::Output,
    mesh::{Mesh, MeshQuery, MeshTree, Pose},
};

use crate::{
    common::assert_same,
    make::{aabb_tree, mesh, tree},
};

/// The scan of the Stanford bunny; `None`, and a line that says so, where it is absent.
fn bunny() -> Option<Mesh> {
    let root = env::var_os("JOSTLE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let read = |name: &str| {
        let path = root.join("mesh").join(name);
        let bytes = fs::read(&path);
        if bytes.is_err() {
            let path = path.display();
            eprintln!("SKIPPED: {path} is absent; JOSTLE_DATA names the folder of the data");
        }
        bytes.ok()
    };
    let (places, corners) = (read("stanford-bunny.pos.f32")?, read("stanford-bunny.tri.u32")?);
    let floats: Vec<_> = words(&places).map(f32::from_le_bytes).collect();
    let indices: Vec<_> = words(&corners).map(u32::from_le_bytes).collect();
    Some(mesh(floats.as_chunks().0, indices.as_chunks().0))
}

fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    bytes.as_chunks().0.iter().copied()
}

/// Both kinds of trees find the same where two copies cross, and it is what a part of all pairs
/// says.
#[test]
fn copies_of_a_scan_cross_where_their_triangles_do() {
    let Some(bunny) = bunny() else { return };
    let count = bunny.triangles().len();
    assert_eq!(count, 69_451);
    let (obb, aabb) = (tree(&bunny), aabb_tree(&bunny));
    let size = obb.bounding_box().expect("there are triangles").half.map(|half| 0.2 * half);
    let at = Pose::new([0.0, 0.1, 0.0, 0.995], size);
    let (mut query, valid) = (MeshQuery::new(), "the call is valid");
    let [mut pairs, mut others] = [Pairs::new(), Pairs::new()];
    let here = Pose::IDENTITY;
    query.pairs(obb.at(here), obb.at(at), Output::Collect(&mut pairs)).expect(valid);
    query.pairs(aabb.at(here), aabb.at(at), Output::Collect(&mut others)).expect(valid);
    pairs.sort_canonical().expect("there is memory");
    others.sort_canonical().expect("there is memory");
    assert_same(&pairs, &others, "other trees");
    assert!(pairs.len() > 2_000, "{}", pairs.len());
    // Every thousandth triangle against all.
    let (one, other) = (obb.at(here), obb.at(at));
    let all = 0..count as u32;
    let shapes: Vec<_> =
        all.clone().map(|b| other.triangle_beside(&one, b).expect(valid).into()).collect();
    let mut checked = 0;
    for a in all.step_by(977).chain(pairs.iter().map(|pair| pair.a).step_by(97)) {
        let shape = one.triangle_beside(&other, a).expect(valid).into();
        let touches = |b: &u32| jostle::narrow::overlap(&shape, &shapes[*b as usize]).expect(valid);
        let expected: Vec<_> = (0..count as u32).filter(touches).map(|b| Pair { a, b }).collect();
        let found: Vec<_> = pairs.iter().filter(|pair| pair.a == a).copied().collect();
        assert_same(&found, &expected, &format!("triangle {a}"));
        checked += found.len();
    }
    assert!(checked > 40, "{checked}");
}
