//! Pairs that the user does not want: asked about by a function, or excluded one by one.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
};

use jostle::{
    CollisionPipeline, Error, Handle, Pair, Shape, World,
    explain::{FilterDecision, Verdict},
    shape::{Attributes, Columns},
    step::PipelineInput,
};

use crate::common::pool;

/// Discs in a row, each of which touches the next, with these attributes.
fn row(all: &[Attributes]) -> (World<2>, Vec<Handle>) {
    let mut world = World::new();
    let insert = |(x, attributes): (usize, &Attributes)| {
        let disc = Shape::ball([1.5 * x as f32, 0.0], 1.0);
        world.shapes_mut().insert_with(disc, *attributes).expect("it is valid")
    };
    let handles = all.iter().enumerate().map(insert).collect();
    (world, handles)
}

fn decision(world: &World<2>, a: Handle, b: Handle) -> Option<FilterDecision> {
    match world.explain(a, b).expect("they are there").verdict() {
        Verdict::Filtered(decision) => Some(decision),
        _ => None,
    }
}

#[test]
fn the_user_is_asked_once_about_each_candidate() {
    for threads in [1, 3] {
        let attributes: Vec<_> = (0..5000).map(|user| Attributes::new().with_user(user)).collect();
        let (mut world, handles) = row(&attributes);
        let masked = Attributes::new().with_user(7).with_mask(0);
        world.shapes_mut().set_attributes(handles[7], masked).expect("it is there");
        world.set_pair_excluded(handles[3], handles[4], true).expect("they are there");
        let asked = Mutex::new(Vec::new());
        let wants = |names: [Handle; 2], users: [u64; 2]| {
            assert_eq!(names, users.map(|user| handles[user as usize]));
            asked.lock().expect("nobody panics").push(users);
            users[0].is_multiple_of(2)
        };
        pool(threads).install(|| world.step_where(wants).map(|_| ())).expect("nothing is wrong");
        let mut asked = asked.into_inner().expect("nobody panicked");
        asked.sort_unstable();
        let neighbors = (0..4999).map(|user| [user, user + 1]);
        let wanted = neighbors.filter(|[a, _]| ![3, 6, 7].contains(a));
        assert!(asked.into_iter().eq(wanted.clone()), "not masked ones, nor excluded ones");
        let found = world.touching().iter().map(|pair| [pair.a, pair.b].map(u64::from));
        assert!(found.eq(wanted.filter(|[a, _]| a % 2 == 0)));
        assert_eq!(decision(&world, handles[1], handles[2]), Some(FilterDecision::LeftOut));
        assert_eq!(decision(&world, handles[3], handles[4]), Some(FilterDecision::Excluded));
        assert_eq!(decision(&world, handles[2], handles[3]), None);
        // Without the function all begin that are wanted now.
        world.step().expect("nothing is wrong");
        let counts = world.contact_changes().counts();
        assert_eq!((counts.begun, counts.ended), (4996 - 2499, 0));
    }
}

/// A pair that is excluded ends, whatever finds it: contacts, sensors, and what is met on the way.
#[test]
fn a_pair_that_is_excluded_ends_and_begins() {
    let plain = Attributes::new();
    for first in [plain, plain.with_sensor(true), plain.with_ccd(true), plain.with_group(1)] {
        let (mut world, handles) = row(&[first, plain.with_group(first.group)]);
        let (a, b) = (handles[0], handles[1]);
        let lists = |world: &mut World<2>| {
            world.step().expect("nothing is wrong");
            let changes = [world.contact_changes(), world.sensor_changes(), world.ccd_changes()];
            changes.map(|changes| {
                let counts = changes.counts();
                [counts.begun, counts.persisted, counts.ended]
            })
        };
        let of = [!first.sensor, first.sensor, first.ccd];
        let expect = |counts: [usize; 3]| of.map(|of| if of { counts } else { [0; 3] });
        assert_eq!(lists(&mut world), expect([1, 0, 0]));
        world.set_pair_excluded(b, a, true).expect("they are there");
        world.set_pair_excluded(a, b, true).expect("once more changes nothing");
        assert_eq!(world.excluded_pairs(), [[a, b]]);
        assert_eq!(lists(&mut world), expect([0, 0, 1]));
        assert_eq!(lists(&mut world), expect([0, 0, 0]));
        world.set_pair_excluded(a, b, false).expect("they are there");
        world.set_pair_excluded(a, b, false).expect("once more changes nothing");
        assert_eq!(lists(&mut world), expect([1, 0, 0]));
        // What the function of the user does not want ends as well.
        let refuse = |_: [Handle; 2], _: [u64; 2]| false;
        world.step_where(refuse).expect("nothing is wrong");
        assert!(world.touching().is_empty() && world.sensor_overlaps().is_empty());
        assert!(world.ccd_hits().is_empty());
    }
}

#[test]
fn an_excluded_pair_is_forgotten_with_its_shape() {
    let (mut world, handles) = row(&[Attributes::new(); 3]);
    for [a, b] in [[0, 1], [1, 2], [0, 2]] {
        world.set_pair_excluded(handles[a], handles[b], true).expect("they are there");
    }
    let itself = world.set_pair_excluded(handles[1], handles[1], true);
    assert_eq!(itself, Err(Error::OneShape { pair: 0, index: 1 }));
    world.shapes_mut().remove(handles[1]).expect("it is there");
    let stale = Error::StaleHandle { handle: handles[1] };
    for [a, b] in [[1, 2], [2, 1]] {
        let found = world.set_pair_excluded(handles[a], handles[b], false);
        assert_eq!(found, Err(stale.clone()));
    }
    // Whoever comes into its slot is another.
    let other = world.shapes_mut().insert(Shape::ball([1.5, 0.0], 1.0)).expect("it is valid");
    assert_eq!(other.slot(), handles[1].slot());
    world.step().expect("nothing is wrong");
    assert_eq!(world.excluded_pairs(), [[handles[0], handles[2]]]);
    assert_eq!(world.touching().len(), 2);
}

#[test]
fn a_panic_of_the_user_is_no_loss() {
    let (mut world, _) = row(&[Attributes::new(); 9]);
    world.step().expect("nothing is wrong");
    let asks = AssertUnwindSafe(|| {
        world.step_where(|_, _| panic!("of the user")).map(|_| ()).expect("it panics");
    });
    catch_unwind(asks).expect_err("it panicked");
    world.step().expect("nothing is wrong");
    let counts = world.contact_changes().counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (0, 8, 0));
}

#[test]
fn frames_ask_by_index() {
    let (x, y, radii) = ([0.0, 1.0, 2.0], [0.0; 3], [0.6; 3]);
    let columns = Columns::default().with_balls([&x, &y], &radii).expect("they are as many");
    let asked = Mutex::new(BTreeSet::new());
    let wants = |pair: Pair| {
        assert!(asked.lock().expect("nobody panics").insert(pair), "asked twice");
        pair.a != 0
    };
    let mut pipeline = CollisionPipeline::<2>::new();
    let input = PipelineInput::new(columns).with_pair_filter(&wants);
    pipeline.step(input).expect("nothing is wrong");
    assert_eq!(pipeline.touching(), [Pair { a: 1, b: 2 }]);
    assert_eq!(asked.lock().expect("nobody panicked").len(), 2);
    let explanation = pipeline.explain(input, 0, 1).expect("they are there");
    assert_eq!(explanation.verdict(), Verdict::Filtered(FilterDecision::LeftOut));
    assert!(format!("{input:?}").contains("asks: true"));
}
