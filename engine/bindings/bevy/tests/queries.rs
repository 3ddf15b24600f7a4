//! Queries and lines, against brute force.

mod common;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::{prelude::*, system::RunSystemOnce};
use bevy_jostle::{
    Collider, CollisionLayers, CollisionPlugin, DebugLines, DebugLinesPlugin, Sensor,
    SpatialFilter, SpatialQuery, Static,
    jostle::{Error, Shape, World, bvh::Bvh},
};
use bevy_transform::TransformPlugin;
use common::{Random, app, at};

type Ball = ([f32; 3], f32);

/// An app with some balls in it, after a step.
fn with_balls(count: usize) -> (App, Vec<(Entity, Ball)>) {
    let mut app = app::<3>();
    let mut random = Random(3);
    let balls = (0..count)
        .map(|number| {
            let center = [0; 3].map(|_| random.between(-6.0, 6.0));
            let (radius, [x, y, z]) = (random.between(0.2, 0.9), center);
            let layers = CollisionLayers::new(1 << (number % 4), u32::MAX);
            let mut entity =
                app.world_mut().spawn((at(x, y, z), Collider::<3>::ball(radius), layers));
            if number % 5 == 0 {
                entity.insert(Sensor);
            }
            if number % 3 == 0 {
                entity.insert(Static);
            }
            (entity.id(), (center, radius))
        })
        .collect();
    app.update();
    (app, balls)
}

fn ask<T: 'static>(
    app: &mut App,
    question: impl FnOnce(SpatialQuery<3>) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Error> {
    let mut question = Some(question);
    let system = move |query: SpatialQuery<3>| {
        question.take().map(|question| question(query)).expect("it runs once")
    };
    app.world_mut().run_system_once(system).expect("the system can run")
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// When a ray from a point meets a ball.
fn entry(from: [f32; 3], along: [f32; 3], (center, radius): Ball) -> Option<f64> {
    let offset: [f64; 3] =
        std::array::from_fn(|axis| f64::from(from[axis]) - f64::from(center[axis]));
    let along = along.map(f64::from);
    let (a, b) = (dot(along, along), dot(along, offset));
    let c = dot(offset, offset) - f64::from(radius).powi(2);
    if c <= 0.0 {
        return Some(0.0);
    }
    let root = b * b - a * c;
    (root >= 0.0 && b < 0.0).then(|| (-b - root.sqrt()) / a)
}

#[test]
fn rays_meet_what_brute_force_says() {
    let (mut app, balls) = with_balls(300);
    let mut random = Random(5);
    let (mut hits, mut misses) = (0, 0);
    for number in 0..400 {
        let from = [0; 3].map(|_| random.between(-7.0, 7.0));
        let along = [0; 3].map(|_| random.between(-1.0, 1.0));
        let (mask, sensors) = (1 << (number % 4), number % 2 == 0);
        let wanted: Vec<_> = balls
            .iter()
            .enumerate()
            .filter(|(place, _)| mask == 1 << (place % 4) && (sensors || place % 5 != 0))
            .filter_map(|(_, (entity, ball))| Some((*entity, entry(from, along, *ball)?)))
            .filter(|(_, t)| *t <= 15.0)
            .collect();
        let nearest = wanted.iter().min_by(|a, b| a.1.total_cmp(&b.1)).copied();
        let (first, all, blocked) = ask(&mut app, move |query| {
            let mut filter = SpatialFilter::new().with_mask(mask);
            if !sensors {
                filter = filter.without_sensors();
            }
            let first = query.cast_ray(from, along, 15.0, &filter)?;
            let all = query.cast_ray_all(from, along, 15.0, &filter)?;
            Ok((first, all, query.is_blocked(from, along, 15.0, &filter)?))
        })
        .expect("the ray is valid");
        assert_eq!(first.map(|hit| hit.entity), nearest.map(|(entity, _)| entity));
        assert_eq!((blocked, all.len()), (nearest.is_some(), wanted.len()));
        if let (Some(hit), Some((_, t))) = (first, nearest) {
            assert!((f64::from(hit.t) - t).abs() < 1e-3);
            let point: [f32; 3] = std::array::from_fn(|axis| from[axis] + hit.t * along[axis]);
            assert!(hit.point.iter().zip(point).all(|(a, b)| (a - b).abs() < 1e-4));
        }
        if first.is_some() { hits += 1 } else { misses += 1 }
    }
    assert!(hits > 50 && misses > 50, "{hits} hits, {misses} misses");
}

#[test]
fn overlaps_and_the_nearest_are_those_of_brute_force() {
    let (mut app, balls) = with_balls(300);
    let mut random = Random(11);
    let mut touched = 0;
    for _ in 0..100 {
        let center = [0; 3].map(|_| random.between(-6.0, 6.0));
        let radius = random.between(0.1, 2.0);
        let skipped = balls[random.below(balls.len())].0;
        let mut wanted: Vec<_> = balls
            .iter()
            .map(|(entity, (other, size))| {
                let offset: [f64; 3] =
                    std::array::from_fn(|axis| f64::from(center[axis]) - f64::from(other[axis]));
                let gap = dot(offset, offset).sqrt() - f64::from(radius) - f64::from(*size);
                (*entity, gap.max(0.0))
            })
            .filter(|(entity, _)| *entity != skipped)
            .collect();
        wanted.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (overlaps, near, closest) = ask(&mut app, move |query| {
            let shape = Shape::ball(center, radius);
            let without = [skipped];
            let filter = SpatialFilter::new().without(&without);
            let accept = |entity| entity != skipped;
            let by_function = SpatialFilter::new().accepting(&accept);
            let overlaps = query.overlapping(&shape, &by_function)?;
            assert_eq!(overlaps, query.overlapping(&shape, &filter)?);
            let near = query.nearest(&shape, 8, f32::INFINITY, &filter)?;
            Ok((overlaps, near, query.closest(&shape, f32::INFINITY, &filter)?))
        })
        .expect("the shape is valid");
        assert_eq!(overlaps.len(), wanted.iter().filter(|(_, gap)| *gap == 0.0).count());
        assert!(
            overlaps
                .iter()
                .all(|of| wanted.iter().any(|(entity, gap)| entity == of && *gap == 0.0))
        );
        assert_eq!(near.len(), 8);
        for (near, (_, gap)) in near.iter().zip(&wanted) {
            assert!((f64::from(near.distance) - gap).abs() < 1e-3);
        }
        assert_eq!(
            closest.map(|of| (of.entity, of.distance)),
            Some((near[0].entity, near[0].distance))
        );
        touched += overlaps.len();
    }
    assert!(touched > 100, "{touched}");
}

#[test]
fn a_moved_shape_meets_the_first_in_its_way() {
    let mut app = app::<3>();
    let wall = (at(5.0, 0.0, 0.0), Collider::<3>::cuboid([1.0, 3.0, 3.0]), Static);
    let wall = app.world_mut().spawn(wall).id();
    let ball = app.world_mut().spawn((at(9.0, 0.0, 0.0), Collider::<3>::ball(1.0))).id();
    app.update();
    let (hit, moving) = ask(&mut app, |query| {
        let shape = Shape::ball([0.0; 3], 1.0);
        let hit = query.cast_shape(&shape, [6.0, 0.0, 0.0], &SpatialFilter::new())?;
        let moving = SpatialFilter::new().only_moving();
        Ok((hit, query.cast_shape(&shape, [14.0, 0.0, 0.0], &moving)?))
    })
    .expect("the cast is valid");
    let hit = hit.expect("the wall is in the way");
    assert_eq!((hit.entity, hit.t, hit.normal), (wall, 0.5, [-1.0, 0.0, 0.0]));
    assert_eq!(moving.map(|hit| hit.entity), Some(ball));
}

#[test]
fn questions_that_are_none_are_errors_and_early_ones_find_nothing() {
    let mut app = app::<3>();
    app.world_mut().spawn((at(0.0, 0.0, 0.0), Collider::<3>::ball(1.0)));
    let ray = |query: SpatialQuery<3>| {
        query.cast_ray([-5.0, 0.0, 0.0], [1.0, 0.0, 0.0], 9.0, &SpatialFilter::new())
    };
    assert_eq!(ask(&mut app, ray), Ok(None), "there was no step");
    app.update();
    assert!(matches!(ask(&mut app, ray), Ok(Some(hit)) if hit.t == 4.0));
    let none =
        ask(&mut app, |query| query.cast_ray([0.0; 3], [0.0; 3], 1.0, &SpatialFilter::new()));
    assert!(matches!(none, Err(Error::Query { .. })), "{none:?}");
    let nan = ask(&mut app, |query| {
        query.overlapping(Shape::ball([f32::NAN; 3], 1.0), &SpatialFilter::new())
    });
    assert!(matches!(nan, Err(Error::Shape { .. })), "{nan:?}");
}

#[test]
fn lines_are_those_of_bounds_contacts_and_the_broad_phase() {
    let (mut app, balls) = with_balls(40);
    app.add_plugins(DebugLinesPlugin::<3>::new());
    let mut bad = app.world_mut().spawn((at(f32::NAN, 0.0, 0.0), Collider::<3>::ball(1.0)));
    bad.insert(Sensor);
    let ends = [0.0, 1.0].map(|x| at(50.0 + x, 0.0, 0.0));
    for end in ends {
        app.world_mut().spawn((end, Collider::<3>::ball(1.0)));
    }
    app.update();
    let lines = app.world().resource::<DebugLines<3>>();
    let points: usize = common::world::<3>(&app).contacts().map(|of| of.contact.points.len()).sum();
    assert!(points > 0);
    assert_eq!(lines.lines.len(), 12 * (balls.len() + 2) + points);
    assert!(lines.lines.iter().all(|line| line.from.is_finite() && line.to.is_finite()));
}

#[test]
fn the_structure_of_a_broad_phase_is_drawn() {
    let mut app = App::new();
    let bvh = || World::<3>::new().with_broad_phase(Bvh::new());
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin));
    app.add_plugins((CollisionPlugin::new().with_world(bvh), DebugLinesPlugin::<3>::new()));
    app.insert_resource(DebugLines::<3> {
        bounds: false,
        normals: 0.0,
        broad_phase: true,
        ..DebugLines::default()
    });
    for x in 0..100 {
        app.world_mut().spawn((at(x as f32, 0.0, 0.0), Collider::<3>::ball(0.25)));
    }
    app.update();
    let lines = app.world().resource::<DebugLines<3>>().lines.len();
    assert!(lines > 0 && lines.is_multiple_of(12), "{lines} edges of boxes");
}
