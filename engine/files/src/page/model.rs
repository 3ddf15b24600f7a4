//! What there is to draw, before anyone knows where on paper.

use jostle::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use super::{extent::Extent, survey::MOST_CONTACTS};
use crate::number::thousands;

/// A scene with what a broad phase made of it. In 2D everything lies in the plane `z = 0`.
#[derive(Clone, Debug)]
pub struct Model {
    /// Number of axes of the scene: 2 or 3.
    pub dim: usize,
    /// What the scene is called.
    pub name: String,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// Number of shapes in the scene.
    pub shapes: usize,
    /// How many of them the broad phase left out because they are not valid.
    pub invalid: usize,
    /// Number of pairs that touch.
    pub pairs: u64,
    /// The shapes to draw.
    pub solids: Vec<Solid>,
    /// Nodes, cells, planes, intervals and pairs.
    pub primitives: Vec<Primitive>,
    /// What part of space is drawn.
    pub extent: Extent,
    /// The engine as a module of WebAssembly, for a page that runs it.
    pub engine: Option<Vec<u8>>,
}

impl Model {
    /// Leaves out what would make a picture of at most so many shapes too large, and says in a line
    /// each what that is.
    pub fn reduce(&mut self, most: usize) -> Vec<String> {
        let mut left_out = Vec::from_iter(self.thin(most));
        if self.extent.is_cut {
            left_out.push("shapes far out are cut off".to_owned());
        }
        if self.pairs > MOST_CONTACTS as u64 {
            let pairs = thousands(self.pairs);
            left_out.push(format!("{pairs} pairs are not drawn as lines"));
        }
        left_out
    }

    /// Leaves out shapes until at most so many are left, evenly by index, and says so.
    fn thin(&mut self, most: usize) -> Option<String> {
        let all = self.solids.len();
        if all <= most {
            return None;
        }
        let mut index = 0;
        self.solids.retain(|_| {
            // The multiples of all / most, rounded down: whole numbers, so it is exact.
            let is_kept = (index + 1) * most / all > index * most / all;
            index += 1;
            is_kept
        });
        let (kept, all) = (thousands(self.solids.len() as u64), thousands(all as u64));
        Some(format!("{kept} of {all} shapes are drawn, an even sample"))
    }
}

/// A shape: a box or a ball.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    /// The box before it is turned, or the bounds of the ball.
    pub own: Aabb<3>,
    /// How the box is turned about its middle: the quaternion `[x, y, z, w]`.
    pub turn: [f32; 4],
    /// Whether it is a ball.
    pub round: bool,
    /// With how many others it makes a pair.
    pub degree: u32,
    /// The leaf, cell or strip that it lies in, by number, and the depth of that.
    pub place: Option<(u32, u32)>,
}

/// The quaternion of what is not turned.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

impl Solid {
    /// A box that is not turned, by its corners.
    #[must_use]
    pub fn upright<const D: usize>((min, max): ([f32; D], [f32; D])) -> Self {
        let own = Aabb { min: in_space(min), max: in_space(max) };
        Self { own, turn: UPRIGHT, round: false, degree: 0, place: None }
    }

    /// A ball.
    #[must_use]
    pub fn ball<const D: usize>(center: [f32; D], radius: f32) -> Self {
        let Aabb { min, max } = Aabb::from_center_radius(center, radius);
        Self { round: true, ..Self::upright((min, max)) }
    }

    /// Its middle; zero on an axis on which it has no end on either side.
    #[must_use]
    pub fn middle(&self) -> [f32; 3] {
        let middle = |axis: usize| 0.5 * self.own.min[axis] + 0.5 * self.own.max[axis];
        std::array::from_fn(|axis| Some(middle(axis)).filter(|x| !x.is_nan()).unwrap_or(0.0))
    }

    /// Whether it is a box that is turned.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.turn != UPRIGHT
    }

    /// The directions of the edges of the box.
    #[must_use]
    pub fn axes(&self) -> [[f64; 3]; 3] {
        let [x, y, z, w] = self.turn.map(f64::from);
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    /// The corners: bit `k` of the number tells the side along edge `k`. Those of a box that is not
    /// turned are where it leaves what is drawn.
    #[must_use]
    pub fn corners(&self, extent: &Extent) -> [[f64; 3]; 8] {
        let ends = [self.own.min, self.own.max];
        if !self.is_turned() {
            return super::extent::corners(&ends.map(|end| extent.clamp(end)));
        }
        let [min, max] = ends.map(|end| end.map(f64::from));
        let axes = self.axes();
        std::array::from_fn(|corner| {
            std::array::from_fn(|k| {
                let along = |axis: usize| {
                    let side = if corner >> axis & 1 == 1 { 0.5 } else { -0.5 };
                    side * (max[axis] - min[axis]) * axes[axis][k]
                };
                0.5 * (min[k] + max[k]) + along(0) + along(1) + along(2)
            })
        })
    }

    /// What encloses the shape as it is, and as it was before it was turned.
    #[must_use]
    pub fn reach(&self) -> [[f32; 3]; 2] {
        let Aabb { mut min, mut max } = self.own;
        if self.is_turned() {
            let axes = self.axes();
            for k in 0..3 {
                let half = |axis: usize| 0.5 * f64::from(self.own.max[axis] - self.own.min[axis]);
                let reach: f64 = (0..3).map(|axis| half(axis) * axes[axis][k].abs()).sum();
                let middle = 0.5 * (self.own.min[k] + self.own.max[k]);
                (min[k], max[k]) =
                    (min[k].min(middle - reach as f32), max[k].max(middle + reach as f32));
            }
        }
        [min, max]
    }
}

/// A box or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Primitive {
    /// Corners of a box, ends of a line. May be infinite.
    pub ends: [[f32; 3]; 2],
    /// What it is.
    pub style: DrawStyle,
}

/// Coordinates in space; those in the plane get a zero.
pub(super) fn in_space<const D: usize>(point: [f32; D]) -> [f32; 3] {
    let mut all = [0.0; 3];
    all[..D].copy_from_slice(&point);
    all
}

/// Takes down what a broad phase draws.
pub(super) struct Recorder {
    pub(super) primitives: Vec<Primitive>,
    /// By id, the leaf, cell or strip, by number, and its depth.
    pub(super) places: Vec<Option<(u32, u32)>>,
    /// Number of the last leaf, cell or strip.
    cell: u32,
}

impl Recorder {
    pub(super) fn new(shapes: usize) -> Self {
        Self { primitives: Vec::new(), places: vec![None; shapes], cell: 0 }
    }
}

impl<const D: usize> DebugDraw<D> for Recorder {
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        self.primitives.push(Primitive { ends: [in_space(from), in_space(to)], style });
    }

    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        if matches!(style.element, DrawElement::Leaf | DrawElement::Cell | DrawElement::Strip) {
            self.cell += 1;
        }
        // The planes between strips show the same.
        if style.element != DrawElement::Strip {
            let ends = [in_space(aabb.min), in_space(aabb.max)];
            self.primitives.push(Primitive { ends, style });
        }
    }

    fn member(&mut self, id: u32, style: DrawStyle) {
        // A box in several strips is shown in the one where it begins.
        self.places[id as usize].get_or_insert((self.cell, style.depth));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_turned_about_its_middle() {
        let own = ([1.0, 2.0], [5.0, 4.0]);
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let upright = Solid::upright(own);
        let quarter = Solid { turn: [0.0, 0.0, half, half], ..upright };
        let extent = Extent::of(2, &[quarter.reach()]);
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-6);
        // What was the lower left corner is the lower right one now.
        assert!(near(quarter.corners(&extent)[0], [4.0, 1.0, 0.0]));
        assert!(near(quarter.corners(&extent)[1], [4.0, 5.0, 0.0]));
        // Both, as it is and as it was.
        let [min, max] = quarter.reach().map(|end| end.map(f64::from));
        assert!(near(min, [1.0, 1.0, 0.0]) && near(max, [5.0, 5.0, 0.0]));
        assert_eq!(upright.reach(), [[1.0, 2.0, 0.0], [5.0, 4.0, 0.0]]);
        assert_eq!(upright.corners(&extent)[3], [5.0, 4.0, 0.0]);
    }
}
