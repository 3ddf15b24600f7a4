//! Which shapes a query is about, in a world and on columns.

use jostle::{
    Error, Filter, Shape, World,
    geometry::ray::Ray,
    query::{QueryFilter, ShapeTree},
    shape::{Attributes, Mobility},
};

use crate::common::{Random, set};

/// A world of random attributes along a line, so that one ray meets all.
fn world(random: &mut Random) -> (World<2>, Vec<Attributes>) {
    let mut world = World::new();
    let mut all = Vec::new();
    for number in 0..60 {
        let mut attributes = Attributes::new();
        attributes.category = 1 << random.below(3);
        attributes.mask = random.pick(&[u32::MAX, 1, 6, 0]);
        attributes.group = random.pick(&[0, 0, 1, -1]);
        attributes.sensor = random.below(3) == 0;
        attributes.mobility =
            random.pick(&[Mobility::Moving, Mobility::Static, Mobility::Sleeping]);
        let ball = Shape::ball([number as f32 * 3.0 + 3.0, 0.0], 1.0);
        world.shapes_mut().insert_with(ball, attributes).expect("it is valid");
        all.push(attributes);
    }
    (world, all)
}

#[test]
fn attributes_of_a_world_are_asked() {
    let mut random = Random::seeded(51);
    let (mut world, attributes) = world(&mut random);
    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
    assert_eq!(world.queries().map(|_| ()), Err(Error::NoStep));
    world.step().expect("there is memory");
    let third = |index: u32| index.is_multiple_of(3);
    let (mut wanted, mut left_out) = (0, 0);
    for case in 0..3000_u32 {
        let (category, mask) = (1 << random.below(3), random.pick(&[u32::MAX, 2, 5]));
        let (group, without) = (random.pick(&[0, 1, -1]), random.below(60) as u32);
        let bit = |place: u32| case >> place & 1 != 0;
        let mut filter = QueryFilter::new().without(without);
        if bit(0) {
            filter = filter.with_category(category).with_mask(mask);
        }
        if bit(1) {
            filter = filter.with_group(group);
        }
        if bit(2) {
            filter = filter.without_sensors();
        }
        if bit(3) {
            filter = filter.only_static();
        }
        if bit(4) {
            filter = filter.only_moving();
        }
        if bit(5) {
            filter = filter.accepting(&third);
        }
        let expects = |index: u32, of: &Attributes| {
            let by_category = of.category & mask != 0 && category & of.mask != 0;
            let same_group = bit(1) && of.group == group && group != 0;
            let is_static = of.mobility == Mobility::Static;
            (if same_group { group > 0 } else { !bit(0) || by_category })
                && !(bit(2) && of.sensor)
                && (!bit(3) || is_static)
                && !(bit(4) && is_static)
                && (!bit(5) || third(index))
                && index != without
        };
        let expected: Vec<u32> =
            (0..60).filter(|index| expects(*index, &attributes[*index as usize])).collect();
        let queries = world.queries().expect("there was a step");
        let mut hits = Vec::new();
        queries.all_hits(&ray, filter, &mut hits).expect("it is valid");
        let found: Vec<u32> = hits.iter().map(|hit| hit.index).collect();
        assert_eq!(found, expected, "{filter:?}");
        let first = queries.closest_hit(&ray, filter).expect("it is valid");
        assert_eq!(first.map(|hit| hit.index), expected.first().copied());
        let along = Shape::segment([0.0, 0.0], [200.0, 0.0]);
        let mut touched = Vec::new();
        queries.overlapping(&along, filter, &mut touched).expect("it is valid");
        assert_eq!(touched, expected);
        wanted += expected.len();
        left_out += 60 - expected.len();
    }
    assert!(wanted > 10_000 && left_out > 50_000, "{wanted} {left_out}");
}

/// Answers are those of the last step, whatever was changed since, until the next.
#[test]
fn a_world_answers_for_its_last_step() {
    let mut world = World::<2>::new();
    assert_eq!(world.queries().map(|_| ()), Ok(()), "nothing is in an empty world");
    let ball = world.shapes_mut().insert(Shape::ball([5.0, 0.0], 1.0)).expect("it is valid");
    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
    let first = |world: &World<2>| {
        let queries = world.queries().expect("there was a step");
        let hit = queries.closest_hit(&ray, QueryFilter::new()).expect("it is valid");
        hit.map(|hit| (world.handle(hit.index), hit.t))
    };
    world.step().expect("there is memory");
    assert_eq!(first(&world), Some((Some(ball), 4.0)));
    world.shapes_mut().set(ball, Shape::ball([7.0, 0.0], 1.0)).expect("it is there");
    assert_eq!(first(&world), Some((Some(ball), 4.0)));
    world.step().expect("there is memory");
    assert_eq!(first(&world), Some((Some(ball), 6.0)));
    world.shapes_mut().remove(ball).expect("it is there");
    world.step().expect("there is memory");
    assert_eq!(first(&world), None);
}

/// A filter over columns needs no world.
#[test]
fn columns_are_asked() {
    let set = set(4, |number| Shape::ball([3.0 * number as f32 + 3.0, 0.0], 1.0));
    let mut tree = ShapeTree::new();
    let (categories, masks) = ([1, 2, 4, 1], [u32::MAX; 4]);
    let statics = [true, false, false, true];
    let filter = Filter::default().with_categories(&categories, &masks).with_statics(&statics);
    let queries = tree.update(&set.prepared).expect("there is memory");
    let queries = queries.with_filter(filter).expect("as long");
    let queries = queries.with_sensors(&[true, false, false, false]).expect("as long");
    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
    let first =
        |filter| queries.closest_hit(&ray, filter).expect("it is valid").map(|hit| hit.index);
    assert_eq!(first(QueryFilter::new()), Some(0));
    assert_eq!(first(QueryFilter::new().without_sensors()), Some(1));
    assert_eq!(first(QueryFilter::new().with_mask(5).without(0)), Some(2));
    assert_eq!(first(QueryFilter::new().only_static().without_sensors()), Some(3));
    assert_eq!(first(QueryFilter::new().with_mask(8)), None);
}
