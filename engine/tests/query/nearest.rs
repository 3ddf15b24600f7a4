//! The nearest shapes, held against the distance of every shape.

use jostle::{
    Error, Shape,
    bvh::{Bvh, Lists},
    error::QueryFault,
    narrow::distance,
    query::{QueryFilter, ShapeTree},
};

use crate::{
    common::{Random, scale, set},
    scene::{Dimension, Plane, Space, scene},
};

fn check<N: Dimension<D>, const D: usize>(seed: u64) {
    let mut random = Random::seeded(seed);
    let (mut touching, mut apart, mut cut, mut ties) = (0, 0, 0, 0);
    let mut tree = ShapeTree::new();
    for _ in 0..36 * scale() {
        let count = random.pick(&[1, 9, 60]);
        let set = scene::<N, D>(&mut random, count);
        let mut asked: Vec<Shape<D>> =
            (0..50).map(|number| N::shape(&mut random, number)).collect();
        asked.extend((0..50).map(|_| Shape::point(random.point::<D>(-9.0, 9.0))));
        asked.extend((0..50).map(|_| Shape::point(random.point::<D>(-2.0, 2.0).map(f32::round))));
        let queries = tree.update(&set.prepared).expect("there is memory");
        for (k, most) in [(1, f32::INFINITY), (5, 0.5), (20, 3.0), (100, f32::INFINITY)] {
            let (mut lists, all) = (Lists::new(), QueryFilter::new());
            queries.nearest_of(&asked, k, most, |_| all, &mut lists).expect("they are valid");
            for (number, shape) in asked.iter().enumerate() {
                let of = |index: u32| {
                    let found = distance(shape, &set.shapes[index as usize]);
                    (found.expect("they are valid").distance, index)
                };
                let mut expected: Vec<(f32, u32)> = (0..count).map(of).collect();
                expected.retain(|near| near.0 <= most);
                expected.sort_unstable_by(|a, b| a.partial_cmp(b).expect("they are numbers"));
                cut += usize::from(expected.len() > k);
                expected.truncate(k);
                let found: Vec<(f32, u32)> =
                    lists.get(number).iter().map(|near| (near.distance, near.id)).collect();
                assert_eq!(found, expected, "{shape:?} {k} {most}");
                let mut alone = Vec::new();
                queries.nearest(shape, k, most, all, &mut alone).expect("it is valid");
                assert_eq!(alone, lists.get(number));
                touching += found.iter().filter(|near| near.0 == 0.0).count();
                apart += found.iter().filter(|near| near.0 > 0.0).count();
                ties += found.windows(2).filter(|near| near[0].0 == near[1].0).count();
                let closest = queries.closest(shape, most, all).expect("it is valid");
                assert_eq!(closest.map(|near| (near.distance, near.index)), found.first().copied());
                if let Some(near) = closest {
                    let way = (0..D).map(|k| (near.on_query[k] - near.on_shape[k]).powi(2));
                    let way = way.sum::<f32>().sqrt();
                    assert!((way - near.distance).abs() < 1e-5 * (1.0 + way), "{near:?}");
                    let on = Shape::point(near.on_shape);
                    let off = distance(&on, &set.shapes[near.index as usize]).expect("valid");
                    assert!(off.distance < 1e-5, "{near:?} {off:?}");
                }
            }
        }
    }
    let counts = [touching, apart, cut, ties];
    assert!(
        counts.iter().zip([10_000, 50_000, 3000, 8000]).all(|(x, least)| *x > least),
        "{counts:?}"
    );
}

#[test]
fn the_nearest_are_the_first_of_all() {
    check::<Plane, 2>(31);
    check::<Space, 3>(32);
}

/// In a crowd of discs the boxes tell another order.
#[test]
fn neighbors_in_a_crowd_are_by_true_distance() {
    let mut random = Random::seeded(33);
    let discs: Vec<([f32; 2], f32)> =
        (0..1500).map(|_| (random.point(0.0, 40.0), random.between(0.2, 0.6))).collect();
    let set = set(1500, |number| {
        let (center, radius) = discs[number as usize];
        Shape::ball(center, radius)
    });
    let mut tree = ShapeTree::new();
    let queries = tree.update(&set.prepared).expect("there is memory");
    let mut boxes = Bvh::new();
    boxes.build(set.prepared.bounds()).expect("there is memory");
    let mut other = 0;
    for _ in 0..2000 * scale() {
        let at: [f32; 2] = random.point(0.0, 40.0);
        let distance = |index: usize| {
            let (center, radius) = discs[index];
            let [x, y] = [0, 1].map(|k| f64::from(center[k]) - f64::from(at[k]));
            (x.hypot(y) - f64::from(radius)).max(0.0)
        };
        let mut expected: Vec<usize> = (0..discs.len()).collect();
        expected.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
        expected.truncate(8);
        let (mut found, mut by_box) = (Vec::new(), Vec::new());
        let point = Shape::point(at);
        queries.nearest(&point, 8, f32::INFINITY, QueryFilter::new(), &mut found).expect("valid");
        let found: Vec<usize> = found.iter().map(|near| near.id as usize).collect();
        assert_eq!(found, expected, "{at:?}");
        boxes.nearest(at, 8, f32::INFINITY, |_| true, &mut by_box).expect("valid");
        other += usize::from(by_box.iter().map(|near| near.id as usize).ne(expected));
    }
    assert!(other > 40, "{other}");
}

#[test]
fn bad_distances_are_refused() {
    let set = set(3, |number| Shape::ball([number as f32, 0.0], 0.25));
    let mut tree = ShapeTree::new();
    let queries = tree.update(&set.prepared).expect("there is memory");
    let (point, all) = (Shape::point([0.0, 0.0]), QueryFilter::new());
    for most in [-1.0, f32::NAN] {
        let refused = queries.closest(&point, most, all);
        assert_eq!(refused, Err(Error::Query { fault: QueryFault::Radius, index: 0 }));
    }
}
