//! Meshes against rays.

use jostle::{
    geometry::ray::{Ray, triangle3},
    mesh::{Mesh, MeshHit, MeshQuery, MeshTree, Placed, Pose},
};

use crate::{
    common::{Random, scale},
    make::{aabb_tree, degenerate, icosphere, mesh, pose, soup, torus, tree},
};

/// The first hit among all triangles.
fn all_triangles<T: MeshTree>(placed: Placed<'_, T>, ray: &Ray<3>) -> Option<MeshHit> {
    let all = 0..placed.tree.mesh().triangles().len() as u32;
    let hits = all.filter_map(|index| {
        let triangle = placed.triangle(index).expect("the pose is valid");
        triangle3(ray, &triangle).map(|at| MeshHit { triangle: index, at })
    });
    // The first of those at the same time.
    hits.min_by(|a, b| a.at.t.total_cmp(&b.at.t))
}

fn check_kind<T: MeshTree>(placed: Placed<'_, T>, ray: &Ray<3>, what: &str) -> Option<MeshHit> {
    let expected = all_triangles(placed, ray);
    let mut query = MeshQuery::new();
    assert_eq!(query.closest_hit(placed, ray), Ok(expected), "{what}: {ray:?}");
    assert_eq!(query.any_hit(placed, ray), Ok(expected.is_some()), "{what}: {ray:?}");
    expected
}

/// Asserts that trees of both kinds find what asking about every triangle does.
fn check(mesh: &Mesh, at: Pose, rays: &[Ray<3>], what: &str) -> usize {
    let (obb, aabb) = (tree(mesh), aabb_tree(mesh));
    let hits = rays.iter().filter(|ray| {
        let hit = check_kind(obb.at(at), ray, what);
        assert_eq!(hit, check_kind(aabb.at(at), ray, what));
        hit.is_some()
    });
    hits.count()
}

fn rays(random: &mut Random, count: usize) -> Vec<Ray<3>> {
    let ray = |random: &mut Random| {
        let (origin, to) = (random.point::<3>(-3.0, 3.0), random.point::<3>(-1.5, 1.5));
        let ray = Ray::new(origin, [0, 1, 2].map(|k| to[k] - origin[k]));
        match random.below(5) {
            0 => Ray::segment(ray.origin, random.point::<3>(-1.0, 1.0)),
            1 => Ray { direction: [0.0, 0.0, -1.0], ..ray },
            2 => ray.between(0.8, 3.0),
            3 => Ray { direction: ray.direction.map(|x| x * 1e-30), ..ray },
            _ => ray,
        }
    };
    (0..count).map(|_| ray(random)).collect()
}

#[test]
fn the_first_triangle_is_found() {
    let mut random = Random::seeded(1);
    let meshes = [
        icosphere(3, 1.0),
        torus(30, 10, 1.2, 0.4),
        soup(&mut random, 200, 1.0, 0.3),
        degenerate(&mut random, 90),
        Mesh::default(),
    ];
    let (mut hits, mut asked) = (0, 0);
    for case in 0..4 * scale() {
        let at = if case == 0 { Pose::IDENTITY } else { pose(&mut random, 1.0) };
        for mesh in &meshes {
            let rays = rays(&mut random, 60);
            asked += rays.len();
            hits += check(mesh, at, &rays, &format!("case {case}"));
        }
    }
    assert!(hits > asked / 8 && hits < asked, "{hits} of {asked}");
}

/// Rays at vertices and at the middles of edges, from within and without.
#[test]
fn closed_meshes_are_watertight() {
    let ball = icosphere(2, 1.0);
    let trees = (tree(&ball), aabb_tree(&ball));
    let mut random = Random::seeded(2);
    for at in [Pose::IDENTITY, pose(&mut random, 1.0)] {
        for triangle in 0..ball.triangles().len() as u32 {
            let [a, b, _] = trees.0.at(at).triangle(triangle).expect("the pose is valid").vertices;
            let middle = [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]));
            for target in [a, middle] {
                let origin = at.translation;
                let direction = [0, 1, 2].map(|k| target[k] - origin[k]);
                let ray = Ray::new(origin, direction);
                let hit = check_kind(trees.0.at(at), &ray, "from within").expect("no way out");
                assert!((hit.at.t - 1.0).abs() < 1e-3, "{hit:?}");
                check_kind(trees.1.at(at), &ray, "from within");
            }
        }
    }
}

#[test]
fn meshes_of_all_sizes_and_places_are_met() {
    let (ball, mut random) = (icosphere(2, 1.0), Random::seeded(3));
    for size in [1e-38, 1e-20, 1e20, 1e37] {
        let vertices: Vec<_> = ball.vertices().iter().map(|v| v.map(|x| x * size)).collect();
        let scaled = mesh(&vertices, ball.triangles());
        let aimed = |random: &mut Random| {
            let from = random.point::<3>(-2.0, 2.0).map(|x| x * size);
            Ray::new(from, from.map(|x| -x))
        };
        let rays: Vec<_> = (0..20).map(|_| aimed(&mut random)).collect();
        let at = Pose::new(pose(&mut random, 1.0).rotation, [0.0; 3]);
        assert!(check(&scaled, at, &rays, &format!("size {size}")) > 10);
    }
    let mut found = 0;
    for far in [1e4_f32, 1e6, 1e8] {
        let at = pose(&mut random, far);
        let rays: Vec<_> = (0..40)
            .map(|_| {
                let from = random.point::<3>(-far, far);
                let to = random.point::<3>(-0.5, 0.5);
                let direction = [0, 1, 2].map(|k| at.translation[k] + to[k] - from[k]);
                Ray::new(from, direction)
            })
            .collect();
        found += check(&ball, at, &rays, &format!("at {far}"));
    }
    assert!(found > 50, "{found}");
}
