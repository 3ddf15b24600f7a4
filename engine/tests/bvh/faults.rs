//! Queries that make no sense, and trees without boxes.
//!
//! Promised: a query that makes no sense is an error that names the first of the batch and what is
//! wrong with it, and changes nothing, whatever the tree. A tree without boxes answers nothing.

use jostle::{
    Aabb, Error,
    bvh::{Ball, BoxCast, Bvh, Hit, Lists, Moving, NearestHit, Region},
    error::QueryFault,
    geometry::Ray,
};

use crate::common::{Boxes, Random, uniform};

const INF: f32 = f32::INFINITY;

fn assert_fault(result: Result<(), Error>, fault: QueryFault, index: usize) {
    assert_eq!(result, Err(Error::Query { fault, index }));
}

/// Asks all there is to ask about lines of which one makes no sense.
fn refuses_line<M: Moving<3> + Copy>(tree: &Bvh<3>, good: M, bad: M, fault: QueryFault) {
    let mut hits = vec![Hit::default(); 2];
    assert_fault(tree.closest_hit(&bad, |_| true).map(drop), fault, 0);
    assert_fault(tree.any_hit(&bad, |_| true).map(drop), fault, 0);
    assert_fault(tree.all_hits(&bad, |_| true, &mut hits), fault, 0);
    for index in [0, 1, 8, 29] {
        let mut batch = [good; 30];
        (batch[index], batch[29]) = (bad, bad);
        let (mut first, mut any, mut all) = (vec![None; 2], vec![true; 2], Lists::new());
        tree.all_hits_of(&[good; 3], |_, _| true, &mut all).unwrap();
        assert_fault(tree.closest_hits(&batch, |_, _| true, &mut first), fault, index);
        assert_fault(tree.any_hits(&batch, |_, _| true, &mut any), fault, index);
        assert_fault(tree.all_hits_of(&batch, |_, _| true, &mut all), fault, index);
        assert_eq!((first.len(), any.len(), all.len()), (2, 2, 3), "nothing was changed");
    }
    assert_eq!(hits.len(), 2, "nothing was changed");
}

fn refuses_region<R: Region<3> + Copy>(tree: &Bvh<3>, good: R, bad: R, fault: QueryFault) {
    let mut ids = vec![1, 2];
    assert_fault(tree.overlapping(&bad, |_| true, &mut ids), fault, 0);
    let mut lists = Lists::new();
    tree.overlapping_of(&[good; 3], |_, _| true, &mut lists).unwrap();
    for index in [0, 1, 8, 29] {
        let mut batch = [good; 30];
        (batch[index], batch[29]) = (bad, bad);
        assert_fault(tree.overlapping_of(&batch, |_, _| true, &mut lists), fault, index);
    }
    assert_eq!((ids.len(), lists.len()), (2, 3), "nothing was changed");
}

/// Trees of some boxes, of none, and one that was never built.
fn any_trees() -> Vec<Bvh<3>> {
    let (mut full, mut empty) = (Bvh::new(), Bvh::new());
    full.build(uniform(&mut Random::seeded(7), 2000, 20.0, 1.0).bounds()).unwrap();
    empty.build(Boxes::new().bounds()).unwrap();
    vec![full, empty, Bvh::new()]
}

#[test]
fn queries_that_make_no_sense() {
    use QueryFault::{Box, Direction, Position, Radius, Times};
    let nan = f32::NAN;
    for tree in any_trees() {
        let ray = Ray::new([0.0; 3], [1.0; 3]);
        for axis in 0..3 {
            for bad in [nan, -nan, INF, -INF] {
                let with = |mut at: [f32; 3]| {
                    at[axis] = bad;
                    at
                };
                let (at, zero) = (with([0.0; 3]), [0.0; 3]);
                refuses_line(&tree, ray, Ray { origin: at, ..ray }, Position);
                refuses_line(&tree, ray, Ray { direction: at, ..ray }, Direction);
                let cast = BoxCast::new(Aabb { min: zero, max: zero }, zero);
                refuses_line(&tree, cast, BoxCast { direction: at, ..cast }, Direction);
                refuses_region(&tree, zero, at, Position);
                refuses_region(&tree, Ball::new(zero, 1.0), Ball::new(at, 1.0), Position);
                let mut found = vec![NearestHit::default(); 2];
                assert_fault(tree.nearest(at, 3, INF, |_| true, &mut found), Position, 0);
                let points = [zero, zero, at, at];
                let mut lists = Lists::new();
                assert_fault(
                    tree.nearest_of(&points, 3, 1.0, |_, _| true, &mut lists),
                    Position,
                    2,
                );
                assert_eq!((found.len(), lists.len()), (2, 0));
            }
            for (low, high) in [(nan, 1.0), (0.0, nan), (1.0, 0.5), (INF, -INF)] {
                let good = Aabb { min: [0.0; 3], max: [1.0; 3] };
                let mut bad = good;
                (bad.min[axis], bad.max[axis]) = (low, high);
                refuses_region(&tree, good, bad, Box);
                refuses_line(&tree, BoxCast::new(good, [1.0; 3]), BoxCast::new(bad, [1.0; 3]), Box);
            }
        }
        for (begin, end) in [(nan, 1.0), (0.0, nan), (-1e-45, 1.0), (2.0, 1.0), (0.0, -1.0)] {
            refuses_line(&tree, ray, ray.between(begin, end), Times);
        }
        let cast = BoxCast::new(Aabb { min: [0.0; 3], max: [1.0; 3] }, [1.0; 3]);
        for end in [nan, -1e-45, -INF] {
            refuses_line(&tree, cast, BoxCast { t_max: end, ..cast }, Times);
        }
        for radius in [nan, -nan, -1e-45, -INF] {
            refuses_region(&tree, Ball::new([0.0; 3], 1.0), Ball::new([0.0; 3], radius), Radius);
            let mut found = Vec::new();
            assert_fault(tree.nearest([0.0; 3], 1, radius, |_| true, &mut found), Radius, 0);
            let result = tree.nearest_of(&[], 1, radius, |_, _| true, &mut Lists::new());
            assert_fault(result, Radius, 0);
        }
    }
}

fn assert_empty<T>(lists: &Lists<T>, queries: usize) {
    assert_eq!((lists.len(), lists.items().len()), (queries, 0));
    assert!((0..queries).all(|query| lists.get(query).is_empty()));
}

#[test]
fn trees_without_boxes() {
    for tree in any_trees().into_iter().skip(1) {
        let ray = Ray::new([0.0; 3], [1.0; 3]);
        assert_eq!(tree.closest_hit(&ray, |_| true), Ok(None));
        assert_eq!(tree.any_hit(&ray, |_| true), Ok(false));
        let (mut hits, mut ids, mut near) = (Vec::new(), Vec::new(), Vec::new());
        tree.all_hits(&ray, |_| true, &mut hits).unwrap();
        tree.overlapping(&[0.0; 3], |_| true, &mut ids).unwrap();
        tree.nearest([0.0; 3], 5, INF, |_| true, &mut near).unwrap();
        assert_eq!((hits.len(), ids.len(), near.len()), (0, 0, 0));
        let (mut first, mut any) = (vec![Some(Hit::default())], vec![true; 3]);
        let (mut all, mut touched, mut nearest) = (Lists::new(), Lists::new(), Lists::new());
        for size in [0, 1, 2000] {
            let (rays, points) = (vec![ray; size], vec![[0.0; 3]; size]);
            tree.closest_hits(&rays, |_, _| true, &mut first).unwrap();
            tree.any_hits(&rays, |_, _| true, &mut any).unwrap();
            assert_eq!((&first, &any), (&vec![None; size], &vec![false; size]));
            tree.all_hits_of(&rays, |_, _| true, &mut all).unwrap();
            tree.overlapping_of(&points, |_, _| true, &mut touched).unwrap();
            tree.nearest_of(&points, 5, INF, |_, _| true, &mut nearest).unwrap();
            assert_empty(&all, size);
            assert_empty(&touched, size);
            assert_empty(&nearest, size);
        }
    }
}
