//! Queries about composite shapes, and of composite shapes about others.

use jostle::{
    Shape,
    geometry::ray::Ray,
    narrow::{Motion, cast, distance, overlap},
    query::{QueryFilter, ShapeCast, ShapeTree},
};

use super::made::{composite_in_plane, composite_in_space, pairs_of_parts, parts_of};
use crate::common::{Random, planar, set, spatial};

/// All queries about a set, held against the parts of its shapes.
fn check<const D: usize>(
    seed: u64,
    make: impl Fn(&mut Random, u32) -> Shape<D>,
    probe: impl Fn(&mut Random, u32) -> Shape<D>,
) {
    let mut random = Random::seeded(seed);
    let set = set(30, |number| make(&mut random, number));
    // The parts of all as a set of their own: what holds for rays at shapes is tested elsewhere.
    let parts: Vec<_> = set.shapes.iter().map(parts_of).collect();
    let flat: Vec<(usize, u32, Shape<D>)> = parts
        .iter()
        .enumerate()
        .flat_map(|(index, parts)| {
            parts.iter().map(move |(part, shape)| (index, *part, shape.clone()))
        })
        .collect();
    let (mut tree, all) = (ShapeTree::new(), QueryFilter::new());
    let queries = tree.update(&set.prepared).expect("there is memory");
    let (mut alone, mut hits, mut found_parts) = (ShapeTree::new(), 0, 0);
    for number in 0..300 {
        let (origin, to): ([f32; D], [f32; D]) = (random.point(-4.0, 4.0), random.point(-2.0, 2.0));
        let direction = std::array::from_fn(|axis| to[axis] - origin[axis]);
        let ray = Ray::new(origin, direction);
        let found = queries.closest_hit(&ray, all).expect("the ray is good");
        let mut first: Option<(f32, usize, u32)> = None;
        for (index, part, shape) in &flat {
            let one = crate::common::set(1, |_| shape.clone());
            let one = alone.update(&one.prepared).expect("memory").closest_hit(&ray, all);
            if let Some(hit) = one.expect("the ray is good") {
                let key = (hit.t, *index, *part);
                if first.is_none_or(|first| (key.0, key.1, key.2) < first) {
                    first = Some(key);
                }
            }
        }
        // Times before bounds are those of bounds, within rounding.
        let times = [found.map(|hit| hit.t), first.map(|first| first.0)];
        match times {
            [Some(one), Some(other)] => {
                assert!((one - other).abs() <= 2e-6 * other.max(1e-3), "{found:?} {first:?}");
                hits += 1;
            }
            times => assert_eq!(times, [None, None], "{ray:?}"),
        }
        if let (Some(found), Some(first)) = (found, first)
            && found.index as usize == first.1
        {
            found_parts += usize::from(found.part == first.2 && found.part > 0);
        }
        let any = queries.any_hit(&ray, all).expect("the ray is good");
        assert_eq!(any, found.is_some());

        let shape = probe(&mut random, number);
        let mut touched = Vec::new();
        queries.overlapping(&shape, all, &mut touched).expect("it is valid");
        let expected = (0..set.shapes.len() as u32)
            .filter(|index| overlap(&shape, &set.shapes[*index as usize]).expect("it is valid"));
        assert_eq!(touched, expected.collect::<Vec<_>>());
        let closest = queries.closest(&shape, f32::INFINITY, all).expect("it is valid");
        let closest = closest.expect("there are shapes");
        let nearest =
            set.shapes.iter().map(|other| distance(&shape, other).expect("valid").distance);
        let nearest = nearest.fold(f32::INFINITY, f32::min);
        assert!((closest.distance - nearest).abs() <= 2e-6 * nearest, "{closest:?} {nearest}");
        // The points are on the part that is told.
        let other = &set.shapes[closest.index as usize];
        let of_part = pairs_of_parts(&shape, other)
            .into_iter()
            .filter(|([_, part], _)| *part == closest.part)
            .map(|(_, [a, b])| distance(&a, &b).expect("they are valid").distance)
            .fold(f32::INFINITY, f32::min);
        assert!((closest.distance - of_part).abs() <= 2e-6 * of_part, "{closest:?} {of_part}");

        let motion = Motion::straight(random.point(-3.0, 3.0));
        let moving = ShapeCast::new(&shape, motion);
        let found = queries.closest_cast(&moving, all).expect("it is valid");
        let first = set
            .shapes
            .iter()
            .map(|other| cast(&shape, &motion, other, &Motion::REST, 1.0).expect("valid").time)
            .fold(f32::INFINITY, f32::min);
        let time = found.map_or(f32::INFINITY, |hit| hit.t);
        assert!(time == first || (time - first).abs() <= 1e-5, "{found:?} {first}");
    }
    assert!(hits > 50 && found_parts > 10, "{hits} {found_parts}");
}

#[test]
fn in_the_plane() {
    let make = |random: &mut Random, number: u32| match number % 2 {
        0 => composite_in_plane(random, number as usize / 2),
        _ => planar(random, number),
    };
    check(1, make, planar);
    check(2, make, |random, number| composite_in_plane(random, number as usize));
}

#[test]
fn in_space() {
    let make = |random: &mut Random, number: u32| match number % 2 {
        0 => composite_in_space(random, number as usize / 2),
        _ => spatial(random, number),
    };
    check(3, make, spatial);
    check(4, make, |random, number| composite_in_space(random, number as usize));
}
