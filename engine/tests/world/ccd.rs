//! Fast shapes: whatever is in their way is met.

use std::collections::{BTreeMap, BTreeSet};

use jostle::{
    CollisionPipeline, Error, Handle, Pair, Shape, SimdLevel, World,
    narrow::{ImpactState, Motion, cast},
    shape::{Attributes, Columns, Mobility},
    step::PipelineInput,
};

use crate::common::{Random, planar, pool, spatial};

const FAST: Attributes = Attributes::new().with_ccd(true);

/// A ball that passes a plate within a step, at speeds over seventeen orders of magnitude, along
/// each axis.
#[test]
fn nothing_tunnels_at_any_speed() {
    for exponent in -3..14 {
        for axis in 0..3 {
            let speed = 10_f32.powi(exponent);
            let at = |way: f32| {
                let mut center = [0.1, 0.2, 0.3];
                center[axis] = way;
                Shape::ball(center, 1e-3)
            };
            let mut world = World::<3>::new();
            let mut half = [10.0; 3];
            half[axis] = 1e-4;
            let rest = Attributes::new().with_mobility(Mobility::Static);
            let plate = Shape::aligned_box([0.0; 3], half);
            world.shapes_mut().insert_with(plate, rest).expect("it is valid");
            let ball =
                world.shapes_mut().insert_with(at(-0.25 * speed), FAST).expect("it is valid");
            world.step().expect("nothing is wrong");
            assert_eq!(world.ccd_hits().len(), world.touching().len(), "it has not moved yet");
            world.shapes_mut().set(ball, at(0.75 * speed)).expect("it is a ball");
            world.step().expect("nothing is wrong");
            let [met] = world.ccd_hits() else { panic!("{exponent} {axis}: it tunnelled") };
            assert_eq!(met.pair, Pair { a: 0, b: 1 });
            if speed > 0.01 {
                assert_eq!(met.impact.state(), ImpactState::Hit);
                let expected = 0.25 - 1.1e-3 / speed;
                assert!(
                    (met.impact.time - expected).abs() < 1e-3,
                    "{} {expected}",
                    met.impact.time
                );
                let mut normal = [0.0; 3];
                normal[axis] = 1.0;
                assert_eq!(met.impact.normal, normal, "from the ball to the plate");
            }
            // It stays where it is.
            world.step().expect("nothing is wrong");
            assert_eq!(world.ccd_hits().len(), world.touching().len());
        }
    }
}

#[test]
fn another_level_keeps_what_was_found_and_finds_the_same() {
    let pass = |world: &mut World<2>, ball, to: f32| {
        world.shapes_mut().set(ball, Shape::ball([to, 0.0], 1.0)).expect("it is a ball");
        world.step().expect("nothing is wrong");
        world.ccd_hits().to_vec()
    };
    let mut world = World::<2>::new().with_level(SimdLevel::detect());
    let wall = Shape::aligned_box([0.0, 0.0], [0.1, 9.0]);
    world.shapes_mut().insert(wall).expect("it is valid");
    let ball = world.shapes_mut().insert_with(Shape::ball([-5.0, 0.0], 1.0), FAST);
    let ball = ball.expect("it is valid");
    world.step().expect("nothing is wrong");
    let found = pass(&mut world, ball, 5.0);
    assert_eq!(found.len(), 1);
    assert_eq!(pass(&mut world, ball, -5.0).len(), 1);
    let last = world.ccd_hits().to_vec();
    world = world.with_level(SimdLevel::PORTABLE);
    assert_eq!(world.ccd_hits(), last);
    assert_eq!(world.stats().ccd_hits, last.len());
    assert_eq!(pass(&mut world, ball, 5.0), found);
}

#[test]
fn who_is_placed_has_no_way() {
    let mut world = World::<2>::new();
    let wall = Shape::aligned_box([0.0, 0.0], [0.1, 9.0]);
    world.shapes_mut().insert(wall).expect("it is valid");
    let ball = world.shapes_mut().insert_with(Shape::ball([-5.0, 0.0], 1.0), FAST);
    let ball = ball.expect("it is valid");
    world.step().expect("nothing is wrong");
    world.teleport(ball, Shape::ball([5.0, 0.0], 1.0)).expect("it is a ball");
    world.step().expect("nothing is wrong");
    assert!(world.ccd_hits().is_empty());
    world.shapes_mut().set(ball, Shape::ball([-5.0, 0.0], 1.0)).expect("it is a ball");
    world.step().expect("nothing is wrong");
    assert_eq!(world.ccd_hits().len(), 1);
    world.shapes_mut().remove(ball).expect("it is there");
    let stale = Error::StaleHandle { handle: ball };
    assert_eq!(world.teleport(ball, Shape::ball([0.0, 0.0], 1.0)), Err(stale));
}

/// Whether a step finds that a shape meets the wall at 0.
fn meets_wall(world: &mut World<2>, ball: Handle) -> bool {
    world.step().expect("nothing is wrong");
    let found = world.ccd_hits().iter().any(|hit| world.handle(hit.pair.a) == Some(ball));
    assert_eq!(found, !world.ccd_hits().is_empty());
    found
}

#[test]
fn who_comes_in_has_a_way_from_there() {
    let disc = |x: f32| Shape::ball([x, 0.0], 1.0);
    let walled = || {
        let mut world = World::<2>::new();
        let wall = Shape::aligned_box([0.0, 0.0], [0.1, 9.0]);
        world.shapes_mut().insert(wall).expect("it is valid");
        world
    };
    let insert = |world: &mut World<2>, at: f32, attributes: Attributes| {
        world.shapes_mut().insert_with(disc(at), attributes).expect("it is valid")
    };
    let set = |world: &mut World<2>, ball: Handle, to: f32| {
        world.shapes_mut().set(ball, disc(to)).expect("it is a ball");
    };
    // In the first step of a world, among others that have been there, and where a shape goes that
    // had its row.
    for others in [0, 1, 5] {
        let mut world = walled();
        let there: Vec<_> =
            (0..others).map(|at| insert(&mut world, -20.0 - 5.0 * at as f32, FAST)).collect();
        if others > 0 {
            world.step().expect("nothing is wrong");
        }
        let ball = insert(&mut world, -5.0, FAST);
        set(&mut world, ball, 5.0);
        if others > 1 {
            world.shapes_mut().remove(there[0]).expect("it is there");
        }
        assert!(meets_wall(&mut world, ball), "{others} others");
        assert!(!meets_wall(&mut world, ball), "it stays where it is");
    }
    // As columns, and after a snapshot.
    let mut world = walled();
    let mut handles = Vec::new();
    let columns = Columns::default().with_balls([&[-5.0], &[0.0]], &[1.0]).expect("they are alike");
    world.shapes_mut().insert_all(columns, FAST, &mut handles).expect("they are valid");
    set(&mut world, handles[0], 5.0);
    let mut again = World::restore(&world.snapshot()).expect("it is sound");
    assert!(meets_wall(&mut world, handles[0]) && meets_wall(&mut again, handles[0]));
    // Made fast before it moves, or after.
    for (made_at, meets) in [(-5.0, true), (5.0, false)] {
        let mut world = walled();
        let ball = insert(&mut world, -5.0, Attributes::new());
        world.step().expect("nothing is wrong");
        set(&mut world, ball, made_at);
        world.shapes_mut().set_attributes(ball, FAST).expect("it is there");
        set(&mut world, ball, 5.0);
        assert_eq!(meets_wall(&mut world, ball), meets, "{made_at}");
    }
    // Who is placed has no way, and a shape in the slot of another none of the other's.
    let mut world = walled();
    let ball = insert(&mut world, -5.0, FAST);
    world.teleport(ball, disc(5.0)).expect("it is a ball");
    let gone = insert(&mut world, -5.0, FAST);
    world.shapes_mut().remove(gone).expect("it is there");
    let heir = insert(&mut world, 9.0, Attributes::new());
    assert_eq!(heir.slot(), gone.slot());
    assert!(!meets_wall(&mut world, ball));
}

#[test]
fn fast_shapes_that_came_and_went_are_forgotten() {
    let mut shapes = jostle::Shapes::<2>::new();
    let mut most = 0;
    for step in 0..10_000 {
        let ball = shapes.insert_with(Shape::ball([0.0, 0.0], 1.0), FAST).expect("it is valid");
        shapes.remove(ball).expect("it is there");
        if step == 1000 {
            most = shapes.memory_bytes();
        }
    }
    assert_eq!(shapes.memory_bytes(), most);
}

/// The bounds of the way of a shape that does not turn, roughly.
fn reach<const D: usize>(from: &Shape<D>, to: &Shape<D>) -> Option<([f64; D], [f64; D])> {
    let mut prepared = jostle::shape::PreparedShapes::<D>::new();
    let mut shapes = jostle::Shapes::<D>::new();
    for shape in [from, to] {
        shapes.insert(shape).ok()?;
    }
    prepared.update(&shapes).ok()?;
    let [a, b] = [0, 1].map(|index| prepared.bounds().get(index).expect("it is valid"));
    let all = a.union(&b);
    Some((all.min.map(f64::from), all.max.map(f64::from)))
}

fn moved<const D: usize>(
    shape: &Shape<D>,
    random: &mut Random,
    make: &dyn Fn(&mut Random) -> Shape<D>,
) -> Shape<D> {
    if random.percent(30.0) {
        return shape.clone();
    }
    loop {
        let other = make(random);
        if other.kind() == shape.kind() {
            return other;
        }
    }
}

/// Encounters are what is found about each pair alone, while shapes come and go, and become others.
fn check<const D: usize>(seed: u64, make: fn(&mut Random, u32) -> Shape<D>) -> [usize; 7] {
    let mut random = Random::seeded(seed);
    let any = |random: &mut Random| {
        let number = random.below(6) as u32;
        make(random, number)
    };
    let mut world = World::<D>::new();
    let mut live: Vec<Handle> = Vec::new();
    let mut before: BTreeMap<Handle, Shape<D>> = BTreeMap::new();
    let (mut hits, mut overlaps, mut passed, mut replaced) = (0, 0, 0, 0);
    let (mut met_before, mut changed) = (Vec::new(), [0; 3]);
    for step in 0..40 {
        for _ in 0..random.below(4) {
            let attributes = Attributes::new()
                .with_ccd(random.percent(40.0))
                .with_mobility(random.pick(&[Mobility::Moving, Mobility::Moving, Mobility::Static]))
                .with_category(random.pick(&[u32::MAX, 1, 2]));
            let shape = any(&mut random);
            live.push(world.shapes_mut().insert_with(&shape, attributes).expect("it is valid"));
            if attributes.ccd {
                before.insert(live[live.len() - 1], shape);
            }
        }
        if live.len() > 12 {
            let gone = live.swap_remove(random.below(live.len()));
            world.shapes_mut().remove(gone).expect("it is there");
        }
        for handle in &live {
            let shape = world.shapes().get(*handle).expect("it is there");
            let there = moved(&shape, &mut random, &any);
            world.shapes_mut().set(*handle, &there).expect("it is of the same kind");
            if random.percent(10.0) {
                // It is replaced, by whatever kind, and goes on from there.
                let other = any(&mut random);
                let mut set =
                    |shape: &_| world.shapes_mut().set(*handle, shape).expect("it is valid");
                set(&other);
                set(&moved(&other, &mut random, &any));
                if other.kind() != there.kind() {
                    replaced += 1;
                    before.remove(handle);
                    if world.shapes().attributes(*handle).expect("it is there").ccd {
                        before.insert(*handle, other);
                    }
                }
            }
        }
        let had_fast = !before.is_empty();
        world.step().expect("nothing is wrong");
        let shapes = world.shapes();
        let mut found = world.ccd_hits().iter().peekable();
        let mut any_fast = false;
        for a in 0..live.len() as u32 {
            let first = world.handle(a).expect("it is there");
            any_fast |= shapes.attributes(first).expect("it is there").ccd;
            for b in a + 1..live.len() as u32 {
                let names = [first, world.handle(b).expect("it is there")];
                let of = names.map(|name| shapes.attributes(name).expect("it is there"));
                let now = names.map(|name| shapes.get(name).expect("it is there"));
                let was = [0, 1].map(|k| before.get(&names[k]).unwrap_or(&now[k]).clone());
                let is_fast = of.iter().any(|of| of.ccd && of.mobility.is_moving());
                let wanted = of[0].category & of[1].mask != 0 && of[1].category & of[0].mask != 0;
                if !had_fast || !is_fast || !wanted {
                    continue;
                }
                let motions = [0, 1].map(|k| Motion::between(&was[k], &now[k]));
                let expected = cast(&was[0], &motions[0], &was[1], &motions[1], 1.0);
                let expected = expected.expect("shapes and motions are valid");
                match found.peek() {
                    Some(met) if met.pair == (Pair { a, b }) => {
                        assert_eq!(met.impact, expected, "{step}");
                        found.next();
                        hits += usize::from(expected.state() == ImpactState::Hit);
                        overlaps += usize::from(expected.state() == ImpactState::Overlapping);
                    }
                    _ if expected.state() == ImpactState::Apart => {}
                    _ => {
                        // It only came close: not even what they come across touches.
                        let [a, b] = [0, 1].map(|k| reach(&was[k], &now[k]).expect("it is valid"));
                        let apart =
                            (0..D).any(|axis| a.0[axis] > b.1[axis] || b.0[axis] > a.1[axis]);
                        assert!(apart, "{step}: {was:?} {now:?} {expected:?}");
                        passed += 1;
                    }
                }
            }
        }
        assert!(found.next().is_none(), "{step}: an encounter that is none");
        let name = |pair: Pair| [pair.a, pair.b].map(|at| world.handle(at).expect("it is there"));
        let met: Vec<_> = world.ccd_hits().iter().map(|hit| name(hit.pair)).collect();
        let counts = check_changes(&world, &met_before, &met);
        changed.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        met_before = met;
        let shape = |handle: &Handle| (*handle, shapes.get(*handle).expect("it is there"));
        before = if any_fast { live.iter().map(shape).collect() } else { BTreeMap::new() };
    }
    let [begun, persisted, ended] = changed;
    [hits, overlaps, passed, replaced, begun, persisted, ended]
}

/// What became of hits is what two lists of handles say. Tells how many began, persist and ended.
fn check_changes<const D: usize>(
    world: &World<D>,
    before: &[[Handle; 2]],
    now: &[[Handle; 2]],
) -> [usize; 3] {
    let sorted = |pair: [Handle; 2]| if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] };
    let set = |pairs: &[[Handle; 2]]| pairs.iter().copied().map(sorted).collect::<BTreeSet<_>>();
    let (was, is, changes) = (set(before), set(now), world.ccd_changes());
    let begun: Vec<_> = changes.begun_handles().collect();
    assert_eq!(set(&begun), is.difference(&was).copied().collect());
    let ended: Vec<_> = changes.ended().collect();
    assert_eq!(set(&ended), was.difference(&is).copied().collect());
    let counts = changes.counts();
    assert_eq!((counts.begun, counts.ended), (begun.len(), ended.len()));
    assert_eq!(counts.persisted, is.intersection(&was).count());
    for (place, pair) in now.iter().enumerate() {
        let expected = before.iter().position(|old| sorted(*old) == sorted(*pair));
        assert_eq!(changes.place_before(place), expected);
    }
    [counts.begun, counts.persisted, counts.ended]
}

fn check_all<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut all = [0; 7];
    for seed in 0..30 {
        let seen = pool([1, 2][seed as usize % 2]).install(|| check(seed, make));
        all.iter_mut().zip(seen).for_each(|(all, seen)| *all += seen);
    }
    assert!(all[0] > 1_000 && all[1] > 500 && all[3] > 100, "{all:?}");
    assert!(all[4..].iter().all(|count| *count > 100), "{all:?}");
}

#[test]
fn encounters_in_2d() {
    check_all::<2>(planar);
}

#[test]
fn encounters_in_3d() {
    check_all::<3>(spatial);
}

#[test]
fn frames_take_ways_as_well() {
    let (zero, one) = ([0.0; 2], [1.0; 2]);
    let balls = |x: &'static [f32; 2]| {
        Columns::<2>::default().with_balls([x, &[0.0; 2]], &[1.0; 2]).expect("they are as many")
    };
    let mut pipeline = CollisionPipeline::<2>::new();
    let input =
        PipelineInput::new(balls(&[9.0, 5.0])).with_previous(balls(&[1.0, 5.0]), &[true, false]);
    pipeline.step(input).expect("nothing is wrong");
    let [met] = pipeline.ccd_hits() else { panic!("there is one") };
    assert_eq!((met.pair, met.impact.time), (Pair { a: 0, b: 1 }, 0.25));
    assert_eq!((pipeline.stats().ccd_hits, pipeline.touching().len()), (1, 0));
    let few = Columns::default().with_balls([&zero[..1], &zero[..1]], &one[..1]).expect("one");
    for wrong in [
        PipelineInput::new(balls(&[9.0, 5.0])).with_previous(few, &[true, false]),
        PipelineInput::new(balls(&[9.0, 5.0])).with_previous(balls(&[1.0, 5.0]), &[true]),
    ] {
        let error = pipeline.step(wrong).expect_err("there are too few");
        assert!(matches!(error, Error::Length { expected: 2, found: 1, .. }), "{error}");
        assert!(pipeline.ccd_hits().is_empty());
    }
}
