//! [Box3D](https://github.com/erincatto/box3d) by Erin Catto: its dynamic tree.

use std::{
    ffi::{c_int, c_void},
    ptr,
};

use box3d_sys::{
    b3AABB, b3DynamicTree, b3DynamicTree_Create, b3DynamicTree_CreateProxy, b3DynamicTree_Destroy,
    b3DynamicTree_EnlargeProxy, b3DynamicTree_Query, b3DynamicTree_Rebuild, b3Vec3,
};

use super::proxies::{Asked, DynamicTree, Kept, Proxies, leaf, touched};
use crate::{
    boxes::Corners,
    peer::{Peer, Tasks},
};

/// The tree, rebuilt or kept.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "box3d",
    library: "box3d-sys 0.1.16",
    method: "b3DynamicTree. From nothing: EnlargeProxy and full Rebuild (serial), Query of every \
             box in the order of leaves. Drift, as its broad phase: boxes with a margin, \
             EnlargeProxy and Query of those that left theirs, partial Rebuild, a set of pairs \
             (serial), of which those that touch are listed",
    threads: true,
    serial: &[],
    flat: Tasks::NONE,
    space: Tasks {
        pairs: Some(|| Box::<Proxies<Tree, 3>>::default()),
        drift: Some(|| Box::<Kept<Tree, 3>>::default()),
        nearest: None,
    },
}];

/// Category of all boxes, and mask of all queries.
const ALL: u64 = 1;

struct Tree(b3DynamicTree);

// SAFETY: threads share it for queries only, which read it; nothing in it is bound to a thread.
unsafe impl Sync for Tree {}

impl Default for Tree {
    fn default() -> Self {
        // SAFETY: any small capacity may be asked for; it grows.
        Self(unsafe { b3DynamicTree_Create(16) })
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: it was created, and is not used again.
        unsafe { b3DynamicTree_Destroy(&raw mut self.0) }
    }
}

fn aabb(Corners { min, max }: &Corners<3>) -> b3AABB {
    let [lower, upper] =
        [min, max].map(|corner| b3Vec3 { x: corner[0], y: corner[1], z: corner[2] });
    b3AABB { lowerBound: lower, upperBound: upper }
}

impl DynamicTree<3> for Tree {
    fn insert(&mut self, corners: &Corners<3>, index: u32) -> c_int {
        // SAFETY: the tree was created, and the box is valid.
        unsafe { b3DynamicTree_CreateProxy(&raw mut self.0, aabb(corners), ALL, index.into()) }
    }

    fn set(&mut self, proxy: c_int, corners: &Corners<3>) {
        // SAFETY: callers give proxies of this tree, of which none is ever destroyed.
        unsafe { b3DynamicTree_EnlargeProxy(&raw mut self.0, proxy, aabb(corners)) }
    }

    fn rebuild(&mut self, all: bool) {
        // SAFETY: the tree was created.
        unsafe { b3DynamicTree_Rebuild(&raw mut self.0, all) };
    }

    fn ask(&self, corners: &Corners<3>, mut asked: Asked<'_>) {
        let context = ptr::from_mut(&mut asked).cast::<c_void>();
        // SAFETY: the tree was created, and nothing but the callback uses what it is handed.
        unsafe {
            b3DynamicTree_Query(
                &raw const self.0,
                aabb(corners),
                ALL,
                false,
                Some(touched),
                context,
            )
        };
    }

    fn leaves(&self, order: &mut Vec<u32>) {
        let all = aabb(&Corners { min: [f32::MIN; 3], max: [f32::MAX; 3] });
        let context = ptr::from_mut(order).cast::<c_void>();
        // SAFETY: as in `ask`.
        unsafe { b3DynamicTree_Query(&raw const self.0, all, ALL, false, Some(leaf), context) };
    }
}
