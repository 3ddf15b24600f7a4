//! What is refused.

use jostle::{
    Error, Shape,
    broad::Output,
    error::{MeshFault, QueryFault},
    geometry::ray::Ray,
    mesh::{Mesh, MeshQuery, MeshTree, ObbTree, Pose},
    validate::InvalidReason,
};

use crate::{
    common::{Random, corpus},
    make::{check, icosphere, tree},
};

const NAN: f32 = f32::NAN;

#[test]
fn bad_meshes_are_refused_by_name() {
    let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for bad in [NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for at in 0..9 {
            let mut vertices = vertices;
            vertices.as_flattened_mut()[at] = bad;
            let fault = MeshFault::Vertex { index: at / 3 };
            assert_eq!(Mesh::new(vertices, [[0, 1, 2]]), Err(Error::Mesh { fault }));
        }
    }
    for vertex in [3, 4, u32::MAX] {
        for corner in 0..3 {
            let mut triangles = [[0, 1, 2], [2, 1, 0]];
            triangles[1][corner] = vertex;
            let fault = MeshFault::NoVertex { triangle: 1, vertex, vertices: 3 };
            assert_eq!(Mesh::new(vertices, triangles), Err(Error::Mesh { fault }));
        }
    }
    let error = Error::Mesh { fault: MeshFault::NoVertex { triangle: 1, vertex: 9, vertices: 3 } };
    assert_eq!(error.to_string(), "bad mesh: triangle 1 names vertex 9 of 3");
}

#[test]
fn zeros_have_no_sign() {
    let mesh = Mesh::new([[-0.0, 0.0, -0.0]], [[0, 0, 0]]).expect("the mesh is valid");
    assert!(mesh.vertices()[0].iter().all(|x| x.is_sign_positive()));
}

#[test]
fn bad_poses_rays_and_shapes_are_refused() {
    let (tree, mut query) = (tree(&icosphere(1, 1.0)), MeshQuery::new());
    let good = tree.at(Pose::IDENTITY);
    let shape = Shape::ball([0.0; 3], 1.0);
    let ray = Ray::new([0.0; 3], [1.0, 0.0, 0.0]);
    let turn = [0.0, 0.0, 0.0, 1.0];
    for (bad, reason) in [
        (Pose::new([0.0; 4], [0.0; 3]), InvalidReason::NotARotation),
        (Pose::new([1.0; 4], [0.0; 3]), InvalidReason::NotARotation),
        (Pose::new([NAN, 0.0, 0.0, 1.0], [0.0; 3]), InvalidReason::NotANumber),
        (Pose::new(turn, [0.0, NAN, 0.0]), InvalidReason::NotANumber),
        (Pose::new(turn, [0.0, 0.0, f32::INFINITY]), InvalidReason::Infinite),
    ] {
        let (bad, error) = (tree.at(bad), Error::Pose { reason });
        assert_eq!(query.pairs(bad, good, Output::Count).unwrap_err(), error);
        assert_eq!(query.pairs(good, bad, Output::Count).unwrap_err(), error);
        assert_eq!(query.first(bad, good), Err(error.clone()));
        assert_eq!(query.overlapping(bad, &shape, &mut Vec::new()), Err(error.clone()));
        assert_eq!(query.closest_hit(bad, &ray), Err(error.clone()));
        assert_eq!(bad.triangle(0), Err(error));
    }
    let bad = Shape::ball([0.0; 3], -1.0);
    assert!(matches!(query.overlapping(good, &bad, &mut Vec::new()), Err(Error::Shape { .. })));
    let bad = Ray::new([0.0; 3], [NAN, 0.0, 0.0]);
    let error = Error::Query { fault: QueryFault::Direction, index: 0 };
    assert_eq!(query.any_hit(good, &bad), Err(error));
    // The query is as good as before.
    let pairs = query.pairs(good, good, Output::Count).expect("the call is valid").pairs;
    assert!(pairs > 80, "{pairs}");
}

/// Any bytes at all as vertices and indices: refused, or answered as all pairs of triangles are.
#[test]
fn any_bytes_are_refused_or_answered() {
    let (mut refused, mut found, mut random) = (0, 0, Random::seeded(1));
    for (case, bytes) in corpus(1, 250).enumerate() {
        let floats = bytes.as_chunks::<4>().0.iter().map(|word| f32::from_le_bytes(*word));
        let floats: Vec<_> = floats.collect();
        let vertices = floats.as_chunks::<3>().0.iter().take(24).copied().collect::<Vec<_>>();
        let most = vertices.len() as u32 + u32::from(random.below(16) == 0);
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for chunk in bytes.as_chunks::<3>().0.iter().take(16) {
            triangles.push(chunk.map(|byte| u32::from(byte) % most.max(1)));
        }
        let finite = vertices.as_flattened().iter().all(|x| x.is_finite());
        let named = triangles.as_flattened().iter().all(|v| (*v as usize) < vertices.len());
        match Mesh::new(vertices, triangles) {
            Ok(mesh) => {
                assert!(finite && named);
                ObbTree::new(mesh.clone()).expect("there is memory").validate().expect("sound");
                let turn = Pose::new(crate::make::rotation(&mut random), [0.0; 3]);
                for at in [Pose::IDENTITY, turn] {
                    found += check(&mesh, Pose::IDENTITY, &mesh, at, &format!("{case}")).len();
                }
            }
            Err(Error::Mesh { .. }) => {
                assert!(!finite || !named);
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 100 && found > 5_000, "{refused} refused, {found} pairs");
}
