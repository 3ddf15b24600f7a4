//! The same answers from every tree, at every level, on every number of threads.

use jostle::{
    SimdLevel,
    bvh::{BuildQuality, Bvh, Lists},
    geometry::ray::Ray,
    query::{QueryFilter, ShapeHit, ShapeQueries},
};

use crate::{
    common::{Random, Set, THREADS, pool},
    scene::{Dimension, Plane, Space, kept, ray_at, scene},
};

/// Trees over the shapes, made in every way.
fn trees<const D: usize>(set: &Set<D>) -> Vec<Bvh<D>> {
    let mut trees = Vec::new();
    for level in SimdLevel::available() {
        for build in [BuildQuality::Fast, BuildQuality::Quality] {
            let mut tree = Bvh::new().with_level(*level).with_build(build);
            tree.build(set.prepared.bounds()).expect("there is memory");
            trees.push(tree);
        }
    }
    trees
}

type Answers<const D: usize> = (Vec<Option<ShapeHit<D>>>, Vec<bool>, Lists<ShapeHit<D>>);

fn ask<const D: usize>(queries: &ShapeQueries<'_, D>, rays: &[Ray<D>]) -> Answers<D> {
    let odd = |index: u32| index % 2 == 1;
    let filter = |number: usize| {
        let filter = QueryFilter::new().without(number as u32 % 50);
        if number.is_multiple_of(3) { filter.accepting(&odd) } else { filter }
    };
    let (mut first, mut any, mut all) = (Vec::new(), Vec::new(), Lists::new());
    queries.closest_hits(rays, filter, &mut first).expect("they are valid");
    queries.any_hits(rays, filter, &mut any).expect("they are valid");
    queries.all_hits_of(rays, filter, &mut all).expect("they are valid");
    for (number, ray) in rays.iter().enumerate().step_by(7) {
        let filter = filter(number);
        assert_eq!(queries.closest_hit(ray, filter), Ok(first[number]));
        assert_eq!(queries.any_hit(ray, filter), Ok(any[number]));
        let mut hits = Vec::new();
        queries.all_hits(ray, filter, &mut hits).expect("it is valid");
        assert_eq!(hits, all.get(number));
        assert!(hits.iter().all(|hit| hit.index != number as u32 % 50));
        assert!(!number.is_multiple_of(3) || hits.iter().all(|hit| hit.index % 2 == 1));
    }
    (first, any, all)
}

fn agree<N: Dimension<D>, const D: usize>(seed: u64) {
    let mut random = Random::seeded(seed);
    let set = scene::<N, D>(&mut random, 700);
    let rays: Vec<Ray<D>> = (0..3000).map(|_| ray_at(&mut random, &set)).collect();
    let (trees, kept) = (trees(&set), kept(&set));
    let expected = ask(&ShapeQueries::new(&trees[0], &set.prepared), &rays);
    assert!(expected.0.iter().flatten().count() > 2000);
    assert!(expected.2.items().len() > 10_000, "{}", expected.2.items().len());
    for tree in trees.iter().chain([kept.queries()]) {
        for threads in THREADS {
            let queries = ShapeQueries::new(tree, &set.prepared);
            let found = pool(threads).install(|| ask(&queries, &rays));
            assert!(found == expected, "{threads} threads");
        }
    }
}

#[test]
fn every_tree_gives_the_same_answers() {
    agree::<Plane, 2>(11);
    agree::<Space, 3>(12);
}

/// A tree that was made for other places and refitted.
#[test]
fn a_refitted_tree_gives_the_same_answers() {
    let mut random = Random::seeded(13);
    let (before, now) = (scene::<Space, 3>(&mut random, 700), scene::<Space, 3>(&mut random, 700));
    let rays: Vec<Ray<3>> = (0..1000).map(|_| ray_at(&mut random, &now)).collect();
    let mut tree = jostle::query::ShapeTree::new();
    let expected = ask(&tree.update(&now.prepared).expect("there is memory"), &rays);
    tree.update(&before.prepared).expect("there is memory");
    let found = ask(&tree.refit(&now.prepared).expect("there is memory"), &rays);
    assert!(found == expected);
}
