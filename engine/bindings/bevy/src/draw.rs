//! Lines that any renderer can draw.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::{
    intern::Interned,
    resource::Resource,
    schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet},
    system::{Res, ResMut},
};
use bevy_math::Vec3;
use jostle::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use crate::{
    plugin::CollisionSystems,
    space::{array, vector},
    world::CollisionWorld,
};

/// A line to be drawn, in 2D at a `z` of 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// Where it begins.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// Red, green, blue and opacity, 0 to 255, the first three not multiplied by the last.
    pub color: [u8; 4],
}

/// The lines of the last step, for any renderer. With the feature `gizmos` the `DebugGizmosPlugin`
/// draws them.
#[derive(Resource, Clone, Debug)]
pub struct DebugLines<const D: usize> {
    /// The lines; made anew after each step.
    pub lines: Vec<DebugLine>,
    /// Whether the bounds of shapes are among them.
    pub bounds: bool,
    /// Whether points of contacts are, with normals of this length; none if it is 0.
    pub normals: f32,
    /// Whether the structure of the broad phase is.
    pub broad_phase: bool,
}

impl<const D: usize> Default for DebugLines<D> {
    fn default() -> Self {
        Self { lines: Vec::new(), bounds: true, normals: 0.5, broad_phase: false }
    }
}

/// The system that makes [`DebugLines`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DrawLines;

/// Makes [`DebugLines`] after each step. Without the plugin nothing is kept for pictures.
#[derive(Clone)]
pub struct DebugLinesPlugin<const D: usize> {
    schedule: Interned<dyn ScheduleLabel>,
}

impl<const D: usize> Default for DebugLinesPlugin<D> {
    fn default() -> Self {
        Self { schedule: PostUpdate.intern() }
    }
}

impl<const D: usize> DebugLinesPlugin<D> {
    /// The default: where the [`CollisionPlugin`](crate::CollisionPlugin) is by default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same in another schedule: that of the [`CollisionPlugin`](crate::CollisionPlugin).
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }

    #[cfg(feature = "gizmos")]
    pub(crate) fn schedule(&self) -> Interned<dyn ScheduleLabel> {
        self.schedule
    }
}

impl<const D: usize> Plugin for DebugLinesPlugin<D> {
    fn build(&self, app: &mut App) {
        app.init_resource::<DebugLines<D>>()
            .add_systems(self.schedule, draw::<D>.after(CollisionSystems::Step).in_set(DrawLines));
    }
}

fn draw<const D: usize>(world: Res<CollisionWorld<D>>, mut lines: ResMut<DebugLines<D>>) {
    let mut drawing = Drawing(std::mem::take(&mut lines.lines));
    drawing.0.clear();
    let pipeline = world.world().pipeline();
    if lines.bounds {
        let bounds = pipeline.prepared().bounds();
        for index in 0..bounds.len() {
            // Those of shapes that were left out are none.
            if let Ok(aabb) = bounds.get(index) {
                drawing.aabb(&aabb, DrawStyle::new(DrawElement::Shape, 0));
            }
        }
    }
    if lines.normals > 0.0 {
        for of in world.contacts() {
            let along = vector(of.contact.normal) * lines.normals;
            for point in world.points(&of) {
                let to = array(vector(point) + along);
                drawing.line(point, to, DrawStyle::new(DrawElement::Contact, 0));
            }
        }
    }
    if lines.broad_phase {
        pipeline.broad_phase().debug_draw(&mut drawing);
    }
    lines.lines = drawing.0;
}

/// Takes what is drawn as lines.
struct Drawing(Vec<DebugLine>);

impl<const D: usize> DebugDraw<D> for Drawing {
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        let [from, to] = [from, to].map(|end| Vec3::from(vector(end)));
        // Cells may have no end, and bounds of invalid shapes are none.
        if from.is_finite() && to.is_finite() {
            self.0.push(DebugLine { from, to, color: style.color() });
        }
    }

    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        let corner =
            |bits: usize| -> [f32; D] {
                std::array::from_fn(|axis| {
                    if bits >> axis & 1 == 1 { aabb.max[axis] } else { aabb.min[axis] }
                })
            };
        for bits in 0..1 << D {
            for axis in (0..D).filter(|axis| bits >> axis & 1 == 0) {
                DebugDraw::<D>::line(self, corner(bits), corner(bits | 1 << axis), style);
            }
        }
    }
}
