//! Meshes asked by themselves: which of their triangles touch.

use std::sync::Arc;

use jostle::{
    Pairs, Shape,
    broad::Output,
    mesh::{MeshQuery, ObbTree, Placed, Pose},
};

use crate::{
    arrays::{Sized32, fill, jst_vectors, out, sized, sized_or_none},
    broad::{jst_pair, listed},
    geometry::mesh_of,
    objects::{self, Object, using},
    pool::{Threads, jst_pool, threads_of},
    rays::{RayFields, RayList, jst_rays},
    shape::{jst_shape, rotation_of},
    status::{Fault, call, jst_status},
};

/// A mesh of triangles with a tree of turned boxes over it. It does not change.
pub type jst_mesh_tree = *mut jst_mesh_tree_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_mesh_tree_s {
    _private: u8,
}

/// Where a mesh is: it is turned about its origin, and then moved.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_pose {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// The x, y, z and w of a quaternion. All zero where it is not turned.
    pub rotation: [f32; 4],
    /// How far it is moved.
    pub translation: [f32; 3],
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers.
unsafe impl Sized32 for jst_pose {
    const NAME: &'static str = "jst_pose";
}

/// A triangle that a ray meets.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_mesh_hit {
    /// Which one; `UINT32_MAX` for none.
    pub triangle: u32,
    /// When; infinite for none.
    pub t: f32,
}

/// A mesh, and where questions and answers are kept from call to call.
pub(crate) struct MeshObject {
    threads: Arc<Threads>,
    tree: Arc<ObbTree>,
    query: MeshQuery,
    pairs: Pairs,
    triangles: Vec<u32>,
    rays: RayList<3>,
    hits: Vec<jst_mesh_hit>,
}

impl Object for MeshObject {
    const TYPE: usize = 9;
    const NAME: &'static str = "jst_mesh_tree";
}

/// A pose of the caller's, or none for null.
///
/// # Safety
/// What is not null is there, and nobody writes to it as long as the call takes.
unsafe fn pose_of(pose: *const jst_pose) -> Result<Pose, Fault> {
    // SAFETY: the caller's promise.
    let pose = unsafe { sized_or_none(pose) }?;
    Ok(pose.map_or(Pose::IDENTITY, |pose| {
        Pose::new(rotation_of::<3>(pose.rotation), pose.translation)
    }))
}

/// Makes a mesh of its own. A triangle is three indices of vertices. Destroy it with
/// `jst_mesh_tree_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the mesh.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_mesh_tree_create(
    vertices: *const jst_vectors,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    pool: jst_pool,
    mesh: *mut jst_mesh_tree,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (given, to) = unsafe {
            let to = out(mesh, "mesh")?;
            (mesh_of((vertices, vertex_count), (triangles, triangle_count))?, to)
        };
        let threads = threads_of(pool)?;
        let tree = threads.run(|| Ok(Arc::new(ObbTree::new(given)?)))?;
        *to = objects::handle(MeshObject {
            threads,
            tree,
            query: MeshQuery::new(),
            pairs: Pairs::new(),
            triangles: Vec::new(),
            rays: RayList::default(),
            hits: Vec::new(),
        })?;
        Ok(())
    })
}

/// Destroys a mesh.
#[unsafe(no_mangle)]
pub extern "C" fn jst_mesh_tree_destroy(mesh: jst_mesh_tree) -> jst_status {
    call(|| objects::remove::<MeshObject>(mesh.addr()).map(drop))
}

/// All pairs of a triangle of one mesh and one of the other that touch, in order: `a` in the first,
/// `b` in the second, which may be the same mesh elsewhere. A pose may be null. The pairs are good
/// until the next call with the first mesh.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_mesh_tree_pairs(
    first: jst_mesh_tree,
    pose_of_first: *const jst_pose,
    second: jst_mesh_tree,
    pose_of_second: *const jst_pose,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    using(first, |mesh: &mut MeshObject| {
        // SAFETY: the caller's promise.
        let (to, poses) = unsafe {
            let poses = [pose_of(pose_of_first)?, pose_of(pose_of_second)?];
            ((out(pairs, "pairs")?, out(count, "count")?), poses)
        };
        let other = if second == first {
            mesh.tree.clone()
        } else {
            objects::with(second.addr(), |other: &mut MeshObject| Ok(other.tree.clone()))?
        };
        let MeshObject { threads, tree, query, pairs, .. } = mesh;
        threads.run(|| {
            let [first, second] = poses;
            let first = Placed { tree: &**tree, pose: first };
            let second = Placed { tree: &*other, pose: second };
            query.pairs(first, second, Output::Collect(pairs))?;
            pairs.sort_canonical()?;
            Ok(())
        })?;
        (*to.0, *to.1) = listed(pairs);
        Ok(())
    })
}

/// The triangles of a mesh that touch a shape, by index. The pose may be null. They are good until
/// the next call with this mesh.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_mesh_tree_overlapping(
    mesh: jst_mesh_tree,
    pose: *const jst_pose,
    shape: *const jst_shape,
    triangles: *mut *const u32,
    count: *mut usize,
) -> jst_status {
    using(mesh, |mesh: &mut MeshObject| {
        // SAFETY: the caller's promise.
        let (to, pose, shape) = unsafe {
            let to = (out(triangles, "triangles")?, out(count, "count")?);
            (to, pose_of(pose)?, sized(shape)?)
        };
        let shape: Shape<3> = shape.shape(|| Err(Fault::Null("geometry")))?;
        let MeshObject { tree, query, triangles, .. } = mesh;
        triangles.clear();
        query.overlapping(Placed { tree: &**tree, pose }, &shape, triangles)?;
        triangles.sort_unstable();
        (*to.0, *to.1) = (triangles.as_ptr(), triangles.len());
        Ok(())
    })
}

/// The triangle that each ray meets first. The pose may be null. They are good until the next call
/// with this mesh.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_mesh_tree_closest_hits(
    mesh: jst_mesh_tree,
    pose: *const jst_pose,
    rays: *const jst_rays,
    hits: *mut *const jst_mesh_hit,
    count: *mut usize,
) -> jst_status {
    using(mesh, |mesh: &mut MeshObject| {
        // SAFETY: the caller's promise.
        let (to, pose, fields) = unsafe {
            let to = (out(hits, "hits")?, out(count, "count")?);
            (to, pose_of(pose)?, RayFields::of(rays)?)
        };
        let MeshObject { threads, tree, query, rays, hits, .. } = mesh;
        threads.run(|| {
            let rays = rays.take(&fields)?;
            let none = jst_mesh_hit { triangle: u32::MAX, t: f32::INFINITY };
            fill(hits, rays.iter().map(|_| none))?;
            for (ray, hit) in rays.iter().zip(&mut *hits) {
                if let Some(found) = query.closest_hit(Placed { tree: &**tree, pose }, ray)? {
                    *hit = jst_mesh_hit { triangle: found.triangle, t: found.at.t };
                }
            }
            Ok(())
        })?;
        (*to.0, *to.1) = (hits.as_ptr(), hits.len());
        Ok(())
    })
}
