//! Events against sets: each pair of two frames is exactly one of begun, persisting and ended.

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::{Random, THREADS, pool};
use jostle::{
    Error, Pair,
    events::{EventCounts, Events},
};
use proptest::prelude::*;

fn pair(a: u32, b: u32) -> Pair {
    Pair { a, b }
}

/// Compares two frames, and that with sets of their pairs.
fn check(events: &mut Events, before: &[Pair], now: &[Pair]) -> EventCounts {
    events.update(before, now).expect("both are in order");
    let key = |pairs: &[Pair]| pairs.iter().map(|pair| pair.key()).collect::<BTreeSet<_>>();
    let (old, new) = (key(before), key(now));
    let begun: Vec<_> = events.begun().map(|place| now[place].key()).collect();
    let ended: Vec<_> = events.ended().map(|place| before[place].key()).collect();
    let persisted: Vec<_> = events
        .persisted()
        .map(|(place, was)| {
            assert_eq!((now[place], events.place_before(place)), (before[was], Some(was)));
            now[place].key()
        })
        .collect();
    assert!(begun.iter().eq(new.difference(&old)));
    assert!(ended.iter().eq(old.difference(&new)));
    assert!(persisted.iter().eq(new.intersection(&old)));
    let counts = events.counts();
    let (begun, persisted, ended) = (begun.len(), persisted.len(), ended.len());
    assert_eq!((counts.begun, counts.persisted, counts.ended), (begun, persisted, ended));
    assert_eq!((begun + persisted, persisted + ended), (now.len(), before.len()));
    assert_eq!(events.place_before(now.len()), None);
    counts
}

/// Pairs in canonical order, each with a chance of its own.
fn some(random: &mut Random, boxes: u32, chance: f64) -> Vec<Pair> {
    let all = (0..boxes).flat_map(|a| (a + 1..boxes).map(move |b| pair(a, b)));
    all.filter(|_| random.percent(chance)).collect()
}

proptest! {
    #[test]
    fn equal_sets(
        before in prop::collection::btree_set((0_u32..12, 0_u32..12), 0..80),
        now in prop::collection::btree_set((0_u32..12, 0_u32..12), 0..80),
    ) {
        let list = |set: BTreeSet<(u32, u32)>| -> Vec<_> {
            set.into_iter().map(|(a, b)| pair(a, b)).collect()
        };
        check(&mut Events::new(), &list(before), &list(now));
    }
}

/// Long enough for many chunks, of like and of unlike lengths, one kept for all.
#[test]
fn long_lists_of_any_lengths() {
    let random = &mut Random::seeded(1);
    let long = some(random, 700, 40.0);
    assert!(long.len() > 90_000);
    let mut changed = long.clone();
    changed.retain(|_| !random.percent(0.1));
    let sparse = some(random, 700, 3.0);
    // All in one chunk of the other list, and before or behind all of it.
    let dense: Vec<_> = (0..40_000).map(|b| pair(300, 1000 + b)).collect();
    let behind: Vec<_> = (0..40_000).map(|b| pair(900, 1000 + b)).collect();
    let first: Vec<_> = long[..1].to_vec();
    let lists = [&long[..], &changed, &sparse, &dense, &behind, &first, &[]];
    for threads in THREADS {
        pool(threads).install(|| {
            let mut events = Events::new();
            for before in lists {
                for now in lists {
                    check(&mut events, before, now);
                }
            }
        });
    }
    let counts = check(&mut Events::new(), &long, &changed);
    assert!(counts.ended > 50 && counts.begun == 0, "{counts:?}");
}

#[test]
fn the_largest_numbers_are_pairs_like_others() {
    let most = pair(u32::MAX - 1, u32::MAX);
    let counts = check(&mut Events::new(), &[pair(0, 1), most], &[pair(0, u32::MAX), most]);
    assert_eq!((counts.begun, counts.persisted, counts.ended), (1, 1, 1));
}

/// Wherever the fault lies: within a chunk and where two of them meet.
#[test]
fn lists_that_are_not_in_order_are_refused() {
    let good: Vec<_> = (0..70_000).map(|a| pair(a, a + 1)).collect();
    let mut events = Events::new();
    // Also where chunks and blocks of them meet.
    let block = [63, 64, 65, (1 << 14) + 62, (1 << 14) + 63, (1 << 14) + 64, (1 << 14) + 65];
    let others = [1, 2, 777, (1 << 14) - 1, 1 << 14, (1 << 14) + 1, 3 << 14, 69_999];
    for place in block.into_iter().chain(others) {
        for doubled in [false, true] {
            let mut bad = good.clone();
            bad[place] = if doubled { bad[place - 1] } else { pair(0, 0) };
            for (before, now, what) in [
                (&good[..], &bad[..], "the pairs of this frame"),
                (&bad, &good, "the pairs of the frame before"),
                (&[], &bad, "the pairs of this frame"),
                (&bad, &[], "the pairs of the frame before"),
                (&good[..100], &bad, "the pairs of this frame"),
            ] {
                let error = events.update(before, now).expect_err("it is not in order");
                assert_eq!(error, Error::NotCanonical { what, index: place });
                assert_eq!(events.counts(), EventCounts::default());
                assert_eq!(events.begun().count() + events.ended().count(), 0);
            }
        }
    }
    check(&mut events, &good, &good);
}
