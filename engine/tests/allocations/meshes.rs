//! After the first calls a query of meshes allocates nothing, on one thread.

use jostle::{
    Pairs, Shape,
    broad::Output,
    geometry::Ray,
    mesh::{AabbTree, Mesh, MeshQuery, MeshTree, ObbTree, Pose},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 3;
const CALLS: usize = 20;

fn soup(random: &mut Random) -> Mesh {
    let vertices: Vec<[f32; 3]> = (0..900).map(|_| random.point(-1.0, 1.0)).collect();
    let near = |i: u32| [i, (i + 1) % 900, (i + 2) % 900];
    Mesh::new(vertices, (0..900).map(near).collect::<Vec<_>>()).expect("the mesh is valid")
}

/// Allocations of calls in which two meshes turn against each other.
fn measure<T: MeshTree>(tree: &T) -> u64 {
    let (mut query, mut pairs, mut ids) = (MeshQuery::new(), Pairs::new(), Vec::new());
    let ray = Ray::new([-3.0, 0.1, 0.2], [1.0, 0.0, 0.0]);
    let (mut before, valid) = (0, "the call is valid");
    for call in 0..WARM_UP + CALLS {
        if call == WARM_UP {
            before = allocations();
        }
        let turn = 0.001 * (call % 2) as f32;
        let (one, other) =
            (tree.at(Pose::IDENTITY), tree.at(Pose::new([turn, 0.0, 0.0, 1.0], [0.1; 3])));
        query.pairs(one, other, Output::Collect(&mut pairs)).expect(valid);
        assert!(pairs.len() > 1_000, "hardly any pairs: {}", pairs.len());
        assert!(query.first(one, other).expect(valid).is_some());
        ids.clear();
        query.overlapping(other, &Shape::ball([0.0; 3], 0.5), &mut ids).expect(valid);
        assert!(ids.len() > 50, "hardly any triangles: {}", ids.len());
        assert!(query.closest_hit(other, &ray).expect(valid).is_some());
    }
    allocations() - before
}

pub(crate) fn check() {
    let mesh = soup(&mut Random::seeded(1));
    let obb = ObbTree::new(mesh.clone()).expect("there is memory");
    let aabb = AabbTree::new(mesh).expect("there is memory");
    assert_eq!(pool(1).install(|| [measure(&obb), measure(&aabb)]), [0; 2]);
}
