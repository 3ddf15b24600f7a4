//! Shapes that turn as they move, in `f64`.

use std::fmt::Debug;

use jostle_kernels::{
    shape::{Obb, Polygon, Triangle},
    swept::{Moving, RigidMotion2, RigidMotion3},
};

/// A shape in motion, in `f64`: its corners at any time, and the directions in which two of them
/// may be apart.
pub(crate) trait Turning<const D: usize>: Copy + Debug {
    fn corners(&self, time: f64) -> Vec<[f64; D]>;
    fn edges(&self, time: f64) -> Vec<[f64; D]>;
    fn normals(&self, time: f64) -> Vec<[f64; D]>;
    fn center(&self, time: f64) -> [f64; D];
    /// The distance of the farthest corner from the center.
    fn radius(&self) -> f64;
    /// How fast the center moves.
    fn speed(&self) -> f64;
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length<const D: usize>(v: [f32; D]) -> f64 {
    let v = v.map(f64::from);
    dot(v, v).sqrt()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

/// Turned by an angle.
fn turned2(v: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos]
}

/// Turned by a rotation vector: Rodrigues' formula.
fn turned3(v: [f64; 3], rotation: [f64; 3]) -> [f64; 3] {
    let angle = dot(rotation, rotation).sqrt();
    if angle == 0.0 {
        return v;
    }
    let axis = rotation.map(|x| x / angle);
    let (sin, cos) = angle.sin_cos();
    let (across, along) = (cross(axis, v), dot(axis, v));
    std::array::from_fn(|i| v[i] * cos + across[i] * sin + axis[i] * along * (1.0 - cos))
}

fn at<const D: usize>(center: [f32; D], by: [f32; D], time: f64) -> [f64; D] {
    std::array::from_fn(|i| f64::from(center[i]) + f64::from(by[i]) * time)
}

/// All sums of a box's half extents along its axes, and its center.
fn corners<const D: usize>(center: [f64; D], half: [f32; D], axes: &[[f64; D]]) -> Vec<[f64; D]> {
    let corner = |signs: usize| {
        let mut corner = center;
        for own in 0..D {
            let half = f64::from(half[own]) * if signs >> own & 1 == 0 { 1.0 } else { -1.0 };
            for i in 0..D {
                corner[i] += axes[own][i] * half;
            }
        }
        corner
    };
    (0..1 << D).map(corner).collect()
}

/// A motion in `f64`.
pub(crate) trait Turns<const D: usize>: Copy + Debug {
    /// How far per unit of time.
    fn by(&self) -> [f64; D];
    /// A vector as it has turned after some time.
    fn turned(&self, vector: [f64; D], time: f64) -> [f64; D];
}

impl Turns<2> for RigidMotion2 {
    fn by(&self) -> [f64; 2] {
        self.by.map(f64::from)
    }
    fn turned(&self, vector: [f64; 2], time: f64) -> [f64; 2] {
        turned2(vector, f64::from(self.angle) * time)
    }
}

impl Turns<3> for RigidMotion3 {
    fn by(&self) -> [f64; 3] {
        self.by.map(f64::from)
    }
    fn turned(&self, vector: [f64; 3], time: f64) -> [f64; 3] {
        turned3(vector, self.rotation.map(|x| f64::from(x) * time))
    }
}

/// A box in space.
pub(crate) type Box3 = Moving<Obb<3>, RigidMotion3>;
/// A box in the plane.
pub(crate) type Box2 = Moving<Obb<2>, RigidMotion2>;
/// A triangle.
pub(crate) type Triangle3 = Moving<Triangle, RigidMotion3>;
/// A polygon.
pub(crate) type Moving2 = Moving<Polygon, RigidMotion2>;

impl Turning<3> for Box3 {
    fn center(&self, time: f64) -> [f64; 3] {
        at(self.shape.center, self.motion.by, time)
    }
    fn corners(&self, time: f64) -> Vec<[f64; 3]> {
        corners(self.center(time), self.shape.half, &self.edges(time))
    }
    fn edges(&self, time: f64) -> Vec<[f64; 3]> {
        let rotation = self.motion.rotation.map(|x| f64::from(x) * time);
        self.shape.axes.iter().map(|axis| turned3(axis.map(f64::from), rotation)).collect()
    }
    fn normals(&self, time: f64) -> Vec<[f64; 3]> {
        self.edges(time)
    }
    fn radius(&self) -> f64 {
        length(self.shape.half)
    }
    fn speed(&self) -> f64 {
        length(self.motion.by)
    }
}

/// About its first corner.
impl Turning<3> for Triangle3 {
    fn center(&self, time: f64) -> [f64; 3] {
        at(self.shape.vertices[0], self.motion.by, time)
    }
    fn corners(&self, time: f64) -> Vec<[f64; 3]> {
        let [first, others @ ..] = self.shape.vertices;
        let at = self.center(time);
        let corner = |other: [f32; 3]| {
            let side = std::array::from_fn(|i| f64::from(other[i]) - f64::from(first[i]));
            let side = self.motion.turned(side, time);
            std::array::from_fn(|i| at[i] + side[i])
        };
        let [second, third] = others.map(corner);
        vec![at, second, third]
    }
    fn edges(&self, time: f64) -> Vec<[f64; 3]> {
        let corners = self.corners(time);
        (0..3).map(|i| std::array::from_fn(|k| corners[(i + 1) % 3][k] - corners[i][k])).collect()
    }
    fn normals(&self, time: f64) -> Vec<[f64; 3]> {
        let edges = self.edges(time);
        let normal = cross(edges[0], edges[1]);
        let mut normals = vec![normal];
        normals.extend(edges.iter().map(|edge| cross(*edge, normal)));
        normals
    }
    fn radius(&self) -> f64 {
        let corners = self.corners(0.0);
        let from_first = |corner: &[f64; 3]| {
            let side: [f64; 3] = std::array::from_fn(|i| corner[i] - corners[0][i]);
            dot(side, side).sqrt()
        };
        corners.iter().map(from_first).fold(0.0, f64::max)
    }
    fn speed(&self) -> f64 {
        length(self.motion.by)
    }
}

impl Turning<2> for Box2 {
    fn center(&self, time: f64) -> [f64; 2] {
        at(self.shape.center, self.motion.by, time)
    }
    fn corners(&self, time: f64) -> Vec<[f64; 2]> {
        corners(self.center(time), self.shape.half, &self.normals(time))
    }
    fn edges(&self, _time: f64) -> Vec<[f64; 2]> {
        Vec::new()
    }
    fn normals(&self, time: f64) -> Vec<[f64; 2]> {
        let angle = f64::from(self.motion.angle) * time;
        self.shape.axes.iter().map(|axis| turned2(axis.map(f64::from), angle)).collect()
    }
    fn radius(&self) -> f64 {
        length(self.shape.half)
    }
    fn speed(&self) -> f64 {
        length(self.motion.by)
    }
}

impl Turning<2> for Moving2 {
    fn center(&self, time: f64) -> [f64; 2] {
        at(self.shape.center, self.motion.by, time)
    }
    fn corners(&self, time: f64) -> Vec<[f64; 2]> {
        let center = self.center(time);
        let angle = f64::from(self.motion.angle) * time;
        let count = self.shape.count as usize;
        let vertices = self.shape.vertices[..count].iter();
        let place = |v: &[f32; 2]| {
            let v = turned2(v.map(f64::from), angle);
            [center[0] + v[0], center[1] + v[1]]
        };
        vertices.map(place).collect()
    }
    fn edges(&self, _time: f64) -> Vec<[f64; 2]> {
        Vec::new()
    }
    fn normals(&self, time: f64) -> Vec<[f64; 2]> {
        let corners = self.corners(time);
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| [b[1] - a[1], a[0] - b[0]]).collect()
    }
    fn radius(&self) -> f64 {
        self.shape.vertices.into_iter().map(length).fold(0.0, f64::max)
    }
    fn speed(&self) -> f64 {
        length(self.motion.by)
    }
}

/// Whether the shapes are apart at a time because the spheres around them plainly are.
pub(crate) fn spheres_apart<S: Turning<D>, const D: usize>(a: &S, b: &S, time: f64) -> bool {
    let (p, q) = (a.center(time), b.center(time));
    let between: [f64; D] = std::array::from_fn(|i| q[i] - p[i]);
    dot(between, between).sqrt() > 1.001 * (a.radius() + b.radius())
}

/// The gap at a time along the axis that tells most, negative where the shapes overlap.
pub(crate) fn gap<S: Turning<D>, const D: usize>(a: &S, b: &S, time: f64) -> f64 {
    let (corners_a, corners_b) = (a.corners(time), b.corners(time));
    let mut axes = a.normals(time);
    axes.extend(b.normals(time));
    for i in a.edges(time) {
        for j in b.edges(time) {
            let in_space = |v: [f64; D]| std::array::from_fn(|i| v.get(i).copied().unwrap_or(0.0));
            let normal = cross(in_space(i), in_space(j));
            axes.push(std::array::from_fn(|i| normal[i]));
        }
    }
    let reach = |corners: &[[f64; D]], axis: [f64; D]| {
        let along = corners.iter().map(|corner| dot(*corner, axis));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), x| (min.min(x), max.max(x)))
    };
    let along = |axis: [f64; D]| {
        let length = dot(axis, axis).sqrt();
        if length < 1e-9 {
            return f64::NEG_INFINITY;
        }
        let axis = axis.map(|x| x / length);
        let ((min_a, max_a), (min_b, max_b)) = (reach(&corners_a, axis), reach(&corners_b, axis));
        (min_b - max_a).max(min_a - max_b)
    };
    axes.into_iter().map(along).fold(f64::NEG_INFINITY, f64::max)
}
