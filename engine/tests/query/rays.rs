//! Rays at shapes, held against an oracle in `f64` that asks every shape.
//!
//! Promised: none is missed that a ray certainly meets, none is met that it certainly misses, and
//! `t` is right to a step of `f32`. What is met first is the first of all that is met.

use jostle::{
    Shape,
    geometry::ray::Ray,
    query::{QueryFilter, ShapeHit, ShapeTree},
    shape::{Rotation, Solid},
};

use crate::{
    common::{Random, Set, scale, set},
    oracle::span,
    scene::{Dimension, Plane, Space, ray_at, scene},
};

#[derive(Debug, Default)]
pub(crate) struct Counts {
    rays: usize,
    hits: usize,
    misses: usize,
    starts: usize,
    ties: usize,
    doubtful: usize,
    features: usize,
}

fn size<const D: usize>(vector: [f32; D]) -> f64 {
    vector.iter().map(|x| f64::from(*x).abs()).sum()
}

/// How much the oracle and the library may differ, relative to all sizes.
const SLACK: f64 = 1e-10;

/// More than the shapes of these tests are large, from their centers.
const LARGE: f64 = 10.0;

/// Holds what was found of a shape, which is no larger than that, against what it is.
pub(crate) fn check_shape<const D: usize>(
    ray: &Ray<D>,
    shape: &Shape<D>,
    large: f64,
    found: Option<&ShapeHit<D>>,
    counts: &mut Counts,
) {
    let speed = ray.direction.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    let slack = SLACK * (large + size(ray.origin) + size(shape.center()));
    let [first, last] = [ray.t_min, ray.t_max].map(f64::from);
    let (grown, shrunk) = (span(ray, shape, slack), span(ray, shape, -slack));
    let Some(hit) = found else {
        let certain = shrunk.is_some_and(|[enter, exit]| {
            let late = slack / speed;
            enter.max(first + late) < exit.min(last * (1.0 - 1e-7) - late)
        });
        assert!(!certain, "{ray:?} {shape:?} {shrunk:?}");
        counts.misses += 1;
        return;
    };
    let t = f64::from(hit.t);
    let late = 1.3e-7 * t + 2.0 * slack / speed;
    let [enter, exit] = grown.unwrap_or_else(|| panic!("{ray:?} {shape:?} {hit:?}"));
    assert!(ray.t_min <= hit.t && hit.t <= ray.t_max, "{ray:?} {shape:?} {hit:?}");
    assert!(enter - late <= t && t <= exit + late, "{ray:?} {shape:?} {hit:?} {grown:?}");
    match shrunk {
        Some([enter, exit]) if exit >= first => {
            assert!(t <= enter.max(first) + late, "{ray:?} {shape:?} {hit:?} {shrunk:?}");
        }
        _ => counts.doubtful += 1,
    }
    let length = hit.normal.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    if length == 0.0 {
        // What begins nearly in the shape counts as in it. Its `t` is never before its bounds:
        // along a side that is late.
        assert!(enter <= first * (1.0 + 1e-6) + late, "{ray:?} {shape:?} {hit:?} {grown:?}");
        counts.starts += 1;
    } else {
        assert!((length - 1.0).abs() < 1e-6, "{ray:?} {shape:?} {hit:?}");
        let with: f32 = (0..D).map(|axis| hit.normal[axis] * ray.direction[axis]).sum();
        assert!(f64::from(with) <= 1e-3 * speed, "{ray:?} {shape:?} {hit:?}");
        counts.features += usize::from(hit.feature > 0);
    }
    counts.hits += 1;
}

/// Asks one ray in all ways.
fn check<const D: usize>(
    tree: &ShapeTree<D>,
    set: &Set<D>,
    ray: &Ray<D>,
    counts: &mut Counts,
) -> usize {
    let (queries, all) = (tree.queries(&set.prepared), QueryFilter::new());
    let mut hits = Vec::new();
    queries.all_hits(ray, all, &mut hits).expect("the ray is valid");
    let in_order = |a: &ShapeHit<D>, b: &ShapeHit<D>| a.t < b.t || a.t == b.t && a.index < b.index;
    assert!(hits.is_sorted_by(in_order), "{ray:?} {hits:?}");
    counts.ties += hits.windows(2).filter(|pair| pair[0].t == pair[1].t).count();
    let closest = queries.closest_hit(ray, all).expect("the ray is valid");
    assert_eq!(closest.as_ref(), hits.first(), "{ray:?}");
    assert_eq!(queries.any_hit(ray, all), Ok(!hits.is_empty()), "{ray:?}");
    for (index, shape) in set.shapes.iter().enumerate() {
        let found = hits.iter().find(|hit| hit.index as usize == index);
        check_shape(ray, shape, LARGE, found, counts);
    }
    counts.rays += 1;
    hits.len()
}

fn random_scenes<N: Dimension<D>, const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    let mut tree = ShapeTree::new();
    for _ in 0..60 * scale() {
        let count = random.pick(&[1, 5, 9, 40, 100]);
        let set = scene::<N, D>(&mut random, count);
        tree.update(&set.prepared).expect("there is memory");
        for _ in 0..1000 {
            let ray = ray_at(&mut random, &set);
            check(&tree, &set, &ray, counts);
        }
    }
}

#[test]
fn rays_meet_what_all_shapes_say() {
    let mut counts = Counts::default();
    random_scenes::<Plane, 2>(1, &mut counts);
    random_scenes::<Space, 3>(2, &mut counts);
    let Counts { rays, hits, misses, starts, ties, doubtful, features } = counts;
    assert!(rays >= 100_000 && hits > 300_000 && misses > 1_000_000, "{counts:?}");
    assert!(starts > 30_000 && ties > 30_000 && doubtful > 1000 && features > 50_000, "{counts:?}");
}

/// Whole numbers: along faces, through corners, and from both sides of triangles.
#[test]
fn rays_along_faces_and_through_corners() {
    let square = Shape::aligned_box([4.0, 0.0], [1.0, 1.0]);
    let set = set(1, |_| square.clone());
    let mut tree = ShapeTree::new();
    let queries = tree.update(&set.prepared).expect("there is memory");
    let all = QueryFilter::new();
    let first = |origin: [f32; 2], direction: [f32; 2]| {
        queries.closest_hit(&Ray::new(origin, direction), all).expect("the ray is valid")
    };
    for y in [1.0, -1.0] {
        assert_eq!(first([0.0, y], [1.0, 0.0]).map(|hit| hit.t), Some(3.0));
        assert_eq!(first([0.0, y * 1.000_000_1], [1.0, 0.0]), None);
    }
    assert_eq!(first([1.0, -1.0], [1.0, 1.0]).map(|hit| hit.t), Some(2.0), "a corner");
    assert_eq!(first([1.0, -0.999_999_9], [1.0, 1.0]), None);
    let inside = first([4.5, 0.5], [1.0, 0.0]).expect("it begins in the box");
    assert_eq!((inside.t, inside.normal), (0.0, [0.0; 2]));
    let from_left = first([0.0, 0.5], [1.0, 0.0]).expect("it is in the way");
    assert_eq!((from_left.normal, from_left.feature), ([-1.0, 0.0], 0));
    let from_above = first([4.0, 5.0], [0.0, -1.0]).expect("it is in the way");
    assert_eq!((from_above.normal, from_above.feature), ([0.0, 1.0], 3));
}

/// A plane that is a little off is far off along a ray that grazes a side.
#[test]
fn rays_that_graze_flat_cones_meet_them_where_they_are() {
    let (mut random, mut worst) = (Random::seeded(3), 0.0_f64);
    for _ in 0..2000 * scale() {
        let (radius, half) = (random.between(1.0, 16.0), 2.0_f32.powi(-(random.below(12) as i32)));
        let cone = Solid::cone([0.0; 3], half, radius, Rotation::IDENTITY);
        let cones = set(1, |_| cone.into());
        let mut tree = ShapeTree::new();
        let queries = tree.update(&cones.prepared).expect("there is memory");
        // At a height, past the axis: half as far as the side is there.
        let height = half * random.between(-0.9, 0.9);
        let around = f64::from(radius) * 0.5 * (1.0 - f64::from(height) / f64::from(half));
        let beside = 0.5 * around as f32;
        let ray = Ray::new([-20.0, height, beside], [1.0, 0.0, 0.0]);
        let hit = queries.closest_hit(&ray, QueryFilter::new()).expect("the ray is valid");
        let hit = hit.expect("it is in the way");
        let exact = 20.0 - (around * around - f64::from(beside).powi(2)).sqrt();
        // How far from the side it is, and not along it; but for the rounding of `t`.
        let off = (f64::from(hit.t) - exact).abs() - 6e-8 * exact;
        worst = worst.max(off * 2.0 * f64::from(half) / f64::from(radius).powi(2));
        let mut counts = Counts::default();
        check_shape(&ray, &cones.shapes[0], 40.0, Some(&hit), &mut counts);
        assert_eq!(counts.hits, 1);
    }
    assert!((1e-12..4e-10).contains(&worst), "{worst}");
}
