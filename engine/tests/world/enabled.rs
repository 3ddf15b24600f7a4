//! Shapes that are disabled: there, but in no pair.

use jostle::{
    Handle, Shape, World,
    explain::{FilterDecision, Verdict},
    shape::{Attributes, Mobility},
    snapshot::Snapshot,
};

fn enable(world: &mut World<2>, shape: Handle, enabled: bool) {
    let attributes = world.shapes().attributes(shape).expect("it is there");
    let attributes = attributes.with_enabled(enabled);
    world.shapes_mut().set_attributes(shape, attributes).expect("it is there");
}

/// What began, persists and ended in a step: of contacts, then of sensors.
fn step(world: &mut World<2>) -> [[usize; 3]; 2] {
    world.step().expect("nothing is wrong");
    [world.contact_changes(), world.sensor_changes()].map(|changes| {
        let counts = changes.counts();
        [counts.begun, counts.persisted, counts.ended]
    })
}

/// Two discs that touch, the first of which has these attributes.
fn two(first: Attributes, second: Attributes) -> (World<2>, [Handle; 2]) {
    let mut world = World::new();
    let handles = [(0.0, first), (1.0, second)].map(|(x, attributes)| {
        let disc = Shape::ball([x, 0.0], 1.0);
        world.shapes_mut().insert_with(disc, attributes).expect("it is valid")
    });
    (world, handles)
}

#[test]
fn pairs_end_and_begin() {
    // In one group they are a pair whatever the masks say.
    let grouped = Attributes::new().with_group(3).with_mask(0);
    let sensor = Attributes::new().with_sensor(true);
    for (attributes, of) in [(Attributes::new(), 0), (grouped, 0), (sensor, 1)] {
        let (mut world, handles) = two(attributes, attributes.with_sensor(false));
        let mut expected = [[0; 3]; 2];
        let mut expect = |counts| {
            expected[of] = counts;
            expected
        };
        assert_eq!(step(&mut world), expect([1, 0, 0]));
        for disabled in handles {
            enable(&mut world, disabled, false);
            assert_eq!(step(&mut world), expect([0, 0, 1]));
            let changes = [world.contact_changes(), world.sensor_changes()][of];
            assert_eq!(changes.ended().collect::<Vec<_>>(), [handles]);
            assert_eq!(world.pairs(), []);
            let explanation = world.explain(handles[0], handles[1]).expect("they are there");
            let decision = FilterDecision::Disabled { of_first: disabled == handles[0] };
            assert_eq!(explanation.verdict(), Verdict::Filtered(decision));
            assert_eq!(step(&mut world), expect([0, 0, 0]));
            // It goes on as disabled as it was.
            let bytes = world.snapshot().to_bytes().expect("there is memory");
            world = World::restore(&Snapshot::from_bytes(&bytes).expect("it is whole"))
                .expect("it is sound");
            assert_eq!(step(&mut world), expect([0, 0, 0]));
            enable(&mut world, disabled, true);
            assert_eq!(step(&mut world), expect([1, 0, 0]));
            assert_eq!(step(&mut world), expect([0, 1, 0]));
        }
    }
}

#[test]
fn pairs_that_sleep_end() {
    for (sensor, of) in [(false, 0), (true, 1)] {
        let attributes = Attributes::new().with_sensor(sensor);
        let (mut world, handles) = two(attributes, Attributes::new());
        let mut expected = [[0; 3]; 2];
        expected[of] = [1, 0, 0];
        assert_eq!(step(&mut world), expected);
        world.shapes_mut().set_mobility(&handles, Mobility::Sleeping).expect("they are there");
        expected[of] = [0, of, 0];
        assert_eq!(step(&mut world), expected);
        assert_eq!(world.sleeping_contacts().len(), 1 - of);
        enable(&mut world, handles[1], false);
        expected[of] = [0, 0, 1];
        assert_eq!(step(&mut world), expected);
        assert!(world.sleeping_contacts().is_empty() && world.sensor_overlaps().is_empty());
        enable(&mut world, handles[1], true);
        assert_eq!(step(&mut world), [[0; 3]; 2], "both rest");
        world.shapes_mut().set_mobility(&handles, Mobility::Moving).expect("they are there");
        expected[of] = [1, 0, 0];
        assert_eq!(step(&mut world), expected);
    }
}

/// Whichever of the two is fast, the other is disabled and goes to its other side meanwhile.
#[test]
fn who_is_enabled_comes_from_where_it_was_then() {
    let fast = Attributes::new().with_ccd(true);
    for [first, second] in [[fast, Attributes::new()], [Attributes::new(), fast]] {
        let (mut world, [mover, _]) = two(first, second);
        let mut go = |x: f32, enabled: bool| {
            let disc = Shape::ball([x, 0.0], 0.1);
            world.shapes_mut().set(mover, disc).expect("it is a disc");
            enable(&mut world, mover, enabled);
            step(&mut world);
            world.ccd_hits().len()
        };
        assert_eq!(go(-9.0, true), usize::from(first.ccd), "a fast one comes from where it was");
        assert_eq!(go(9.0, true), 1, "it passes");
        assert_eq!(go(9.0, false), 0);
        assert_eq!(go(-9.0, false), 0, "it passes disabled");
        assert_eq!(go(9.0, true), 0, "it was put there and enabled");
        assert_eq!(go(-9.0, true), 1, "it passes");
    }
}
