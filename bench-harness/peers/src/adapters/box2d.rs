//! [Box2D](https://box2d.org) by Erin Catto: its dynamic tree.

use std::{
    ffi::{c_int, c_void},
    ptr,
};

use boxdd_sys::ffi::{
    b2AABB, b2DynamicTree, b2DynamicTree_Create, b2DynamicTree_CreateProxy, b2DynamicTree_Destroy,
    b2DynamicTree_EnlargeProxy, b2DynamicTree_Query, b2DynamicTree_Rebuild, b2Vec2,
};

use super::proxies::{Asked, DynamicTree, Kept, Proxies, leaf, touched};
use crate::{
    boxes::Corners,
    peer::{Peer, Tasks},
};

/// The tree, rebuilt or kept.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "box2d",
    library: "boxdd-sys 0.6.0",
    method: "b2DynamicTree. From nothing: EnlargeProxy and full Rebuild (serial), Query of every \
             box in the order of leaves. Drift, as its broad phase: boxes with a margin, \
             EnlargeProxy and Query of those that left theirs, partial Rebuild, a set of pairs \
             (serial), of which those that touch are listed",
    threads: true,
    serial: &[],
    flat: Tasks {
        pairs: Some(|| Box::<Proxies<Tree, 2>>::default()),
        drift: Some(|| Box::<Kept<Tree, 2>>::default()),
        nearest: None,
    },
    space: Tasks::NONE,
}];

/// Category of all boxes, and mask of all queries.
const ALL: u64 = 1;

struct Tree(b2DynamicTree);

// SAFETY: threads share it for queries only, which read it; nothing in it is bound to a thread.
unsafe impl Sync for Tree {}

impl Default for Tree {
    fn default() -> Self {
        // SAFETY: any small capacity may be asked for; it grows.
        Self(unsafe { b2DynamicTree_Create(16) })
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: it was created, and is not used again.
        unsafe { b2DynamicTree_Destroy(&raw mut self.0) }
    }
}

fn aabb(Corners { min, max }: &Corners<2>) -> b2AABB {
    let [lower, upper] = [min, max].map(|corner| b2Vec2 { x: corner[0], y: corner[1] });
    b2AABB { lowerBound: lower, upperBound: upper }
}

impl DynamicTree<2> for Tree {
    fn insert(&mut self, corners: &Corners<2>, index: u32) -> c_int {
        // SAFETY: the tree was created, and the box is valid.
        unsafe { b2DynamicTree_CreateProxy(&raw mut self.0, aabb(corners), ALL, index.into()) }
    }

    fn set(&mut self, proxy: c_int, corners: &Corners<2>) {
        // SAFETY: callers give proxies of this tree, of which none is ever destroyed.
        unsafe { b2DynamicTree_EnlargeProxy(&raw mut self.0, proxy, aabb(corners)) }
    }

    fn rebuild(&mut self, all: bool) {
        // SAFETY: the tree was created.
        unsafe { b2DynamicTree_Rebuild(&raw mut self.0, all) };
    }

    fn ask(&self, corners: &Corners<2>, mut asked: Asked<'_>) {
        let context = ptr::from_mut(&mut asked).cast::<c_void>();
        // SAFETY: the tree was created, and nothing but the callback uses what it is handed.
        unsafe {
            b2DynamicTree_Query(&raw const self.0, aabb(corners), ALL, Some(touched), context)
        };
    }

    fn leaves(&self, order: &mut Vec<u32>) {
        let all = aabb(&Corners { min: [f32::MIN; 2], max: [f32::MAX; 2] });
        let context = ptr::from_mut(order).cast::<c_void>();
        // SAFETY: as in `ask`.
        unsafe { b2DynamicTree_Query(&raw const self.0, all, ALL, Some(leaf), context) };
    }
}
