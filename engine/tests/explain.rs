//! Explanations against what is reported, for every pair of small scenes.

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::{Boxes, Random, best, explain_pairs, explain_world, pool};
use jostle::{
    BroadPhase, CollisionPipeline, Error, Filter, Join, Pair, Pairs, Sap, Shape, World,
    broad::BoxSet,
    debug_draw::DrawElement,
    explain::{FilterDecision, PairExplanation, Verdict},
    shape::{Attributes, Columns, Mobility},
    step::{PipelineInput, StepLimits},
    validate::InvalidReason,
};

/// What a verdict is, without its numbers.
fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pair => "pair",
        Verdict::Contact => "contact",
        Verdict::SensorOverlap => "sensor",
        Verdict::SleepingContact => "asleep",
        Verdict::Invalid { .. } => "invalid",
        Verdict::Filtered(FilterDecision::BothStatic) => "static",
        Verdict::Filtered(FilterDecision::Group { .. }) => "group",
        Verdict::Filtered(_) => "categories",
        Verdict::BoundsApart { .. } => "bounds",
        Verdict::ShapesApart { .. } => "shapes",
        _ => unreachable!("all verdicts are listed"),
    }
}

type Tally = BTreeMap<&'static str, usize>;

/// Boxes on a coarse lattice, so that many just touch; some have a NaN, some are inverted, some
/// without end.
fn boxes<const D: usize>(random: &mut Random, len: usize) -> Boxes<D> {
    let mut boxes = Boxes::new();
    for index in 0..len {
        let min: [f32; D] = std::array::from_fn(|_| random.below(24) as f32);
        let mut max = min.map(|x| x + random.below(4) as f32);
        match index % 23 {
            0 => max[D - 1] = f32::NAN,
            1 => max[0] = min[0] - 1.0,
            2 => max[1] = f32::INFINITY,
            _ => {}
        }
        boxes.push(min, max);
    }
    boxes
}

struct FilterColumns {
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    statics: Vec<bool>,
}

impl FilterColumns {
    fn new(random: &mut Random, len: usize) -> Self {
        let mut bits = |of: &[u32]| (0..len).map(|_| random.pick(of)).collect();
        let (categories, masks) = (bits(&[1, 2, 4]), bits(&[7, 3, 6]));
        let groups = (0..len).map(|_| random.pick(&[0, 0, 0, -1, 2])).collect();
        let statics = (0..len).map(|_| random.percent(30.0)).collect();
        Self { categories, masks, groups, statics }
    }

    fn filter(&self) -> Filter<'_> {
        let filter = Filter::default().with_categories(&self.categories, &self.masks);
        filter.with_groups(&self.groups).with_statics(&self.statics)
    }
}

/// Explains every pair of a join, and holds that against the pairs that were found.
fn check_all<const D: usize>(phase: &mut dyn BroadPhase<D>, join: &Join<'_, D>, tally: &mut Tally) {
    let mut pairs = Pairs::new();
    phase.pairs(join, &mut pairs).expect("the join is valid");
    pairs.sort_canonical().expect("there is memory");
    explain_pairs(phase, join, &pairs, usize::MAX, |explanation| {
        *tally.entry(name(explanation.verdict())).or_default() += 1;
        check_places(explanation);
    });
}

/// The places of a valid box hold it, and the owner of a pair is among those above both.
fn check_places<const D: usize>(explanation: &PairExplanation<D>) {
    let Some(axes) = &explanation.axes else { return };
    for (side, places) in explanation.places.of.iter().enumerate() {
        // The boxes of a loose quadtree reach beyond their cells.
        for place in places.iter().filter(|place| place.style.element != DrawElement::Cell) {
            for (axis, of) in axes.iter().enumerate() {
                let [min, max] = [of.a, of.b][side];
                let (low, high) = (place.bounds.min[axis], place.bounds.max[axis]);
                assert!(min <= high && low <= max, "{explanation}");
            }
        }
    }
    if let Some(owner) = &explanation.places.owner {
        let numbers = |side: usize| explanation.places.of[side].iter().map(|place| place.number);
        assert!((0..2).all(|side| numbers(side).any(|number| owner.number <= number)));
    }
}

fn check_dimension<const D: usize>(tally: &mut Tally) {
    let mut random = Random::seeded(D as u64);
    let sets: [Boxes<D>; 2] = [boxes(&mut random, 150), boxes(&mut random, 90)];
    let columns = sets.each_ref().map(|set| FilterColumns::new(&mut random, set.len()));
    let [first, second] = std::array::from_fn(|side| BoxSet {
        bounds: sets[side].bounds(),
        filter: columns[side].filter(),
    });
    for mut phase in best::<D>() {
        check_all(&mut *phase, &Join::within(first.bounds), tally);
        check_all(&mut *phase, &Join::within(first), tally);
        check_all(&mut *phase, &Join::between(first, second), tally);
    }
}

#[test]
fn every_pair_of_boxes_is_explained_as_it_is_reported() {
    let mut tally = Tally::new();
    check_dimension::<2>(&mut tally);
    check_dimension::<3>(&mut tally);
    for reached in ["pair", "invalid", "static", "group", "categories", "bounds"] {
        assert!(tally[reached] > 1000, "{reached}: {tally:?}");
    }
}

#[test]
fn a_sweep_reports_pairs_in_the_order_of_their_owners() {
    let mut random = Random::seeded(5);
    let mut boxes = Boxes::<2>::new();
    for _ in 0..6000 {
        let min = random.point(0.0, 100.0);
        boxes.push(min, min.map(|x| x + random.between(0.3, 1.0)));
    }
    let (mut sap, join) = (Sap::new(), Join::within(boxes.bounds()));
    let mut pairs = Pairs::new();
    pool(1).install(|| sap.pairs(&join, &mut pairs)).expect("the join is valid");
    let mut owners = Vec::new();
    for pair in pairs.iter().step_by(3) {
        let explanation = sap.explain(&join, pair.a, pair.b).expect("both are there");
        owners.extend(explanation.places.owner.map(|owner| owner.number));
    }
    assert!(owners.is_sorted(), "{owners:?}");
    let distinct: std::collections::BTreeSet<_> = owners.iter().collect();
    assert!(owners.len() > 300 && distinct.len() > 5, "{distinct:?}");
}

#[test]
fn trees_name_the_leaves_and_the_node_above_both() {
    let mut boxes = Boxes::<3>::new();
    (0..1000).for_each(|x| boxes.push([x as f32, 0.0, 0.0], [x as f32 + 1.0, 1.0, 1.0]));
    let join = Join::within(boxes.bounds());
    for mut phase in best::<3>() {
        if !["bvh", "dynamic-tree"].contains(&phase.name()) {
            continue;
        }
        phase.count(&join).expect("the join is valid");
        let far = phase.explain(&join, 0, 999).expect("both are there");
        let near = phase.explain(&join, 500, 500 ^ 1).expect("both are there");
        let depth = |of: &PairExplanation<3>| of.places.owner.expect("one tree").style.depth;
        assert!(depth(&far) < depth(&near), "{far}{near}");
        for explanation in [&far, &near] {
            assert!(explanation.places.of.iter().all(|places| places.len() == 1));
        }
    }
}

#[test]
fn what_cannot_be_explained_is_an_error() {
    let mut random = Random::seeded(9);
    let boxes = boxes::<2>(&mut random, 10);
    let join = Join::within(boxes.bounds());
    let sap = Sap::new();
    let error = |a, b| sap.explain(&join, a, b).expect_err("it cannot be");
    assert_eq!(error(3, 10), Error::NoShape { pair: 0, index: 10, shapes: 10 });
    assert_eq!(error(4, 4), Error::OneShape { pair: 0, index: 4 });
    // Before a run nothing is known of places, and all else is.
    let explanation = sap.explain(&join, 4, 3).expect("both are there");
    assert_eq!((explanation.pair, explanation.places.owner), (Pair { a: 3, b: 4 }, None));
    let both = Join::between(boxes.bounds(), boxes.bounds());
    assert_eq!(sap.explain(&both, 4, 4).map(|of| of.verdict()), Ok(Verdict::Pair));
}

/// Shapes of all kinds of the plane, some of them sensors, asleep, static or invalid.
fn world(random: &mut Random) -> World<2> {
    let mut world = World::new();
    for index in 0..160 {
        let center = random.point(-6.0, 6.0);
        let size = random.between(0.2, 1.0);
        let shape = match index % 4 {
            0 => Shape::ball(center, size),
            1 => Shape::aligned_box(center, [size, 0.5 * size]),
            2 => Shape::capsule(center, center.map(|x| x + size), 0.3 * size),
            _ => Shape::ball(center, 2.0 * size),
        };
        let mut attributes = Attributes::DEFAULT;
        attributes.sensor = index % 9 == 0;
        attributes.category = 1 << (index % 3);
        attributes.mask = if index % 5 == 0 { 3 } else { 7 };
        attributes.group = if index % 11 == 0 { -4 } else { 0 };
        if index % 7 == 0 {
            attributes.mobility = Mobility::Static;
        }
        world.shapes_mut().insert_with(shape, attributes).expect("there is room");
    }
    // A whole column may have numbers that no shape that is set alone may have.
    let mut centers = world.shapes().balls().centers().map(<[f32]>::to_vec);
    centers[0].iter_mut().step_by(6).for_each(|x| *x = f32::NAN);
    centers[1].iter_mut().skip(3).step_by(8).for_each(|y| *y = f32::INFINITY);
    let centers = centers.each_ref().map(|column| &column[..]);
    world.shapes_mut().set_ball_centers(centers).expect("there are as many");
    world
}

#[test]
fn every_pair_of_shapes_is_explained_as_it_is_reported() {
    let mut random = Random::seeded(3);
    let mut tally = Tally::new();
    let mut world = world(&mut random);
    world.step().expect("nothing is wrong");
    // Some fall asleep where they are.
    let handles: Vec<_> = (0..160).filter_map(|index| world.handle(index)).collect();
    for handle in handles.iter().step_by(2) {
        let mut attributes = world.shapes().attributes(*handle).expect("it is there");
        if attributes.mobility == Mobility::Moving {
            attributes.mobility = Mobility::Sleeping;
        }
        world.shapes_mut().set_attributes(*handle, attributes).expect("it is there");
    }
    for _ in 0..2 {
        world.step().expect("nothing is wrong");
    }
    explain_world(&world, |explanation| {
        if let Some(contact) = world.contacts().iter().find(|of| of.pair == explanation.pair) {
            let narrow = explanation.narrow.expect("the shapes touch");
            assert_eq!(narrow.separation.distance, contact.distance);
            assert_eq!(narrow.separation.axis, contact.axis);
        }
        *tally.entry(name(explanation.verdict())).or_default() += 1;
    });
    for reached in [
        "contact",
        "sensor",
        "asleep",
        "invalid",
        "static",
        "group",
        "categories",
        "bounds",
        "shapes",
    ] {
        assert!(tally.get(reached).is_some_and(|count| *count > 2), "{reached}: {tally:?}");
    }
}

#[test]
fn handles_that_are_stale_or_new_are_told_apart() {
    let mut world = World::<2>::new();
    let insert = |world: &mut World<2>, x: f32| {
        world.shapes_mut().insert(Shape::ball([x, 0.0], 1.0)).expect("there is room")
    };
    let (old, gone) = (insert(&mut world, 0.0), insert(&mut world, 1.0));
    world.step().expect("nothing is wrong");
    let new = insert(&mut world, 2.0);
    world.shapes_mut().remove(gone).expect("it is there");
    assert_eq!(world.explain(old, new).err(), Some(Error::NotInStep { handle: new }));
    assert_eq!(world.explain(gone, old).err(), Some(Error::StaleHandle { handle: gone }));
    assert_eq!(world.explain(old, old).err(), Some(Error::OneShape { pair: 0, index: 0 }));
    world.step().expect("nothing is wrong");
    assert_eq!(world.explain(old, new).map(|of| of.verdict()), Ok(Verdict::Contact));
}

#[test]
fn a_step_that_failed_explains_nothing() {
    let mut world = World::<2>::new().with_limits(StepLimits::new().with_pairs(1));
    let insert = |world: &mut World<2>| {
        world.shapes_mut().insert(Shape::ball([0.0, 0.0], 1.0)).expect("there is room")
    };
    let [a, b] = std::array::from_fn(|_| insert(&mut world));
    assert_eq!(world.explain(a, b).err(), Some(Error::NotInStep { handle: a }));
    world.step().expect("nothing is wrong");
    assert!(world.explain(a, b).is_ok());
    let third = insert(&mut world);
    world.step().expect_err("three pairs are too many");
    assert_eq!(world.explain(a, b).err(), Some(Error::NoStep));
    world.shapes_mut().remove(third).expect("it is there");
    world.step().expect("one pair is allowed");
    assert!(world.explain(a, b).is_ok());

    let mut pipeline = CollisionPipeline::<2>::new();
    let columns = || Columns::default().with_balls([&[0.0; 3], &[0.0; 3]], &[1.0; 3]);
    let input = || PipelineInput::new(columns().expect("columns are of one length"));
    assert_eq!(pipeline.explain(input(), 0, 1).err(), Some(Error::NoStep));
    pipeline.step(input()).expect("nothing is wrong");
    assert!(pipeline.explain(input(), 0, 1).is_ok());
    pipeline.step(input().with_sensors(&[true; 2])).expect_err("flags are too few");
    assert_eq!(pipeline.explain(input(), 0, 1).err(), Some(Error::NoStep));
}

#[test]
fn what_fast_shapes_met_is_told() {
    let mut world = World::<2>::new();
    let wall = Shape::aligned_box([0.0, 0.0], [0.1, 9.0]);
    let wall = world.shapes_mut().insert(wall).expect("it is valid");
    let mut fast = Attributes::DEFAULT;
    fast.ccd = true;
    let ball = world.shapes_mut().insert_with(Shape::ball([-5.0, 0.0], 1.0), fast);
    let ball = ball.expect("it is valid");
    world.step().expect("nothing is wrong");
    world.shapes_mut().set(ball, Shape::ball([5.0, 0.0], 1.0)).expect("it is a ball");
    world.step().expect("nothing is wrong");
    let explanation = world.explain(wall, ball).expect("both are there");
    assert!(matches!(explanation.verdict(), Verdict::BoundsApart { axis: 0, .. }));
    assert_eq!(explanation.ccd_hit, world.ccd_hits().first().copied());
    assert!(explanation.to_string().contains("they met at time 0."), "{explanation}");
}

#[test]
fn texts_say_what_was_decided() {
    let mut pipeline = CollisionPipeline::<3>::new();
    let mut shapes = jostle::Shapes::new();
    for shape in [
        Shape::aligned_box([0.0; 3], [1.0; 3]),
        Shape::aligned_box([1.5, 0.0, 0.0], [1.0; 3]),
        Shape::ball([0.0; 3], 1.0),
        Shape::half_space([0.0, -0.75, 0.0], [0.0, 1.0, 0.0]),
    ] {
        shapes.insert(shape).expect("there is room");
    }
    shapes.set_ball_centers([&[f32::NAN], &[0.0], &[0.0]]).expect("there is one ball");
    pipeline.step(&shapes).expect("nothing is wrong");
    // Balls come first: the invalid one is 0.
    let text = |a, b| pipeline.explain(&shapes, a, b).expect("both are there").to_string();
    let touching = text(1, 2);
    for part in [
        "pair (1, 2) is reported: the shapes touch\n",
        "  filter: wants the pair\n",
        // Bounds of boxes that may be turned are a little larger.
        "and [0.4999996, 2.5000007]: they overlap by 0.50000083\n",
        "narrow phase: box and box touch: distance -0.5 along [1.0, 0.0, 0.0], by axis x of the",
    ] {
        assert!(touching.contains(part), "{part}: {touching}");
    }
    let ground = text(1, 3);
    let found =
        "box and half-space touch: distance -0.25 along [0.0, -1.0, 0.0], by the normal of the";
    assert!(ground.contains(found), "{ground}");
    assert!(text(2, 0).starts_with("pair (0, 2) is not reported: 0 is invalid: not a number\n"));
    let reason = InvalidReason::NotANumber;
    let invalid = pipeline.explain(&shapes, 0, 1).expect("both are there");
    assert_eq!(invalid.verdict(), Verdict::Invalid { side: 0, reason });
    let other = jostle::Shapes::new();
    let expected = Error::Length { what: "the shapes of the last step", expected: 4, found: 0 };
    assert_eq!(pipeline.explain(&other, 0, 1).err(), Some(expected));
}
