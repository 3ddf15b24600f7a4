//! Triangles with whole coordinates, decided by whole numbers alone.

use jostle::{
    Pair,
    mesh::{Mesh, Pose},
};

use crate::{
    common::{Random, assert_same, scale},
    make::{check, mesh},
};

type Point = [i64; 3];

fn sub(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross(a: Point, b: Point) -> Point {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

fn dot(a: Point, b: Point) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Whether two triangles of any shape touch: by all axes that can separate solids, flats, lines and
/// points.
fn touch(a: [Point; 3], b: [Point; 3]) -> bool {
    let edges = |[p, q, r]: [Point; 3]| [sub(q, p), sub(r, q), sub(p, r)];
    let all = [edges(a), edges(b)].concat();
    let between = sub(b[0], a[0]);
    let mut axes = vec![between];
    for e in &all {
        axes.push(*e);
        for f in all.iter().chain([&between]) {
            let normal = cross(*e, *f);
            axes.push(normal);
            axes.extend(all.iter().map(|g| cross(normal, *g)));
        }
    }
    axes.into_iter().all(|axis| {
        let ends = |of: [Point; 3]| {
            let at = of.map(|p| dot(p, axis));
            (at.into_iter().min(), at.into_iter().max())
        };
        let ((low_a, high_a), (low_b, high_b)) = (ends(a), ends(b));
        low_a <= high_b && low_b <= high_a
    })
}

fn corners(mesh: &Mesh, index: usize) -> [Point; 3] {
    mesh.triangle(index as u32).vertices.map(|vertex| vertex.map(|x| x as i64))
}

#[test]
fn pairs_are_those_of_whole_numbers() {
    let mut random = Random::seeded(1);
    let (mut touching, mut apart) = (0, 0);
    for case in 0..60 * scale() {
        let size = random.pick(&[2, 3, 6, 20]);
        let [a, b] = [0, 1].map(|_| {
            let mut vertex = || [0, 1, 2].map(|_| random.below(2 * size + 1) as f32 - size as f32);
            let vertices: Vec<_> = (0..30).map(|_| vertex()).collect();
            let triangles: Vec<_> = (0..28).map(|i| [i, i + 1, i + 2]).collect();
            mesh(&vertices, &triangles)
        });
        let mut expected = Vec::new();
        for i in 0..28 {
            for j in 0..28 {
                if touch(corners(&a, i), corners(&b, j)) {
                    expected.push(Pair { a: i as u32, b: j as u32 });
                }
            }
        }
        // A whole turn of the same kind for both changes nothing.
        let at = Pose::new([0.0, 0.0, 1.0, 0.0], [1.0, 2.0, 3.0]);
        let what = format!("case {case}");
        for pose in [Pose::IDENTITY, at] {
            assert_same(&check(&a, pose, &b, pose, &what), &expected, &what);
        }
        touching += expected.len();
        apart += 28 * 28 - expected.len();
    }
    assert!(touching > 5_000 && apart > 5_000, "{touching} touching, {apart} apart");
}

/// Quarter turns and whole steps are exact.
#[test]
fn whole_motions_are_exact() {
    let mut random = Random::seeded(2);
    let mut touching = 0;
    for case in 0..20 * scale() {
        let mut vertex = || [0, 1, 2].map(|_| random.below(9) as f32 - 4.0);
        let vertices: Vec<_> = (0..22).map(|_| vertex()).collect();
        let triangles: Vec<_> = (0..20).map(|i| [i, i + 1, i + 2]).collect();
        let one = mesh(&vertices, &triangles);
        // A quarter turn about z: x goes to y, y to minus x.
        let step = [0, 1, 2].map(|_| random.below(5) as f32 - 2.0);
        let at = Pose::new([0.0, 0.0, 1.0, 1.0].map(|x| x * 0.5_f32.sqrt()), step);
        let moved: Vec<_> =
            vertices.iter().map(|[x, y, z]| [step[0] - y, step[1] + x, step[2] + z]).collect();
        let other = mesh(&moved, &triangles);
        let what = format!("case {case}");
        let expected = check(&one, Pose::IDENTITY, &other, Pose::IDENTITY, &what);
        assert_same(&check(&one, Pose::IDENTITY, &one, at, &what), &expected, &what);
        touching += expected.len();
    }
    assert!(touching > 1_000, "{touching}");
}
