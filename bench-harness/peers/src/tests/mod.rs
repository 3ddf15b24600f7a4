//! Every peer that is compiled in, against brute force.
//!
//! None of them misses a pair or lists one twice on any of these scenes. A library of which that is
//! not true gets a test of its own that says what it does instead.

mod listing;
mod scenes;

use jostle::{Pair, digest::Digest};

use crate::{
    boxes::Corners,
    failure::Failure,
    measure::{self, Found, Plan},
    peer::{Peer, Tasks},
    registry,
};
use scenes::{scenes, steps};

fn plans(peer: &Peer, task: &str) -> Vec<Plan> {
    let parallel = peer.threads && !peer.serial.contains(&task);
    let threads: &[usize] = if parallel { &[1, 3] } else { &[1] };
    // Two runs: the second meets what the first left.
    threads.iter().map(|&threads| Plan { threads, runs: 2, warm_up: 0 }).collect()
}

fn brute_force<const D: usize>(boxes: &[Corners<D>]) -> Found {
    let mut pairs = Vec::new();
    for (a, one) in boxes.iter().enumerate() {
        for (b, other) in boxes.iter().enumerate().skip(a + 1) {
            let apart = |axis| one.max[axis] < other.min[axis] || other.max[axis] < one.min[axis];
            if !(0..D).any(apart) {
                pairs.push(Pair { a: a as u32, b: b as u32 });
            }
        }
    }
    Found::Pairs { pairs: pairs.len(), duplicates: 0, digest: Digest::of(&pairs).to_string() }
}

fn check_pairs<const D: usize>(tasks: fn(&Peer) -> &Tasks<D>) {
    for (scene, boxes) in scenes::<D>() {
        let expected = brute_force(&boxes);
        for peer in registry::all() {
            let Some(make) = tasks(peer).pairs else { continue };
            for plan in plans(peer, "pairs") {
                let measured = plan.run(|| measure::pairs(&mut *make(), &boxes, &plan));
                let found = measured.map(|measured| measured.found);
                let name = peer.name;
                assert_eq!(
                    found.as_ref().ok(),
                    Some(&expected),
                    "{name}, {scene}, {plan:?}: {found:?}"
                );
            }
        }
    }
}

fn check_drift<const D: usize>(tasks: fn(&Peer) -> &Tasks<D>) {
    for ((scene, boxes), share) in
        scenes::<D>().into_iter().flat_map(|all| [(all.clone(), 1), (all, 5)])
    {
        let by = steps(&boxes, share);
        for peer in registry::all() {
            let Some(make) = tasks(peer).drift else { continue };
            for plan in plans(peer, "drift").into_iter().map(|plan| Plan { runs: 4, ..plan }) {
                let mut then = boxes.clone();
                for _ in 0..plan.runs {
                    then.iter_mut().zip(&by).for_each(|(corners, by)| corners.shift(by));
                }
                let expected = brute_force(&then);
                let measured = plan.run(|| measure::drift(&mut *make(), &boxes, &by, &plan));
                let found = measured.map(|measured| measured.found);
                let name = peer.name;
                assert_eq!(
                    found.as_ref().ok(),
                    Some(&expected),
                    "{name}, {scene}, one in {share}, {plan:?}: {found:?}"
                );
            }
        }
    }
}

/// The sum of the distances to so many nearest points, itself among them.
fn nearest_by_brute_force<const D: usize>(points: &[[f32; D]], neighbors: usize) -> f64 {
    let distance = |from: &[f32; D], to: &[f32; D]| {
        let squares =
            from.iter().zip(to).map(|(from, to)| (f64::from(*from) - f64::from(*to)).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let sum = |from| {
        let mut distances: Vec<_> = points.iter().map(|to| distance(from, to)).collect();
        distances.sort_by(f64::total_cmp);
        distances.iter().take(neighbors).sum::<f64>()
    };
    points.iter().map(sum).sum()
}

fn check_nearest<const D: usize>(tasks: fn(&Peer) -> &Tasks<D>) {
    for (scene, boxes) in scenes::<D>() {
        let points: Vec<_> = boxes.iter().map(Corners::center).collect();
        for asked in [1, 5] {
            let expected = nearest_by_brute_force(&points, asked);
            for peer in registry::all() {
                let Some(make) = tasks(peer).nearest else { continue };
                for plan in plans(peer, "nearest") {
                    let at = format!("{}, {scene}, {asked}, {plan:?}", peer.name);
                    let measured = plan
                        .run(|| measure::nearest(&mut *make(), &points, asked, &plan))
                        .expect(&at);
                    let Found::Nearest { found, sum_of_distances, .. } = measured.found else {
                        panic!("{at}: {:?}", measured.found)
                    };
                    assert_eq!(found, (points.len() * asked.min(points.len())) as u64, "{at}");
                    let off = (sum_of_distances - expected).abs();
                    assert!(off <= 1e-6 * expected, "{at}: {sum_of_distances}, {expected}");
                }
            }
        }
    }
}

#[test]
fn pairs_in_the_plane() {
    check_pairs::<2>(|peer| &peer.flat);
}

#[test]
fn pairs_in_space() {
    check_pairs::<3>(|peer| &peer.space);
}

#[test]
fn boxes_that_drift_in_the_plane() {
    check_drift::<2>(|peer| &peer.flat);
}

#[test]
fn boxes_that_drift_in_space() {
    check_drift::<3>(|peer| &peer.space);
}

#[test]
fn nearest_in_the_plane() {
    check_nearest::<2>(|peer| &peer.flat);
}

#[test]
fn nearest_in_space() {
    check_nearest::<3>(|peer| &peer.space);
}

#[test]
fn a_library_that_panics_has_failed() {
    let plan = Plan { threads: 2, runs: 1, warm_up: 0 };
    let failure = plan.run(|| panic!("no box {}\nhas a second line", 7)).err();
    let Some(Failure::Library(why)) = failure else { panic!("{failure:?}") };
    assert_eq!(why, "the library panicked: no box 7");
}
