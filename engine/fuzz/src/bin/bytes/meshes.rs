//! Bytes as meshes.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Pair, Pairs, Shape,
    broad::Output,
    geometry::ray::{Ray, triangle3},
    mesh::{AabbTree, MeshHit, MeshQuery, MeshTree, ObbTree, ObbTreeSettings, Placed, Pose},
    narrow::overlap,
    shape::{Parts, Polyhedron, Rotation},
};
use jostle_fuzz::{
    input::{Number, floats},
    shapes,
};

/// Builds all that is made of a mesh.
pub(crate) fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let [first, second] = [shapes::mesh(u)?, shapes::mesh(u)?];
    let (Ok(first), Ok(second)) = (first, second) else { return Ok(()) };
    let settings = ObbTreeSettings {
        max_triangles: 1 + usize::from(u8::arbitrary(u)? % 8),
        max_depth: usize::from(u8::arbitrary(u)? % 32),
    };
    let poses = [pose(u)?, pose(u)?];
    for mesh in [&first, &second] {
        // Errors are what is to be of a mesh that is none of these.
        let _ = Parts::<3>::mesh(mesh.clone());
        let _ = Polyhedron::hull_of(mesh.vertices());
    }
    let obb = [&first, &second].map(|mesh| ObbTree::with_settings(mesh.clone(), settings));
    let obb = obb.map(|tree| tree.expect("there is memory"));
    let aabb = [first, second].map(|mesh| AabbTree::new(mesh).expect("there is memory"));
    obb.iter().for_each(|tree| assert_eq!(tree.validate(), Ok(())));
    aabb.iter().for_each(|tree| assert_eq!(tree.validate(), Ok(())));
    let [of_obb, of_aabb] = [pairs(&obb, poses), pairs(&aabb, poses)];
    assert_eq!(of_obb, of_aabb, "the pairs of both kinds of trees");
    if let Some(found) = &of_obb {
        assert_eq!(found, &every(&obb, poses), "those of a double loop");
    }
    let ray = Ray::new(floats(<[Number; 3]>::arbitrary(u)?), floats(<[Number; 3]>::arbitrary(u)?));
    let mut query = MeshQuery::new();
    let hit = query.closest_hit(obb[0].at(poses[0]), &ray);
    assert_eq!(hit, query.closest_hit(aabb[0].at(poses[0]), &ray), "{ray:?}");
    if let Ok(found) = &hit {
        assert_eq!(*found, first_met(&obb[0].at(poses[0]), &ray), "{ray:?}");
    }
    assert_eq!(hit.map(|hit| hit.is_some()), query.any_hit(obb[0].at(poses[0]), &ray), "{ray:?}");
    Ok(())
}

/// The triangles of two meshes that touch, in order.
fn pairs<T: MeshTree>(trees: &[T; 2], poses: [Pose; 2]) -> Option<Vec<Pair>> {
    let (mut query, mut found) = (MeshQuery::new(), Pairs::new());
    let [a, b] = [0, 1].map(|which| trees[which].at(poses[which]));
    query.pairs(a, b, Output::Collect(&mut found)).ok()?;
    let first = query.first(a, b).expect("the poses are valid");
    assert_eq!(first.is_some(), !found.is_empty());
    assert!(first.is_none_or(|first| found.contains(&first)));
    found.sort_canonical().expect("there is memory");
    Some(found.to_vec())
}

/// The same by asking about each pair.
fn every<T: MeshTree>(trees: &[T; 2], poses: [Pose; 2]) -> Vec<Pair> {
    let [a, b] = [0, 1].map(|which| trees[which].at(poses[which]));
    let placed = |of: &Placed<'_, T>, other: &Placed<'_, T>| -> Vec<Shape<3>> {
        let all = 0..of.tree.mesh().triangles().len() as u32;
        let one = |index| of.triangle_beside(other, index).expect("the poses are valid");
        all.map(|index| one(index).into()).collect()
    };
    let (first, second) = (placed(&a, &b), placed(&b, &a));
    let mut found = Vec::new();
    for (i, one) in first.iter().enumerate() {
        for (j, other) in second.iter().enumerate() {
            if overlap(one, other).expect("triangles are valid") {
                found.push(Pair { a: i as u32, b: j as u32 });
            }
        }
    }
    found
}

/// The first triangle that a ray meets, by asking about each.
fn first_met<T: MeshTree>(placed: &Placed<'_, T>, ray: &Ray<3>) -> Option<MeshHit> {
    let all = 0..placed.tree.mesh().triangles().len() as u32;
    let hits = all.filter_map(|triangle| {
        let of = placed.triangle(triangle).expect("the pose is valid");
        triangle3(ray, &of).map(|at| MeshHit { triangle, at })
    });
    hits.min_by(|a, b| a.at.t.total_cmp(&b.at.t))
}

fn pose(u: &mut Unstructured<'_>) -> Result<Pose> {
    let rotation = match u8::arbitrary(u)? {
        0..200 => Rotation::about(floats(<[Number; 3]>::arbitrary(u)?), Number::arbitrary(u)?.0)
            .unwrap_or(Rotation::IDENTITY),
        _ => Rotation::from(floats(<[Number; 4]>::arbitrary(u)?)),
    };
    Ok(Pose::new(rotation, floats(<[Number; 3]>::arbitrary(u)?)))
}
