//! Meshes and their trees, whose memory is refused.

use jostle::{
    Pairs, Shape,
    broad::Output,
    geometry::ray::Ray,
    mesh::{AabbTree, Mesh, MeshQuery, MeshTree, ObbTree, Placed, Pose},
};

use super::{common::Random, points::Points};

/// Triangles in each other's way.
fn soup(corners: u32) -> Mesh {
    let mut random = Random::seeded(31);
    let vertices: Vec<[f32; 3]> = (0..corners).map(|_| random.point(-1.0, 1.0)).collect();
    let near = |i: u32| [i, (i + 1) % corners, (i + 2) % corners];
    Mesh::new(vertices, (0..corners).map(near).collect::<Vec<_>>()).expect("the mesh is valid")
}

/// The tree at two places.
fn placed<T: MeshTree>(tree: &T) -> [Placed<'_, T>; 2] {
    let moved = Pose::new([0.001, 0.0, 0.0, 1.0], [0.1; 3]);
    [tree.at(Pose::IDENTITY), tree.at(moved)]
}

/// The pairs of a tree with itself elsewhere.
fn pairs_of<T: MeshTree>(tree: &T) -> Vec<jostle::Pair> {
    let (mut query, mut pairs, [one, other]) = (MeshQuery::new(), Pairs::new(), placed(tree));
    query.pairs(one, other, Output::Collect(&mut pairs)).expect("there is memory");
    assert!(pairs.len() > 100, "hardly any pairs: {}", pairs.len());
    pairs.to_vec()
}

/// Something that asks, and what it is told.
#[derive(Default)]
struct Asked<T> {
    query: MeshQuery,
    found: T,
}

fn queries<T: MeshTree>(points: &mut Points, tree: &T) {
    let [one, other] = placed(tree);
    points.refuse(
        "pairs of meshes",
        Asked::<Pairs>::default,
        |to| to.query.pairs(one, other, Output::Collect(&mut to.found)).map(drop),
        |to| to.found.to_vec(),
    );
    points.refuse(
        "the number of pairs of meshes",
        Asked::<u64>::default,
        |to| {
            to.found = to.query.pairs(one, other, Output::Count)?.pairs;
            Ok(())
        },
        |to| to.found,
    );
    points.refuse(
        "the first pair of meshes",
        Asked::<Option<_>>::default,
        |to| {
            to.found = to.query.first(one, other)?;
            Ok(())
        },
        |to| to.found.is_some(),
    );
    points.refuse(
        "triangles that touch a shape",
        Asked::<Vec<u32>>::default,
        |to| {
            to.found.clear();
            to.query.overlapping(one, &Shape::ball([0.0; 3], 0.5), &mut to.found)
        },
        |to| to.found.clone(),
    );
    let ray = Ray::new([-3.0, 0.1, 0.2], [1.0, 0.0, 0.0]);
    points.refuse(
        "the triangle that a ray meets first",
        Asked::<Option<_>>::default,
        |to| {
            to.found = to.query.closest_hit(one, &ray)?;
            Ok(())
        },
        |to| to.found,
    );
    points.refuse(
        "whether a ray meets a triangle",
        Asked::<bool>::default,
        |to| {
            to.found = to.query.any_hit(one, &ray)?;
            Ok(())
        },
        |to| to.found,
    );
}

pub(crate) fn check(points: &mut Points) {
    points.begin("meshes");
    // More than one thread works on at a time.
    let mesh = soup(3000);
    points.refuse(
        "a tree of oriented boxes",
        || (vec![mesh.clone(), mesh.clone()], None),
        |(meshes, tree)| {
            *tree = Some(ObbTree::new(meshes.pop().expect("one is left"))?);
            Ok(())
        },
        |(_, tree)| {
            let tree = tree.as_ref().expect("it was made");
            tree.validate().expect("it is sound");
            (tree.len(), tree.depth(), pairs_of(tree))
        },
    );
    points.refuse(
        "a tree of boxes along the axes",
        || (vec![mesh.clone(), mesh.clone()], None),
        |(meshes, tree)| {
            *tree = Some(AabbTree::new(meshes.pop().expect("one is left"))?);
            Ok(())
        },
        |(_, tree)| pairs_of(tree.as_ref().expect("it was made")),
    );
    let moved: Vec<[f32; 3]> = mesh.vertices().iter().map(|[x, y, z]| [*y, *z, 2.0 * *x]).collect();
    points.refuse(
        "a tree of a mesh that is deformed",
        || AabbTree::new(mesh.clone()).expect("there is memory"),
        |tree| tree.refit(&moved),
        |tree| pairs_of(tree),
    );
    let mesh = soup(900);
    queries(points, &ObbTree::new(mesh.clone()).expect("there is memory"));
    queries(points, &AabbTree::new(mesh).expect("there is memory"));
}
