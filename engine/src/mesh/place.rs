//! Where the vertices and the boxes of meshes are, as a query sees them.

use super::Mesh;
use crate::{Error, shape::Rotation, validate::check_pose};
use jostle_kernels::{
    Aabb,
    bounds::Affine,
    pairs::PlacedBoxes,
    real::vector::{add, add_scaled, dot, scale, sub, sum_abs},
    shape::Triangle,
};

/// A rigid motion from the coordinates of a mesh to those of the world: a rotation about its
/// origin, then a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// The rotation; its numbers need not have length 1 exactly, and mean the direction they have.
    pub rotation: Rotation<3>,
    /// The translation, finite.
    pub translation: [f32; 3],
}

impl Pose {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { rotation: Rotation::IDENTITY, translation: [0.0; 3] };

    /// Rotates, then translates.
    #[must_use]
    pub fn new(rotation: impl Into<Rotation<3>>, translation: impl Into<[f32; 3]>) -> Self {
        Self { rotation: rotation.into(), translation: translation.into() }
    }

    /// Refuses an invalid pose.
    pub(super) fn check(&self) -> Result<(), Error> {
        check_pose(&self.rotation.quaternion(), &self.translation)
    }

    /// Where the rotation turns the coordinate axes to.
    pub(super) fn axes(&self) -> [[f64; 3]; 3] {
        self.rotation.axes()
    }
}

/// What rounding does to boxes that are moved, relative to all coordinates that occur: products,
/// sums and axes that are not quite at right angles any more, some 150 roundings; and as much
/// again.
const MOVING: f64 = 1.0 / (1 << 16) as f64;

/// What rounding does to placed vertices, relative to their coordinates: one rounding on each axis,
/// for two bodies; twice.
const PLACING: f64 = 1.0 / (1 << 21) as f64;

/// Coordinates from which on moved boxes may overflow.
const LARGE: f64 = f32::MAX as f64 / 64.0;

/// What the boxes of a tree are relative to, so that they are precise wherever the mesh lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshFrame {
    /// The middle of the bounds of all triangles.
    pub(super) center: [f32; 3],
    /// The most that the coordinates of a vertex relative to it sum up to.
    pub(super) radius: f64,
}

impl MeshFrame {
    /// The frame of a mesh.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let corners = || mesh.triangles().iter().flatten().map(|v| mesh.vertices()[*v as usize]);
        let Some(bounds) = Aabb::from_points(corners()) else {
            return Self::default();
        };
        let center = bounds.center();
        let far = |radius: f64, vertex| radius.max(sum_abs(sub(wide(vertex), wide(center))));
        Self { center, radius: corners().fold(0.0, far) }
    }

    /// Where the center is in the world.
    fn placed(&self, pose: &Pose) -> [f64; 3] {
        let ([x, y, z], axes) = (wide(self.center), pose.axes());
        let turned = add_scaled(add_scaled(scale(axes[0], x), axes[1], y), axes[2], z);
        add(turned, wide(pose.translation))
    }
}

/// Brings vertices to where a query sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    axes: [[f64; 3]; 3],
    center: [f64; 3],
    to: [f64; 3],
    /// Whether vertices stay as they are.
    rests: bool,
}

impl Placement {
    /// To the world.
    pub(super) fn in_world(frame: &MeshFrame, pose: &Pose) -> Self {
        let rests = *pose == Pose::IDENTITY;
        let (axes, center, to) = (pose.axes(), wide(frame.center), frame.placed(pose));
        Self { axes, center, to, rests }
    }

    #[inline]
    fn vertex(&self, vertex: [f32; 3]) -> [f32; 3] {
        if self.rests {
            return vertex;
        }
        let [x, y, z] = sub(wide(vertex), self.center);
        let [a, b, c] = self.axes;
        let placed = add_scaled(add_scaled(add_scaled(self.to, a, x), b, y), c, z);
        // Zeros without a sign; what is too large for a float becomes the largest.
        placed.map(|x| x.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32 + 0.0)
    }

    /// A triangle where the query sees it.
    #[inline]
    pub(super) fn triangle(&self, Triangle { vertices: [a, b, c] }: Triangle) -> Triangle {
        Triangle { vertices: [self.vertex(a), self.vertex(b), self.vertex(c)] }
    }

    /// A point of the world in the frame of the mesh.
    pub(super) fn local(&self, point: [f64; 3]) -> [f64; 3] {
        self.turned_back(sub(point, self.to))
    }

    /// A direction of the world in the frame of the mesh.
    pub(super) fn turned_back(&self, direction: [f64; 3]) -> [f64; 3] {
        self.axes.map(|axis| dot(axis, direction))
    }

    /// By how much a vertex may be off, for a mesh of this frame.
    pub(super) fn slack(&self, frame: &MeshFrame) -> f64 {
        if self.rests { 0.0 } else { PLACING * (sum_abs(self.to) + frame.radius) }
    }
}

/// The boxes of a second tree as the first one sees them.
#[derive(Clone, Copy, Debug)]
pub struct Relative {
    /// Where the coordinate axes of the second point.
    axes: [[f64; 3]; 3],
    /// Where its frame has its origin.
    offset: [f64; 3],
    /// By how much its boxes are to be enlarged; infinite where moved boxes might overflow.
    slack: f32,
}

impl Relative {
    fn new(axes: [[f64; 3]; 3], offset: [f64; 3], radii: f64, placing: f64) -> Self {
        let size = sum_abs(offset) + radii;
        let slack = MOVING * size + placing;
        let slack = if size < LARGE && slack < LARGE {
            slack as f32 + f32::MIN_POSITIVE
        } else {
            f32::INFINITY
        };
        Self { axes, offset, slack }
    }

    /// Whether moved boxes might overflow, so that all of them count as touching.
    pub(super) fn is_blind(&self) -> bool {
        self.slack == f32::INFINITY
    }

    /// The motion for oriented boxes.
    pub(super) fn boxes(&self) -> PlacedBoxes {
        let axes = self.axes.map(|axis| axis.map(|x| x as f32));
        PlacedBoxes { axes, offset: self.offset.map(|x| x as f32), slack: self.slack }
    }

    /// The motion for boxes along the axes, and the slack.
    pub(super) fn affine(&self) -> (Affine<3>, f32) {
        let linear = [0, 1, 2].map(|to| [0, 1, 2].map(|from| self.axes[from][to] as f32));
        (Affine { linear, translation: self.offset.map(|x| x as f32) }, self.slack)
    }
}

/// Two meshes as a query sees them: relative to the middle between the two, or as they are stored
/// if they stand alike. All numbers but signs are the same whichever comes first.
pub(super) fn between(frames: [&MeshFrame; 2], poses: [&Pose; 2]) -> ([Placement; 2], Relative) {
    let radii = frames[0].radius + frames[1].radius;
    let mut places = [0, 1].map(|k| Placement::in_world(frames[k], poses[k]));
    if poses[0] == poses[1] {
        places.iter_mut().for_each(|place| place.rests = true);
        let offset = sub(wide(frames[1].center), wide(frames[0].center));
        let axes = Pose::IDENTITY.axes();
        return (places, Relative::new(axes, offset, radii, 0.0));
    }
    let way = sub(places[1].to, places[0].to);
    for (place, half) in places.iter_mut().zip([-0.5, 0.5]) {
        (place.to, place.rests) = (scale(way, half), false);
    }
    let [a, b] = &places;
    let axes = b.axes.map(|axis| a.turned_back(axis));
    (places, Relative::new(axes, a.turned_back(way), radii, 0.0))
}

/// A mesh in the world, and how its tree sees boxes about `center` along the axes of the world,
/// whose half extents sum up to `radius`.
pub(super) fn against_world(
    frame: &MeshFrame,
    pose: &Pose,
    center: [f64; 3],
    radius: f64,
) -> (Placement, Relative) {
    let place = Placement::in_world(frame, pose);
    let coordinate = |of: usize| [0, 1, 2].map(|axis| if axis == of { 1.0 } else { 0.0 });
    let axes = [0, 1, 2].map(|axis| place.turned_back(coordinate(axis)));
    let radii = frame.radius + radius;
    let relative = Relative::new(axes, place.local(center), radii, place.slack(frame));
    (place, relative)
}

pub(super) fn wide(of: [f32; 3]) -> [f64; 3] {
    of.map(f64::from)
}
