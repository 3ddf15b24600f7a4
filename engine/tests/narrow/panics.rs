//! Panics of who is shown what the narrow phase finds are his own, and lose nothing.

use std::sync::atomic::{AtomicUsize, Ordering};

use jostle::{
    Error,
    narrow::{Contacts, Narrow, NarrowStats},
};

use crate::common::{Random, SAID, THREADS, pairs_of, panics, planar, pool, set};

/// Shows something with a function that is called for each batch.
type Show<'a> =
    &'a (dyn Fn(&mut Narrow<2>, &(dyn Fn() + Sync)) -> Result<NarrowStats, Error> + Sync);

#[test]
fn what_is_shown_may_panic() {
    let mut random = Random::seeded(31);
    let set = set(240, |number| planar(&mut random, number));
    let pairs = pairs_of(&mut random, 240, 240, true);
    let prepared = &set.prepared;
    let ways: [Show<'_>; 2] = [
        &|narrow, called| narrow.visit_separations(prepared, &pairs, |_| called()),
        &|narrow, called| narrow.visit_contacts(prepared, &pairs, |_| called()),
    ];
    for threads in THREADS {
        pool(threads).install(|| {
            let mut narrow = Narrow::new();
            let contacts = |narrow: &mut Narrow<2>| {
                let (mut separations, mut contacts) = (Vec::new(), Contacts::new());
                narrow.separations(prepared, &pairs, &mut separations).expect("they are valid");
                narrow.contacts(prepared, &pairs, &mut contacts).expect("they are valid");
                (separations, contacts.digest(u64::from))
            };
            let expected = contacts(&mut narrow);
            for (way, show) in ways.iter().enumerate() {
                let batches = AtomicUsize::new(0);
                let count = || {
                    batches.fetch_add(1, Ordering::Relaxed);
                };
                let all = show(&mut narrow, &count).expect("they are valid");
                let batches = batches.into_inner();
                assert!(batches > 10, "only {batches} batches");
                for at in [0, batches / 2, batches - 1] {
                    let called = AtomicUsize::new(0);
                    panics(|| {
                        let call = || {
                            assert!(called.fetch_add(1, Ordering::Relaxed) != at, "{}", SAID);
                        };
                        show(&mut narrow, &call).expect("it panics");
                    });
                    let called = AtomicUsize::new(0);
                    let count = || {
                        called.fetch_add(1, Ordering::Relaxed);
                    };
                    let again = show(&mut narrow, &count).expect("they are valid");
                    assert_eq!((again, called.into_inner()), (all, batches), "{way}, batch {at}");
                }
            }
            assert!(contacts(&mut narrow) == expected, "{threads} threads");
        });
    }
}
