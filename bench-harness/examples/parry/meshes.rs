//! Two meshes: parry's trees walked down at once, then its test of triangles on the leaves that
//! meet.
//!
//! That is how parry's own intersection of meshes finds its candidates. What it does with them
//! then, a test that constructs the segment, is not public: the test here is that of its
//! dispatcher.

use std::time::Instant;

use jostle::{
    Pair, Pairs,
    broad::Output,
    mesh::{Mesh, MeshQuery, MeshTree, ObbTree, Pose},
};
use parry3d::{
    bounding_volume::BoundingVolume,
    math::{Pose as Isometry, Rot3, Vector},
    partitioning::BvhNode,
    query::details::intersection_test_support_map_support_map,
    shape::{TriMesh, Triangle},
};
use rayon::prelude::*;

use jostle_bench::{
    peers::Peer,
    runner::{Case, Error, FrameTime, Row, since},
};

/// Candidates that a thread takes at a time.
const CHUNK: usize = 1024;

/// Two meshes for parry.
struct Meshes<'a> {
    ours: &'a [Mesh; 2],
    pose: Pose,
    buffers: [(Vec<Vector>, Vec<[u32; 3]>); 2],
    /// Where the second is, seen from the first.
    between: Isometry,
    pairs: Vec<Pair>,
}

/// parry on two meshes, the second of which stands at a pose.
///
/// # Errors
/// When a mesh is none for parry.
pub(crate) fn of_meshes<'a>(ours: &'a [Mesh; 2], pose: &Pose) -> Result<Vec<Peer<'a>>, Error> {
    let buffers = ours.each_ref().map(|mesh| {
        let vertices = mesh.vertices().iter().map(|[x, y, z]| Vector::new(*x, *y, *z)).collect();
        (vertices, mesh.triangles().to_vec())
    });
    let ([x, y, z], [i, j, k, w]) = (pose.translation, pose.rotation.quaternion());
    let turn = Rot3::from_xyzw(i, j, k, w).normalize();
    let between = Isometry::from_parts(Vector::new(x, y, z), turn);
    let meshes = Meshes { ours, pose: *pose, buffers, between, pairs: Vec::new() };
    meshes.build()?;
    Ok(vec![Peer { name: "parry leaf pairs and intersection test", case: Box::new(meshes) }])
}

impl Meshes<'_> {
    fn build(&self) -> Result<[TriMesh; 2], Error> {
        let made = |(vertices, triangles): &(Vec<Vector>, Vec<[u32; 3]>)| {
            TriMesh::new(vertices.clone(), triangles.clone())
                .map_err(|error| Error::Request(format!("parry refuses a mesh: {error}")))
        };
        Ok([made(&self.buffers[0])?, made(&self.buffers[1])?])
    }

    fn ask(&mut self, [one, other]: &[TriMesh; 2]) {
        let between = &self.between;
        let meet = |a: &BvhNode, b: &BvhNode| a.aabb().intersects(&b.aabb().transform_by(between));
        let candidates: Vec<(u32, u32)> = one.bvh().leaf_pairs(other.bvh(), meet).collect();
        let touch = |(a, b): &(u32, u32)| {
            // Relative to one of them, as far from the origin parry would compute in few digits.
            let (one, other) = (one.triangle(*a), other.triangle(*b).transformed(between));
            let seen = |of: Triangle| Triangle::new(of.a - one.a, of.b - one.a, of.c - one.a);
            let (near, far, here) = (seen(one), seen(other), Isometry::IDENTITY);
            intersection_test_support_map_support_map(&here, &near, &far)
                .then_some(Pair { a: *a, b: *b })
        };
        self.pairs.clear();
        self.pairs.par_extend(candidates.par_iter().with_min_len(CHUNK).filter_map(touch));
    }
}

impl Case for Meshes<'_> {
    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        let meshes = self.build()?;
        let built = Instant::now();
        self.ask(&meshes);
        let done = Instant::now();
        let stages = since(start, [("build", built), ("query", done)]);
        Ok(FrameTime { total: done - start, stages })
    }

    /// Counts the pairs that touch for one of both alone.
    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let [one, other] = self.ours.clone().map(ObbTree::new);
        let (one, other, mut ours) = (one?, other?, Pairs::new());
        let (one, other) = (one.at(Pose::IDENTITY), other.at(self.pose));
        MeshQuery::new().pairs(one, other, Output::Collect(&mut ours))?;
        ours.sort_canonical()?;
        self.pairs.sort_unstable_by_key(|pair| pair.key());
        let exclusion = |of: &[Pair], pair: &Pair| {
            of.binary_search_by_key(&pair.key(), |other| other.key()).is_err()
        };
        row.set("pairs", self.pairs.len());
        row.set("only_jostle", ours.iter().filter(|pair| exclusion(&self.pairs, pair)).count());
        row.set("only_peer", self.pairs.iter().filter(|pair| exclusion(&ours, pair)).count());
        Ok(None)
    }
}
