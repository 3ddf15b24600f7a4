//! Many points on many threads: one answer, whatever the order of the points.

use jostle::{
    Bounds, BroadPhase, Join, Pair, Pairs, Sap, SimdLevel,
    neighbors::{ListKind, Neighbors},
};

use crate::common::{Random, THREADS, assert_same, pool};

const COUNT: usize = 60_000;

/// The pairs of half lists.
fn pairs_of<const D: usize>(lists: &Neighbors<D>) -> Vec<Pair> {
    let of = |(a, list): (usize, &[u32])| {
        list.iter().map(move |b| Pair { a: a as u32, b: *b }).collect()
    };
    lists.iter().flat_map(|list| -> Vec<Pair> { of(list) }).collect()
}

/// The boxes of the sweep and prune, and a distance in `f64`.
fn swept<const D: usize>(points: &[[f32; D]], radius: f32) -> Vec<Pair> {
    let half = vec![radius * 0.500_01; points.len()];
    let (mut sap, mut pairs) = (Sap::<D>::new(), Pairs::new());
    let bounds = Bounds::from_points(points, &half).expect("as many radii as points");
    sap.pairs(&Join::within(bounds), &mut pairs).expect("the call is valid");
    pairs.sort_canonical().expect("there is memory");
    let near = |pair: &&Pair| {
        let [a, b] = [points[pair.a as usize], points[pair.b as usize]];
        let square: f64 =
            (0..D).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum();
        square <= f64::from(radius).powi(2)
    };
    pairs.iter().filter(near).copied().collect()
}

fn agree<const D: usize>(side: f32, least: usize) {
    let random = &mut Random::seeded(D as u64);
    let points: Vec<[f32; D]> = (0..COUNT).map(|_| random.point(-side, side)).collect();
    let expected = swept(&points, 1.0);
    assert!(expected.len() > least, "{}", expected.len());
    for level in SimdLevel::available() {
        for threads in THREADS {
            let mut half = Neighbors::new(1.0).with_level(*level).with_kind(ListKind::Half);
            let mut full = Neighbors::new(1.0).with_level(*level);
            pool(threads).install(|| {
                half.update(&points).expect("the points are valid");
                full.update(&points).expect("the points are valid");
            });
            assert_same(&pairs_of(&half), &expected, &format!("{level}, {threads} threads"));
            assert_eq!(full.indices().len(), 2 * expected.len());
            for pair in &expected {
                let [a, b] = [full.of(pair.a as usize), full.of(pair.b as usize)];
                assert!(a.binary_search(&pair.b).is_ok() && b.binary_search(&pair.a).is_ok());
            }
        }
    }
}

#[test]
fn many_points_have_the_pairs_of_the_sweep_in_2d() {
    agree::<2>(60.0, 300_000);
}

#[test]
fn many_points_have_the_pairs_of_the_sweep_in_3d() {
    agree::<3>(9.0, 900_000);
}

/// Points in another order have the same neighbors.
#[test]
fn the_order_of_points_changes_nothing() {
    let random = &mut Random::seeded(4);
    let points: Vec<[f32; 3]> = (0..5000).map(|_| random.point(0.0, 9.0)).collect();
    let order = random.order(points.len());
    let shuffled: Vec<[f32; 3]> = order.iter().map(|index| points[*index]).collect();
    let (mut lists, mut others) = (Neighbors::new(1.0), Neighbors::new(1.0));
    lists.update(&points).expect("the points are valid");
    others.update(&shuffled).expect("the points are valid");
    for (place, index) in order.iter().enumerate() {
        let mut list: Vec<_> = others.of(place).iter().map(|j| order[*j as usize] as u32).collect();
        list.sort_unstable();
        assert_eq!(list, lists.of(*index));
    }
    assert!(lists.indices().len() > 50_000, "{}", lists.indices().len());
}
