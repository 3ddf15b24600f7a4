//! Meshes to test with, and what is asked of all pairs of their triangles.

use std::{collections::HashMap, ops::ControlFlow};

use jostle::{
    Pair, Pairs, Shape, SimdLevel,
    broad::Output,
    mesh::{AabbTree, Mesh, MeshQuery, MeshTree, ObbTree, ObbTreeSettings, Placed, Pose},
    narrow::overlap,
    shape::Rotation,
};

use crate::common::{Random, THREADS, assert_same, pool};

pub(crate) fn mesh(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new(vertices, triangles).expect("the mesh is valid")
}

pub(crate) fn tree(mesh: &Mesh) -> ObbTree {
    let tree = ObbTree::new(mesh.clone()).expect("there is memory");
    tree.validate().expect("the tree is sound");
    tree
}

pub(crate) fn aabb_tree(mesh: &Mesh) -> AabbTree {
    let tree = AabbTree::new(mesh.clone()).expect("there is memory");
    tree.validate().expect("the tree is sound");
    tree
}

/// A closed ball: an icosahedron whose triangles were divided into four so many times.
pub(crate) fn icosphere(times: usize, radius: f32) -> Mesh {
    let g = 1.618_034_f32;
    let corners = [[-1.0, g, 0.0], [1.0, g, 0.0], [-1.0, -g, 0.0], [1.0, -g, 0.0]];
    let around = |turn: usize| corners.map(|[x, y, z]| [[x, y, z], [z, x, y], [y, z, x]][turn]);
    let mut vertices = [around(0), around(1), around(2)].concat();
    let mut triangles = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    for _ in 0..times {
        let mut middles = HashMap::new();
        let mut middle = |i: u32, j: u32| {
            *middles.entry((i.min(j), i.max(j))).or_insert_with(|| {
                let (a, b) = (vertices[i as usize], vertices[j as usize]);
                vertices.push([0, 1, 2].map(|axis| 0.5 * (a[axis] + b[axis])));
                vertices.len() as u32 - 1
            })
        };
        let divided = triangles.iter().flat_map(|&[a, b, c]| {
            let (d, e, f) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, d, f], [b, e, d], [c, f, e], [d, e, f]]
        });
        triangles = divided.collect();
        for vertex in &mut vertices {
            let length = vertex.iter().map(|x| x * x).sum::<f32>().sqrt();
            *vertex = vertex.map(|x| x / length);
        }
    }
    vertices.iter_mut().flatten().for_each(|x| *x *= radius);
    mesh(&vertices, &triangles)
}

/// A closed ring about the z axis.
pub(crate) fn torus(around: u32, across: u32, radius: f32, thickness: f32) -> Mesh {
    let angle = |step: u32, of: u32| step as f32 / of as f32 * std::f32::consts::TAU;
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (u, v) = (angle(i, around), angle(j, across));
            let out = radius + thickness * v.cos();
            vertices.push([out * u.cos(), out * u.sin(), thickness * v.sin()]);
            let at = |i: u32, j: u32| i % around * across + j % across;
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh(&vertices, &triangles)
}

/// Triangles that have nothing to do with each other, in a cube of this size.
pub(crate) fn soup(random: &mut Random, count: u32, cube: f32, size: f32) -> Mesh {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let center: [f32; 3] = random.point(-cube, cube);
        for _ in 0..3 {
            let from: [f32; 3] = random.point(-size, size);
            vertices.push([0, 1, 2].map(|axis| center[axis] + from[axis]));
        }
    }
    let triangles: Vec<_> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    mesh(&vertices, &triangles)
}

/// Triangles of which many are points, segments, needles, or as another one.
pub(crate) fn degenerate(random: &mut Random, count: u32) -> Mesh {
    let vertices: Vec<[f32; 3]> = (0..count).map(|_| random.point(-1.0, 1.0)).collect();
    let vertex = |random: &mut Random| random.below(count as usize) as u32;
    let mut triangles = Vec::new();
    for number in 0..count {
        let [a, b, c] = [vertex(random), vertex(random), vertex(random)];
        match number % 5 {
            0 => triangles.push([a, a, a]),
            1 => triangles.push([a, b, a]),
            2 => triangles.extend([[a, b, c], [c, a, b], [a, b, c]]),
            _ => triangles.push([a, b, c]),
        }
    }
    let needle = vertices.len() as u32;
    let mut vertices = vertices;
    vertices.extend([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.000_001]]);
    triangles.push([needle, needle + 1, needle + 2]);
    mesh(&vertices, &triangles)
}

/// Any rotation.
pub(crate) fn rotation(random: &mut Random) -> Rotation<3> {
    Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0))
        .expect("the axis has a length")
}

/// Any pose so near to the origin.
pub(crate) fn pose(random: &mut Random, far: f32) -> Pose {
    Pose::new(rotation(random), random.point::<3>(-far, far))
}

/// Whether two triangles, each where it is placed, touch: asked for one pair at a time.
fn all_pairs<T: MeshTree>(first: Placed<'_, T>, second: Placed<'_, T>) -> Vec<Pair> {
    let valid = "the poses are valid";
    let triangles = |placed: &Placed<'_, T>, other: &Placed<'_, T>| -> Vec<Shape<3>> {
        let all = 0..placed.tree.mesh().triangles().len() as u32;
        all.map(|index| placed.triangle_beside(other, index).expect(valid).into()).collect()
    };
    let (a, b) = (triangles(&first, &second), triangles(&second, &first));
    let mut pairs = Vec::new();
    for (i, one) in a.iter().enumerate() {
        for (j, other) in b.iter().enumerate() {
            if overlap(one, other).expect("triangles are valid") {
                pairs.push(Pair { a: i as u32, b: j as u32 });
            }
        }
    }
    pairs
}

/// Asserts that trees of both kinds, on all levels and numbers of threads, find what all pairs of
/// triangles tell. Returns the pairs.
pub(crate) fn check(a: &Mesh, at_a: Pose, b: &Mesh, at_b: Pose, what: &str) -> Vec<Pair> {
    let (obb_a, obb_b) = (tree(a), tree(b));
    let expected = all_pairs(obb_a.at(at_a), obb_b.at(at_b));
    check_kind(obb_a.at(at_a), obb_b.at(at_b), &expected, what);
    let (aabb_a, aabb_b) = (aabb_tree(a), aabb_tree(b));
    check_kind(aabb_a.at(at_a), aabb_b.at(at_b), &expected, what);
    let settings = ObbTreeSettings { max_triangles: 1, max_depth: 7 };
    let [low_a, low_b] = [a, b].map(|mesh| {
        let tree = ObbTree::with_settings(mesh.clone(), settings).expect("there is memory");
        tree.validate().expect("the tree is sound");
        tree
    });
    check_kind(low_a.at(at_a), low_b.at(at_b), &expected, what);
    expected
}

fn check_kind<T: MeshTree>(a: Placed<'_, T>, b: Placed<'_, T>, expected: &[Pair], what: &str) {
    let (mut sequence, valid) = (None::<Vec<Pair>>, "the call is valid");
    for level in SimdLevel::available() {
        let mut query = MeshQuery::new().with_level(*level);
        for threads in THREADS {
            let (mut pairs, mut streamed) = (Pairs::new(), Vec::new());
            let counts = pool(threads).install(|| {
                let mut run = |output: Output<'_>| query.pairs(a, b, output).expect(valid).pairs;
                let mut stream = |batch: &[Pair]| {
                    streamed.extend_from_slice(batch);
                    ControlFlow::Continue(())
                };
                let collected = run(Output::Collect(&mut pairs));
                [collected, run(Output::Stream(&mut stream)), run(Output::Count)]
            });
            assert_eq!(counts, [pairs.len() as u64; 3], "{what}");
            assert!(*pairs == *streamed, "another stream: {what}");
            let first = sequence.get_or_insert_with(|| pairs.to_vec());
            assert!(*first == *pairs, "another sequence: {what}, {level}, {threads} threads");
            pairs.sort_canonical().expect("there is memory");
            assert_same(&pairs, expected, what);
        }
        let first = query.first(a, b).expect(valid);
        assert_eq!(first.is_some(), !expected.is_empty(), "{what}");
        assert!(first.is_none_or(|pair| expected.contains(&pair)), "{what}: {first:?}");
        // Ended early, it left nothing behind.
        let again = [query.first(b, a), query.first(a, b)].map(|found| found.expect(valid));
        assert_eq!((again[0].is_some(), again[1]), (first.is_some(), first), "{what}");
        // The other way round.
        let mut mirrored = Pairs::new();
        query.pairs(b, a, Output::Collect(&mut mirrored)).expect(valid);
        let mut turned: Vec<_> =
            mirrored.iter().map(|pair| Pair { a: pair.b, b: pair.a }).collect();
        turned.sort_unstable_by_key(|pair| (pair.a, pair.b));
        assert_same(&turned, expected, what);
    }
}
