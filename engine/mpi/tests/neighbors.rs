//! Neighbor lists of many ranks are those of one machine.

mod common;

use common::Random;
use jostle::{
    domain::Decomposition,
    neighbors::{ListKind, Neighbors, Points, RadiusRule},
};
use jostle_mpi::{DistributedNeighbors, Error, LocalPoints, Ranks, run_ranks};

fn points<const D: usize>(count: usize) -> Vec<[f32; D]> {
    let mut random = Random(4);
    let mut points: Vec<[f32; D]> = (0..count)
        .map(|number| match number % 3 {
            0 => random.point::<D>(0.0, 40.0).map(|x| x.floor() / 8.0),
            _ => random.point(0.0, 5.0),
        })
        .collect();
    // At the ends of a period, and twice in one place.
    points[0] = [0.0; D];
    points[1] = [5.0_f32.next_down(); D];
    points[2] = points[5];
    points[3] = [f32::NAN; D];
    points
}

/// Radii of some points, of which two are none and one is far larger than the others.
fn radii(count: usize) -> Vec<f32> {
    let mut random = Random(9);
    let mut radii: Vec<f32> = (0..count)
        .map(|number| if number % 5 == 0 { 0.0 } else { random.between(0.0, 0.2) })
        .collect();
    [radii[7], radii[8], radii[9], radii[10]] = [f32::NAN, -1.0, 2.5, -0.0];
    radii
}

fn lists_are_those_of_one_machine<const D: usize>(
    radius: f32,
    radii: &[f32],
    with: impl Fn(Neighbors<D>) -> Neighbors<D>,
    with_too: impl Fn(DistributedNeighbors<D>) -> DistributedNeighbors<D> + Sync,
) {
    let points = points::<D>(1200);
    let mut all = with(Neighbors::new(radius));
    let points_of_all = Points::from(&points);
    let points_of_all = match radii {
        [] => points_of_all,
        _ => points_of_all.with_radii(radii).expect("they are as many"),
    };
    all.update(points_of_all).expect("all is well");
    assert!(all.indices().len() > 5_000, "{}", all.indices().len());
    for ranks in [1, 2, 3, 4, 7, 16] {
        let domains = Decomposition::bisect(&points, &vec![1.0; points.len()], ranks);
        let domains = domains.expect("there is memory");
        let ghosts = run_ranks(ranks, |me| {
            let is_mine = |id: &usize| domains.domain_of(&points[*id]) == me.rank();
            let mine: Vec<usize> = (0..points.len()).filter(is_mine).collect();
            let ids: Vec<u64> = mine.iter().map(|id| *id as u64).collect();
            let own: Vec<f32> = mine.iter().flat_map(|id| points[*id]).collect();
            let mut lists = with_too(DistributedNeighbors::new(radius));
            let mut own = Points::from_strided(&own, D).expect("they are as long");
            let own_radii: Vec<f32> =
                mine.iter().filter_map(|id| radii.get(*id).copied()).collect();
            if !radii.is_empty() {
                own = own.with_radii(&own_radii).expect("they are as many");
            }
            for _ in 0..2 {
                let local = LocalPoints::new(&ids, own);
                lists.update(me, &domains, local).expect("all is well");
                assert_eq!(lists.len(), mine.len());
                for (place, id) in mine.iter().enumerate() {
                    let list = lists.of(place).map(|neighbor| neighbor.id as u32);
                    assert!(list.eq(all.of(*id).iter().copied()), "{ranks} ranks, point {id}");
                }
            }
            lists.held_ghosts()
        });
        assert_eq!(ghosts.iter().sum::<usize>() > 0, ranks > 1);
    }
}

#[test]
fn in_open_space() {
    lists_are_those_of_one_machine::<2>(0.3, &[], |lists| lists, |lists| lists);
    let half = ListKind::Half;
    lists_are_those_of_one_machine::<3>(
        0.8,
        &[],
        |lists| lists.with_kind(half),
        |lists| lists.with_kind(half),
    );
}

#[test]
fn across_periodic_borders() {
    let periods = [Some((0.0, 5.0)), None];
    let [with, with_too] = [|lists: Neighbors<2>| lists.with_periods([Some((0.0, 5.0)), None]); 2];
    let _ = with_too;
    lists_are_those_of_one_machine::<2>(0.375, &[], with, |lists| lists.with_periods(periods));
    let all = [Some((0.0, 5.0)); 3];
    lists_are_those_of_one_machine::<3>(
        0.75,
        &[],
        |lists| lists.with_periods(all).with_kind(ListKind::Half),
        |lists| lists.with_periods(all).with_kind(ListKind::Half),
    );
}

#[test]
fn nearest() {
    let all = [Some((0.0, 5.0)); 2];
    lists_are_those_of_one_machine::<2>(
        0.6,
        &[],
        |lists| lists.with_nearest(8).with_periods(all),
        |lists| lists.with_nearest(8).with_periods(all),
    );
}

#[test]
fn points_with_radii() {
    let radii = radii(1200);
    for rule in [RadiusRule::Sum, RadiusRule::Larger, RadiusRule::Own] {
        lists_are_those_of_one_machine::<2>(
            0.1,
            &radii,
            |lists| lists.with_rule(rule),
            |lists| lists.with_rule(rule),
        );
        let periods = [Some((0.0, 5.0)), None, Some((0.0, 5.0))];
        lists_are_those_of_one_machine::<3>(
            0.5,
            &radii,
            |lists| lists.with_rule(rule).with_periods(periods),
            |lists| lists.with_rule(rule).with_periods(periods),
        );
    }
}

#[test]
fn what_cannot_be_listed_is_refused_on_all_ranks() {
    let points = points::<2>(100);
    let domains = Decomposition::bisect(&points, &[1.0; 100], 3).expect("there is memory");
    let results = run_ranks(3, |me| {
        let mut lists = DistributedNeighbors::new(0.5);
        // All of them on one rank are not at home.
        let ids: Vec<u64> = if me.rank() == 1 { (0..100).collect() } else { Vec::new() };
        let own = if me.rank() == 1 { points.clone() } else { Vec::new() };
        let away = lists.update(me, &domains, LocalPoints::new(&ids, &own));
        let mut others = DistributedNeighbors::new(0.5 + me.rank() as f32);
        let differ = others.update(me, &domains, LocalPoints::new(&[], &[]));
        let right = lists.update(me, &domains, LocalPoints::new(&[], &[]));
        (away, differ, right)
    });
    for (rank, (away, differ, right)) in results.into_iter().enumerate() {
        match away {
            Err(Error::Engine(error)) if rank == 1 => assert!(error.to_string().contains("point")),
            Err(Error::Rank(fault)) => assert_eq!(fault.rank, 1),
            other => panic!("{other:?}"),
        }
        assert_eq!(differ, Err(Error::Settings));
        assert_eq!(right, Ok(()));
    }
}
