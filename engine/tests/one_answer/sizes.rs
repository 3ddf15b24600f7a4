//! Meshes, boxes around points, hulls, rotations and large worlds.

use jostle::{
    Pairs, SimdLevel,
    broad::Output,
    geometry::fit::{obb2, obb3},
    large_world::{LargeColumns, LocalShapes},
    mesh::{AabbTree, MeshQuery, MeshTree, ObbTree, Placed, Pose},
    shape::Rotation,
};

use crate::{
    Digests,
    common::{Random, polyhedron},
    made::floor,
};

pub(crate) fn add(digests: &mut Digests, level: SimdLevel) {
    let mut random = Random::seeded(6);
    let angles: Vec<_> = (0..2_000).map(|_| random.between(-100.0, 100.0)).collect();
    let turns = |angle: &f32| {
        let axis = random.point(-1.0, 1.0);
        (Rotation::from_angle(*angle), Rotation::about(axis, *angle))
    };
    digests.add("rotations", &angles.iter().map(turns).collect::<Vec<_>>());

    let mut random = Random::seeded(7);
    let flat: Vec<[f32; 2]> = (0..300).map(|_| random.point(-3.0, 3.0)).collect();
    let solid: Vec<[f32; 3]> = (0..300).map(|_| random.point(-3.0, 3.0)).collect();
    digests.add("boxes of points", &(obb2(&flat), obb3(&solid)));
    let hulls: Vec<_> = (0..20).map(|_| polyhedron(&mut random, [1.0, 2.0, 0.5])).collect();
    digests.add("hulls", &hulls);

    let meshes = [24, 17].map(|cells| floor(cells, 4.0, || random.between(-0.3, 0.3)));
    let [first, second] = meshes.clone().map(|mesh| ObbTree::new(mesh).expect("there is memory"));
    of_meshes(digests, level, "obb trees", [&first, &second]);
    let [first, second] = meshes.map(|mesh| AabbTree::new(mesh).expect("there is memory"));
    of_meshes(digests, level, "aabb trees", [&first, &second]);

    let centers: [Vec<f64>; 3] = std::array::from_fn(|_| {
        (0..500).map(|_| 1e9 + f64::from(random.between(-900.0, 900.0)) / 3.0).collect()
    });
    let radii: Vec<f32> = (0..500).map(|_| random.between(0.1, 2.0)).collect();
    let centers = centers.each_ref().map(Vec::as_slice);
    let balls = LargeColumns::default().with_balls(centers, &radii[..]).expect("as many radii");
    let mut local = LocalShapes::new().with_level(level);
    local.update(None, balls).expect("the shapes are in reach");
    digests.add("a large world", &(local.origin(), local.slack(), local.columns()));
}

fn of_meshes<T: MeshTree>(
    digests: &mut Digests,
    level: SimdLevel,
    name: &str,
    [first, second]: [&T; 2],
) {
    let mut random = Random::seeded(8);
    let mut query = MeshQuery::new().with_level(level);
    let mut found = Vec::new();
    for _ in 0..5 {
        let turn = Rotation::about(random.point(0.1, 1.0), random.between(-3.0, 3.0));
        let turn = turn.expect("the axis has a length");
        let pose = Pose::new(turn, random.point::<3>(-0.5, 0.5));
        let (mut pairs, first) = (Pairs::new(), Placed { tree: first, pose: Pose::IDENTITY });
        let second = Placed { tree: second, pose };
        query.pairs(first, second, Output::Collect(&mut pairs)).expect("the poses are valid");
        found.extend(pairs.iter().copied());
    }
    assert!(found.len() > 50);
    digests.add(&format!("meshes, {name}"), &found);
}
