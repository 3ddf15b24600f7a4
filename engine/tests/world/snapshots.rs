//! Worlds that go on from a snapshot.

use std::sync::Arc;

use jostle::{
    Error, Handle, Shape, World,
    digest::Digest,
    events::PairChanges,
    shape::{Attributes, Mobility, Parts, Rotation},
    snapshot::Snapshot,
};

use crate::common::{Random, planar, polyhedron, spatial};

/// Everything that a step found.
#[derive(Debug, PartialEq)]
struct Found {
    contacts: Digest,
    touching: Digest,
    sleeping_contacts: Digest,
    places: Vec<Option<usize>>,
    ended: Vec<[Handle; 2]>,
    ccd_hits: Vec<String>,
    ccd_places: Vec<Option<usize>>,
    handles: Vec<Option<Handle>>,
}

fn places_before(changes: &PairChanges<'_>, len: usize) -> Vec<Option<usize>> {
    (0..len).map(|place| changes.place_before(place)).collect()
}

fn step<const D: usize>(world: &mut World<D>) -> Found {
    world.step().expect("nothing is wrong");
    let changes = world.contact_changes();
    Found {
        contacts: world.contacts().digest(u64::from),
        touching: Digest::of(world.touching()),
        sleeping_contacts: Digest::of(world.sleeping_contacts()),
        places: places_before(&changes, world.touching().len()),
        ended: changes.ended().chain(world.ccd_changes().ended()).collect(),
        ccd_places: places_before(&world.ccd_changes(), world.ccd_hits().len()),
        ccd_hits: world.ccd_hits().iter().map(|met| format!("{met:?}")).collect(),
        handles: (0..world.shapes().len() as u32).map(|index| world.handle(index)).collect(),
    }
}

/// Some change, the same for worlds that are alike.
fn change<const D: usize>(
    world: &mut World<D>,
    random: &mut Random,
    make: fn(&mut Random, u32) -> Shape<D>,
) {
    for _ in 0..random.below(6) {
        let attributes = Attributes::new()
            .with_ccd(random.percent(20.0))
            .with_sensor(random.percent(10.0))
            .with_enabled(!random.percent(10.0))
            .with_mobility(random.pick(&[Mobility::Moving, Mobility::Sleeping]))
            .with_group(random.below(3) as i32 - 1)
            .with_user(random.bits());
        let kind = random.below(6) as u32;
        let shape = make(random, kind);
        world.shapes_mut().insert_with(shape, attributes).expect("it is valid");
    }
    let len = world.shapes().len();
    if len > 1 {
        let [a, b] = [0, 1].map(|k| (random.below(len / 2) * 2 + k) % len);
        let [a, b] = [a, b].map(|index| world.shapes().handle_of(index).expect("it is there"));
        world.set_pair_excluded(a, b, random.percent(70.0)).expect("they are there");
    }
    for _ in 0..random.below(3).min(len) {
        let index = random.below(world.shapes().len());
        let handle = world.shapes().handle_of(index).expect("it is there");
        match random.below(4) {
            0 => world.shapes_mut().remove(handle).expect("it is there"),
            1 => {
                let mobility = random.pick(&[Mobility::Moving, Mobility::Sleeping]);
                world.shapes_mut().set_mobility(&[handle], mobility).expect("it is there");
            }
            2 => {
                let shape = world.shapes().get(handle).expect("it is there");
                world.teleport(handle, shape).expect("it is valid");
            }
            _ => {
                let number = random.below(6) as u32;
                let shape = make(random, number);
                world.shapes_mut().set(handle, shape).expect("it is valid");
            }
        }
    }
    let mut centers = world.shapes().balls().centers().map(<[f32]>::to_vec);
    for column in &mut centers {
        column.iter_mut().for_each(|x| *x += random.between(-0.3, 0.3));
    }
    let columns = centers.each_ref().map(Vec::as_slice);
    world.shapes_mut().set_ball_centers(columns).expect("they are as many");
}

fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut kept = [0; 5];
    for seed in 0..12 {
        let mut random = Random::seeded(seed);
        let mut world = World::<D>::new();
        for at in 0..30 {
            change(&mut world, &mut random, make);
            if at % 5 == 2 {
                // In the middle of changes, and with the random numbers that follow.
                let bytes = world.snapshot().to_bytes().expect("there is memory");
                let snapshot = Snapshot::from_bytes(&bytes).expect("it is whole");
                assert_eq!(snapshot, world.snapshot());
                assert_eq!((snapshot.dimensions(), snapshot.shapes()), (D, world.shapes().len()));
                let mut again = World::<D>::restore(&snapshot).expect("it is sound");
                let state = random.bits();
                for _ in 0..3 {
                    let mut ways = [Random::seeded(state), Random::seeded(state)];
                    let found = step(&mut world);
                    assert_eq!(step(&mut again), found, "seed {seed}, step {at}");
                    kept[0] += found.places.iter().flatten().count();
                    kept[1] += found.ended.len();
                    kept[2] += usize::from(found.sleeping_contacts != Digest::default());
                    kept[3] += found.ccd_hits.len();
                    kept[4] += found.ccd_places.iter().flatten().count();
                    change(&mut world, &mut ways[0], make);
                    change(&mut again, &mut ways[1], make);
                }
            }
            step(&mut world);
        }
    }
    assert!(kept.iter().all(|count| *count > 30), "{kept:?}");
}

#[test]
fn worlds_go_on_in_2d() {
    check::<2>(planar);
}

#[test]
fn worlds_go_on_in_3d() {
    check::<3>(spatial);
}

/// What shapes shared is forgotten with them, and where they were is still in the snapshot.
#[test]
fn shapes_that_are_gone_leave_no_trace() {
    let mut random = Random::seeded(3);
    let mut world = World::<3>::new();
    let fast = Attributes::new().with_ccd(true);
    let hull = Shape::hull(&polyhedron(&mut random, [1.0; 3]), [0.0; 3], Rotation::IDENTITY);
    let parts = Arc::new(Parts::compound([Shape::ball([0.0; 3], 1.0)]).expect("it is valid"));
    let composite = Shape::composite(&parts, [9.0; 3], Rotation::IDENTITY);
    for shape in [hull, composite] {
        world.shapes_mut().insert_with(shape, fast).expect("it is valid");
    }
    world.step().expect("nothing is wrong");
    world.shapes_mut().clear();
    for x in [0.0, 1.5] {
        let ball = Shape::ball([x, 0.0, 0.0], 1.0);
        world.shapes_mut().insert_with(ball, fast).expect("it is valid");
    }
    let mut again = World::<3>::restore(&world.snapshot()).expect("it is sound");
    assert_eq!(step(&mut again), step(&mut world));
    assert_eq!(world.touching().len(), 1);
}

/// Polyhedra of parts take no numbers from those of hulls, in the world that is restored either.
#[test]
fn a_restored_world_numbers_polyhedra_as_the_other_does() {
    let mut random = Random::seeded(4);
    let mut hull = || Shape::hull(&polyhedron(&mut random, [1.0; 3]), [0.0; 3], Rotation::IDENTITY);
    let (early, late) = (hull(), hull());
    let parts = Arc::new(Parts::compound([hull(), hull()]).expect("it is valid"));
    let mut world = World::<3>::new();
    for shape in [early, Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY)] {
        world.shapes_mut().insert(shape).expect("it is valid");
    }
    let mut again = World::<3>::restore(&world.snapshot()).expect("it is sound");
    for world in [&mut world, &mut again] {
        world.shapes_mut().insert(late.clone()).expect("it is valid");
    }
    assert_eq!(step(&mut again), step(&mut world));
    assert_eq!(world.touching().len(), 3);
    assert!(again.snapshot() == world.snapshot());
}

/// A world with something of everything.
fn some() -> World<2> {
    let (mut world, mut random) = (World::new(), Random::seeded(1));
    for _ in 0..6 {
        change(&mut world, &mut random, planar);
        world.step().expect("nothing is wrong");
    }
    world
}

#[test]
fn a_failed_step_is_no_loss() {
    let mut world = some();
    let before = world.snapshot();
    let limit = jostle::step::StepLimits::new().with_pairs(0);
    world = world.with_limits(limit);
    world.step().map(|_| ()).expect_err("there are pairs");
    assert_eq!(world.snapshot(), before);
}

/// Whatever is changed in the bytes, there is an error or a world, and no panic.
#[test]
fn damage_is_found() {
    let bytes = some().snapshot().to_bytes().expect("there is memory");
    assert!(Snapshot::is_snapshot(&bytes) && !Snapshot::is_snapshot(b"jostle"));
    let fault = |bytes: &[u8]| match Snapshot::from_bytes(bytes) {
        Err(Error::Snapshot { what }) => what,
        other => panic!("no fault: {other:?}"),
    };
    assert_eq!(fault(b"other"), "it is no snapshot of this format");
    for len in 0..bytes.len() {
        fault(&bytes[..len]);
    }
    for byte in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1 << (byte % 8);
        fault(&damaged);
    }
    let world = World::<3>::restore(&Snapshot::from_bytes(&bytes).expect("it is whole"));
    let error = world.map(|_| ()).expect_err("it is of 2D");
    assert_eq!(error.to_string(), "bad snapshot: it is of another dimension");
}

/// Snapshots that were made up, through `serde`: each number in turn is another one.
#[cfg(feature = "serde")]
#[test]
fn made_up_snapshots_are_refused_or_sound() {
    let text = serde_json::to_value(some().snapshot()).expect("it serializes");
    let whole: Snapshot = serde_json::from_value(text.clone()).expect("it is one");
    assert_eq!(whole, some().snapshot());
    let mut paths = Vec::new();
    list_numbers(&text, &mut Vec::new(), &mut paths);
    let mut outcomes = [0; 3];
    for (number, path) in paths.iter().enumerate() {
        let mut made_up = text.clone();
        let value = path.iter().fold(&mut made_up, |value, key| match key {
            Ok(name) => &mut value[name.as_str()],
            Err(index) => &mut value[*index],
        });
        *value = [0_u32, 1, 7, 1000, u32::MAX][number % 5].into();
        let Ok(snapshot) = serde_json::from_value::<Snapshot>(made_up) else {
            outcomes[0] += 1;
            continue;
        };
        match World::<2>::restore(&snapshot) {
            Err(error) => {
                assert!(matches!(error, Error::Snapshot { .. }), "{error}");
                outcomes[1] += 1;
            }
            Ok(mut world) => {
                for _ in 0..2 {
                    world.step().expect("nothing is wrong");
                }
                let handles: Vec<_> =
                    (0..world.shapes().len()).filter_map(|i| world.shapes().handle_of(i)).collect();
                world.shapes_mut().remove_all(&handles).expect("they are there");
                world.shapes_mut().insert(Shape::ball([0.0; 2], 1.0)).expect("it is valid");
                world.step().expect("nothing is wrong");
                outcomes[2] += 1;
            }
        }
    }
    assert!(outcomes[1] > 20 && outcomes[2] > 100, "{outcomes:?}");
}

#[cfg(feature = "serde")]
type Path = Vec<Result<String, usize>>;

#[cfg(feature = "serde")]
fn list_numbers(value: &serde_json::Value, at: &mut Path, paths: &mut Vec<Path>) {
    match value {
        serde_json::Value::Number(_) => paths.push(at.clone()),
        serde_json::Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(Err(index));
                list_numbers(item, at, paths);
                at.pop();
            }
        }
        serde_json::Value::Object(fields) => {
            for (name, item) in fields {
                at.push(Ok(name.clone()));
                list_numbers(item, at, paths);
                at.pop();
            }
        }
        _ => {}
    }
}

#[test]
fn who_was_disabled_comes_from_where_it_is() {
    let mut world = World::<2>::new();
    let shapes = world.shapes_mut();
    let disabled = Attributes::new().with_enabled(false);
    let gate = shapes.insert_with(Shape::ball([0.0, 10.0], 1.0), disabled).expect("it is valid");
    let fast = Attributes::new().with_ccd(true);
    let ball = shapes.insert_with(Shape::ball([-5.0, 0.0], 1.0), fast).expect("it is valid");
    world.step().expect("nothing is wrong");
    // Where it went while it was not there is no way, on which it would meet the ball.
    let shapes = world.shapes_mut();
    shapes.set(gate, Shape::ball([0.0, -10.0], 1.0)).expect("it is valid");
    shapes.set_attributes(gate, Attributes::new()).expect("it is there");
    shapes.set(ball, Shape::ball([5.0, 0.0], 1.0)).expect("it is valid");
    let bytes = world.snapshot().to_bytes().expect("there is memory");
    let snapshot = Snapshot::from_bytes(&bytes).expect("it is sound");
    let mut restored = World::<2>::restore(&snapshot).expect("it is sound");
    for world in [&mut world, &mut restored] {
        world.step().expect("nothing is wrong");
        assert!(world.ccd_hits().is_empty());
    }
    // And back, as one that is there.
    for world in [&mut world, &mut restored] {
        world.shapes_mut().set(gate, Shape::ball([0.0, 10.0], 1.0)).expect("it is valid");
        world.shapes_mut().set(ball, Shape::ball([-5.0, 0.0], 1.0)).expect("it is valid");
        world.step().expect("nothing is wrong");
        assert_eq!(world.ccd_hits().len(), 1);
    }
}
