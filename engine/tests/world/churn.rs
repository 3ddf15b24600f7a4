//! Random changes of all kinds, step by step, against the model.

use jostle::{
    Handle, Shape, World,
    shape::{Attributes, Mobility},
};

use crate::{
    common::{Random, planar, pool, scale, spatial},
    model::{Model, Seen},
    pair_data::Kept,
};

const MOST: usize = 60;

fn attributes(random: &mut Random) -> Attributes {
    let mut attributes = Attributes::new().with_user(random.bits());
    if random.percent(20.0) {
        attributes.category = 1 << random.below(3);
        attributes.mask = random.below(8) as u32;
    }
    if random.percent(10.0) {
        attributes.group = random.below(5) as i32 - 2;
    }
    attributes.sensor = random.percent(10.0);
    attributes.enabled = !random.percent(5.0);
    attributes.mobility =
        random.pick(&[Mobility::Moving, Mobility::Moving, Mobility::Sleeping, Mobility::Static]);
    attributes
}

/// One change of a world.
fn change<const D: usize>(
    world: &mut World<D>,
    live: &mut Vec<Handle>,
    random: &mut Random,
    make: fn(&mut Random, u32) -> Shape<D>,
) {
    let number = random.below(9) as u32;
    let shapes = world.shapes_mut();
    let some = (!live.is_empty()).then(|| random.below(live.len().max(1)));
    match (random.below(10), some) {
        (0..=2, _) if live.len() < MOST => {
            let shape = make(random, number);
            live.push(shapes.insert_with(shape, attributes(random)).expect("it is valid"));
        }
        (3, Some(at)) => shapes.remove(live.swap_remove(at)).expect("it is there"),
        (4 | 5, Some(at)) => {
            // Of the same kind, as the numbers come round, or of any.
            let kind = shapes.get(live[at]).expect("it is there").kind();
            let any = random.percent(30.0);
            let mut shape = make(random, number);
            for number in 0.. {
                if any || shape.kind() == kind {
                    break;
                }
                shape = make(random, number);
            }
            shapes.set(live[at], shape).expect("it is valid");
        }
        (6, Some(at)) => {
            shapes.set_attributes(live[at], attributes(random)).expect("it is there");
        }
        (9, Some(at)) => {
            let attributes = shapes.attributes(live[at]).expect("it is there");
            let attributes = attributes.with_enabled(!attributes.enabled || random.percent(50.0));
            shapes.set_attributes(live[at], attributes).expect("it is there");
        }
        (7, Some(_)) => {
            let mobility = random.pick(&[Mobility::Moving, Mobility::Sleeping]);
            let some: Vec<_> = live.iter().copied().filter(|_| random.percent(30.0)).collect();
            shapes.set_mobility(&some, mobility).expect("they are there");
        }
        (8, _) => {
            let mut radii = shapes.balls().radii().to_vec();
            for radius in &mut radii {
                *radius = if random.percent(20.0) { f32::NAN } else { random.between(0.1, 0.8) };
            }
            shapes.set_ball_radii(&radii).expect("they are as many");
        }
        _ => {}
    }
}

fn churn<const D: usize>(seed: u64, make: fn(&mut Random, u32) -> Shape<D>) -> Seen {
    let mut random = Random::seeded(seed);
    let (mut world, mut model, mut live) = (World::<D>::new(), Model::default(), Vec::new());
    model.margin = [0.0, 0.0, 0.0, 0.2, 1.0][seed as usize % 5];
    world = world.with_margin(model.margin).expect("it is finite");
    let mut kept = [Kept::default(), Kept::default()];
    for _ in 0..120 {
        for _ in 0..random.below(5) {
            change(&mut world, &mut live, &mut random, make);
        }
        if random.percent(1.0) {
            world.shapes_mut().clear();
            live.clear();
        }
        if random.percent(1.0) {
            // The same shapes in another set.
            *world.shapes_mut() = world.shapes().clone();
        }
        for _ in 0..random.below(3) * usize::from(live.len() > 1) {
            let (a, b) = (random.below(live.len()), random.below(live.len()));
            if a != b {
                let excluded = random.percent(80.0);
                world.set_pair_excluded(live[a], live[b], excluded).expect("they are there");
            }
        }
        if random.percent(30.0) {
            // Whichever of the two comes first.
            let wants = |_: [Handle; 2], users: [u64; 2]| !(users[0] ^ users[1]).is_multiple_of(5);
            world.step_where(wants).expect("nothing is wrong");
            model.check_where(&world, &wants);
        } else {
            world.step().expect("nothing is wrong");
            model.check(&world);
        }
        let (changes, list) = (world.contact_changes(), world.touching());
        kept[0].check(&world, &changes, list, world.sleeping_contacts());
        let (changes, list) = (world.sensor_changes(), world.sensor_overlaps());
        kept[1].check(&world, &changes, list, &[]);
        let is_live = |pair: &[Handle; 2]| pair.iter().all(|shape| live.contains(shape));
        assert!(world.excluded_pairs().iter().all(is_live), "they are forgotten");
    }
    model.seen
}

fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut all = Seen::default();
    for seed in 0..20 * scale() as u64 {
        let seen = pool([1, 2, 3][seed as usize % 3]).install(|| churn(seed, make));
        all.contacts += seen.contacts;
        all.begun += seen.begun;
        all.persisted += seen.persisted;
        all.ended += seen.ended;
        all.ended_by_removal += seen.ended_by_removal;
        all.ended_by_disabling += seen.ended_by_disabling;
        all.woken += seen.woken;
        all.sleeping_contacts += seen.sleeping_contacts;
        all.sensor_overlaps += seen.sensor_overlaps;
        all.invalid += seen.invalid;
        all.near += seen.near;
        all.excluded += seen.excluded;
        all.unwanted += seen.unwanted;
    }
    let Seen { contacts, begun, persisted, ended, ended_by_removal, ended_by_disabling, .. } = all;
    let reached = [contacts, begun, persisted, ended, ended_by_removal, ended_by_disabling];
    let rare = [all.woken, all.sleeping_contacts, all.sensor_overlaps, all.invalid];
    let rare = [&rare[..], &[all.near, all.excluded, all.unwanted]].concat();
    assert!(reached.iter().chain(&rare).all(|count| *count > 100), "{all:?}");
}

#[test]
fn worlds_in_2d() {
    check::<2>(planar);
}

#[test]
fn worlds_in_3d() {
    check::<3>(spatial);
}
