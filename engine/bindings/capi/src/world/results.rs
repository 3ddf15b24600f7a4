//! What the last step of a world found.

use jostle::{Handle, events::PairChanges};

use super::{WorldOf, jst_handle, jst_world, told, with_world};
use crate::{
    arrays::{fill, out, write},
    broad::{jst_pair, listed},
    contacts::{jst_contact_2, jst_contact_3, jst_point_2, jst_point_3},
    dimensions::{Dimensions, in_dimensions},
    invalid::jst_invalid,
    shape::in_three,
    stats::jst_stats,
    status::{Fault, jst_status},
};

/// Two shapes of a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_handle_pair {
    /// The first.
    pub a: jst_handle,
    /// The second.
    pub b: jst_handle,
}

/// Which pairs of shapes.
pub type jst_pair_list = i32;
/// Those that touch: one for each contact.
pub const JST_PAIRS_TOUCHING: jst_pair_list = 0;
/// Those of which one only senses.
pub const JST_PAIRS_SENSORS: jst_pair_list = 1;
/// Those that met on their way, of which one is fast.
pub const JST_PAIRS_FAST: jst_pair_list = 2;
/// Those whose bounds touch. They neither begin nor end.
pub const JST_PAIRS_BOUNDS: jst_pair_list = 3;
/// Those that touched when they fell asleep. They neither begin nor end.
pub const JST_PAIRS_ASLEEP: jst_pair_list = 4;

/// Two shapes that met on their way, of which one is fast.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_fast_hit {
    /// The first, by index.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// When: 0 where they were in the step before, 1 where they are.
    pub t: f32,
    /// From the first to the second, of length 1; zero where they touched at the start. In 2D the
    /// last number is 0.
    pub normal: [f32; 3],
}

/// Lists that calls fill.
#[derive(Default)]
pub(super) struct ResultLists {
    pub(super) handles: Vec<jst_handle>,
    fast_hits: Vec<jst_fast_hit>,
    begun: Vec<jst_handle_pair>,
    ended: Vec<jst_handle_pair>,
    invalid: Vec<jst_invalid>,
}

impl jst_handle_pair {
    pub(crate) fn of(pair: [Handle; 2]) -> Self {
        let [a, b] = pair.map(told);
        Self { a, b }
    }
}

impl<const D: usize> WorldOf<D> {
    fn changes(&self, list: jst_pair_list) -> Result<PairChanges<'_>, Fault> {
        match list {
            JST_PAIRS_TOUCHING => Ok(self.world.contact_changes()),
            JST_PAIRS_SENSORS => Ok(self.world.sensor_changes()),
            JST_PAIRS_FAST => Ok(self.world.ccd_changes()),
            _ => Err(Fault::Argument("list", "is none whose pairs begin and end")),
        }
    }
}

/// The handles that shapes have by their indices in the last step. They are good until the next
/// call with this world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_handles(
    world: jst_world,
    handles: *mut *const jst_handle,
    count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (handles, count) = unsafe { (out(handles, "handles")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            let all = (0..).map_while(|index| of.world.handle(index));
            (*handles, *count) = fill(&mut of.results.handles, all.map(told))?;
        });
        Ok(())
    })
}

/// Pairs that the last step found, by index, in order. They are good until the next call with this
/// world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_pairs(
    world: jst_world,
    list: jst_pair_list,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (pairs, count) = unsafe { (out(pairs, "pairs")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            let found = match list {
                JST_PAIRS_TOUCHING => of.world.touching(),
                JST_PAIRS_SENSORS => of.world.sensor_overlaps(),
                JST_PAIRS_BOUNDS => of.world.pairs(),
                JST_PAIRS_ASLEEP => of.world.sleeping_contacts(),
                _ => return Err(Fault::Argument("list", "is none, or has jst_world_fast_hits")),
            };
            (*pairs, *count) = listed(found);
        });
        Ok(())
    })
}

/// The contacts of a world in 2D, in order, and the points of all of them. They are good until the
/// next call with this world.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_contacts_2(
    world: jst_world,
    contacts: *mut *const jst_contact_2,
    contact_count: *mut usize,
    points: *mut *const jst_point_2,
    point_count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        let Dimensions::Two(WorldOf { world, contacts: lists, .. }) = world else {
            return Err(Fault::Argument("world", "is one of 3 dimensions"));
        };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            lists.tell(
                world.contacts(),
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// The contacts of a world in 3D, in order, and the points of all of them. They are good until the
/// next call with this world.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_contacts_3(
    world: jst_world,
    contacts: *mut *const jst_contact_3,
    contact_count: *mut usize,
    points: *mut *const jst_point_3,
    point_count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        let Dimensions::Three(WorldOf { world, contacts: lists, .. }) = world else {
            return Err(Fault::Argument("world", "is one of 2 dimensions"));
        };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            lists.tell(
                world.contacts(),
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// Which pairs of a list are new with the last step, and which are in it no longer, also those of
/// shapes that were taken out. They are good until the next call with this world.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_events(
    world: jst_world,
    list: jst_pair_list,
    begun: *mut *const jst_handle_pair,
    begun_count: *mut usize,
    ended: *mut *const jst_handle_pair,
    ended_count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (begun, ended, [begun_count, ended_count]) = unsafe {
            let counts = [out(begun_count, "begun_count")?, out(ended_count, "ended_count")?];
            (out(begun, "begun")?, out(ended, "ended")?, counts)
        };
        in_dimensions!(world, of => {
            let mut lists = std::mem::take(&mut of.results);
            let told = of.changes(list).and_then(|changes| {
                let new = changes.begun_handles().map(jst_handle_pair::of);
                let old = changes.ended().map(jst_handle_pair::of);
                Ok((fill(&mut lists.begun, new)?, fill(&mut lists.ended, old)?))
            });
            of.results = lists;
            ((*begun, *begun_count), (*ended, *ended_count)) = told?;
        });
        Ok(())
    })
}

/// What met on its way in the last step, in order. It is good until the next call with this world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_fast_hits(
    world: jst_world,
    hits: *mut *const jst_fast_hit,
    count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (hits, count) = unsafe { (out(hits, "hits")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            let found = of.world.ccd_hits().iter().map(|hit| jst_fast_hit {
                a: hit.pair.a,
                b: hit.pair.b,
                t: hit.impact.time,
                normal: in_three(hit.impact.normal),
            });
            (*hits, *count) = fill(&mut of.results.fast_hits, found)?;
        });
        Ok(())
    })
}

/// What was left out of the last step, by index. It is good until the next call with this world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_invalid(
    world: jst_world,
    invalid: *mut *const jst_invalid,
    count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (invalid, count) = unsafe { (out(invalid, "invalid")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            let found = of.world.invalid().iter().map(jst_invalid::of);
            (*invalid, *count) = fill(&mut of.results.invalid, found)?;
        });
        Ok(())
    })
}

/// What the last step was like. The struct begins with its size.
///
/// # Safety
/// The struct is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_stats(world: jst_world, stats: *mut jst_stats) -> jst_status {
    with_world(world, |_, world| {
        let told = in_dimensions!(world, of => {
            jst_stats::of(of.world.stats(), of.world.memory_bytes())
        });
        // SAFETY: the caller's promise.
        unsafe { write(stats, &told) }
    })
}

/// A number of all contacts of the last step: the same on all machines and for any number of
/// threads.
///
/// # Safety
/// There is room for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_digest(world: jst_world, digest: *mut u64) -> jst_status {
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let digest = unsafe { out(digest, "digest") }?;
        *digest = in_dimensions!(world, of => {
            threads.run(|| Ok(of.world.contacts().digest(u64::from).value()))?
        });
        Ok(())
    })
}
