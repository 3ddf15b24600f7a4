//! Trees over bounds, and what they are asked, many questions at a time.

use std::{ffi::c_void, sync::Arc};

use jostle::{
    Aabb,
    bvh::{Bvh, Hit, Lists, NearestHit},
    records::{Field, GatheredColumns},
};

use crate::{
    arrays::{Sized32, fill, jst_vectors, out, sized},
    bounds::{Set, SetColumns, jst_bounds},
    dimensions::{Dimensions, in_dimensions},
    objects::{self, Object, using},
    pool::{Threads, User, jst_pool, threads_of},
    rays::{RayFields, RayList, jst_rays},
    status::{Fault, call, jst_status},
};

/// A tree over bounds.
pub type jst_bvh = *mut jst_bvh_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_bvh_s {
    _private: u8,
}

/// What a tree is to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_bvh_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// Where it works, or null.
    pub pool: jst_pool,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_bvh_def {
    const NAME: &'static str = "jst_bvh_def";
}

/// What a ray meets.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_hit {
    /// Which one of the bounds, or `UINT32_MAX` for none.
    pub index: u32,
    /// When.
    pub t: f32,
}

/// One of the nearest to a point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_nearest {
    /// Which one of the bounds.
    pub index: u32,
    /// The square of how far it is; 0 where the point is inside.
    pub distance_squared: f32,
}

const _: () = {
    assert!(size_of::<jst_hit>() == size_of::<Hit>());
    assert!(size_of::<jst_nearest>() == size_of::<NearestHit>());
};

/// Says whether one of the bounds counts for a question: 1 if it does. It is called on all threads
/// of the pool, and does not call the tree.
pub type jst_accept_callback =
    Option<extern "C" fn(user: *mut c_void, question: usize, index: u32) -> i32>;

/// A tree in a number of dimensions, and what calls fill.
struct Tree<const D: usize> {
    bvh: Bvh<D>,
    bounds: SetColumns<D>,
    corners: SetColumns<D>,
    points: GatheredColumns<D>,
    rays: RayList<D>,
    regions: Vec<Aabb<D>>,
    places: Vec<[f32; D]>,
    closest: Vec<Option<Hit>>,
    any: Vec<bool>,
    hits: Vec<jst_hit>,
    flags: Vec<u8>,
    ids: Lists<u32>,
    nearest: Lists<NearestHit>,
    nearest_hits: Vec<jst_nearest>,
}

/// Which of the bounds count.
struct Accept(jst_accept_callback, User);

impl Accept {
    fn accepts(&self, question: usize, index: u32) -> bool {
        self.0.is_none_or(|callback| callback(self.1.0, question, index) != 0)
    }
}

impl<const D: usize> Tree<D> {
    fn new() -> Self {
        Self {
            bvh: Bvh::new(),
            bounds: SetColumns::default(),
            corners: SetColumns::default(),
            points: GatheredColumns::new(),
            rays: RayList::default(),
            regions: Vec::new(),
            places: Vec::new(),
            closest: Vec::new(),
            any: Vec::new(),
            hits: Vec::new(),
            flags: Vec::new(),
            ids: Lists::new(),
            nearest: Lists::new(),
            nearest_hits: Vec::new(),
        }
    }

    /// Builds the tree, or gives the one that is there new bounds.
    fn build(&mut self, threads: &Threads, set: &Set<'_, D>, anew: bool) -> Result<(), Fault> {
        let Self { bvh, bounds, .. } = self;
        threads.run(|| {
            let bounds = bounds.gather(set)?.bounds;
            if anew { bvh.build(bounds) } else { bvh.refit(bounds) }?;
            Ok(())
        })
    }

    fn closest_hits(
        &mut self,
        threads: &Threads,
        fields: &RayFields<'_, D>,
        accept: &Accept,
    ) -> Result<(*const jst_hit, usize), Fault> {
        threads.run(|| {
            let Self { bvh, rays, closest, .. } = self;
            Ok(bvh.closest_hits(rays.take(fields)?, |ray, id| accept.accepts(ray, id), closest)?)
        })?;
        let none = jst_hit { index: u32::MAX, t: f32::INFINITY };
        let hits = self.closest.iter();
        let hits = hits.map(|hit| hit.map_or(none, |hit| jst_hit { index: hit.id, t: hit.t }));
        fill(&mut self.hits, hits)
    }

    fn any_hits(
        &mut self,
        threads: &Threads,
        fields: &RayFields<'_, D>,
        accept: &Accept,
    ) -> Result<(*const u8, usize), Fault> {
        threads.run(|| {
            let Self { bvh, rays, any, .. } = self;
            Ok(bvh.any_hits(rays.take(fields)?, |ray, id| accept.accepts(ray, id), any)?)
        })?;
        fill(&mut self.flags, self.any.iter().map(|hit| u8::from(*hit)))
    }

    fn overlapping(
        &mut self,
        threads: &Threads,
        set: &Set<'_, D>,
        accept: &Accept,
    ) -> Result<(), Fault> {
        let Self { bvh, corners, regions, ids, .. } = self;
        threads.run(|| {
            let bounds = corners.gather(set)?.bounds;
            let boxes = (0..bounds.len()).map(|at| bounds.get(at));
            let fault = |_| Fault::Argument("regions", "have a box that is not valid");
            regions.clear();
            for aabb in boxes {
                regions.try_reserve(1).map_err(|_| Fault::Memory("regions"))?;
                regions.push(aabb.map_err(fault)?);
            }
            Ok(bvh.overlapping_of(regions, |region, id| accept.accepts(region, id), ids)?)
        })
    }

    fn nearest(
        &mut self,
        threads: &Threads,
        points: [Field<'_>; D],
        (k, max_distance): (u32, f32),
        accept: &Accept,
    ) -> Result<(*const jst_nearest, usize), Fault> {
        let Self { bvh, points: columns, places, nearest, nearest_hits, .. } = self;
        threads.run(|| {
            let columns = columns.gather(points)?;
            fill(places, (0..columns[0].len()).map(|at| columns.map(|axis| axis[at])))?;
            let accept = |point, id| accept.accepts(point, id);
            Ok(bvh.nearest_of(places, k as usize, max_distance, accept, nearest)?)
        })?;
        let found = nearest.items().iter();
        let found =
            found.map(|hit| jst_nearest { index: hit.id, distance_squared: hit.distance_squared });
        fill(nearest_hits, found)
    }
}

/// A tree in two or three dimensions, and where it works.
pub(crate) struct BoundsTree {
    threads: Arc<Threads>,
    tree: Dimensions<Tree<2>, Tree<3>>,
}

impl Object for BoundsTree {
    const TYPE: usize = 5;
    const NAME: &'static str = "jst_bvh";
}

/// Makes a tree, which is empty. Destroy it with `jst_bvh_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_create(def: *const jst_bvh_def, bvh: *mut jst_bvh) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, bvh) = unsafe { (sized(def)?, out(bvh, "bvh")?) };
        let tree = Dimensions::of(def.dimensions, || Ok(Tree::new()), || Ok(Tree::new()))?;
        let made = BoundsTree { threads: threads_of(def.pool)?, tree };
        *bvh = objects::handle(made)?;
        Ok(())
    })
}

/// Destroys a tree.
#[unsafe(no_mangle)]
pub extern "C" fn jst_bvh_destroy(bvh: jst_bvh) -> jst_status {
    call(|| objects::remove::<BoundsTree>(bvh.addr()).map(drop))
}

/// Builds a tree, or gives new bounds to the one that is there.
///
/// # Safety
/// The bounds are there, with as much as they say, and nobody writes to them as long as the call
/// takes.
unsafe fn build(bvh: jst_bvh, bounds: *const jst_bounds, anew: bool) -> jst_status {
    using(bvh, |bvh: &mut BoundsTree| {
        let BoundsTree { threads, tree } = bvh;
        in_dimensions!(tree, tree => {
            // SAFETY: the caller's promise.
            let set = unsafe { Set::of(bounds, std::ptr::null()) }?;
            tree.build(threads, &set, anew)
        })
    })
}

/// Builds the tree over bounds. Those that are not valid are never found.
///
/// # Safety
/// The bounds are there, with as much as they say, and nobody writes to them as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_build(bvh: jst_bvh, bounds: *const jst_bounds) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe { build(bvh, bounds, true) }
}

/// Gives the tree the bounds that the same things have now. It answers as one that was built, more
/// slowly the farther they moved.
///
/// # Safety
/// As for `jst_bvh_build`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_refit(bvh: jst_bvh, bounds: *const jst_bounds) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe { build(bvh, bounds, false) }
}

/// What each ray meets first. The callback may be null. They are good until the next call with this
/// tree.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes. The callback does not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_closest_hits(
    bvh: jst_bvh,
    rays: *const jst_rays,
    accept: jst_accept_callback,
    user: *mut c_void,
    hits: *mut *const jst_hit,
    count: *mut usize,
) -> jst_status {
    using(bvh, |bvh: &mut BoundsTree| {
        let (BoundsTree { threads, tree }, accept) = (bvh, Accept(accept, User(user)));
        // SAFETY: the caller's promise.
        let (hits, count) = unsafe { (out(hits, "hits")?, out(count, "count")?) };
        in_dimensions!(tree, tree => {
            // SAFETY: the caller's promise.
            let rays = unsafe { RayFields::of(rays) }?;
            (*hits, *count) = tree.closest_hits(threads, &rays, &accept)?;
        });
        Ok(())
    })
}

/// Whether each ray meets anything: 1 if it does. The callback may be null. They are good until the
/// next call with this tree.
///
/// # Safety
/// As for `jst_bvh_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_any_hits(
    bvh: jst_bvh,
    rays: *const jst_rays,
    accept: jst_accept_callback,
    user: *mut c_void,
    hits: *mut *const u8,
    count: *mut usize,
) -> jst_status {
    using(bvh, |bvh: &mut BoundsTree| {
        let (BoundsTree { threads, tree }, accept) = (bvh, Accept(accept, User(user)));
        // SAFETY: the caller's promise.
        let (hits, count) = unsafe { (out(hits, "hits")?, out(count, "count")?) };
        in_dimensions!(tree, tree => {
            // SAFETY: the caller's promise.
            let rays = unsafe { RayFields::of(rays) }?;
            (*hits, *count) = tree.any_hits(threads, &rays, &accept)?;
        });
        Ok(())
    })
}

/// Which of the bounds touch each region: those of region `i` are from `offsets[i]` to before
/// `offsets[i + 1]` among the indices, in order. The callback may be null. They are good until the
/// next call with this tree.
///
/// # Safety
/// As for `jst_bvh_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_overlapping(
    bvh: jst_bvh,
    regions: *const jst_bounds,
    accept: jst_accept_callback,
    user: *mut c_void,
    offsets: *mut *const usize,
    indices: *mut *const u32,
) -> jst_status {
    using(bvh, |bvh: &mut BoundsTree| {
        let (BoundsTree { threads, tree }, accept) = (bvh, Accept(accept, User(user)));
        // SAFETY: the caller's promise.
        let (offsets, indices) = unsafe { (out(offsets, "offsets")?, out(indices, "indices")?) };
        in_dimensions!(tree, tree => {
            // SAFETY: the caller's promise.
            let set = unsafe { Set::of(regions, std::ptr::null()) }?;
            tree.overlapping(threads, &set, &accept)?;
            *offsets = tree.ids.offsets().as_ptr();
            *indices = tree.ids.items().as_ptr();
        });
        Ok(())
    })
}

/// The `k` of the bounds that are nearest to each point and not farther than `max_distance`, by
/// distance: those of point `i` are from `offsets[i]` to before `offsets[i + 1]`. The callback may
/// be null. They are good until the next call with this tree.
///
/// # Safety
/// As for `jst_bvh_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_bvh_nearest(
    bvh: jst_bvh,
    points: *const jst_vectors,
    point_count: usize,
    k: u32,
    max_distance: f32,
    accept: jst_accept_callback,
    user: *mut c_void,
    offsets: *mut *const usize,
    nearest: *mut *const jst_nearest,
) -> jst_status {
    using(bvh, |bvh: &mut BoundsTree| {
        let (BoundsTree { threads, tree }, accept) = (bvh, Accept(accept, User(user)));
        // SAFETY: the caller's promise.
        let (offsets, nearest, points) = unsafe {
            let points = crate::arrays::required(points, "points")?;
            (out(offsets, "offsets")?, out(nearest, "nearest")?, points)
        };
        in_dimensions!(tree, tree => {
            // SAFETY: the caller's promise.
            let points = unsafe { points.fields(point_count, "points") }?;
            *nearest = tree.nearest(threads, points, (k, max_distance), &accept)?.0;
            *offsets = tree.nearest.offsets().as_ptr();
        });
        Ok(())
    })
}
