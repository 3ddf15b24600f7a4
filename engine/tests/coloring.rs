//! Colorings: each pair is worked on once, those of a color share no shape, and the result is that
//! of one thread.

#[path = "common/mod.rs"]
mod common;

use std::{
    collections::HashSet,
    sync::atomic::{AtomicUsize, Ordering},
};

use common::{Random, SAID, THREADS, panics, pool};
use jostle::{
    Error, Pair,
    coloring::{Coloring, Side},
};

/// What is kept of a shape: it tells in which order which pairs were worked on.
type State = u64;

fn mix(a: u64, b: u64, place: usize) -> u64 {
    (a.rotate_left(17) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(place as u64)
}

/// Works on the pairs in the order of their colors, and tells what comes of it.
fn in_order(pairs: &[Pair], order: &[usize], fixed: &[bool], states: &mut [State]) {
    for place in order {
        let [a, b] = [pairs[*place].a, pairs[*place].b].map(|shape| shape as usize);
        let (old_a, old_b) = (states[a], states[b]);
        if !fixed[a] {
            states[a] = mix(old_a, old_b, *place);
        }
        if !fixed[b] {
            states[b] = mix(old_b, old_a, *place);
        }
    }
}

/// Colors pairs, checks the colors, and works on all of them with some numbers of threads.
fn check(coloring: &mut Coloring, pairs: &[Pair], fixed: &[bool]) {
    coloring.color_with_fixed(pairs, fixed).expect("the pairs are of shapes");
    assert_eq!(coloring.len(), pairs.len());
    let mut order = Vec::new();
    for color in 0..coloring.colors() {
        let mut shapes = HashSet::new();
        for place in coloring.places(color) {
            for shape in [pairs[place].a, pairs[place].b] {
                assert!(fixed[shape as usize] || shapes.insert(shape), "{shape} in {color} twice");
            }
            order.push(place);
        }
        assert!(coloring.places(color).next().is_some(), "nothing has color {color}");
    }
    assert_eq!(order.len() + coloring.uncolored(), pairs.len());
    let colored: HashSet<_> = order.iter().copied().collect();
    order.extend((0..pairs.len()).filter(|place| !colored.contains(place)));
    let start: Vec<State> = (0..fixed.len() as u64).collect();
    let mut expected = start.clone();
    in_order(pairs, &order, fixed, &mut expected);
    for threads in THREADS {
        let (mut states, calls) = (start.clone(), AtomicUsize::new(0));
        let work_on = |place: usize, mut a: Side<'_, State>, mut b: Side<'_, State>| {
            calls.fetch_add(1, Ordering::Relaxed);
            let (old_a, old_b) = (*a, *b);
            if let Some(a) = a.get_mut() {
                *a = mix(old_a, old_b, place);
            }
            if let Some(b) = b.get_mut() {
                *b = mix(old_b, old_a, place);
            }
        };
        pool(threads).install(|| coloring.for_each(&mut states, work_on)).expect("lengths fit");
        assert_eq!(calls.into_inner(), pairs.len());
        assert!(states == expected, "{threads} threads");
    }
}

fn random_pairs(random: &mut Random, shapes: usize, pairs: usize) -> Vec<Pair> {
    let mut list: Vec<_> = (0..pairs)
        .map(|_| {
            let a = random.below(shapes - 1);
            Pair { a: a as u32, b: (a + 1 + random.below(shapes - a - 1)) as u32 }
        })
        .collect();
    list.sort_unstable_by_key(|pair| pair.key());
    list.dedup();
    list
}

#[test]
fn the_result_is_that_of_one_thread() {
    let random = &mut Random::seeded(1);
    let mut coloring = Coloring::new();
    for (shapes, pairs) in [(20_000, 60_000), (2, 1), (1, 0), (0, 0), (300, 5000), (5000, 5000)] {
        let pairs = if pairs == 0 { Vec::new() } else { random_pairs(random, shapes, pairs) };
        for share in [0.0, 10.0, 100.0] {
            let fixed: Vec<_> = (0..shapes).map(|_| random.percent(share)).collect();
            check(&mut coloring, &pairs, &fixed);
        }
    }
}

/// A shape in more pairs than there are colors: some are worked on one after the other, unless it
/// is fixed.
#[test]
fn a_shape_of_many_pairs() {
    let pairs: Vec<_> = (1..3000).map(|b| Pair { a: 0, b }).collect();
    let mut coloring = Coloring::new();
    let mut fixed = vec![false; 3000];
    check(&mut coloring, &pairs, &fixed);
    assert_eq!((coloring.colors(), coloring.uncolored()), (64, 2999 - 64));
    fixed[0] = true;
    check(&mut coloring, &pairs, &fixed);
    assert_eq!((coloring.colors(), coloring.uncolored()), (1, 0));
}

#[test]
fn a_row_has_two_colors() {
    let pairs: Vec<_> = (0..100_000).map(|a| Pair { a, b: a + 1 }).collect();
    let mut coloring = Coloring::new();
    check(&mut coloring, &pairs, &vec![false; 100_001]);
    assert_eq!(coloring.colors(), 2);
}

#[test]
fn wrong_calls_change_nothing() {
    let mut coloring = Coloring::new();
    let pair = |a, b| Pair { a, b };
    let error = coloring.color(&[pair(0, 1), pair(1, 2)], 2);
    assert_eq!(error, Err(Error::NoShape { pair: 1, index: 2, shapes: 2 }));
    let error = coloring.color(&[pair(0, 1), pair(1, 1)], 2);
    assert_eq!(error, Err(Error::OneShape { pair: 1, index: 1 }));
    assert!(coloring.is_empty() && coloring.colors() == 0);
    coloring.color(&[pair(0, 1)], 2).expect("it is of two shapes");
    for states in [0, 1, 3] {
        let result = coloring.for_each(&mut vec![0; states], |_, _, _| panic!("nothing is done"));
        assert!(matches!(result, Err(Error::Length { expected: 2, .. })), "{result:?}");
    }
    let never = coloring.for_each(&mut [0], |_, _, _| panic!("nothing is done"));
    assert!(never.is_err());
}

#[test]
fn a_coloring_is_good_after_a_panic() {
    let random = &mut Random::seeded(4);
    let (shapes, mut coloring) = (3000, Coloring::new());
    let pairs = random_pairs(random, shapes, 9000);
    let fixed: Vec<_> = (0..shapes).map(|_| random.percent(10.0)).collect();
    check(&mut coloring, &pairs, &fixed);
    for threads in THREADS {
        for at in [0, 4000, pairs.len() - 1] {
            let (mut states, mut of_pairs) = (vec![0_u32; shapes], vec![0_u32; pairs.len()]);
            panics(|| {
                let work =
                    |place, mut a: Side<'_, u32>, mut b: Side<'_, u32>, of_pair: &mut u32| {
                        assert!(place != at, "{}", SAID);
                        a.get_mut().into_iter().for_each(|a| *a += 1);
                        b.get_mut().into_iter().for_each(|b| *b += 1);
                        *of_pair += 1;
                    };
                let work = || coloring.for_each_with(&mut states, &mut of_pairs, work);
                pool(threads).install(work).expect("it panics");
            });
            // Some pairs were worked on, each as a whole and once.
            assert!(of_pairs.iter().all(|times| *times <= 1) && of_pairs[at] == 0);
            let mut expected = vec![0; shapes];
            for (pair, _) in pairs.iter().zip(&of_pairs).filter(|(_, times)| **times == 1) {
                for shape in [pair.a, pair.b].map(|shape| shape as usize) {
                    expected[shape] += u32::from(!fixed[shape]);
                }
            }
            assert!(states == expected, "{threads} threads, pair {at}");
        }
    }
    check(&mut coloring, &pairs, &fixed);
}
