//! Lines as gizmos of Bevy.

use bevy_app::{App, Plugin};
use bevy_color::Color;
use bevy_ecs::{
    schedule::{IntoScheduleConfigs, ScheduleLabel},
    system::Res,
};
use bevy_gizmos::gizmos::Gizmos;

use crate::draw::{DebugLine, DebugLines, DebugLinesPlugin, DrawLines};

/// Draws [`DebugLines`] with Bevy's gizmos, which have to be in the app, as in `DefaultPlugins`.
/// It brings along the [`DebugLinesPlugin`].
#[derive(Clone, Default)]
pub struct DebugGizmosPlugin<const D: usize> {
    lines: DebugLinesPlugin<D>,
}

impl<const D: usize> DebugGizmosPlugin<D> {
    /// The default: where the [`CollisionPlugin`](crate::CollisionPlugin) is by default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same in another schedule: that of the [`CollisionPlugin`](crate::CollisionPlugin).
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { lines: self.lines.in_schedule(schedule) }
    }
}

impl<const D: usize> Plugin for DebugGizmosPlugin<D> {
    fn build(&self, app: &mut App) {
        let schedule = self.lines.schedule();
        app.add_plugins(self.lines.clone()).add_systems(schedule, draw::<D>.after(DrawLines));
    }
}

fn draw<const D: usize>(lines: Res<DebugLines<D>>, mut gizmos: Gizmos) {
    for DebugLine { from, to, color: [r, g, b, a] } in &lines.lines {
        gizmos.line(*from, *to, Color::srgba_u8(*r, *g, *b, *a));
    }
}
