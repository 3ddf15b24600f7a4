//! The oracle, and what holds lists to it.

use jostle::{
    SimdLevel,
    neighbors::{ListKind, Neighbors, Points},
};
use rayon::iter::ParallelIterator;

use crate::common::{THREADS, pool};

/// The ends of each periodic axis.
pub(crate) type Periods<const D: usize> = [Option<(f32, f32)>; D];

pub(crate) const OPEN2: Periods<2> = [None; 2];
pub(crate) const OPEN3: Periods<3> = [None; 3];

/// How far apart two coordinates are. Points of these tests lie such that `f64` does not round.
fn apart(a: f32, b: f32, period: Option<(f32, f32)>) -> f64 {
    let apart = f64::from(a) - f64::from(b);
    period.map_or(apart.abs(), |(low, high)| {
        let length = f64::from(high) - f64::from(low);
        let rest = apart.rem_euclid(length);
        rest.min(length - rest)
    })
}

/// The square of the distance of two points.
pub(crate) fn square<const D: usize>(a: [f32; D], b: [f32; D], periods: &Periods<D>) -> f64 {
    (0..D).map(|axis| apart(a[axis], b[axis], periods[axis]).powi(2)).sum()
}

/// The neighbors of each point, by a double loop.
pub(crate) fn naive<const D: usize>(
    points: &[[f32; D]],
    radius: f32,
    kind: ListKind,
    periods: &Periods<D>,
) -> Vec<Vec<u32>> {
    let finite = |point: &[f32; D]| point.iter().all(|x| x.is_finite());
    let limit = f64::from(radius).powi(2);
    let near = |i: usize, j: usize| {
        let wanted = if kind == ListKind::Half { j > i } else { j != i };
        let [a, b] = [points[i], points[j]];
        wanted && finite(&a) && finite(&b) && square(a, b, periods) <= limit
    };
    let list = |i| (0..points.len()).filter(|j| near(i, *j)).map(|j| j as u32).collect();
    (0..points.len()).map(list).collect()
}

/// Asserts that lists are the expected ones, in every way to read them.
pub(crate) fn assert_lists<const D: usize>(
    lists: &Neighbors<D>,
    expected: &[Vec<u32>],
    what: &str,
) {
    assert_eq!(
        (lists.len(), lists.offsets().len()),
        (expected.len(), expected.len() + 1),
        "{what}"
    );
    for (point, (found, expected)) in lists.iter().zip(expected).enumerate() {
        assert_eq!(found, (point, expected.as_slice()), "{what}: point {point}");
        assert_eq!(lists.of(point), expected, "{what}: point {point}");
    }
    let total: usize = expected.iter().map(Vec::len).sum();
    assert_eq!((lists.indices().len(), lists.offsets()[expected.len()]), (total, total), "{what}");
    assert_eq!(lists.par_iter().map(|(_, list)| list.len()).sum::<usize>(), total, "{what}");
}

/// Builds lists of both kinds at all levels on all numbers of threads, in columns and records, and
/// holds them against the oracle. Returns the number of pairs.
pub(crate) fn check<const D: usize>(
    points: &[[f32; D]],
    radius: f32,
    periods: &Periods<D>,
    what: &str,
) -> usize {
    let columns: [Vec<f32>; D] =
        std::array::from_fn(|axis| points.iter().map(|point| point[axis]).collect());
    let columns = Points::from_columns(columns.each_ref().map(Vec::as_slice)).expect("one length");
    let mut pairs = 0;
    for kind in [ListKind::Full, ListKind::Half] {
        let expected = naive(points, radius, kind, periods);
        pairs = expected.iter().map(Vec::len).sum();
        for level in SimdLevel::available() {
            let mut lists =
                Neighbors::new(radius).with_level(*level).with_kind(kind).with_periods(*periods);
            for threads in THREADS {
                let what = format!("{what}: {kind:?}, {level}, {threads} threads");
                pool(threads).install(|| {
                    lists.set_radius(radius + 1.0);
                    // Another radius first, so that what it leaves in the buffers meets this one.
                    let _ = lists.update(columns);
                    lists.set_radius(radius);
                    lists.update(columns).expect(&what);
                    assert_lists(&lists, &expected, &what);
                    let mut fresh = Neighbors::new(radius)
                        .with_level(*level)
                        .with_kind(kind)
                        .with_periods(*periods);
                    fresh.update(points).expect(&what);
                    assert_lists(&fresh, &expected, &what);
                });
            }
        }
    }
    pairs
}
