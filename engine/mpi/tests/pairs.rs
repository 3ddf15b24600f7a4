//! Pairs of many ranks are those of one machine.

mod common;

use common::{Boxes, Item, Random, items, pairs_of_all};
use jostle::{
    Aabb, Bounds, Sap,
    broad::{Auto, BruteForce},
    digest::Digest,
    domain::Decomposition,
};
use jostle_mpi::{DistributedBroadPhase, LocalBoxes, Ranks, run_ranks};

/// The domains of so many ranks.
fn domains<const D: usize>(items: &[Item<D>], ranks: usize) -> Decomposition<D> {
    let sample: Vec<[f32; D]> = items.iter().map(|item| item.aabb.min).collect();
    Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks).expect("there is memory")
}

/// What all ranks report over some frames in which boxes move, come, go and change ranks.
fn frames_are_those_of_one_machine<const D: usize>(filtered: bool, wide: bool, share: u64) {
    for ranks in [1, 2, 3, 4, 7, 16] {
        let mut frames = vec![items::<D>(700, 5, wide)];
        let mut random = Random(1);
        for _ in 0..6 {
            let mut items = frames[frames.len() - 1].clone();
            for item in &mut items {
                if random.next().is_multiple_of(share) {
                    let by = random.point::<D>(-0.3, 0.3);
                    let Aabb { min, max } = &mut item.aabb;
                    (0..D).for_each(|axis| {
                        (min[axis], max[axis]) = (min[axis] + by[axis], max[axis] + by[axis]);
                    });
                }
            }
            items.remove((random.next() % 600) as usize);
            frames.push(items);
        }
        let domains = domains(&frames[0], ranks);
        let expected: Vec<_> = frames.iter().map(|items| pairs_of_all(items, filtered)).collect();
        assert!(expected.iter().all(|pairs| pairs.len() > 500));
        let found = run_ranks(ranks, |me| {
            let mut phase = match me.rank() % 3 {
                0 => DistributedBroadPhase::new(Sap::<D>::new()),
                1 => DistributedBroadPhase::new(Auto::new()),
                _ => DistributedBroadPhase::new(BruteForce::new()),
            };
            let mut sent = Vec::new();
            let lists: Vec<_> = frames
                .iter()
                .enumerate()
                .map(|(frame, items)| {
                    // Some are at home, others anywhere. In some frames ids do not ascend.
                    let is_mine = |item: &&Item<D>| match item.id % 3 {
                        0 => (item.id as usize + frame / 4) % ranks == me.rank(),
                        _ => domains.domain_of(&item.aabb.min) == me.rank(),
                    };
                    let mut mine: Vec<_> = items.iter().filter(is_mine).collect();
                    if frame % 2 == 1 {
                        mine.reverse();
                    }
                    let boxes = Boxes::new(mine.into_iter());
                    let local = LocalBoxes::new(&boxes.ids, boxes.set(filtered));
                    let stats = phase.update(me, &domains, local).expect("all is well");
                    sent.push(stats);
                    let pairs: Vec<[u64; 2]> = phase.ids(&boxes.ids).collect();
                    assert!(pairs.iter().all(|[a, b]| a < b));
                    (pairs, phase.digest(me, &boxes.ids))
                })
                .collect();
            (lists, sent)
        });
        for (frame, expected) in expected.iter().enumerate() {
            let lists = found.iter().map(|(lists, _)| &lists[frame]);
            let mut all: Vec<_> = lists.clone().flat_map(|(pairs, _)| pairs.clone()).collect();
            all.sort_unstable();
            assert!(all == *expected, "{ranks} ranks, frame {frame}");
            let mut digest = Digest::default();
            digest.add_wide(expected);
            assert!(lists.clone().all(|(_, of_all)| *of_all == digest));
        }
        let ghosts: usize = found.iter().map(|(_, stats)| stats[0].held_ghosts).sum();
        assert_eq!(ghosts > 0, ranks > 1);
    }
}

#[test]
fn in_2d() {
    frames_are_those_of_one_machine::<2>(false, false, 1);
}

#[test]
fn in_3d_with_ids_of_64_bits() {
    frames_are_those_of_one_machine::<3>(false, true, 2);
}

#[test]
fn with_filters() {
    frames_are_those_of_one_machine::<2>(true, true, 100);
}

#[test]
fn what_rests_is_not_sent_again() {
    let items = items::<3>(3000, 7, false);
    let domains = domains(&items, 4);
    let bytes = run_ranks(4, |me| {
        let mut phase = DistributedBroadPhase::new(Sap::<3>::new());
        let mine = items.iter().filter(|item| item.id % 4 == me.rank() as u64);
        let mut mine: Vec<_> = mine.copied().collect();
        [0, 1, 2, 3].map(|frame| {
            match frame {
                2 => mine.iter_mut().step_by(50).for_each(|item| item.aabb.max[1] += 0.1),
                // Who is where in the arrays of its rank does not matter.
                3 => mine.reverse(),
                _ => (),
            }
            let boxes = Boxes::new(mine.iter());
            let local = LocalBoxes::new(&boxes.ids, boxes.set(false));
            phase.update(me, &domains, local).expect("all is well").sent_bytes
        })
    });
    let sums = [0, 1, 2, 3].map(|frame| bytes.iter().map(|bytes| bytes[frame]).sum::<u64>());
    assert!(sums[0] > 60_000, "{sums:?}");
    assert!(sums[1].max(sums[3]) < sums[0] / 100, "two bits for each: {sums:?}");
    assert!((sums[0] / 100..sums[0] / 20).contains(&sums[2]), "{sums:?}");
}

/// A thin wall across a domain makes what it touches near, and not all beside it.
#[test]
fn a_wall_makes_few_boxes_near() {
    let mut random = Random(3);
    let mut boxes: Vec<Aabb<2>> = (0..4000)
        .map(|_| {
            let min = random.point::<2>(0.0, 60.0);
            Aabb { min, max: min.map(|x| x + 0.5) }
        })
        .collect();
    boxes.push(Aabb { min: [0.0, 29.0], max: [60.0, 29.5] });
    let sample: Vec<_> = boxes.iter().map(|aabb| aabb.min).collect();
    let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], 2).expect("memory");
    let near = run_ranks(2, |me| {
        let is_mine = |id: &usize| domains.domain_of(&boxes[*id].min) == me.rank();
        let mine: Vec<usize> = (0..boxes.len()).filter(is_mine).collect();
        let ids: Vec<u64> = mine.iter().map(|id| *id as u64).collect();
        let corner = |id: &usize| boxes[*id].min.into_iter().chain(boxes[*id].max);
        let corners: Vec<f32> = mine.iter().flat_map(corner).collect();
        let bounds = Bounds::<2>::from_strided((&corners, 4), (&corners[2..], 4)).expect("even");
        let mut phase = DistributedBroadPhase::new(Sap::<2>::new());
        phase.update(me, &domains, LocalBoxes::new(&ids, bounds)).expect("memory").near_boxes
    });
    assert!(near.iter().max() < Some(&300) && near.iter().max() > Some(&20), "{near:?}");
}
