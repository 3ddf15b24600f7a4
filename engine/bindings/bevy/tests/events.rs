//! What is told, against brute force, and in which order.

mod common;

use bevy_app::App;
use bevy_ecs::{component::Component, prelude::*};
use bevy_jostle::{
    Began, Ccd, Collider, CollisionPlugin, CollisionSystems, ObserveTouches, Threads, TouchBegan,
    TouchEnded,
    jostle::{BroadPhase, World as Shapes, broad::BruteForce},
};
use bevy_transform::prelude::*;
use common::{Random, Told, add, app, at, frame, ordered, place, touching, world};
use std::collections::{BTreeMap, BTreeSet};

/// A marker that puts entities into another table.
#[derive(Component)]
struct Marked<const N: usize>;

/// Balls of a number of entities.
type Balls = BTreeMap<Entity, ([f32; 3], f32)>;

fn brute_force(balls: &Balls) -> BTreeSet<[Entity; 2]> {
    let mut pairs = BTreeSet::new();
    for (a, (p, r)) in balls {
        for (b, (q, s)) in balls.range(a..).skip(1) {
            let square: f64 =
                p.iter().zip(q).map(|(x, y)| (f64::from(*x) - f64::from(*y)).powi(2)).sum();
            if square <= (f64::from(*r) + f64::from(*s)).powi(2) {
                pairs.insert([*a, *b]);
            }
        }
    }
    pairs
}

fn random_ball(random: &mut Random) -> ([f32; 3], f32) {
    let place = [0; 3].map(|_| random.between(0.0, 12.0));
    (place, random.between(0.2, 0.8))
}

#[test]
fn touches_are_those_of_brute_force_while_entities_come_and_go() {
    let mut app = app::<3>();
    let (mut random, mut balls, mut before) = (Random(7), Balls::new(), BTreeSet::new());
    let [mut began, mut ended, mut few, mut many] = [0; 4];
    for step in 0..120 {
        // Few move in some frames and most in others, which are two ways.
        let share = if step % 3 == 0 { 1 } else { 40 };
        for (entity, ball) in &mut balls {
            if random.below(share) == 0 {
                ball.0 = random_ball(&mut random).0;
                let [x, y, z] = ball.0;
                place(&mut app, *entity, at(x, y, z));
            }
        }
        if share == 1 {
            many += 1
        } else {
            few += 1
        }
        for _ in 0..random.below(12) {
            let (place, radius) = random_ball(&mut random);
            let [x, y, z] = place;
            let entity = app.world_mut().spawn((at(x, y, z), Collider::<3>::ball(radius))).id();
            balls.insert(entity, (place, radius));
        }
        for _ in 0..random.below(4).min(balls.len()) {
            let entity = *balls.keys().nth(random.below(balls.len())).expect("there are some");
            balls.remove(&entity);
            app.world_mut().despawn(entity);
        }
        let told = frame::<3>(&mut app);
        let now = brute_force(&balls);
        assert_eq!(touching::<3>(&app), now, "in frame {step}");
        let list = |pairs: Vec<[Entity; 2]>| -> BTreeSet<_> {
            let list: BTreeSet<_> = pairs.iter().copied().map(ordered).collect();
            assert_eq!(list.len(), pairs.len(), "none is told twice");
            list
        };
        assert_eq!(list(told.began), now.difference(&before).copied().collect());
        assert_eq!(list(told.ended), before.difference(&now).copied().collect());
        let counts = world::<3>(&app).contact_counts();
        assert_eq!(counts.persisted, now.intersection(&before).count());
        (began, ended) = (began + counts.begun, ended + counts.ended);
        before = now;
    }
    assert!(began > 1000 && ended > 1000 && few > 50 && many > 20 && balls.len() > 300);
}

/// What is told, and all contacts, of a run in which entities lie in other tables and in other rows
/// of these.
fn run(tables: impl Fn(usize) -> usize, threads: Threads) -> Vec<(Told<3>, String)> {
    let mut app = App::new();
    app.add_plugins((bevy_app::TaskPoolPlugin::default(), TransformPlugin));
    add::<3>(&mut app, CollisionPlugin::new().with_threads(threads));
    let mut random = Random(99);
    let mut entities = Vec::new();
    let mut heard = Vec::new();
    for step in 0..20 {
        for _ in 0..40 {
            let ([x, y, z], radius) = random_ball(&mut random);
            let collider = if random.below(2) == 0 {
                Collider::<3>::ball(radius)
            } else {
                Collider::<3>::cuboid([radius, 0.3, 0.4])
            };
            let mut entity = app.world_mut().spawn_empty();
            match tables(entities.len()) {
                0 => entity.insert((at(x, y, z), collider)),
                1 => entity.insert(Marked::<1>).insert((collider, at(x, y, z))),
                2 => entity.insert((at(x, y, z), collider, Marked::<2>)).remove::<Marked<2>>(),
                _ => entity.insert((at(x, y, z), Marked::<3>)).insert(collider),
            };
            entities.push(entity.id());
        }
        for entity in &entities {
            if random.below(3) == 0 {
                let ([x, y, z], _) = random_ball(&mut random);
                place(&mut app, *entity, at(x, y, z));
            }
        }
        for _ in 0..10 {
            let entity = entities.swap_remove(random.below(entities.len()));
            app.world_mut().despawn(entity);
        }
        // Entities that are in other rows of other tables from now on.
        for (number, entity) in entities.iter().enumerate() {
            if (number + step) % 7 == tables(number) {
                app.world_mut().entity_mut(*entity).insert(Marked::<4>);
            }
        }
        let told = frame::<3>(&mut app);
        let contacts: Vec<_> = world::<3>(&app).contacts().collect();
        heard.push((told, format!("{contacts:?}")));
    }
    heard
}

#[test]
fn events_come_in_one_order_whatever_tables_entities_lie_in() {
    let threads = |count| Threads::count(count).expect("threads can be started");
    let first = run(|_| 0, Threads::Global);
    let events: usize = first.iter().map(|(told, _)| told.began.len() + told.ended.len()).sum();
    assert!(events > 500, "{events}");
    assert!(first == run(|number| number % 4, Threads::Global), "tables in turns");
    assert!(first == run(|number| 3 - number / 200 % 4, threads(1)), "other tables, one thread");
    assert!(first == run(|number| number * 7 % 3, threads(3)), "other tables, three threads");
}

#[derive(Resource, Default)]
struct Heard(Vec<(bool, Entity, Entity)>);

#[test]
fn observers_hear_of_the_entities_that_want_it() {
    let mut app = app::<2>();
    app.init_resource::<Heard>();
    app.add_observer(|event: On<TouchBegan<2>>, mut heard: ResMut<Heard>| {
        heard.0.push((true, event.entity, event.other));
    });
    app.add_observer(|event: On<TouchEnded<2>>, mut heard: ResMut<Heard>| {
        heard.0.push((false, event.entity, event.other));
    });
    let ball = |x: f32| (at(x, 0.0, 0.0), Collider::<2>::ball(1.0));
    let a = app.world_mut().spawn((ball(0.0), ObserveTouches)).id();
    let b = app.world_mut().spawn(ball(1.5)).id();
    let c = app.world_mut().spawn((ball(3.0), ObserveTouches)).id();
    app.update();
    let heard = |app: &mut App| std::mem::take(&mut app.world_mut().resource_mut::<Heard>().0);
    assert_eq!(heard(&mut app), [(true, a, b), (true, c, b)]);
    app.world_mut().despawn(c);
    app.update();
    assert_eq!(heard(&mut app), [], "who is gone is told nothing");
    app.world_mut().despawn(b);
    app.update();
    assert_eq!(heard(&mut app), [(false, a, b)]);
}

#[test]
fn apps_and_dimensions_have_worlds_of_their_own() {
    let mut both = app::<2>();
    add::<3>(&mut both, CollisionPlugin::new());
    let spawn = |app: &mut App, z: f32| {
        let colliders = (Collider::<2>::ball(1.0), Collider::<3>::ball(1.0));
        app.world_mut().spawn((at(0.0, 0.0, z), colliders)).id()
    };
    let [a, b] = [0.0, 5.0].map(|z| spawn(&mut both, z));
    let mut other = app::<2>();
    both.update();
    other.update();
    assert_eq!(touching::<2>(&both), BTreeSet::from([ordered([a, b])]), "in the plane they touch");
    assert_eq!(touching::<3>(&both).len(), 0, "in space they do not");
    assert_eq!(world::<2>(&other).world().shapes().len(), 0);
}

/// A clone is an entity of its own, though all its components are copied.
#[test]
fn clones_are_shapes_of_their_own() {
    let mut app = app::<3>();
    let a = app.world_mut().spawn((at(0.0, 0.0, 0.0), Collider::<3>::ball(1.0))).id();
    app.update();
    let b = app.world_mut().entity_mut(a).clone_and_spawn();
    assert_eq!(frame::<3>(&mut app).began, [[a, b]]);
    place(&mut app, b, at(5.0, 0.0, 0.0));
    assert_eq!(frame::<3>(&mut app).ended, [[a, b]]);
}

#[test]
fn what_is_fast_meets_what_is_in_its_way() {
    let mut app = app::<3>();
    let ball = app.world_mut().spawn((at(-5.0, 0.0, 0.0), Collider::<3>::ball(0.5), Ccd)).id();
    let wall = (at(0.0, 0.0, 0.0), Collider::<3>::cuboid([0.1, 9.0, 9.0]));
    let wall = app.world_mut().spawn(wall).id();
    app.update();
    place(&mut app, ball, at(5.0, 0.0, 0.0));
    app.update();
    let hits: Vec<_> = world::<3>(&app).ccd_hits().map(|(pair, _)| ordered(pair)).collect();
    assert_eq!((hits, touching::<3>(&app).len()), (vec![ordered([ball, wall])], 0));
}

#[test]
fn a_world_of_the_users_own_runs_where_he_says() {
    let mut app = App::new();
    app.add_plugins((bevy_app::TaskPoolPlugin::default(), TransformPlugin));
    let brute_force = || Shapes::<3>::new().with_broad_phase(BruteForce::new());
    let plugin = CollisionPlugin::new().with_world(brute_force).in_schedule(bevy_app::Last);
    app.add_plugins(plugin).init_resource::<Heard>().add_systems(
        bevy_app::Last,
        (|mut began: MessageReader<Began<3>>, mut heard: ResMut<Heard>| {
            heard.0.extend(began.read().map(|pair| (true, pair.a, pair.b)));
        })
        .after(CollisionSystems::Events),
    );
    for x in [0.0, 1.0] {
        app.world_mut().spawn((at(x, 0.0, 0.0), Collider::<3>::ball(1.0)));
    }
    app.update();
    assert_eq!(app.world().resource::<Heard>().0.len(), 1);
    let name = world::<3>(&app).world().pipeline().broad_phase().name();
    assert_eq!(name, BroadPhase::<3>::name(&BruteForce::<3>::new()));
}
