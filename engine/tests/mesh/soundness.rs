//! Trees that are as they should be, whatever the triangles.

use jostle::mesh::{Mesh, ObbTree, ObbTreeSettings};

use crate::{
    common::{Random, pool, scale},
    make::{degenerate, icosphere, mesh, rotation, soup, torus, tree},
};

fn all_kinds(random: &mut Random) -> Vec<Mesh> {
    let mut peeled = Vec::new();
    for exponent in -145..125 {
        let x = 2.0_f32.powi(exponent);
        peeled.extend([[x, 0.0, 0.0], [x, x, -x], [-x, 0.0, x]]);
    }
    let rows: Vec<_> = (0..270).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let flat: Vec<_> = (0..300).map(|_| [random.unit(), random.unit(), 0.5]).collect();
    let any = (0..300).map(|_| [0, 1, 2].map(|_| random.between(-1.0, 1.0) * f32::MAX));
    let any: Vec<_> = any.collect();
    let hundred: Vec<_> = (0..100).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    vec![
        icosphere(3, 2.0),
        torus(30, 20, 3.0, 1.0),
        soup(random, 500, 1.0, 0.1),
        soup(random, 500, 1e-3, 1e3),
        degenerate(random, 200),
        mesh(&peeled, &rows),
        mesh(&flat, &hundred),
        mesh(&any, &hundred),
        mesh(&[[1.0, 2.0, 3.0]], &[[0, 0, 0]; 50]),
        mesh(&[[1e-45, -1e-45, 0.0], [0.0, 1e-44, 1e-40], [3e-45; 3]], &[[0, 1, 2], [0, 0, 1]]),
        mesh(&[[1e7, 0.0, 0.0], [1e7, 1.0, 0.0], [1e7, 0.0, 1.0]], &[[0, 1, 2]; 9]),
        Mesh::default(),
    ]
}

#[test]
fn every_tree_is_sound() {
    let mut random = Random::seeded(1);
    for _ in 0..scale() {
        for (number, mesh) in all_kinds(&mut random).into_iter().enumerate() {
            for max_triangles in [0, 1, 4, 1000] {
                for max_depth in [0, 3, usize::MAX] {
                    let settings = ObbTreeSettings { max_triangles, max_depth };
                    let tree = ObbTree::with_settings(mesh.clone(), settings);
                    let tree = tree.expect("there is memory");
                    let sound = tree.validate();
                    assert_eq!(sound, Ok(()), "mesh {number}, {settings:?}");
                    assert_eq!(tree.is_empty(), mesh.triangles().is_empty());
                    if max_depth == 0 || max_triangles >= mesh.triangles().len() {
                        assert!(tree.len() <= 1, "mesh {number}, {settings:?}: {}", tree.len());
                    }
                }
            }
        }
    }
}

/// More triangles than a piece of a build, in an order that is none.
#[test]
fn pieces_are_put_together() {
    let mut random = Random::seeded(2);
    let one = soup(&mut random, 30_000, 1.0, 0.02);
    let many = tree(&one);
    let single = pool(1).install(|| tree(&one));
    assert_eq!(many.len(), single.len());
    // Leaves of at most eight triangles, and an inner node less than leaves.
    assert!(many.len() >= 2 * 30_000 / 8 - 1, "{}", many.len());
    assert!((11..ObbTreeSettings::MOST_DEPTH).contains(&many.depth()), "{}", many.depth());
    assert!(many.memory_bytes() < 30_000 * 40, "{}", many.memory_bytes());
}

/// A tree follows its mesh: long meshes have long boxes, however they lie.
#[test]
fn boxes_lie_along_the_surface() {
    let mut random = Random::seeded(3);
    for _ in 0..20 {
        let turn = rotation(&mut random).quaternion();
        let vertices: Vec<_> = (0..40)
            .map(|i| {
                let (along, across) = ((i / 2) as f32, 0.01 * (i % 2) as f32);
                turned(turn, [along, across, 0.0])
            })
            .collect();
        let triangles: Vec<_> = (0..38).map(|i| [i, i + 1, i + 2]).collect();
        let tree = tree(&mesh(&vertices, &triangles));
        let mut half = tree.bounding_box().expect("there are triangles").half;
        half.sort_by(f32::total_cmp);
        assert!(half[0] < 1e-4 && half[1] < 0.02 && (9.4..9.6).contains(&half[2]), "{half:?}");
    }
}

/// A point turned by a quaternion: `p + 2 u x (u x p + w p)`.
fn turned([x, y, z, w]: [f32; 4], p: [f32; 3]) -> [f32; 3] {
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let u = [x, y, z];
    let inner = cross(u, p);
    let outer = cross(u, [0, 1, 2].map(|k| inner[k] + w * p[k]));
    [0, 1, 2].map(|k| p[k] + 2.0 * outer[k])
}
