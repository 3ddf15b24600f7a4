//! Meshes against shapes.

use jostle::{
    Shape, SimdLevel,
    mesh::{Mesh, MeshQuery, MeshTree, Placed, Pose},
    narrow::overlap,
    shape::Triangle,
};

use crate::{
    common::{Random, scale, spatial},
    make::{aabb_tree, degenerate, icosphere, mesh, pose, soup, torus, tree},
};

/// Asserts that a query finds what asking about every triangle does, and returns how many.
fn check_kind<T: MeshTree>(placed: Placed<'_, T>, shape: &Shape<3>, what: &str) -> usize {
    let all = 0..placed.tree.mesh().triangles().len() as u32;
    let valid = "the call is valid";
    let touches = |index: &u32| {
        let triangle = placed.triangle(*index).expect(valid);
        overlap(&triangle.into(), shape).expect(valid)
    };
    let expected: Vec<_> = all.filter(touches).collect();
    for level in SimdLevel::available() {
        let mut found = vec![7];
        let mut query = MeshQuery::new().with_level(*level);
        query.overlapping(placed, shape, &mut found).expect(valid);
        assert_eq!(found[0], 7, "the list is to be appended to");
        assert_eq!(found[1..], expected, "{what}, {level}");
    }
    expected.len()
}

fn check(mesh: &Mesh, at: Pose, shape: &Shape<3>, what: &str) -> usize {
    let found = check_kind(tree(mesh).at(at), shape, what);
    assert_eq!(found, check_kind(aabb_tree(mesh).at(at), shape, what), "{what}");
    found
}

#[test]
fn triangles_that_touch_a_shape_are_found() {
    let mut random = Random::seeded(1);
    let meshes = [
        icosphere(3, 1.0),
        torus(30, 10, 1.2, 0.4),
        soup(&mut random, 200, 1.0, 0.3),
        degenerate(&mut random, 90),
    ];
    let mut found = [0; 6];
    for case in 0..60 * scale() {
        let at = if case % 4 == 0 { Pose::IDENTITY } else { pose(&mut random, 1.0) };
        let mut shape = spatial(&mut random, case as u32);
        if case % 5 == 0 {
            let far = random.point::<3>(-2.0, 2.0);
            shape = Triangle { vertices: [far, far, random.point(-1.0, 1.0)] }.into();
        }
        for mesh in &meshes {
            found[case % 6] += check(mesh, at, &shape, &format!("case {case}"));
        }
    }
    assert!(found.iter().all(|found| *found > 30), "{found:?}");
}

#[test]
fn a_touch_is_enough() {
    let one = mesh(&[[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], &[[0, 1, 2]]);
    let ball = |height: f32| Shape::ball([1.0, 1.0, height], 0.5);
    assert_eq!(check(&one, Pose::IDENTITY, &ball(0.5), "touching"), 1);
    assert_eq!(check(&one, Pose::IDENTITY, &ball(0.500_1), "above"), 0);
    let up = Pose::new([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 8.0]);
    assert_eq!(check(&one, up, &ball(7.5), "below"), 1);
    assert_eq!(check(&one, up, &Shape::point([1.0, 1.0, 8.0]), "on it"), 1);
    assert_eq!(check(&Mesh::default(), up, &ball(1.0), "nothing"), 0);
}

/// Alone, such a box is so long that nobody knows what it touches; its bounds tell.
#[test]
fn a_box_without_end_touches_what_a_long_one_does() {
    let soup = soup(&mut Random::seeded(3), 300, 1.0, 0.3);
    let of = |length| Shape::aligned_box([0.0; 3], [length, 0.05, 0.05]);
    let mut expected = Vec::new();
    let (tree, mut query, valid) = (tree(&soup), MeshQuery::new(), "the call is valid");
    query.overlapping(tree.at(Pose::IDENTITY), &of(100.0), &mut expected).expect(valid);
    let aabb = aabb_tree(&soup);
    let mut found = [Vec::new(), Vec::new()];
    query.overlapping(tree.at(Pose::IDENTITY), &of(f32::MAX), &mut found[0]).expect(valid);
    query.overlapping(aabb.at(Pose::IDENTITY), &of(f32::MAX), &mut found[1]).expect(valid);
    assert!(found[0] == found[1] && (3..100).contains(&found[0].len()), "{found:?}");
    assert!(expected.iter().all(|triangle| found[0].contains(triangle)));
    let near = |triangle: &u32| {
        let corners = soup.triangle(*triangle).vertices;
        [1, 2].iter().all(|axis| corners.iter().any(|corner| corner[*axis] <= 0.05))
    };
    assert!(found[0].iter().all(near));
}

#[test]
fn shapes_of_all_sizes_are_asked_about() {
    let mut random = Random::seeded(2);
    let soup = soup(&mut random, 100, 1.0, 0.3);
    let at = pose(&mut random, 1.0);
    for (radius, expected) in [(f32::MAX, 100), (1e30, 100), (1e-40, 0), (0.0, 0)] {
        let ball = Shape::ball([0.123, 0.0, 0.0], radius);
        assert_eq!(check(&soup, at, &ball, &format!("radius {radius}")), expected);
    }
    // Far away both are rounded, and so is the slack.
    let far = [1e6, -1e6, 2e6];
    let there = Pose::new(at.rotation, far);
    assert!(check(&soup, there, &Shape::ball(far, 1.0), "far") > 10);
}
