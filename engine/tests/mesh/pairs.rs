//! Meshes against meshes.

use jostle::mesh::{Mesh, Pose};

use crate::{
    common::{Random, scale},
    make::{check, degenerate, icosphere, mesh, pose, soup, torus},
};

fn shifted(x: f32) -> Pose {
    Pose::new([0.0, 0.0, 0.0, 1.0], [x, 0.0, 0.0])
}

#[test]
fn closed_meshes_meet_where_all_pairs_do() {
    let mut random = Random::seeded(1);
    let (ball, ring) = (icosphere(3, 1.0), torus(40, 12, 2.0, 0.7));
    let (mut touching, mut apart) = (0, 0);
    for case in 0..6 * scale() {
        let (one, other) = (pose(&mut random, 1.2), pose(&mut random, 1.2));
        for (a, b) in [(&ball, &ball), (&ball, &ring)] {
            let pairs = check(a, one, b, other, &format!("case {case}"));
            touching += usize::from(!pairs.is_empty());
            apart += usize::from(pairs.is_empty());
        }
    }
    assert!(touching >= 5 && apart >= 1, "{touching} touching, {apart} apart");
}

#[test]
fn one_inside_the_other_touches_nothing() {
    let (inner, outer) = (icosphere(2, 1.0), icosphere(2, 2.0));
    assert!(check(&inner, Pose::IDENTITY, &outer, Pose::IDENTITY, "nested").is_empty());
}

/// The same triangles in the same place: each touches itself and those around it.
#[test]
fn coincident_meshes_touch_everywhere() {
    let ball = icosphere(2, 1.0);
    let mut random = Random::seeded(2);
    for at in [Pose::IDENTITY, pose(&mut random, 1e6)] {
        let pairs = check(&ball, at, &ball, at, "coincident");
        let triangles = ball.triangles();
        assert!((0..triangles.len() as u32).all(|i| pairs.iter().any(|p| p.a == i && p.b == i)));
        let shares = |a: u32, b: u32| {
            triangles[a as usize].iter().any(|vertex| triangles[b as usize].contains(vertex))
        };
        assert!(pairs.iter().all(|pair| shares(pair.a, pair.b)), "a pair that shares no vertex");
        let all = 0..triangles.len() as u32;
        let expected = all.clone().map(|a| all.clone().filter(|b| shares(a, *b)).count());
        assert_eq!(pairs.len(), expected.sum::<usize>());
    }
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let (ball, ring) = (icosphere(3, 1.0), torus(20, 9, 1.3, 0.5));
    let mut random = Random::seeded(3);
    let mut found = 0;
    for far in [1e3, 1e5, 16_777_216.0, 1e15, 1e30] {
        let place: [f32; 3] = random.point(-far, far);
        let turned = pose(&mut random, 1.0).rotation;
        let pairs = check(
            &ball,
            Pose::new(turned, place),
            &ring,
            Pose::new([0.0, 0.0, 0.0, 1.0], place),
            &format!("at {far}"),
        );
        assert!(!pairs.is_empty(), "apart at {far}");
        found += pairs.len();
    }
    assert!(found > 300, "{found}");
}

/// The mesh itself lies far from its own origin.
#[test]
fn vertices_far_from_their_origin_are_found_as_well() {
    let (ball, mut random) = (icosphere(2, 1.0), Random::seeded(4));
    let far: Vec<_> = ball.vertices().iter().map(|[x, y, z]| [x + 4e3, y - 9e3, z + 1e4]).collect();
    let far = mesh(&far, ball.triangles());
    let at = pose(&mut random, 1.0);
    let beside = Pose { translation: at.translation.map(|x| x + 0.7), ..at };
    assert!(check(&far, at, &far, beside, "far vertices").len() > 20);
}

#[test]
fn soups_meet_where_all_pairs_do() {
    let mut random = Random::seeded(5);
    let mut found = 0;
    for case in 0..40 * scale() {
        let counts = [1, 2, 7, 8, 9, 64, 300];
        let (n, m) = (random.pick(&counts), random.pick(&counts));
        let size = random.pick(&[0.02, 0.3, 2.0]);
        let (a, b) = (soup(&mut random, n, 1.0, size), soup(&mut random, m, 1.0, 0.6));
        let (one, other) = (pose(&mut random, 0.5), pose(&mut random, 0.5));
        found += check(&a, one, &b, other, &format!("soup {case}")).len();
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn degenerate_and_duplicated_triangles_are_like_others() {
    let mut random = Random::seeded(6);
    for case in 0..4 * scale() {
        let (a, b) = (degenerate(&mut random, 80), degenerate(&mut random, 60));
        let points = a.triangles().iter().filter(|t| t[0] == t[1] && t[1] == t[2]).count();
        assert!(points > 10, "{points}");
        let same = check(&a, Pose::IDENTITY, &a, Pose::IDENTITY, &format!("same {case}"));
        let own = same.iter().filter(|pair| pair.a == pair.b).count();
        assert_eq!(own, a.triangles().len(), "a triangle that does not touch itself");
        let other = check(&a, Pose::IDENTITY, &b, pose(&mut random, 0.1), &format!("{case}"));
        assert!(other.len() > 100, "{}", other.len());
    }
}

/// All that touch do so at the same plane, edge or point.
#[test]
fn exact_contacts_count() {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let one = mesh(&vertices, &[[0, 1, 2]]);
    for (x, expected) in [(1.0, 1), (1.0_f32.next_up(), 0), (0.25, 1), (-1.0, 1)] {
        let pairs = check(&one, Pose::IDENTITY, &one, shifted(x), &format!("at {x}"));
        assert_eq!(pairs.len(), expected, "at {x}");
    }
}

#[test]
fn empty_meshes_and_single_triangles() {
    let empty = Mesh::default();
    let one = mesh(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]);
    for (a, b, expected) in
        [(&empty, &empty, 0), (&one, &empty, 0), (&empty, &one, 0), (&one, &one, 1)]
    {
        let pairs = check(a, Pose::IDENTITY, b, Pose::IDENTITY, "few");
        assert_eq!(pairs.len(), expected);
    }
}

/// Where boxes that are moved overflow, all are looked at.
#[test]
fn huge_and_tiny_meshes_are_exact() {
    let mut random = Random::seeded(7);
    let mut found = 0;
    for size in [f32::MAX, 1e36, 1e20, 1e-20, 1e-38, 1e-44] {
        for _ in 0..3 {
            let soup = soup(&mut random, 60, 0.5, 0.4);
            let scaled: Vec<_> = soup.vertices().iter().map(|v| v.map(|x| x * size)).collect();
            let scaled = mesh(&scaled, soup.triangles());
            let turned = Pose::new(pose(&mut random, 1.0).rotation, [0.0; 3]);
            for at in [Pose::IDENTITY, turned] {
                found += check(&scaled, Pose::IDENTITY, &scaled, at, &format!("size {size}")).len();
            }
        }
    }
    assert!(found > 3_000, "{found}");
}

/// Triangles whose sizes double: splits at the mean peel off few, so the tree is as deep as it
/// gets.
#[test]
fn triangles_of_all_sizes_are_found() {
    let mut vertices = Vec::new();
    for exponent in -140..120 {
        let x = 2.0_f32.powi(exponent);
        vertices.extend([[x, 0.0, 0.0], [x, x, 0.0], [x, 0.0, x]]);
    }
    let triangles: Vec<_> = (0..260).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let peeled = mesh(&vertices, &triangles);
    let across = mesh(&[[-1.0, 0.1, 0.1], [1e30, 0.1, 0.1], [1e30, 0.2, 0.1]], &[[0, 1, 2]]);
    let pairs = check(&peeled, Pose::IDENTITY, &across, Pose::IDENTITY, "doubling");
    assert!((90..150).contains(&pairs.len()), "{}", pairs.len());
}
