//! Bounds without an end among others: those of half-spaces.

use jostle::{
    Join, Shape, Shapes,
    broad::BruteForce,
    narrow,
    shape::{Columns, PreparedShapes},
};

use crate::common::{Engines, Random, canonical, half_space, planar, spatial};

/// So many shapes of a dimension, some of them half-spaces, at rest or not.
fn shapes<const D: usize>(
    random: &mut Random,
    make: fn(&mut Random, u32) -> Shape<D>,
    [count, half_spaces]: [u32; 2],
) -> (Vec<Shape<D>>, PreparedShapes<D>) {
    let mut shapes = Shapes::new();
    for number in 0..count {
        let shape = make(random, number);
        let center = shape.center().map(|x| 4.0 * x);
        let moved = match shape {
            Shape::Ball(ball) => Shape::ball(center, ball.radius),
            _ => shape,
        };
        shapes.insert(moved).expect("it is valid");
    }
    for _ in 0..half_spaces {
        shapes.insert(half_space(random)).expect("it is valid");
    }
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    let columns = Columns::from(&shapes);
    ((0..shapes.len()).map(|index| columns.get(index)).collect(), prepared)
}

/// All broad phases find the pairs of brute force, and the pairs that touch are among them.
fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let (mut random, mut engines) = (Random::seeded(0x4a1f), Engines::<D>::new());
    for counts in [[0, 3], [5, 1], [60, 2], [900, 1], [2500, 5]] {
        let (values, prepared) = shapes(&mut random, make, counts);
        let join = Join::within(prepared.bounds());
        let expected = canonical(&mut BruteForce::new(), &join);
        engines.check(&join, &expected, &|| format!("{counts:?}"));
        let last = values.len() as u32 - 1;
        let with_last: Vec<u32> =
            expected.iter().filter(|pair| pair.b == last).map(|pair| pair.a).collect();
        for (index, shape) in values.iter().enumerate().take(400) {
            let touches = narrow::overlap(shape, &values[last as usize]).expect("they are valid");
            let found = index as u32 == last || with_last.contains(&(index as u32));
            assert!(found || !touches, "{counts:?}: {index} {shape:?}");
        }
    }
}

#[test]
fn all_phases_find_what_is_in_half_planes() {
    check(planar);
}

#[test]
fn all_phases_find_what_is_in_half_spaces() {
    check(spatial);
}
