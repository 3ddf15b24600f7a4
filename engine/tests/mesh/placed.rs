//! Where triangles are placed.

use jostle::mesh::{MeshTree, Pose};

use crate::{
    common::Random,
    make::{icosphere, pose, tree},
};

/// A point turned by a quaternion of any length: `q p conj(q) / |q|^2`.
fn turned(q: [f64; 4], p: [f64; 3]) -> [f64; 3] {
    let product = |[ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]| {
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    };
    let square: f64 = q.iter().map(|x| x * x).sum();
    let conjugate = [-q[0], -q[1], -q[2], q[3]];
    let [x, y, z, _] = product(product(q, [p[0], p[1], p[2], 0.0]), conjugate);
    [x / square, y / square, z / square]
}

fn in_world(pose: &Pose, point: [f32; 3]) -> [f64; 3] {
    let turned = turned(pose.rotation.quaternion().map(f64::from), point.map(f64::from));
    [0, 1, 2].map(|k| turned[k] + f64::from(pose.translation[k]))
}

#[test]
fn triangles_are_rotated_and_then_translated() {
    let (ball, mut random) = (icosphere(1, 2.0), Random::seeded(1));
    let tree = tree(&ball);
    for far in [1.0_f32, 1e3, 1e6] {
        let (at, beside) = (pose(&mut random, far), pose(&mut random, far));
        let between = [0, 1, 2].map(|k| {
            let of = |pose: &Pose| f64::from(pose.translation[k]);
            0.5 * (of(&at) + of(&beside))
        });
        for index in 0..ball.triangles().len() as u32 {
            let stored = ball.triangle(index);
            let world = tree.at(at).triangle(index).expect("the pose is valid");
            let middle = tree.at(at).triangle_beside(&tree.at(beside), index);
            let middle = middle.expect("the poses are valid");
            for corner in 0..3 {
                let exact = in_world(&at, stored.vertices[corner]);
                for k in 0..3 {
                    let slack = 1e-7 * (2.0 + f64::from(far));
                    let error = f64::from(world.vertices[corner][k]) - exact[k];
                    assert!(error.abs() <= slack, "{error}");
                    // The middle of bounds that are almost, but not quite, symmetric.
                    let error = f64::from(middle.vertices[corner][k]) - (exact[k] - between[k]);
                    assert!(error.abs() <= slack + 1e-6, "{error}");
                }
            }
        }
    }
}

#[test]
fn what_does_not_move_stays_as_it_is_stored() {
    let ball = icosphere(1, 1e-30);
    let tree = tree(&ball);
    let (at, mut random) = (tree.at(Pose::IDENTITY), Random::seeded(2));
    let moved = tree.at(pose(&mut random, 1e9));
    for index in 0..ball.triangles().len() as u32 {
        let stored = Ok(ball.triangle(index));
        assert_eq!(at.triangle(index), stored);
        assert_eq!(moved.triangle_beside(&moved, index), stored);
    }
}
