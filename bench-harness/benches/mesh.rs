//! Two meshes of 100,000 triangles in close contact: building the trees of one, and finding all
//! pairs of triangles that touch, on one thread and on all. The example `parry` asks parry the
//! same.
//!
//! Both kinds of trees must find the same pairs, many, whatever of it is timed.

mod common;

use std::hint::black_box;

use common::{group, pools, time};
use criterion::{
    BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime,
};
use jostle::{
    Pairs,
    broad::Output,
    digest::Digest,
    mesh::{AabbTree, Mesh, MeshQuery, ObbTree, Pose},
};
use jostle_bench::meshes::{Tree, sphere, torus};
use rayon::ThreadPool;

const TRIANGLES: usize = 100_000;

/// Two meshes, the second at a pose.
struct Contact {
    name: &'static str,
    meshes: [Mesh; 2],
    pose: Pose,
}

fn contacts() -> [Contact; 2] {
    let [ball, ring] = [sphere, torus].map(|make| make(TRIANGLES).expect("there is memory"));
    let turn = [0.05, 0.1, 0.02, 0.99];
    [
        // Surfaces that cross, along some curves.
        Contact {
            name: "crossing",
            meshes: [ring.clone(), ring],
            pose: Pose::new(turn, [0.1, 0.05, 0.02]),
        },
        // Surfaces that are the same, but for the triangles that they are made of.
        Contact {
            name: "coincident",
            meshes: [ball.clone(), ball],
            pose: Pose::new(turn, [0.0; 3]),
        },
    ]
}

fn of_kind<T: Tree>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    name: &str,
    contact: &Contact,
) -> Digest {
    let [one, other] = contact.meshes.clone().map(|mesh| T::build(mesh).expect("there is memory"));
    let count = one.mesh().triangles().len();
    let build = || T::build(black_box(&contact.meshes[0]).clone()).expect("as before");
    time(bench, pool, &format!("{name} build"), count, build);
    let (mut query, mut pairs) = (MeshQuery::new(), Pairs::new());
    let mut ask = |pairs: &mut Pairs| {
        let placed = (one.at(Pose::IDENTITY), other.at(black_box(contact.pose)));
        query.pairs(placed.0, placed.1, Output::Collect(pairs)).expect("the poses are valid");
    };
    pool.install(|| ask(&mut pairs));
    assert!(pairs.len() > 1_000, "{}: hardly any pairs: {}", contact.name, pairs.len());
    let digest = Digest::of(&pairs);
    time(bench, pool, &format!("{name} pairs"), count, || ask(&mut pairs));
    digest
}

fn meshes(criterion: &mut Criterion) {
    for contact in contacts() {
        let mut bench = group(criterion, &format!("mesh/{}", contact.name));
        for pool in pools() {
            let obb = of_kind::<ObbTree>(&mut bench, &pool, "obb", &contact);
            let aabb = of_kind::<AabbTree>(&mut bench, &pool, "aabb", &contact);
            assert_eq!(obb, aabb, "{}: other pairs", contact.name);
        }
        bench.finish();
    }
}

criterion_group!(benches, meshes);
criterion_main!(benches);
