//! What touches a shape, held against every shape alone.

use jostle::{
    Error, Shape,
    bvh::Lists,
    narrow::overlap,
    query::{QueryFilter, ShapeTree},
};

use crate::{
    common::{Random, scale, set},
    scene::{Dimension, Plane, Space, scene},
};

fn check<N: Dimension<D>, const D: usize>(seed: u64) {
    let mut random = Random::seeded(seed);
    let (mut touching, mut apart, mut points) = (0, 0, 0);
    let mut tree = ShapeTree::new();
    for _ in 0..30 * scale() {
        let count = random.pick(&[1, 9, 100]);
        let set = scene::<N, D>(&mut random, count);
        let mut asked: Vec<Shape<D>> =
            (0..100).map(|number| N::shape(&mut random, number)).collect();
        asked.extend((0..50).map(|_| Shape::point(random.point::<D>(-2.0, 2.0))));
        asked.extend(set.shapes.iter().map(|shape| Shape::point(shape.center())));
        let queries = tree.update(&set.prepared).expect("there is memory");
        let (mut lists, mut any, all) = (Lists::new(), Vec::new(), QueryFilter::new());
        queries.overlapping_of(&asked, |_| all, &mut lists).expect("they are valid");
        queries.any_overlaps(&asked, |_| all, &mut any).expect("they are valid");
        for (number, shape) in asked.iter().enumerate() {
            let touches = |other: &Shape<D>| overlap(shape, other).expect("they are valid");
            let expected: Vec<u32> =
                (0..count).filter(|index| touches(&set.shapes[*index as usize])).collect();
            assert_eq!(lists.get(number), expected, "{shape:?}");
            assert_eq!(any[number], !expected.is_empty(), "{shape:?}");
            let mut found = Vec::new();
            queries.overlapping(shape, all, &mut found).expect("it is valid");
            assert_eq!(found, expected);
            assert_eq!(queries.any_overlap(shape, all), Ok(any[number]));
            touching += expected.len();
            apart += count as usize - expected.len();
            points += if number < 100 { 0 } else { expected.len() };
        }
    }
    assert!(touching > 10_000 && apart > 50_000 && points > 2000, "{touching} {apart} {points}");
}

#[test]
fn what_touches_a_shape_is_what_each_says() {
    check::<Plane, 2>(21);
    check::<Space, 3>(22);
}

#[test]
fn a_bad_shape_of_a_batch_is_named() {
    let set = set(3, |number| Shape::ball([number as f32, 0.0], 0.25));
    let mut tree = ShapeTree::new();
    let queries = tree.update(&set.prepared).expect("there is memory");
    let (good, bad) = (Shape::point([1.0, 0.0]), Shape::ball([0.0, f32::NAN], 1.0));
    let all = QueryFilter::new();
    let mut lists = Lists::new();
    queries.overlapping_of(std::slice::from_ref(&good), |_| all, &mut lists).expect("it is valid");
    let alone = queries.any_overlap(&bad, all).expect_err("it is not valid");
    let refused = queries.overlapping_of(&[good.clone(), good, bad], |_| all, &mut lists);
    assert_eq!(refused, Err(Error::Batch { index: 2, error: Box::new(alone) }));
    assert_eq!((lists.len(), lists.get(0)), (1, &[1][..]), "nothing is lost");
}
