//! Lines are drawn with Bevy's gizmos.

#![cfg(feature = "gizmos")]

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_jostle::d3::{Collider, CollisionPlugin, DebugGizmosPlugin, DebugLines};
use bevy_transform::{TransformPlugin, components::Transform};

#[test]
fn lines_are_drawn_as_gizmos() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TransformPlugin));
    app.add_plugins((GizmoPlugin, CollisionPlugin::new(), DebugGizmosPlugin::new()));
    for x in [0.0, 1.5] {
        app.world_mut().spawn((Transform::from_xyz(x, 0.0, 0.0), Collider::ball(1.0)));
    }
    for _ in 0..2 {
        app.update();
    }
    let world = app.world();
    let lines = &world.resource::<DebugLines>().lines;
    // The edges of two boxes, and a normal.
    assert_eq!(lines.len(), 25);
    let handles = world.resource::<GizmoHandles>().handles().values().flatten();
    let assets = world.resource::<Assets<GizmoAsset>>();
    let drawn: Vec<_> = handles
        .filter_map(|handle| assets.get(handle))
        .flat_map(|asset| asset.buffer().list_positions.clone())
        .collect();
    let ends: Vec<_> = lines.iter().flat_map(|line| [line.from, line.to]).collect();
    assert_eq!(drawn, ends);
}
