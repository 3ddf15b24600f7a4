//! Contacts are those of rapier's own pipeline.

mod common;

use common::{Contacts, Random, Rapier, of_ours, of_rapier, prediction};
use jostle::{
    BroadPhase, Error, Join,
    broad::{Auto, BruteForce, DynamicTreePhase, Output, RunStats, StaticCacheSap, VerletSap},
    validate::InvalidShape,
};
use jostle_rapier::ContactPipeline;
use rapier3d::prelude::*;

fn groups(random: &mut Random) -> InteractionGroups {
    let memberships = [Group::ALL, Group::GROUP_1, Group::GROUP_2][(random.next() % 3) as usize];
    let filter = [Group::ALL, Group::GROUP_1][usize::from(random.next().is_multiple_of(4))];
    let mode = [InteractionTestMode::And, InteractionTestMode::Or][(random.next() % 2) as usize];
    InteractionGroups::new(memberships, filter, mode)
}

fn dumbbell(size: f32) -> Vec<(Pose, SharedShape)> {
    let ball = |x| (Pose::from_translation(Vector::new(x, 0.0, 0.0)), SharedShape::ball(0.25));
    vec![ball(-size), ball(size)]
}

/// A collider of any kind.
fn collider(random: &mut Random) -> ColliderBuilder {
    let size = random.between(0.2, 0.6);
    let builder = match random.next() % 7 {
        0 => ColliderBuilder::ball(size),
        1 => ColliderBuilder::cuboid(size, 0.3, 0.4),
        2 => ColliderBuilder::capsule_y(size, 0.25),
        3 => ColliderBuilder::cylinder(size, 0.3),
        4 => ColliderBuilder::compound(dumbbell(size)),
        5 => {
            let ends =
                [[-size, 0.0, -size], [size, 0.1, -0.2], [0.1, -0.1, size], [0.0, size, 0.0]];
            let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
            ColliderBuilder::trimesh(ends.map(Vector::from).to_vec(), faces).expect("it is valid")
        }
        _ => {
            let points: Vec<_> = (0..12).map(|_| random.vector(0.5)).collect();
            ColliderBuilder::convex_hull(&points).unwrap_or_else(|| ColliderBuilder::ball(size))
        }
    };
    let kinds = [ActiveCollisionTypes::all(), ActiveCollisionTypes::default()];
    builder
        .active_collision_types(kinds[usize::from(random.next().is_multiple_of(4))])
        .collision_groups(groups(random))
        .contact_skin(if random.next().is_multiple_of(3) { 0.02 } else { 0.0 })
}

fn kind(random: &mut Random) -> RigidBodyType {
    match random.next() % 4 {
        0 => RigidBodyType::Fixed,
        1 => RigidBodyType::KinematicPositionBased,
        _ => RigidBodyType::Dynamic,
    }
}

/// A body of any type.
fn body(random: &mut Random, reach: f32) -> RigidBodyBuilder {
    let builder = RigidBodyBuilder::new(kind(random));
    builder.translation(random.vector(reach)).rotation(random.vector(3.0))
}

/// Says where contacts differ.
fn compare(step: usize, ours: &Contacts, theirs: &Contacts) {
    if let Some(pair) = theirs.keys().find(|pair| !ours.contains_key(*pair)) {
        panic!("step {step}: {pair:?} is missing, {:?}", theirs[pair]);
    }
    for (pair, points) in ours {
        let others = theirs.get(pair);
        assert_eq!(others, Some(points), "step {step}: {pair:?} differs");
    }
}

/// Colliders with and without bodies come, go, move and change for three hundred steps.
#[test]
fn manifolds_are_those_of_rapier_in_each_step() {
    let mut rapier = Rapier::new();
    let mut random = Random(1);
    let mut pipelines = [
        ContactPipeline::with_broad_phase(Auto::new()),
        ContactPipeline::with_broad_phase(VerletSap::new()),
        ContactPipeline::with_broad_phase(DynamicTreePhase::new()),
        ContactPipeline::with_broad_phase(StaticCacheSap::new()),
    ];
    let (mut bodies, mut free) = (Vec::new(), Vec::new());
    let [mut contacts, mut moved] = [0; 2];
    for step in 0..300 {
        // Of how many one moves, all or none in some steps.
        let share = [3, 50, 3, u64::MAX, 1, 50][step / 10 % 6];
        for _ in 0..if step == 0 { 300 } else { 2 } {
            let body = rapier.bodies.insert(body(&mut random, 4.0));
            let parts = 1 + random.next() % 2;
            for part in 0..parts {
                let collider = collider(&mut random).translation(random.vector(part as f32));
                rapier.colliders.insert_with_parent(collider, body, &mut rapier.bodies);
            }
            bodies.push(body);
            let place = collider(&mut random).translation(random.vector(4.0));
            free.push(rapier.colliders.insert(place));
        }
        for number in 0..bodies.len() {
            if !random.next().is_multiple_of(share) {
                continue;
            }
            moved += 1;
            let by = random.vector(0.1);
            if let Some(body) = rapier.bodies.get_mut(bodies[number]) {
                let place = body.translation() + by;
                body.set_translation(place, true);
                if random.next().is_multiple_of(40) {
                    body.set_body_type(kind(&mut random), true);
                }
            }
            if let Some(collider) = rapier.colliders.get_mut(free[number]) {
                let place = collider.translation() + by;
                collider.set_translation(place);
                match random.next() % 40 {
                    0 => collider.set_shape(SharedShape::ball(0.3)),
                    7 => collider.set_shape(SharedShape::compound(dumbbell(0.4))),
                    1 => collider.set_enabled(false),
                    2 => collider.set_enabled(true),
                    3 => collider.set_sensor(true),
                    4 => collider.set_sensor(false),
                    5 => collider.set_collision_groups(groups(&mut random)),
                    6 => collider.set_contact_skin(0.01),
                    _ => {}
                }
            }
        }
        if step % 2 == 1 {
            let place = (random.next() % bodies.len() as u64) as usize;
            let Rapier { bodies: all, colliders, .. } = &mut rapier;
            let (mut islands, mut soft) = (IslandManager::new(), SoftBodySet::new());
            let (mut joints, mut multibodies) = (ImpulseJointSet::new(), MultibodyJointSet::new());
            let body = bodies.swap_remove(place);
            all.remove(
                body,
                &mut islands,
                colliders,
                &mut joints,
                &mut multibodies,
                &mut soft,
                true,
            );
            colliders.remove(free.swap_remove(place), &mut islands, all, &mut soft, false);
        }
        rapier.step();
        let theirs = of_rapier(&rapier);
        for pipeline in &mut pipelines {
            pipeline
                .step(prediction(), &rapier.colliders, &rapier.bodies)
                .expect("there is memory");
            compare(step, &of_ours(pipeline), &theirs);
        }
        contacts += theirs.len();
    }
    assert!(contacts > 100_000 && moved > 10_000, "{contacts} contacts, {moved} moved");
}

/// What moved while few did is where it is, once many move.
#[test]
fn a_broad_phase_that_left_out_steps_looks_at_all() {
    let mut rapier = Rapier::new();
    let mut pipeline = ContactPipeline::with_broad_phase(VerletSap::new());
    let at = |x: f32| Vector::new(x, 0.0, 0.0);
    let row: Vec<_> = (0..1000)
        .map(|number| {
            let ball = ColliderBuilder::ball(0.5).translation(at(1.5 * number as f32));
            rapier.colliders.insert(ball.active_collision_types(ActiveCollisionTypes::all()))
        })
        .collect();
    let moves = std::iter::repeat_n((700..800, 0.05), 10).chain([
        (0..0, 0.0),
        (0..1, 0.75),
        (700..800, -0.05),
    ]);
    for (step, (moved, by)) in moves.enumerate() {
        for handle in &row[moved] {
            let ball = &mut rapier.colliders[*handle];
            ball.set_translation(ball.translation() + at(by));
        }
        rapier.step();
        pipeline.step(prediction(), &rapier.colliders, &rapier.bodies).expect("there is memory");
        compare(step, &of_ours(&pipeline), &of_rapier(&rapier));
    }
    assert_eq!(pipeline.contact_pairs().count(), 1);
}

/// What is kept of a pair is gone when it begins again.
#[test]
fn a_pair_that_ended_begins_without_its_manifolds() {
    let (mut rapier, mut pipeline) = (Rapier::new(), ContactPipeline::new());
    let mut random = Random(7);
    let [_, moved] = [0.3, 0.4].map(|radius| {
        let cylinder = ColliderBuilder::cylinder(0.5, radius).rotation(random.vector(3.0));
        rapier.colliders.insert(cylinder.active_collision_types(ActiveCollisionTypes::all()))
    });
    for step in 0..200 {
        let place = random.vector(0.5) + Vector::new([0.0, 9.0][step % 2], 0.0, 0.0);
        rapier.colliders[moved].set_translation(place);
        rapier.step();
        pipeline.step(prediction(), &rapier.colliders, &rapier.bodies).expect("there is memory");
        compare(step, &of_ours(&pipeline), &of_rapier(&rapier));
    }
}

#[test]
fn none_and_one_have_no_contacts() {
    let mut pipeline = ContactPipeline::new();
    let mut rapier = Rapier::new();
    for _ in 0..2 {
        pipeline.step(prediction(), &rapier.colliders, &rapier.bodies).expect("there is memory");
        assert_eq!(pipeline.near().len(), 0);
        rapier.colliders.insert(ColliderBuilder::ball(1.0));
    }
}

/// A collider that is nowhere has no contacts, and the others have theirs.
#[test]
fn numbers_that_are_none_concern_their_collider_only() {
    let mut rapier = Rapier::new();
    let all = |x: f32| {
        let ball = ColliderBuilder::ball(0.5).translation(Vector::new(x, 0.0, 0.0));
        ball.active_collision_types(ActiveCollisionTypes::all())
    };
    let [a, b, lost] = [0.0, 0.75, f32::NAN].map(|x| rapier.colliders.insert(all(x)));
    let mut pipeline = ContactPipeline::new();
    pipeline.step(prediction(), &rapier.colliders, &rapier.bodies).expect("there is memory");
    let pairs: Vec<_> =
        pipeline.contact_pairs().map(|pair| [pair.collider1, pair.collider2]).collect();
    assert_eq!(pairs, [[a, b]]);
    assert!(pipeline.near().all(|pair| pair.collider1 != lost && pair.collider2 != lost));
}

/// Two balls, and how far there is between them.
fn balls(rapier: &mut Rapier, gap: f32) {
    for x in [0.0, 1.0 + gap] {
        let ball = ColliderBuilder::ball(0.5).translation(Vector::new(x, 0.0, 0.0));
        rapier.colliders.insert(ball.active_collision_types(ActiveCollisionTypes::all()));
    }
}

#[test]
fn what_rests_has_the_contacts_of_another_prediction_distance() {
    let (mut rapier, mut pipeline) = (Rapier::new(), ContactPipeline::new());
    balls(&mut rapier, 0.05);
    for (prediction, expected) in [(0.01, 0), (0.1, 1), (0.1, 1), (0.1, 1), (0.1, 1), (0.01, 0)] {
        pipeline.step(prediction, &rapier.colliders, &rapier.bodies).expect("there is memory");
        assert_eq!(pipeline.contact_pairs().count(), expected);
    }
}

/// Fails in the second run.
struct Fails(BruteForce<3>, usize);

impl BroadPhase<3> for Fails {
    fn name(&self) -> &'static str {
        "fails"
    }

    fn run(&mut self, join: &Join<'_, 3>, output: Output<'_>) -> Result<RunStats, Error> {
        self.1 += 1;
        if self.1 == 2 { Err(Error::TooManyPairs { pairs: 0 }) } else { self.0.run(join, output) }
    }

    fn invalid(&self) -> &[InvalidShape] {
        self.0.invalid()
    }

    fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }
}

#[test]
fn a_step_behind_one_that_failed_has_all_contacts() {
    let mut rapier = Rapier::new();
    let mut pipeline = ContactPipeline::with_broad_phase(Fails(BruteForce::new(), 0));
    balls(&mut rapier, -0.25);
    for expected in [Some(1), None, Some(1)] {
        let done = pipeline.step(prediction(), &rapier.colliders, &rapier.bodies);
        assert_eq!(done.is_ok(), expected.is_some());
        assert_eq!(pipeline.contact_pairs().count(), expected.unwrap_or(0));
    }
}
