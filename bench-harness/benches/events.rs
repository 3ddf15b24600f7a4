//! Events alone: two million pairs in each of two frames, of which some changed, on one thread and
//! on all.
//!
//! What is found is compared with a search for each pair before anything is timed.

mod common;

use std::hint::black_box;

use common::{group, pools, time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jostle::{Pair, events::Events};

/// Pairs of a frame.
const PAIRS: u32 = 2_000_000;

/// One in so many pairs is in one of the frames only; 0 for none.
const CHANGED: [u32; 4] = [0, 100, 10, 2];

/// A frame of about two million pairs, two for each `a`: all that are in both frames, and those
/// that are in this one.
fn frame(which: u32, one_in: u32) -> Vec<Pair> {
    let stays = |number: u32| {
        // Spread without a pattern that the processor could learn.
        let hash = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        one_in == 0
            || hash % u64::from(one_in) != 0
            || hash / u64::from(one_in) % 2 == u64::from(which)
    };
    let pair = |number: u32| Pair { a: number / 2, b: number / 2 + 1 + number % 2 * 7 };
    (0..PAIRS).filter(|number| stays(*number)).map(pair).collect()
}

fn check(events: &Events, before: &[Pair], now: &[Pair]) {
    let place = |pair: &Pair| before.binary_search_by_key(&pair.key(), |other| other.key()).ok();
    let mut persisted = 0;
    for (index, pair) in now.iter().enumerate() {
        assert_eq!(events.place_before(index), place(pair), "{pair:?}");
        persisted += usize::from(place(pair).is_some());
    }
    let (begun, ended) = (now.len() - persisted, before.len() - persisted);
    let counts = events.counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (begun, persisted, ended));
    assert_eq!(events.ended().count(), ended);
}

fn changes(criterion: &mut Criterion) {
    for one_in in CHANGED {
        let (before, now) = (frame(0, one_in), frame(1, one_in));
        let share = if one_in == 0 { 0.0 } else { 100.0 / f64::from(one_in) };
        let mut bench = group(criterion, &format!("events/{share} % changed"));
        bench.throughput(Throughput::Elements(now.len() as u64));
        for pool in pools() {
            let mut events = Events::new();
            pool.install(|| events.update(&before, &now)).expect("both are in order");
            check(&events, &before, &now);
            time(&mut bench, &pool, "merge", now.len(), || {
                events.update(black_box(&before), black_box(&now))
            });
        }
    }
}

criterion_group!(benches, changes);
criterion_main!(benches);
