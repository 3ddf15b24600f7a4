//! Moving shapes, held against every shape alone.

use jostle::{
    Error, Shape,
    bvh::{Bvh, Lists},
    narrow::{ImpactState, Motion, cast, distance},
    query::{CastHit, QueryFilter, ShapeCast, ShapeQueries},
};

use crate::{
    common::{Random, Set, pool, scale, set},
    scene::{Dimension, Plane, Space, scene},
};

#[derive(Debug, Default)]
struct Counts {
    hits: usize,
    misses: usize,
    starts: usize,
    turning: usize,
    points: usize,
}

/// A motion, now and then without an end, or none.
fn motion<const D: usize>(
    random: &mut Random,
    turning: fn([f32; D], f32) -> Motion<D>,
) -> Motion<D> {
    let by = random.point(-4.0, 4.0);
    match random.below(8) {
        0 => Motion::REST,
        1..4 => Motion::straight(by),
        _ => turning(by, random.between(-3.0, 3.0)),
    }
}

fn check_hits<const D: usize>(
    set: &Set<D>,
    asked: &ShapeCast<D>,
    hits: &[CastHit<D>],
    counts: &mut Counts,
) {
    for (index, shape) in set.shapes.iter().enumerate() {
        let (motion, t_max) = (&asked.motion, asked.t_max);
        let alone = cast(&asked.shape, motion, shape, &Motion::REST, t_max).expect("valid");
        let Some(hit) = hits.iter().find(|hit| hit.index as usize == index) else {
            // None where only a gap counts as met that the bounds do not bridge.
            if alone.state() != ImpactState::Apart {
                assert_eq!(alone.state(), ImpactState::Hit, "{asked:?} {shape:?}");
                let (mut gap, steps) = (f32::INFINITY, 400);
                for step in 0..=steps {
                    let t = step as f32 / steps as f32 * t_max.min(1e3);
                    let center = asked.shape.center();
                    let by = motion.by();
                    let at: [f32; D] = std::array::from_fn(|k| center[k] + t * by[k]);
                    if let Shape::Ball(ball) = asked.shape {
                        let there = Shape::ball(at, ball.radius);
                        gap = gap.min(distance(&there, shape).expect("valid").distance);
                    }
                }
                assert!(gap > 0.0, "{asked:?} {shape:?} {alone:?}");
            }
            counts.misses += 1;
            continue;
        };
        assert_eq!(hit.state, alone.state(), "{asked:?} {shape:?}");
        assert!(hit.t >= alone.time && hit.t <= t_max, "{hit:?} {alone:?}");
        assert!(hit.t <= alone.time + 2e-2 * (1.0 + alone.time), "{hit:?} {alone:?}");
        assert_eq!(hit.normal, alone.normal.map(|x| 0.0 - x));
        counts.hits += 1;
        counts.starts += usize::from(hit.state == ImpactState::Overlapping);
        counts.turning += usize::from(hit.t > 0.0 && *motion != Motion::straight(motion.by()));
        if hit.state == ImpactState::Hit {
            let off = distance(&Shape::point(hit.point), shape).expect("valid").distance;
            assert!(off < 1e-4, "{asked:?} {shape:?} {hit:?} {off}");
            counts.points += 1;
        }
    }
}

fn check<N: Dimension<D>, const D: usize>(
    seed: u64,
    turning: fn([f32; D], f32) -> Motion<D>,
    counts: &mut Counts,
) {
    let mut random = Random::seeded(seed);
    for _ in 0..24 * scale() {
        let count = random.pick(&[1, 9, 60]);
        let set = scene::<N, D>(&mut random, count);
        let casts: Vec<ShapeCast<D>> = (0..80)
            .map(|number| {
                let motion = motion(&mut random, turning);
                let t_max = random.pick(&[1.0, 0.25, 2.0]);
                ShapeCast { t_max, ..ShapeCast::new(N::shape(&mut random, number), motion) }
            })
            .collect();
        let mut tree = Bvh::new();
        tree.build(set.prepared.bounds()).expect("there is memory");
        let queries = ShapeQueries::new(&tree, &set.prepared);
        let all = QueryFilter::new();
        let (mut first, mut any, mut lists) = (Vec::new(), Vec::new(), Lists::new());
        pool(2).install(|| {
            queries.closest_casts(&casts, |_| all, &mut first).expect("valid");
            queries.any_casts(&casts, |_| all, &mut any).expect("valid");
            queries.all_casts_of(&casts, |_| all, &mut lists).expect("valid");
        });
        for (number, cast) in casts.iter().enumerate() {
            let mut hits = Vec::new();
            queries.all_casts(cast, all, &mut hits).expect("valid");
            assert_eq!(hits, lists.get(number));
            let in_order = |a: &CastHit<D>, b: &CastHit<D>| (a.t, a.index) < (b.t, b.index);
            assert!(hits.is_sorted_by(in_order));
            assert_eq!(queries.closest_cast(cast, all), Ok(first[number]));
            assert_eq!(first[number].as_ref(), hits.first());
            assert_eq!(queries.any_cast(cast, all), Ok(any[number]));
            assert_eq!(any[number], !hits.is_empty());
            check_hits(&set, cast, &hits, counts);
        }
    }
}

#[test]
fn moving_shapes_meet_what_each_says() {
    let mut counts = Counts::default();
    check::<Plane, 2>(41, Motion::<2>::turning, &mut counts);
    check::<Space, 3>(42, |by, angle| Motion::<3>::turning(by, [angle, 0.5, -angle]), &mut counts);
    let Counts { hits, misses, starts, turning, points } = counts;
    assert!(hits > 10_000 && misses > 20_000 && starts > 3000, "{counts:?}");
    assert!(turning > 2500 && points > 4000, "{counts:?}");
}

/// A path is followed segment by segment, and not beyond its end.
#[test]
fn paths_are_followed() {
    let set = set(40, |number| Shape::ball([number as f32 * 10.0, 5.0], 1.0));
    let mut tree = Bvh::new();
    tree.build(set.prepared.bounds()).expect("there is memory");
    let queries = ShapeQueries::new(&tree, &set.prepared);
    let probe = Shape::oriented_box([100.0, 100.0], [1.0, 1.0], 0.0);
    let mut met = 0;
    for turns in 1..40 {
        // Along the row below the balls, then up.
        let mut path: Vec<[f32; 2]> = (0..turns).map(|k| [k as f32 * 10.0, 0.0]).collect();
        let last = [path[turns - 1][0], 3.5];
        path.push(last);
        let found = queries.closest_on_path(&probe, &path, QueryFilter::new()).expect("valid");
        let found = found.expect("the last segment meets a ball");
        assert_eq!((found.segment, found.hit.index as usize), (turns - 1, turns - 1));
        assert!((found.hit.t - 3.0 / 3.5).abs() < 1e-3, "{found:?}");
        path[turns] = [last[0], 2.5];
        let short = queries.closest_on_path(&probe, &path, QueryFilter::new()).expect("valid");
        assert_eq!(short, None);
        met += 1;
    }
    assert_eq!(met, 39);
    let bad = [[0.0, 0.0], [1.0, 0.0], [f32::NAN, 0.0]];
    let refused = queries.closest_on_path(&probe, &bad, QueryFilter::new()).map(|_| ());
    assert!(matches!(refused, Err(Error::Batch { index: 1, .. })), "{refused:?}");
}

#[test]
fn bad_casts_are_named() {
    let set = set(3, |number| Shape::ball([number as f32, 0.0], 0.25));
    let mut tree = Bvh::new();
    tree.build(set.prepared.bounds()).expect("there is memory");
    let queries = ShapeQueries::new(&tree, &set.prepared);
    let good = ShapeCast::new(Shape::point([-1.0, 0.0]), Motion::straight([2.0, 0.0]));
    for bad in [
        ShapeCast { t_max: -1.0, ..good.clone() },
        ShapeCast { t_max: f32::NAN, ..good.clone() },
        ShapeCast { motion: Motion::straight([f32::INFINITY, 0.0]), ..good.clone() },
        ShapeCast { shape: Shape::ball([0.0, 0.0], -1.0), ..good },
    ] {
        let (mut hits, all) = (Vec::new(), QueryFilter::new());
        let alone = queries.closest_cast(&bad, all).expect_err("it is bad");
        let refused = queries.closest_casts(&[good.clone(), bad.clone()], |_| all, &mut hits);
        assert_eq!(refused, Err(Error::Batch { index: 1, error: Box::new(alone) }), "{bad:?}");
    }
}
