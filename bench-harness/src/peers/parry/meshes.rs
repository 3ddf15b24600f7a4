//! Two meshes: parry's trees walked down at once, then its test of triangles on the leaves that
//! meet.
//!
//! That is how parry's own intersection of meshes finds its candidates. What it does with them
//! then, a test that constructs the segment, is not public: the test here is that of its
//! dispatcher.

use jostle::{
    Pair,
    mesh::{Mesh, Pose},
};
use parry3d::{
    bounding_volume::BoundingVolume,
    math::{Pose as Isometry, Rot3, Vector},
    partitioning::BvhNode,
    query::details::intersection_test_support_map_support_map,
    shape::{TriMesh, Triangle},
};
use rayon::prelude::*;

use super::super::MeshPeer;
use crate::runner::Error;

/// Candidates that a thread takes at a time.
const CHUNK: usize = 1024;

/// Two meshes for parry.
struct Meshes {
    buffers: [(Vec<Vector>, Vec<[u32; 3]>); 2],
    meshes: [TriMesh; 2],
    /// Where the second is, seen from the first.
    between: Isometry,
}

/// parry on two meshes, the second of which stands at a pose.
///
/// # Errors
/// When a mesh is none for parry.
pub fn of_meshes(meshes: &[Mesh; 2], pose: &Pose) -> Result<Vec<Box<dyn MeshPeer>>, Error> {
    let buffers = meshes.each_ref().map(|mesh| {
        let vertices = mesh.vertices().iter().map(|[x, y, z]| Vector::new(*x, *y, *z)).collect();
        (vertices, mesh.triangles().to_vec())
    });
    let made = |(vertices, triangles): &(Vec<Vector>, Vec<[u32; 3]>)| {
        TriMesh::new(vertices.clone(), triangles.clone()).map_err(|error| {
            Error::Request(format!("--compare-parry: parry refuses a mesh: {error}"))
        })
    };
    let meshes = [made(&buffers[0])?, made(&buffers[1])?];
    let ([x, y, z], [i, j, k, w]) = (pose.translation, pose.rotation.quaternion());
    let turn = Rot3::from_xyzw(i, j, k, w).normalize();
    let between = Isometry::from_parts(Vector::new(x, y, z), turn);
    Ok(vec![Box::new(Meshes { buffers, meshes, between })])
}

impl MeshPeer for Meshes {
    fn name(&self) -> &'static str {
        "parry leaf pairs and intersection test"
    }

    fn build(&mut self) {
        for (mesh, (vertices, triangles)) in self.meshes.iter_mut().zip(&self.buffers) {
            if let Ok(built) = TriMesh::new(vertices.clone(), triangles.clone()) {
                *mesh = built;
            }
        }
    }

    fn pairs(&self, pairs: &mut Vec<Pair>) {
        let ([one, other], between) = (&self.meshes, &self.between);
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
        pairs.par_extend(candidates.par_iter().with_min_len(CHUNK).filter_map(touch));
    }
}
