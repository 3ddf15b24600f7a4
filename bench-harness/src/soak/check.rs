//! Whether what a step found is right.

use std::collections::{BTreeMap, BTreeSet};

use jostle::{Handle, Pair, SimdLevel, World, broad::BruteForce, events::PairChanges, narrow};
use rayon::ThreadPool;

use super::{arena::Arena, body::Member};
use crate::{
    narrow::shapes_of,
    runner::{
        Error,
        broad_phases::{self, BroadPhaseKind, Makes},
    },
};

/// Up to so many shapes brute force finds the pairs of the world that is made anew.
const FEW: usize = 2000;

/// What two worlds found that differs, if anything does. Both are of shapes with the same handles.
pub(super) fn difference<const D: usize>(found: &World<D>, expected: &World<D>) -> Option<String> {
    let [contacts, others] = [found, expected].map(World::contacts);
    let digests = [contacts, others].map(|of| of.digest(u64::from));
    let events = |of: fn(&World<D>) -> PairChanges<'_>| are_same(&of(found), &of(expected));
    let lists = [
        ("pairs", found.pairs() == expected.pairs()),
        ("pairs that touch", found.touching() == expected.touching()),
        ("contacts", contacts.len() == others.len() && digests[0] == digests[1]),
        ("sensor overlaps", found.sensor_overlaps() == expected.sensor_overlaps()),
        ("CCD hits", found.ccd_hits() == expected.ccd_hits()),
        ("sleeping contacts", found.sleeping_contacts() == expected.sleeping_contacts()),
        ("invalid shapes", found.invalid() == expected.invalid()),
        ("events of contacts", events(World::contact_changes)),
        ("events of sensors", events(World::sensor_changes)),
        ("events of CCD hits", events(World::ccd_changes)),
    ];
    let (what, _) = lists.into_iter().find(|(_, are_same)| !are_same)?;
    let hits = first_other(found.ccd_hits(), expected.ccd_hits());
    let hits = hits.map_or(String::new(), |hits| format!(", of CCD hits {hits}"));
    let lengths = [found, expected].map(|world| {
        let of = world.stats();
        format!("{} pairs, {} contacts, {} CCD hits", of.pairs, of.contacts, of.ccd_hits)
    });
    Some(format!("other {what}{hits}: {}; expected {}", lengths[0], lengths[1]))
}

/// The first items of two lists that differ.
fn first_other<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T]) -> Option<String> {
    let same = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let differ = same < found.len().max(expected.len());
    differ.then(|| format!("{:?} in place of {:?}", found.get(same), expected.get(same)))
}

fn are_same(found: &PairChanges<'_>, expected: &PairChanges<'_>) -> bool {
    found.counts() == expected.counts()
        && found.begun().eq(expected.begun())
        && found.ended().eq(expected.ended())
}

/// Two shapes, in the order of their handles.
type Both = [Handle; 2];

fn both(pair: [Handle; 2]) -> Both {
    if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] }
}

fn names<const D: usize>(world: &World<D>, pairs: &[Pair]) -> BTreeSet<Both> {
    let handles = |pair: &Pair| Some(both([world.handle(pair.a)?, world.handle(pair.b)?]));
    pairs.iter().filter_map(handles).collect()
}

/// The pairs of contacts and those of sensors that a step left: what touches, and what sleeps.
pub(super) struct PairsBefore([BTreeSet<Both>; 2]);

impl<const D: usize> Arena<D>
where
    BroadPhaseKind: Makes<D>,
{
    /// The pairs of the last step.
    pub(super) fn pairs_before(&self) -> PairsBefore {
        let world = &self.worlds[0];
        let mut contacts = names(world, world.touching());
        contacts.extend(names(world, world.sleeping_contacts()));
        PairsBefore([contacts, names(world, world.sensor_overlaps())])
    }

    /// What is wrong with the last step, if anything is: against a world that is made anew of the
    /// shapes as they were put in, against each pair alone, and against the pairs before.
    ///
    /// # Errors
    /// Those of the engine.
    pub(super) fn fault(&self, before: &PairsBefore) -> Result<Option<String>, Error> {
        let world = &self.worlds[0];
        let mut members = BTreeMap::new();
        members.extend(self.members.iter().map(|member| (member.handle, member)));
        if let Some(what) = events_fault(world, &members, before) {
            return Ok(Some(what));
        }
        let fresh = self.made_anew(&members)?;
        if let Some(what) = fresh_fault(world, &fresh) {
            return Ok(Some(format!("not as in a world made anew: {what}")));
        }
        alone_fault(&fresh)
    }

    /// A world of the members in the order in which the first world has them, stepped once.
    fn made_anew(&self, members: &BTreeMap<Handle, &Member<D>>) -> Result<World<D>, Error> {
        let shapes = self.worlds[0].shapes();
        let mut fresh = World::new().with_level(self.level);
        if shapes.len() <= FEW {
            fresh = fresh.with_broad_phase(BruteForce::new().with_level(self.level));
        }
        if shapes.len() != members.len() {
            let what = format!("{} shapes of the {} put in", shapes.len(), members.len());
            return Err(Error::Finding(what));
        }
        let mut made = BTreeMap::new();
        for handle in (0..shapes.len()).filter_map(|index| shapes.handle_of(index)) {
            let Some(member) = members.get(&handle) else {
                return Err(Error::Finding(format!("{handle:?} was never put in")));
            };
            let new = fresh.shapes_mut().insert_with(&member.shape, member.attributes)?;
            made.insert(new, handle);
        }
        Self::set_balls(&mut fresh, |new| members.get(made.get(&new)?)?.ball())?;
        let new: BTreeMap<Handle, Handle> = made.iter().map(|(new, old)| (*old, *new)).collect();
        for [a, b] in self.worlds[0].excluded_pairs() {
            if let (Some(a), Some(b)) = (new.get(a), new.get(b)) {
                fresh.set_pair_excluded(*a, *b, true)?;
            }
        }
        fresh.step()?;
        Ok(fresh)
    }

    /// Makes the next step also in a world that is restored of a snapshot, on another number of
    /// threads, by another broad phase, at another level, and says what differs, if anything does.
    ///
    /// # Errors
    /// Those of the engine.
    pub(super) fn step_twice(
        &mut self,
        number: u64,
        pools: [&ThreadPool; 3],
    ) -> Result<Option<String>, Error> {
        let [outer, inner, other] = pools;
        let pick = |all: usize| (number % all as u64) as usize;
        let kinds = broad_phases::all();
        let (kind, levels) = (&kinds[pick(kinds.len())], SimdLevel::available());
        let level = levels[pick(levels.len())];
        let restored = World::restore(&self.worlds[0].snapshot())?.with_level(level);
        let mut restored = restored.with_boxed_broad_phase(kind.make(level));
        outer.install(|| inner.install(|| self.step()))?;
        other.install(|| restored.step().map(|_| ()))?;
        let what = difference(&restored, &self.worlds[0]);
        Ok(what.map(|what| {
            let threads = other.current_num_threads();
            format!("restored, by {} at {level} on {threads} threads: {what}", kind.name)
        }))
    }
}

/// What is not as in a world made anew, whose fast shapes came from nowhere and of whose shapes at
/// rest it is not known whether they touched.
fn fresh_fault<const D: usize>(world: &World<D>, fresh: &World<D>) -> Option<String> {
    let digests = [world, fresh].map(|world| world.contacts().digest(u64::from));
    let lengths = [world, fresh].map(|world| world.contacts().len());
    let sensed =
        [world, fresh].map(|world| world.sensor_overlaps().iter().collect::<BTreeSet<_>>());
    let untested = world.stats().untested_sensor_overlaps;
    let lists = [
        ("pairs", world.pairs() == fresh.pairs()),
        ("pairs that touch", world.touching() == fresh.touching()),
        ("contacts", lengths[0] == lengths[1] && digests[0] == digests[1]),
        ("sensor overlaps", sensed[1].is_subset(&sensed[0])),
        ("untested sensor overlaps", sensed[0].len() - sensed[1].len() == untested),
        ("invalid shapes", world.invalid() == fresh.invalid()),
    ];
    let (what, _) = lists.into_iter().find(|(_, are_same)| !are_same)?;
    let [found, expected] = [world, fresh].map(|world| world.pairs().len());
    Some(format!("other {what}; {found} pairs against {expected}, {lengths:?} contacts"))
}

/// Whether each pair of bounds touches as the two shapes alone do.
fn alone_fault<const D: usize>(world: &World<D>) -> Result<Option<String>, Error> {
    let touching: BTreeSet<Pair> = world.touching().iter().copied().collect();
    for pair in world.pairs() {
        let [a, b] = shapes_of(world.shapes(), *pair);
        let touches = narrow::contact(&a, &b)?.is_some();
        if touches != touching.contains(pair) {
            return Ok(Some(format!("{pair:?} touches alone: {touches}, {a:?}, {b:?}")));
        }
    }
    Ok(None)
}

/// Whether what began, persisted and ended are the differences to the pairs before.
fn events_fault<const D: usize>(
    world: &World<D>,
    members: &BTreeMap<Handle, &Member<D>>,
    before: &PairsBefore,
) -> Option<String> {
    let rests = |pair: &Both| {
        pair.iter()
            .all(|handle| members.get(handle).is_some_and(|of| of.attributes.enabled && of.rests()))
    };
    let lists = [
        ("contacts", world.touching(), world.contact_changes()),
        ("sensors", world.sensor_overlaps(), world.sensor_changes()),
    ];
    for ((what, list, changes), before) in lists.into_iter().zip(&before.0) {
        let now = names(world, list);
        let asleep: BTreeSet<Both> = before.iter().filter(|pair| rests(pair)).copied().collect();
        let gone = |pair: &&Both| !now.contains(*pair) && !asleep.contains(*pair);
        let ended: BTreeSet<Both> = before.iter().filter(gone).copied().collect();
        let counts = changes.counts();
        let expected =
            [now.difference(before).count(), now.intersection(before).count(), ended.len()];
        let found = [counts.begun, counts.persisted, counts.ended];
        if found != expected || changes.ended().map(both).collect::<BTreeSet<_>>() != ended {
            let what = format!("{what} begun, persisted, ended: {found:?}, expected {expected:?}");
            return Some(what);
        }
        if what == "contacts" && names(world, world.sleeping_contacts()) != asleep {
            let found = world.sleeping_contacts().len();
            return Some(format!("{found} sleeping contacts, expected {}", asleep.len()));
        }
    }
    None
}
