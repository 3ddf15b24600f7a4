//! Many neighbors at once: the right ones, and no slower than by sorting all boxes.

use std::time::{Duration, Instant};

use jostle::{
    Bounds, SimdLevel,
    bvh::{Bvh, Lists, NearestHit},
};

use crate::common::Random;

fn tree_of(points: &[[f32; 3]], level: SimdLevel) -> Bvh<3> {
    let columns = [0, 1, 2].map(|axis| points.iter().map(|p| p[axis]).collect::<Vec<f32>>());
    let columns = columns.each_ref().map(Vec::as_slice);
    let mut tree = Bvh::new().with_level(level);
    tree.build(Bounds::from_columns(columns, columns).unwrap()).unwrap();
    tree
}

/// The nearest to zero by a sort of all.
fn sorted(points: &[[f32; 3]]) -> Vec<NearestHit> {
    let hit = |(id, [x, y, z]): (usize, &[f32; 3])| NearestHit {
        id: id as u32,
        distance_squared: x * x + y * y + z * z,
    };
    let mut all: Vec<NearestHit> = points.iter().enumerate().map(hit).collect();
    all.sort_unstable_by(|a, b| {
        a.distance_squared.total_cmp(&b.distance_squared).then(a.id.cmp(&b.id))
    });
    all
}

#[test]
fn many_neighbors_are_the_first_of_all_in_order() {
    let mut random = Random::seeded(5);
    let n = 3000;
    let mut ties = 0;
    // All different, a few at each distance, many at each, all at one.
    for values in [1 << 20, n / 3, 7, 1] {
        let points: Vec<[f32; 3]> =
            (0..n).map(|_| [random.below(values) as f32, 0.0, 0.0]).collect();
        let expected = sorted(&points);
        ties +=
            expected.windows(2).filter(|w| w[0].distance_squared == w[1].distance_squared).count();
        for level in SimdLevel::available() {
            let tree = tree_of(&points, *level);
            for k in [15, 16, 17, 18, 31, 32, 33, 500, n - 1, n, n + 1] {
                let k_or_all = k.min(n);
                let mut found = Vec::new();
                tree.nearest([0.0; 3], k, f32::INFINITY, |_| true, &mut found).unwrap();
                assert_eq!(found, expected[..k_or_all], "{level}, {k}");
                // The second of a batch begins with what the first one needed.
                let mut lists = Lists::new();
                tree.nearest_of(&[[0.0; 3]; 2], k, f32::INFINITY, |_, _| true, &mut lists).unwrap();
                assert_eq!(lists.get(1), &expected[..k_or_all], "{level}, {k}, in a batch");
                // Fewer than were asked for.
                let within: Vec<NearestHit> =
                    expected.iter().copied().filter(|hit| hit.distance_squared <= 9.0).collect();
                found.clear();
                tree.nearest([0.0; 3], k, 3.0, |_| true, &mut found).unwrap();
                assert_eq!(found, within[..k.min(within.len())], "{level}, {k}, within 3");
            }
        }
    }
    assert!(ties > n, "{ties}");
}

/// The shortest time of some.
fn shortest(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let begin = Instant::now();
        run();
        begin.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

/// All boxes as neighbors: a list that stays sorted while it grows would take as long as hundreds
/// of sorts.
#[test]
fn all_neighbors_take_no_longer_than_a_few_sorts() {
    let mut random = Random::seeded(6);
    let points: Vec<[f32; 3]> = (0..100_000).map(|_| random.point(-1e3, 1e3)).collect();
    let tree = tree_of(&points, SimdLevel::default());
    let (k, mut found) = (points.len(), Vec::new());
    let query = shortest(|| {
        found.clear();
        tree.nearest([0.0; 3], k, f32::INFINITY, |_| true, &mut found).unwrap();
    });
    let sort = shortest(|| assert_eq!(sorted(&points).len(), k));
    assert_eq!(found, sorted(&points));
    assert!(query < 20 * sort, "{query:?} for a query, {sort:?} for a sort");
}
