//! Entities come, move, change and go, and the world follows.

mod common;

use bevy_app::App;
use bevy_ecs::{entity_disabling::Disabled, prelude::*};
use bevy_jostle::{
    Collider, ColliderDisabled, CollisionLayers, InvalidCause, Sensor, Sleeping, Static,
    jostle::{
        Shape,
        shape::{Attributes, Mobility, Parts, Solid},
        validate::InvalidReason,
    },
};
use bevy_math::{Quat, Vec3};
use bevy_transform::prelude::*;
use common::{app, at, frame, place, set, touching, world};
use std::{f32::consts::FRAC_PI_2, sync::Arc};

fn spawn_ball(app: &mut App, x: f32) -> Entity {
    app.world_mut().spawn((at(x, 0.0, 0.0), Collider::<3>::ball(1.0))).id()
}

fn shape<const D: usize>(app: &App, entity: Entity) -> Shape<D> {
    let world = world::<D>(app);
    let handle = world.handle(entity).expect("it is in the world");
    world.world().shapes().get(handle).expect("it is in the world")
}

fn attributes(app: &App, entity: Entity) -> Attributes {
    let world = world::<3>(app);
    let handle = world.handle(entity).expect("it is in the world");
    world.world().shapes().attributes(handle).expect("it is in the world")
}

#[test]
fn entities_come_move_and_go() {
    let mut app = app::<3>();
    let [a, b, c] = [0.0, 1.5, 3.0].map(|x| spawn_ball(&mut app, x));
    assert_eq!(frame::<3>(&mut app).began.len(), 2);
    assert_eq!(touching::<3>(&app), set([[a, b], [b, c]]));
    place(&mut app, a, at(3.5, 0.0, 0.0));
    let told = frame::<3>(&mut app);
    assert_eq!(
        (told.began.len(), told.ended.len()),
        (1, 0),
        "a and b still touch at a distance of 2"
    );
    assert_eq!(touching::<3>(&app), set([[a, b], [b, c], [a, c]]));
    app.world_mut().despawn(b);
    let told = frame::<3>(&mut app);
    assert_eq!(told.ended.iter().copied().map(common::ordered).collect::<Vec<_>>().len(), 2);
    assert!(told.ended.iter().all(|pair| pair.contains(&b)), "whose end it was is known");
    app.world_mut().entity_mut(c).remove::<Collider<3>>();
    assert_eq!(frame::<3>(&mut app).ended.len(), 1);
    assert_eq!((world::<3>(&app).world().shapes().len(), touching::<3>(&app).len()), (1, 0));
    // It comes back to where it was.
    app.world_mut().entity_mut(c).insert(Collider::<3>::ball(1.0));
    assert_eq!(frame::<3>(&mut app).began.len(), 1);
    assert_eq!(touching::<3>(&app), set([[a, c]]));
}

/// The same slot of the engine is given to another entity in the frame in which its owner goes.
#[test]
fn an_end_names_the_old_entity_though_a_new_one_has_its_slot() {
    let mut app = app::<3>();
    let [a, b] = [0.0, 1.5].map(|x| spawn_ball(&mut app, x));
    frame::<3>(&mut app);
    let slot = world::<3>(&app).handle(b).expect("it is there").slot();
    app.world_mut().despawn(b);
    let c = spawn_ball(&mut app, 1.25);
    let told = frame::<3>(&mut app);
    assert_eq!(world::<3>(&app).handle(c).expect("it is there").slot(), slot, "the case is met");
    assert_eq!((told.ended, told.began), (vec![[a, b]], vec![[a, c]]));
}

#[test]
fn a_collider_changes_its_size_and_its_kind() {
    let mut app = app::<3>();
    let [a, b, c] = [0.0, 3.0, 6.0].map(|x| spawn_ball(&mut app, x));
    assert!(frame::<3>(&mut app).began.is_empty());
    app.world_mut().entity_mut(a).insert(Collider::<3>::ball(2.5));
    assert_eq!(frame::<3>(&mut app).began.len(), 1);
    let before = world::<3>(&app).handle(a);
    // Rows of the balls move, as the first one is none any more.
    app.world_mut().entity_mut(a).insert(Collider::<3>::cuboid([2.5, 1.0, 1.0]));
    let told = frame::<3>(&mut app);
    assert_eq!((told.began.len(), told.ended.len()), (0, 0), "they still touch");
    assert_eq!(world::<3>(&app).handle(a), before);
    for (entity, x) in [(a, 0.0), (b, 2.0), (c, 4.0)] {
        place(&mut app, entity, at(x, 0.5, 0.0));
    }
    frame::<3>(&mut app);
    assert_eq!(shape(&app, b), Shape::ball([2.0, 0.5, 0.0], 1.0));
    assert_eq!(shape(&app, c), Shape::ball([4.0, 0.5, 0.0], 1.0));
    assert_eq!(shape(&app, a), Shape::aligned_box([0.0, 0.5, 0.0], [2.5, 1.0, 1.0]));
    assert_eq!(touching::<3>(&app), set([[a, b], [b, c]]));
}

#[test]
fn layers_sensors_and_rest_are_followed() {
    let mut app = app::<3>();
    let [a, b] = [0.0, 1.5].map(|x| spawn_ball(&mut app, x));
    frame::<3>(&mut app);
    assert_eq!(attributes(&app, a), Attributes::DEFAULT);
    let layers = CollisionLayers::new(1, 0).with_group(-3);
    app.world_mut().entity_mut(a).insert((layers, Sensor, Static));
    assert_eq!(frame::<3>(&mut app).ended.len(), 1, "categories part them");
    let wanted = Attributes::new().with_category(1).with_mask(0).with_group(-3);
    assert_eq!(attributes(&app, a), wanted.with_sensor(true).with_mobility(Mobility::Static));
    app.world_mut().entity_mut(a).remove::<CollisionLayers>();
    frame::<3>(&mut app);
    assert_eq!(world::<3>(&app).sensor_overlaps().collect::<Vec<_>>(), [[a, b]]);
    assert_eq!((world::<3>(&app).sensor_counts().begun, touching::<3>(&app).len()), (1, 0));
    app.world_mut().entity_mut(a).remove::<Sensor>().remove::<Static>();
    app.world_mut().entity_mut(b).insert(Sleeping);
    assert_eq!(frame::<3>(&mut app).began, [[a, b]]);
    assert_eq!(attributes(&app, b).mobility, Mobility::Sleeping);
    for off in [true, false] {
        if off {
            app.world_mut().entity_mut(b).insert(ColliderDisabled);
        } else {
            app.world_mut().entity_mut(b).remove::<ColliderDisabled>();
        }
        let told = frame::<3>(&mut app);
        assert_eq!((told.began.len(), told.ended.len()), if off { (0, 1) } else { (1, 0) });
    }
}

/// Bevy's own component hides an entity from all queries, so it touches nothing either.
#[test]
fn a_disabled_entity_touches_nothing() {
    let mut app = app::<3>();
    let [a, b] = [0.0, 1.5].map(|x| spawn_ball(&mut app, x));
    frame::<3>(&mut app);
    app.world_mut().entity_mut(a).insert(Disabled);
    assert_eq!(frame::<3>(&mut app).ended, [[a, b]]);
    // The row of a hidden entity moves: it is the last, and takes that of one that goes.
    let c = spawn_ball(&mut app, -1.0);
    app.world_mut().entity_mut(c).insert(Disabled);
    frame::<3>(&mut app);
    app.world_mut().despawn(b);
    frame::<3>(&mut app);
    for entity in [a, c] {
        app.world_mut().entity_mut(entity).remove::<Disabled>();
    }
    assert_eq!(frame::<3>(&mut app).began.len(), 1);
    place(&mut app, c, at(-1.25, 0.0, 0.0));
    frame::<3>(&mut app);
    assert_eq!(shape(&app, c), Shape::ball([-1.25, 0.0, 0.0], 1.0));
}

#[test]
fn parents_move_their_children() {
    let mut app = app::<3>();
    let ball = spawn_ball(&mut app, 10.0);
    let parent = app.world_mut().spawn(at(0.0, 0.0, 0.0)).id();
    let child = (at(2.0, 0.0, 0.0), Collider::<3>::ball(0.5), ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    assert!(frame::<3>(&mut app).began.is_empty());
    place(&mut app, parent, at(10.0, 3.0, 0.0).with_rotation(Quat::from_rotation_z(-FRAC_PI_2)));
    assert_eq!(frame::<3>(&mut app).began.len(), 1);
    assert_eq!(touching::<3>(&app), set([[ball, child]]));
    app.world_mut().despawn(parent);
    assert_eq!(frame::<3>(&mut app).ended.len(), 1, "children go with their parent");
}

#[test]
fn scales_multiply() {
    let mut app = app::<3>();
    let mut spawn = |transform: Transform, collider: Collider<3>| {
        app.world_mut().spawn((transform, collider)).id()
    };
    let double = at(1.0, 2.0, 3.0).with_scale(Vec3::splat(2.0));
    let by_axis = at(0.0, 0.0, 0.0).with_scale(Vec3::new(2.0, 3.0, -4.0));
    let turned =
        at(0.0, 0.0, 0.0).with_rotation(Quat::from_euler(Default::default(), 0.4, 1.1, -2.0));
    let ball = spawn(double, Collider::ball(1.5));
    let far_ball = spawn(double, Shape::ball([1.0, 0.0, 0.0], 1.0).into());
    let cuboid = spawn(by_axis, Collider::cuboid([1.0; 3]));
    let capsule = spawn(by_axis, Collider::capsule([0.0, 1.0, 0.0], 0.5));
    let turned_ball = spawn(turned, Collider::ball(0.3));
    let cylinder = Solid::cylinder([0.0, 1.0, 0.0], 1.0, 0.5, [0.0, 0.0, 0.0, 1.0]);
    let cylinder = spawn(double, Shape::from(cylinder).into());
    let plane = spawn(double, Collider::half_space([0.0, 1.0, 0.0]));
    assert_eq!(frame::<3>(&mut app).invalid, []);
    assert_eq!(shape(&app, ball), Shape::ball([1.0, 2.0, 3.0], 3.0));
    assert_eq!(shape(&app, far_ball), Shape::ball([3.0, 2.0, 3.0], 2.0));
    let Shape::Box(found) = shape::<3>(&app, cuboid) else { panic!("it is a box") };
    assert_eq!(found.half, [2.0, 3.0, 4.0]);
    assert_eq!(shape(&app, capsule), Shape::capsule([0.0, -3.0, 0.0], [0.0, 3.0, 0.0], 2.0));
    assert_eq!(shape(&app, turned_ball), Shape::ball([0.0; 3], 0.3), "its radius is as it was");
    let wanted = Solid::cylinder([1.0, 4.0, 3.0], 2.0, 1.0, [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(shape(&app, cylinder), wanted.into());
    assert_eq!(shape(&app, plane), Shape::half_space([1.0, 2.0, 3.0], [0.0, 1.0, 0.0]));
}

#[test]
fn what_cannot_be_scaled_is_told_once_and_comes_in_when_it_can() {
    let mut app = app::<3>();
    let octahedron: Vec<[f32; 3]> = (0..3)
        .flat_map(|axis| {
            [1.0, -1.0].map(|x| std::array::from_fn(|of| if of == axis { x } else { 0.0 }))
        })
        .collect();
    let hull = Collider::<3>::hull_of(&octahedron).expect("it has one");
    let parts = Parts::compound([Shape::ball([0.0; 3], 1.0), Shape::ball([3.0, 0.0, 0.0], 1.0)]);
    let composite = Collider::composite(&Arc::new(parts.expect("they are valid")));
    let solid =
        Collider::from(Shape::from(Solid::cylinder([0.0; 3], 1.0, 1.0, [0.0, 0.0, 0.0, 1.0])));
    let cases = [
        (hull, Vec3::splat(2.0), InvalidCause::ScaledGeometry),
        (composite, Vec3::splat(0.5), InvalidCause::ScaledGeometry),
        (solid.clone(), Vec3::new(1.0, 2.0, 1.0), InvalidCause::NonUniformScale),
        (solid, Vec3::new(-1.0, 1.0, 1.0), InvalidCause::Mirrored),
    ];
    for (collider, scale, cause) in cases {
        let scaled = at(0.0, 0.0, 0.0).with_scale(scale);
        let entity = app.world_mut().spawn((scaled, collider)).id();
        let told = frame::<3>(&mut app).invalid;
        assert_eq!(
            told.iter().map(|of| (of.entity, &of.cause)).collect::<Vec<_>>(),
            [(entity, &cause)]
        );
        place(&mut app, entity, scaled.with_translation(Vec3::X));
        assert_eq!(frame::<3>(&mut app).invalid, [], "it was told");
        assert_eq!(world::<3>(&app).handle(entity), None);
        place(&mut app, entity, at(1.0, 0.0, 0.0));
        assert_eq!(frame::<3>(&mut app).invalid, []);
        assert!(world::<3>(&app).handle(entity).is_some(), "{cause}");
        place(&mut app, entity, scaled);
        assert_eq!(frame::<3>(&mut app).invalid.len(), 1, "it is wrong once more");
        app.world_mut().despawn(entity);
        frame::<3>(&mut app);
    }
}

/// In frames in which one of many moves, and in which all do: the two take other ways.
#[test]
fn numbers_that_are_none_leave_a_shape_out_and_nothing_else() {
    for all_move in [false, true] {
        let mut app = app::<3>();
        let entities: Vec<_> = (0..100).map(|x| spawn_ball(&mut app, 1.5 * x as f32)).collect();
        frame::<3>(&mut app);
        assert_eq!(touching::<3>(&app).len(), 99);
        let shift = |app: &mut App, x: f32| {
            if all_move {
                for (entity, number) in entities.iter().zip(0..) {
                    place(app, *entity, at(1.5 * number as f32, 0.5, 0.0));
                }
            }
            place(app, entities[50], at(x, 0.5, 0.0));
            frame::<3>(app)
        };
        let told = shift(&mut app, f32::NAN);
        let reason = InvalidCause::Value(InvalidReason::NotANumber);
        assert_eq!(told.invalid.iter().map(|of| of.entity).collect::<Vec<_>>(), [entities[50]]);
        assert_eq!((&told.invalid[0].cause, told.ended.len()), (&reason, 2));
        assert_eq!(shift(&mut app, f32::NAN).invalid, [], "it was told");
        let told = shift(&mut app, f32::INFINITY);
        assert_eq!((told.invalid.len(), told.began.len()), (0, 0), "it still is none");
        let told = shift(&mut app, 75.0);
        assert_eq!((told.invalid.len(), told.began.len()), (0, 2));
        assert_eq!(touching::<3>(&app).len(), 99);
    }
}

#[test]
fn colliders_that_are_none_from_the_start_are_told() {
    let mut app = app::<3>();
    let bad = [
        (at(f32::NAN, 0.0, 0.0), Collider::ball(1.0)),
        (at(0.0, 0.0, 0.0), Collider::ball(-1.0)),
        (at(0.0, 0.0, 0.0), Collider::cuboid([1.0, f32::INFINITY, 1.0])),
        (
            at(0.0, 0.0, 0.0).with_rotation(Quat::from_array([f32::NAN; 4])),
            Collider::cuboid([1.0; 3]),
        ),
        (at(0.0, 0.0, 0.0).with_scale(Vec3::ZERO), Collider::cuboid([1.0; 3])),
    ];
    let entities: Vec<_> = bad.into_iter().map(|of| app.world_mut().spawn(of).id()).collect();
    let [a, b] = [0.0, 1.0].map(|x| spawn_ball(&mut app, x));
    let told = frame::<3>(&mut app);
    let named: Vec<_> = told.invalid.iter().map(|of| of.entity).collect();
    assert_eq!(named, entities);
    assert_eq!(touching::<3>(&app), set([[a, b]]));
    app.world_mut().entity_mut(entities[1]).insert(Collider::<3>::ball(1.0));
    assert_eq!(frame::<3>(&mut app).began.len(), 2);
    for entity in entities {
        app.world_mut().despawn(entity);
    }
    assert_eq!(frame::<3>(&mut app).ended.len(), 2);
}

#[test]
fn polygons_turn_and_scale_in_the_plane() {
    let mut app = app::<2>();
    let square = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let turned = at(5.0, 6.0, 7.0).with_rotation(Quat::from_rotation_z(FRAC_PI_2));
    let transform = turned.with_scale(Vec3::splat(2.0));
    let polygon = Collider::<2>::polygon(&square).expect("it is convex");
    let polygon = app.world_mut().spawn((transform, polygon)).id();
    let offset = Shape::oriented_box([1.0, 0.0], [0.5, 0.25], FRAC_PI_2);
    let offset = app.world_mut().spawn((turned, Collider::<2>::from(offset))).id();
    assert_eq!(frame::<2>(&mut app).invalid, []);
    let close = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    let Shape::Polygon(found) = shape::<2>(&app, polygon) else { panic!("it is a polygon") };
    assert!(close(found.center, [5.0, 6.0]) && close(found.rotation.cos_sin(), [0.0, 1.0]));
    let doubled = square.map(|vertex| vertex.map(|x| 2.0 * x));
    assert!(found.vertices().iter().zip(doubled).all(|(found, wanted)| close(*found, wanted)));
    let Shape::Box(found) = shape::<2>(&app, offset) else { panic!("it is a box") };
    assert!(close(found.center, [5.0, 7.0]) && close(found.rotation.cos_sin(), [-1.0, 0.0]));
    // A box that is turned in its own coordinates is moved with the others.
    place(&mut app, offset, at(0.0, 1.0, 0.0));
    frame::<2>(&mut app);
    let Shape::Box(found) = shape::<2>(&app, offset) else { panic!("it is a box") };
    assert!(close(found.center, [1.0, 1.0]) && close(found.rotation.cos_sin(), [0.0, 1.0]));
}
