//! What the user keeps with pairs, and with their points.

use std::collections::BTreeMap;

use jostle::{
    Error, Handle, Pair, Shape, World,
    events::{PairChanges, PairData},
    shape::{Attributes, ConvexPolygon, Mobility},
    step::StepLimits,
};

use crate::{
    common::{Random, THREADS, pool},
    model::{Both, both},
};

/// Values of a list, each of which is another, and what they should be.
#[derive(Default)]
pub(crate) struct Kept {
    data: PairData<u64>,
    expected: BTreeMap<Both, u64>,
    next: u64,
}

impl Kept {
    /// Updates the values of a list and holds each against what it should be; tells how many were
    /// kept.
    pub(crate) fn check<const D: usize>(
        &mut self,
        world: &World<D>,
        changes: &PairChanges<'_>,
        list: &[Pair],
        dormant: &[Pair],
    ) -> usize {
        self.data.update(changes).expect("it is the next step");
        self.data.update(changes).expect("it is the same step");
        let names = |pair: &Pair| {
            let [a, b] = [pair.a, pair.b].map(|index| world.handle(index).expect("it was there"));
            both(a, b)
        };
        let before = std::mem::take(&mut self.expected);
        assert_eq!(self.data.values().len(), list.len());
        let mut kept = 0;
        for (pair, value) in list.iter().zip(self.data.values_mut()) {
            let name = names(pair);
            assert_eq!(*value, before.get(&name).copied().unwrap_or_default(), "{pair:?}");
            kept += usize::from(*value != 0);
            if *value == 0 {
                self.next += 1;
                *value = self.next;
            }
            self.expected.insert(name, *value);
        }
        // Those that were put in asleep were never asked about.
        let asleep = dormant.iter().map(names);
        self.expected.extend(asleep.filter_map(|name| Some((name, *before.get(&name)?))));
        kept
    }
}

/// Many pairs, on many threads, that come and go, fall asleep and wake up.
#[test]
fn values_stay_with_their_pairs() {
    for threads in THREADS {
        let (mut world, mut random) = (World::<2>::new(), Random::seeded(3));
        let mut handles: Vec<Handle> = Vec::new();
        for number in 0..8000 {
            let shape = Shape::ball(random.point(0.0, 70.0), random.between(0.3, 1.0));
            let attributes = Attributes::new().with_sensor(number % 20 == 0);
            handles.push(world.shapes_mut().insert_with(shape, attributes).expect("it is valid"));
        }
        let (mut kept, mut counts) = ([Kept::default(), Kept::default()], [0; 3]);
        for step in 0..8 {
            for _ in 0..20 {
                let some = random.below(handles.len() - 1);
                world.shapes_mut().remove(handles.swap_remove(some)).expect("it is there");
                let shape = Shape::aligned_box(random.point(0.0, 70.0), [0.5, 0.5]);
                handles.push(world.shapes_mut().insert(shape).expect("it is valid"));
                let mobility = random.pick(&[Mobility::Moving, Mobility::Sleeping]);
                let sleepers = &handles[some..handles.len().min(some + 100)];
                world.shapes_mut().set_mobility(sleepers, mobility).expect("they are there");
            }
            if step == 4 {
                // A step that fails is no step.
                world = world.with_limits(StepLimits::new().with_pairs(1));
                world.step().map(|_| ()).expect_err("there are more");
                kept[0].data.update(&world.contact_changes()).expect("nothing is done");
                world = world.with_limits(StepLimits::NONE);
            }
            pool(threads).install(|| world.step().map(|_| ())).expect("nothing is wrong");
            let (changes, list) = (world.contact_changes(), world.touching());
            counts[0] += kept[0].check(&world, &changes, list, world.sleeping_contacts());
            let (changes, list) = (world.sensor_changes(), world.sensor_overlaps());
            counts[1] += kept[1].check(&world, &changes, list, &[]);
            counts[2] = counts[2].max(world.sleeping_contacts().len());
        }
        assert!(counts[0] > 20_000 && counts[1] > 1000 && counts[2] > 100, "{counts:?}");
    }
}

#[test]
fn values_of_another_step_are_refused() {
    let mut world = World::<2>::new();
    for x in 0..5 {
        world.shapes_mut().insert(Shape::ball([x as f32, 0.0], 0.6)).expect("it is valid");
    }
    let mut data = PairData::<u32>::new();
    data.update(&world.contact_changes()).expect("there was no step");
    world.step().expect("nothing is wrong");
    data.update(&world.contact_changes()).expect("it is the first");
    data.values_mut().fill(7);
    let mut other = World::<2>::new();
    for x in [0.0, 1.0] {
        other.shapes_mut().insert(Shape::ball([x, 0.0], 0.6)).expect("it is valid");
    }
    for _ in 0..2 {
        other.step().expect("nothing is wrong");
    }
    let refused = data.update(&other.contact_changes());
    assert_eq!(refused, Err(Error::OtherStep { of_values: 1, of_list: 2 }));
    for _ in 0..2 {
        world.step().expect("nothing is wrong");
    }
    let refused = data.update(&world.contact_changes());
    assert_eq!(refused, Err(Error::OtherStep { of_values: 1, of_list: 3 }));
    let text = refused.expect_err("it was refused").to_string();
    assert!(text.contains("step 1") && text.contains("step 3"), "{text}");
    // Another list of as many pairs, in a step of the same number or the next one.
    let mut beside = World::<2>::new();
    for x in 0..5 {
        beside.shapes_mut().insert(Shape::ball([x as f32, 0.0], 0.6)).expect("it is valid");
    }
    for of_list in [1, 2] {
        beside.step().expect("nothing is wrong");
        let refused = data.update(&beside.contact_changes());
        assert_eq!(refused, Err(Error::OtherStep { of_values: 1, of_list }));
    }
    let refused = data.update(&world.sensor_changes());
    assert_eq!(refused, Err(Error::OtherStep { of_values: 1, of_list: 3 }));
    assert_eq!(data.values(), [7; 4]);
    data = PairData::new();
    data.update(&world.contact_changes()).expect("they begin");
    assert_eq!(data.values(), [0; 4]);
    // Those of a snapshot begin, too.
    let mut restored = World::<2>::restore(&world.snapshot()).expect("it is sound");
    let refused = data.update(&restored.contact_changes());
    assert_eq!(refused, Err(Error::OtherStep { of_values: 3, of_list: 0 }));
    restored.step().expect("nothing is wrong");
    let refused = data.update(&restored.contact_changes());
    assert_eq!(refused, Err(Error::OtherStep { of_values: 3, of_list: 1 }));
    let mut again = PairData::<u32>::new();
    again.update(&restored.contact_changes()).expect("they begin");
    assert_eq!((again.values(), restored.contact_changes().counts().persisted), (&[0; 4][..], 4));
}

/// A step that fails is none: values that are new then begin with the next one.
#[test]
fn values_that_begin_with_a_step_that_fails() {
    let mut world = World::<2>::new();
    for x in 0..5 {
        world.shapes_mut().insert(Shape::ball([x as f32, 0.0], 0.6)).expect("it is valid");
    }
    world.step().expect("nothing is wrong");
    world = world.with_limits(StepLimits::new().with_pairs(1));
    world.step().map(|_| ()).expect_err("there are more");
    let mut data = PairData::<u32>::new();
    data.update(&world.contact_changes()).expect("there is nothing to do");
    world = world.with_limits(StepLimits::NONE);
    for value in [0, 7, 7] {
        world.step().expect("nothing is wrong");
        data.update(&world.contact_changes()).expect("it is the next step");
        assert_eq!(data.values(), [value; 4]);
        data.values_mut().fill(7);
    }
}

#[test]
fn states_of_contacts_are_given_to_their_own_work() {
    let mut world = World::<2>::new();
    for x in 0..3000 {
        let shape = Shape::ball([x as f32, 0.1 * (x % 7) as f32], 1.1);
        world.shapes_mut().insert(shape).expect("it is valid");
    }
    world.step().expect("nothing is wrong");
    let (mut bodies, len) = (vec![0_u32; 3000], world.contacts().len());
    let mut states: Vec<(u32, Option<Pair>)> = vec![(0, None); len];
    for threads in THREADS {
        pool(threads)
            .install(|| {
                world.resolve_with(&mut bodies, &mut states, |number, contact, _, _, state| {
                    state.0 += number as u32;
                    state.1 = Some(contact.pair);
                })
            })
            .expect("there is one for each");
    }
    for ((number, pair), state) in (0..).zip(world.touching()).zip(&states) {
        assert_eq!(*state, (number * THREADS.len() as u32, Some(*pair)));
    }
    let wrong = world.resolve_with(&mut bodies, &mut states[1..], |_, _, _, _, _| {});
    let what = "the states of pairs";
    assert_eq!(wrong, Err(Error::Length { what, expected: len, found: len - 1 }));
}

/// The features of the points of each contact, by the handles of its shapes, those of the first of
/// them first.
fn features<const D: usize>(world: &World<D>) -> BTreeMap<Both, Vec<[u32; 2]>> {
    let of = |contact: jostle::narrow::Contact<'_, D>| {
        let [a, b] = [contact.pair.a, contact.pair.b].map(|index| world.handle(index));
        let (a, b) = (a.expect("it was there"), b.expect("it was there"));
        let split = |feature: u32| [feature % 32, feature / 32];
        let turned = |[of_a, of_b]: [u32; 2]| if a < b { [of_a, of_b] } else { [of_b, of_a] };
        let mut all: Vec<_> = contact.points.iter().map(|p| turned(split(p.feature))).collect();
        all.sort_unstable();
        (both(a, b), all)
    };
    world.contacts().iter().map(of).collect()
}

/// Walls of shapes of one kind that rest on each other and jitter, while others are removed, so
/// that which of two comes first changes.
fn check_features<const D: usize>(
    shape: impl Fn([f32; D]) -> Shape<D>,
    random: &mut Random,
) -> [usize; 2] {
    let mut world = World::<D>::new();
    let mut rows = Vec::new();
    let place = |row: usize, column: usize, jitter: f32| {
        let mut center = [0.0; D];
        (center[0], center[1]) = (2.5 * column as f32 + 0.7 * (row % 2) as f32, 1.999 * row as f32);
        center[D - 1] += jitter;
        shape(center)
    };
    for row in 0..6 {
        for column in 0..6 {
            let handle = world.shapes_mut().insert(place(row, column, 0.0)).expect("it is valid");
            rows.push((row, column, handle));
        }
    }
    let (mut before, mut first) = (BTreeMap::new(), BTreeMap::new());
    let mut counts = [0; 2];
    for _ in 0..12 {
        let (_, _, gone) = rows.swap_remove(random.below(rows.len()));
        world.shapes_mut().remove(gone).expect("it is there");
        for (row, column, handle) in &rows {
            let jittered = place(*row, *column, random.between(-1e-6, 1e-6));
            world.shapes_mut().set(*handle, jittered).expect("it is of its kind");
        }
        world.step().expect("nothing is wrong");
        let now = features(&world);
        for (pair, features) in &now {
            if let Some(were) = before.get(pair) {
                assert_eq!(features, were, "{pair:?}");
                counts[0] += features.len();
            }
        }
        let order: BTreeMap<_, _> = pair_order(&world).collect();
        let turned = |(pair, order): &(&Both, &bool)| first.get(*pair).is_some_and(|o| o != *order);
        counts[1] += order.iter().filter(turned).count();
        (before, first) = (now, order);
    }
    counts
}

/// By contact whether the smaller handle comes first.
fn pair_order<const D: usize>(world: &World<D>) -> impl Iterator<Item = (Both, bool)> {
    world.touching().iter().map(|pair| {
        let [a, b] = [pair.a, pair.b].map(|index| world.handle(index).expect("it was there"));
        (both(a, b), a < b)
    })
}

#[test]
fn points_at_rest_keep_their_features() {
    let random = &mut Random::seeded(4);
    let planar = check_features::<2>(|center| Shape::aligned_box(center, [1.0; 2]), random);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [0.9, 1.0], [-0.9, 1.0]];
    let polygon = |center| ConvexPolygon::new(center, 0.0, &corners).expect("it is convex");
    let polygons = check_features::<2>(|center| polygon(center).into(), random);
    let spatial = check_features::<3>(|center| Shape::aligned_box(center, [1.0; 3]), random);
    for [kept, turned] in [planar, polygons, spatial] {
        assert!(kept > 300 && turned > 3, "{kept} {turned}");
    }
}
