//! Batches of queries.
//!
//! Promised: a batch answers what its queries would answer one by one, in the order of the caller,
//! with the number of the query handed to the filter, for every number of queries and threads and
//! every level.

use jostle::{
    Aabb, SimdLevel,
    bvh::{Ball, BoxCast, Bvh, Hit, Lists, Moving, NearestHit, Region},
    geometry::Ray,
};

use crate::common::{Boxes, Random, Style, mixed, pool, trees};

const SIZES: [usize; 8] = [0, 1, 2, 7, 8, 9, 1000, 5000];
const THREADS: [usize; 4] = [1, 2, 3, 8];
const INF: f32 = f32::INFINITY;

fn accept(query: usize, id: u32) -> bool {
    !(query + id as usize).is_multiple_of(3)
}

/// Runs a check of every prefix of the queries, at every level and on every number of threads.
fn everywhere<const D: usize>(boxes: &Boxes<D>, check: impl Fn(&Bvh<D>, usize) + Sync) {
    for (level, tree) in trees(boxes) {
        for threads in THREADS {
            for size in SIZES {
                pool(threads).install(|| check(&tree, size));
            }
        }
        assert!(SimdLevel::available().contains(&level));
    }
}

fn assert_lists<T: PartialEq + std::fmt::Debug>(lists: &Lists<T>, expected: &[Vec<T>]) {
    assert_eq!((lists.len(), lists.is_empty()), (expected.len(), expected.is_empty()));
    let total: usize = expected.iter().map(Vec::len).sum();
    assert_eq!((lists.items().len(), lists.offsets().len()), (total, expected.len() + 1));
    for (query, list) in expected.iter().enumerate() {
        assert_eq!(lists.get(query), list, "query {query}");
    }
}

fn check_moving<const D: usize, M: Moving<D> + Send>(boxes: &Boxes<D>, casts: &[M]) -> usize {
    let tree = trees(boxes).pop().expect("there is a level").1;
    let numbered = || casts.iter().enumerate();
    let first: Vec<Option<Hit>> =
        numbered().map(|(q, cast)| tree.closest_hit(cast, |id| accept(q, id)).unwrap()).collect();
    let any: Vec<bool> =
        numbered().map(|(q, cast)| tree.any_hit(cast, |id| accept(q, id)).unwrap()).collect();
    let list = |(q, cast): (usize, &M)| {
        let mut hits = Vec::new();
        tree.all_hits(cast, |id| accept(q, id), &mut hits).unwrap();
        hits
    };
    let all: Vec<Vec<Hit>> = numbered().map(list).collect();
    everywhere(boxes, |tree, size| {
        // What was there before goes.
        let (mut found, mut met) = (vec![Some(Hit::default()); 10], vec![true; 10]);
        tree.closest_hits(&casts[..size], accept, &mut found).unwrap();
        assert!(found == first[..size], "{size} first hits");
        tree.any_hits(&casts[..size], accept, &mut met).unwrap();
        assert!(met == any[..size], "{size} hits");
        let mut hits = Lists::new();
        tree.all_hits_of(&casts[..9], accept, &mut hits).unwrap();
        tree.all_hits_of(&casts[..size], accept, &mut hits).unwrap();
        assert_lists(&hits, &all[..size]);
    });
    all.iter().map(Vec::len).sum()
}

fn check_regions<const D: usize, R: Region<D> + Send>(boxes: &Boxes<D>, regions: &[R]) -> usize {
    let tree = trees(boxes).pop().expect("there is a level").1;
    let list = |(q, region): (usize, &R)| {
        let mut ids = Vec::new();
        tree.overlapping(region, |id| accept(q, id), &mut ids).unwrap();
        ids
    };
    let all: Vec<Vec<u32>> = regions.iter().enumerate().map(list).collect();
    everywhere(boxes, |tree, size| {
        let mut ids = Lists::new();
        tree.overlapping_of(&regions[..9], accept, &mut ids).unwrap();
        tree.overlapping_of(&regions[..size], accept, &mut ids).unwrap();
        assert_lists(&ids, &all[..size]);
    });
    all.iter().map(Vec::len).sum()
}

/// Neighbors of points in the order of a batch: what is guessed from the last one must not show.
fn check_points<const D: usize>(boxes: &Boxes<D>, points: &[[f32; D]], k: usize) -> usize {
    let tree = trees(boxes).pop().expect("there is a level").1;
    let mut total = 0;
    for farthest in [0.0, 2.0, INF] {
        let list = |(q, point): (usize, &[f32; D])| {
            let mut found = Vec::new();
            tree.nearest(*point, k, farthest, |id| accept(q, id), &mut found).unwrap();
            found
        };
        let all: Vec<Vec<NearestHit>> = points.iter().enumerate().map(list).collect();
        everywhere(boxes, |tree, size| {
            let mut found = Lists::new();
            tree.nearest_of(&points[..9], k + 1, farthest, accept, &mut found).unwrap();
            tree.nearest_of(&points[..size], k, farthest, accept, &mut found).unwrap();
            assert_lists(&found, &all[..size]);
        });
        total += all.iter().map(Vec::len).sum::<usize>();
    }
    total
}

/// Boxes of all kinds, and places: most among the boxes, some all over, some far away.
fn scene<const D: usize>(seed: u64) -> (Boxes<D>, Vec<[f32; D]>) {
    let mut random = Random::seeded(seed);
    let side = if D == 2 { 60.0 } else { 20.0 };
    let style = Style { side, unit: 1.0, special: 0.1, invalid: 2.0 };
    let boxes = mixed(&mut random, 2500, style);
    let spans = [0.5 * side, 0.5 * side, 0.5 * side, side, 100.0, 1e10];
    let mut points: Vec<[f32; D]> = (0..5000)
        .map(|_| {
            let span = random.pick(&spans);
            random.point(-span, span)
        })
        .collect();
    points[3] = [f32::MAX; D];
    points[4] = [-f32::MAX; D];
    (boxes, points)
}

fn directions<const D: usize>(points: &[[f32; D]]) -> impl Iterator<Item = [f32; D]> {
    let towards = |(index, point): (usize, &[f32; D])| {
        let mut direction = point.map(|x| -x * 0.1 + 0.01);
        direction[index % D] *= if index % 7 == 0 { 0.0 } else { 1.0 };
        direction
    };
    points.iter().enumerate().map(towards)
}

fn batches_of_rays<const D: usize>(seed: u64) {
    let (boxes, points) = scene::<D>(seed);
    let rays: Vec<Ray<D>> =
        points.iter().zip(directions(&points)).map(|(at, d)| Ray::new(*at, d)).collect();
    let hits = check_moving(&boxes, &rays);
    assert!(hits > 1500, "{hits}");
    let size = |index: usize| (index % 5) as f32 * 0.3;
    let cast = |(index, (at, d)): (usize, (&[f32; D], [f32; D]))| {
        BoxCast::new(Aabb { min: *at, max: at.map(|x| x + size(index)) }, d)
    };
    let casts: Vec<BoxCast<D>> =
        points.iter().zip(directions(&points)).enumerate().map(cast).collect();
    let hits = check_moving(&boxes, &casts);
    assert!(hits > 1500, "{hits}");
}

#[test]
fn rays_and_casts() {
    batches_of_rays::<2>(1);
    batches_of_rays::<3>(2);
}

fn batches_of_regions<const D: usize>(seed: u64) {
    let (boxes, points) = scene::<D>(seed);
    let size = |index: usize| (index % 5) as f32;
    let mut aabbs: Vec<Aabb<D>> = points
        .iter()
        .enumerate()
        .map(|(index, at)| Aabb { min: *at, max: at.map(|x| x + size(index)) })
        .collect();
    // Boxes whose center is no number are somewhere on the curve as well.
    aabbs[5] = Aabb { min: [-INF; D], max: [INF; D] };
    aabbs[6] = Aabb { min: [INF; D], max: [INF; D] };
    aabbs[7].min[0] = -INF;
    let ids = check_regions(&boxes, &aabbs);
    assert!(ids > 5000, "{ids}");
    let balls: Vec<Ball<D>> =
        points.iter().enumerate().map(|(index, at)| Ball::new(*at, size(index))).collect();
    let ids = check_regions(&boxes, &balls);
    assert!(ids > 5000, "{ids}");
    let ids = check_regions(&boxes, &points);
    assert!(ids > 50, "{ids}");
}

#[test]
fn regions() {
    batches_of_regions::<2>(3);
    batches_of_regions::<3>(4);
}

#[test]
fn neighbors() {
    for k in [0, 1, 8, 20] {
        let (boxes, points) = scene::<3>(5);
        let found = check_points(&boxes, &points, k);
        assert!(found >= 5000 * k, "{k}: {found}");
    }
    let (boxes, points) = scene::<2>(6);
    check_points(&boxes, &points, 3);
}
