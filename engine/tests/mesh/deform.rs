//! Meshes that deform.

use jostle::{
    Error, Pairs,
    broad::Output,
    mesh::{MeshQuery, MeshTree, Pose},
};

use crate::{
    common::{Random, assert_same},
    make::{aabb_tree, icosphere, mesh, pose, torus, tree},
};

/// A refitted tree answers as one that is made of the mesh as it is now.
#[test]
fn refitted_trees_answer_as_new_ones() {
    let mut random = Random::seeded(1);
    let (ball, ring) = (icosphere(3, 1.0), torus(30, 10, 1.2, 0.4));
    let (mut moving, still) = (aabb_tree(&ball), aabb_tree(&ring));
    let still_obb = tree(&ring);
    let mut query = MeshQuery::new();
    let mut found = 0;
    for frame in 0..12 {
        // Each frame in another place, and less of a ball.
        let (far, rough) = (frame as f32 * 100.0, 0.02 * frame as f32);
        let move_one = |vertex: &[f32; 3]| {
            [0, 1, 2]
                .map(|k| vertex[k] * (1.0 + 0.1 * k as f32) + far + random.between(-rough, rough))
        };
        let vertices: Vec<_> = ball.vertices().iter().map(move_one).collect();
        moving.refit(&vertices).expect("the vertices are valid");
        moving.validate().expect("the tree is sound");
        let now = mesh(&vertices, ball.triangles());
        assert_eq!(*moving.mesh(), now);
        let (at, there) = (pose(&mut random, 0.3), Pose::new([0.0, 0.0, 0.0, 1.0], [far; 3]));
        let at = Pose { translation: [0.1, 0.2, -0.1], ..at };
        let there = Pose { rotation: at.rotation, translation: turned(&at, there.translation) };
        let [mut pairs, mut expected] = [Pairs::new(), Pairs::new()];
        let valid = "the call is valid";
        query.pairs(moving.at(at), still.at(there), Output::Collect(&mut pairs)).expect(valid);
        let fresh = tree(&now);
        let output = Output::Collect(&mut expected);
        query.pairs(fresh.at(at), still_obb.at(there), output).expect(valid);
        pairs.sort_canonical().expect("there is memory");
        expected.sort_canonical().expect("there is memory");
        assert_same(&pairs, &expected, &format!("frame {frame}"));
        found += pairs.len();
    }
    assert!(found > 1_000, "{found}");
}

/// Where a pose brings a point.
fn turned(pose: &Pose, point: [f32; 3]) -> [f32; 3] {
    let one = mesh(&[point], &[[0, 0, 0]]);
    tree(&one).at(*pose).triangle(0).expect("the pose is valid").vertices[0]
}

#[test]
fn what_cannot_be_refitted_changes_nothing() {
    let ball = icosphere(1, 1.0);
    let mut tree = aabb_tree(&ball);
    let few = &ball.vertices()[1..];
    let (expected, found) = (ball.vertices().len(), few.len());
    let error = Error::Length { what: "vertices", expected, found };
    assert_eq!(tree.refit(few), Err(error));
    let mut bad = ball.vertices().to_vec();
    bad[5][1] = f32::NAN;
    assert!(matches!(tree.refit(&bad), Err(Error::Mesh { .. })));
    assert_eq!(*tree.mesh(), ball);
    tree.validate().expect("the tree is sound");
}
