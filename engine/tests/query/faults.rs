//! What cannot be asked is refused by its number, and nothing is lost.

use jostle::{
    Error, Filter, Shape,
    error::QueryFault,
    geometry::ray::Ray,
    query::{QueryFilter, ShapeTree},
};

use crate::common::set;

#[test]
fn bad_rays_are_named() {
    let set = set(3, |number| Shape::ball([number as f32, 0.0], 0.25));
    let mut tree = ShapeTree::new();
    let queries = tree.update(&set.prepared).expect("there is memory");
    let good = Ray::new([-1.0, 0.0], [1.0, 0.0]);
    for (bad, fault) in [
        (Ray { origin: [f32::NAN, 0.0], ..good }, QueryFault::Position),
        (Ray { origin: [f32::INFINITY, 0.0], ..good }, QueryFault::Position),
        (Ray { direction: [f32::NAN, 0.0], ..good }, QueryFault::Direction),
        (Ray { direction: [1.0, f32::INFINITY], ..good }, QueryFault::Direction),
        (Ray { direction: [0.0, -0.0], ..good }, QueryFault::NoDirection),
        (good.between(-1.0, 1.0), QueryFault::Times),
        (good.between(2.0, 1.0), QueryFault::Times),
        (good.between(0.0, f32::NAN), QueryFault::Times),
    ] {
        let all = QueryFilter::new();
        let refused = |index| Error::Query { fault, index };
        assert_eq!(queries.closest_hit(&bad, all), Err(refused(0)), "{bad:?}");
        assert_eq!(queries.any_hit(&bad, all), Err(refused(0)), "{bad:?}");
        let (rays, mut hits) = ([good, good, bad, good], Vec::new());
        queries.closest_hits(&rays[..2], |_| all, &mut hits).expect("these are valid");
        let before = hits.clone();
        assert_eq!(hits[1].map(|hit| (hit.index, hit.t)), Some((0, 0.75)));
        let found = queries.closest_hits(&rays, |_| all, &mut hits);
        assert_eq!((found, &hits), (Err(refused(2)), &before), "{bad:?}");
    }
}

#[test]
fn what_is_known_of_shapes_is_as_long_as_they_are() {
    let set = set(3, |number| Shape::ball([number as f32, 0.0], 0.25));
    let tree = ShapeTree::new();
    let queries = tree.queries(&set.prepared);
    let (two, three) = ([1, 2], [1, 2, 4]);
    for (what, filter) in [
        ("categories", Filter::default().with_categories(&two, &three)),
        ("masks", Filter::default().with_categories(&three, &two)),
        ("groups", Filter::default().with_groups(&[1, 2])),
        ("statics", Filter::default().with_statics(&[true, false])),
    ] {
        let refused = queries.with_filter(filter).map(|_| ());
        assert_eq!(refused, Err(Error::Length { what, expected: 3, found: 2 }));
    }
    let refused = queries.with_sensors(&[true; 4]).map(|_| ());
    assert_eq!(refused, Err(Error::Length { what: "sensors", expected: 3, found: 4 }));
}
