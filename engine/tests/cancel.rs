//! Calls that are ended by a token, before they begin and while they are at work.

use std::{thread, time::Duration};

use jostle::{
    Bounds, BroadPhase, CollisionPipeline, Error, Join, Pair, Pairs, Sap, World,
    cancel::CancelToken,
    neighbors::{Neighbors, Points},
    shape::Columns,
};

/// So many boxes that all touch: each pair of them is one.
const MANY: usize = 40_000;

/// Ends a call from another thread, as soon as it is likely to be at work.
fn while_at_work<R>(token: &CancelToken, work: impl FnOnce() -> R) -> R {
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            token.set();
        });
        work()
    })
}

#[test]
fn a_list_of_pairs_stops() {
    let zeros = vec![0.0; MANY];
    let bounds = Bounds::<2>::from_columns([&zeros, &zeros], [&zeros, &zeros]).unwrap();
    let (mut sap, mut pairs) = (Sap::new(), Pairs::new());
    let token = CancelToken::new();
    pairs.set_cancel(Some(token.clone()));
    let stats = while_at_work(&token, || sap.pairs(&Join::within(bounds), &mut pairs)).unwrap();
    let all = (MANY * (MANY - 1) / 2) as u64;
    assert!(stats.stopped && stats.pairs < all, "{} of {all} pairs", stats.pairs);

    // The next call with the same list finds all again, one without a token.
    let few = Bounds::<2>::from_columns([&zeros[..3]; 2], [&zeros[..3]; 2]).unwrap();
    assert!(sap.pairs(&Join::within(few), &mut pairs).unwrap().stopped);
    pairs.set_cancel(None);
    assert!(!sap.pairs(&Join::within(few), &mut pairs).unwrap().stopped);
    assert_eq!(pairs.into_vec(), [[0, 1], [0, 2], [1, 2]].map(|[a, b]| Pair { a, b }));
}

#[test]
fn neighbor_lists_end() {
    let points = vec![[0.0, 0.0]; MANY];
    let mut lists = Neighbors::<2>::new(1.0);
    let token = CancelToken::new();
    lists.set_cancel(Some(token.clone()));
    let result = while_at_work(&token, || lists.update(&points));
    assert_eq!(result, Err(Error::Cancelled));
    assert!(lists.is_empty() && lists.validity().is_none());
    lists.set_cancel(None);
    lists.update(Points::from(&points[..3])).unwrap();
    assert_eq!(lists.indices(), [1, 2, 0, 2, 0, 1]);
}

#[test]
fn steps_end() {
    let (zeros, ones) = (vec![0.0; MANY], vec![1.0; MANY]);
    let few = Columns::<2>::default().with_balls([&zeros[..2]; 2], &ones[..2]).unwrap();
    let many = Columns::default().with_balls([&zeros; 2], &ones).unwrap();
    let mut pipeline = CollisionPipeline::new();
    pipeline.step(few).unwrap();
    let token = CancelToken::new();
    pipeline.set_cancel(Some(token.clone()));
    let result = while_at_work(&token, || pipeline.step(many).map(|_| ()));
    assert_eq!(result, Err(Error::Cancelled));
    assert!(pipeline.touching().is_empty());
    pipeline.set_cancel(None);
    pipeline.step(few).unwrap();
    assert_eq!(pipeline.touching(), [Pair { a: 0, b: 1 }]);
    // It is compared with the last step that was no error.
    assert_eq!(pipeline.events().counts().persisted, 1);

    let mut world = World::<2>::new();
    world.shapes_mut().insert_all(few, Default::default(), &mut Vec::new()).unwrap();
    world.set_cancel(Some(token));
    assert_eq!(world.step().map(|_| ()), Err(Error::Cancelled));
    world.set_cancel(None);
    world.step().unwrap();
    assert_eq!(world.contacts().len(), 1);
}
