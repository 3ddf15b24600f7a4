//! Boxes of two bodies, one of which stands elsewhere.

use super::obb3::Relative;
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    lane::LANES,
    real::{
        Mask, Real, Truth, Wide,
        vector::{add_scaled, scale},
    },
    shape::Obb,
};

/// Whether a box A touches a box B after B was moved rigidly: false only where the two are apart
/// even if B is larger by `slack` to all sides. For the nodes of trees, where *touching* costs no
/// more than time, so nothing is decided in `f64`.
///
/// Moving rounds: at least 2^-17 of all coordinates that occur, as a slack, makes up for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedBoxes {
    /// Where the motion turns the coordinate axes to.
    pub axes: [[f32; 3]; 3],
    /// Where it brings the origin.
    pub offset: [f32; 3],
    /// What is added to each half extent of B.
    pub slack: f32,
}

impl PlacedBoxes {
    /// B where it was moved to.
    #[inline(always)]
    fn place<R: Real>(&self, b: &Obb<3, R>) -> Obb<3, R> {
        let like = b.center[0];
        let [i, j, k] = self.axes;
        let axes = [splat(like, i), splat(like, j), splat(like, k)];
        let [x, y, z] = turned(&axes, b.center);
        let [to_x, to_y, to_z] = splat(like, self.offset);
        let slack = like.of(self.slack);
        Obb {
            center: [x + to_x, y + to_y, z + to_z],
            half: [b.half[0] + slack, b.half[1] + slack, b.half[2] + slack],
            axes: [turned(&axes, b.axes[0]), turned(&axes, b.axes[1]), turned(&axes, b.axes[2])],
        }
    }
}

/// A vector in all lanes.
#[inline(always)]
fn splat<R: Real>(like: R, [x, y, z]: [f32; 3]) -> [R; 3] {
    [like.of(x), like.of(y), like.of(z)]
}

/// A vector along the axes. Not a closure: that would not be compiled for the level, and be called
/// for every vector (a third of a join of trees of oriented boxes).
#[inline(always)]
fn turned<R: Real>([x, y, z]: &[[R; 3]; 3], v: [R; 3]) -> [R; 3] {
    add_scaled(add_scaled(scale(*x, v[0]), *y, v[1]), *z, v[2])
}

/// Sum of the components from which on an axis across two edges counts. Shorter ones belong to
/// edges that are nearly parallel, where the axes of the faces tell as much but for so little, and
/// the projections on the shortest underflow.
const SHORTEST: f32 = 1.0 / (1 << 20) as f32;

/// Whether boxes are certainly apart.
#[inline(always)]
fn apart<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> R::Mask {
    let relative = Relative::new(a, b);
    let slack = relative.slack;
    let mut apart = slack.lt(relative.along_a(0));
    for i in 1..3 {
        apart = apart | slack.lt(relative.along_a(i));
    }
    for j in 0..3 {
        apart = apart | slack.lt(relative.along_b(j));
    }
    if !apart.all() {
        for i in 0..3 {
            for j in 0..3 {
                let across = relative.across(i, j);
                let counts = slack.of(SHORTEST).lt(across.sum);
                apart = apart | counts & (slack * across.sum).lt(across.distance);
            }
        }
    }
    apart
}

impl Kernel for PlacedBoxes {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = bool;

    const SAME: bool = false;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Obb<3>, L>,
        b: &Eight<Obb<3>, L>,
        _swapped: Truth<L>,
        out: &mut [bool; LANES],
    ) -> u32 {
        let apart = apart::<Wide<L>>(a, &self.place(b)).bits();
        for (lane, touches) in out.iter_mut().enumerate() {
            *touches = apart >> lane & 1 == 0;
        }
        0
    }

    /// Never asked.
    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, _swapped: bool, out: &mut bool) {
        *out = !apart::<f32>(a, &self.place(b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Pair, SimdLevel,
        batch::Batch,
        real::vector::{add, cross, dot, sub},
        shape::Pack,
    };

    const BOXES: usize = 1000;

    /// Numbers that look random, in -1..1: D. E. Knuth's multiplier.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
        }

        fn point(&mut self) -> [f32; 3] {
            [self.next(), self.next(), self.next()]
        }

        /// Unit vectors at right angles, or nearly the coordinate axes.
        fn axes(&mut self, nearly: f32) -> [[f32; 3]; 3] {
            let unit = |v: [f64; 3]| scale(v, 1.0 / dot(v, v).sqrt());
            let [p, q] = [self.point(), self.point()].map(|p| p.map(|x| f64::from(x * nearly)));
            let x = unit(add(p, [1.0, 0.0, 0.0]));
            let y = add(q, [0.0, 1.0, 0.0]);
            let y = unit(sub(y, scale(x, dot(x, y))));
            [x, y, cross(x, y)].map(|axis| axis.map(|x| x as f32))
        }

        /// A box, possibly flat or thin, and a point in it.
        fn box_with_point(&mut self, nearly: f32) -> (Obb<3>, [f64; 3]) {
            let half = self.point().map(|x| if x < -0.6 { 0.0 } else { x.abs().powi(4) });
            let obb = Obb { center: self.point(), half, axes: self.axes(nearly) };
            let mut point = obb.center.map(f64::from);
            for (axis, half) in obb.axes.iter().zip(half) {
                let along = f64::from(self.next() * half);
                point = add_scaled(point, axis.map(f64::from), along);
            }
            (obb, point)
        }
    }

    fn answers(kernel: &PlacedBoxes, a: &[Obb<3>], b: &[Obb<3>], level: SimdLevel) -> Vec<bool> {
        let pack = |boxes: &[Obb<3>]| boxes.iter().map(Obb::<3>::pack).collect::<Vec<_>>();
        let (a, b) = (&pack(a)[..], &pack(b)[..]);
        let pairs: Vec<_> = (0..a.len() as u32).map(|row| Pair { a: row, b: row }).collect();
        let mut out = vec![false; pairs.len()];
        level.run(Batch { kernel, a, b, pairs: &pairs, ahead: &[], out: &mut out });
        out
    }

    /// Boxes with a point in common, after B was moved so far that the points meet, and with a gap.
    #[test]
    fn boxes_with_a_common_point_touch_and_those_with_a_gap_mostly_do_not() {
        let mut random = Random(1);
        for nearly in [1.0, 1e-3, 1e-7, 1e-30, 1e-41, 0.0] {
            for scale_by in [1.0, 1e-30, 1e25] {
                let axes = random.axes(nearly);
                let offset = random.point().map(|x| x * scale_by);
                let slack = scale_by / (1 << 13) as f32;
                let kernel = PlacedBoxes { axes, offset, slack };
                let (mut a, mut b, mut far) = (Vec::new(), Vec::new(), Vec::new());
                for _ in 0..BOXES {
                    let ((mut one, p), (mut other, q)) =
                        (random.box_with_point(nearly), random.box_with_point(nearly));
                    // Where B has to be for its point to come to that of A.
                    let to = sub(p, offset.map(|x| f64::from(x / scale_by)));
                    let to = axes.map(|axis| dot(axis.map(f64::from), to));
                    let step = sub(to, q);
                    other.center = [0, 1, 2].map(|k| (f64::from(other.center[k]) + step[k]) as f32);
                    for obb in [&mut one, &mut other] {
                        obb.center = obb.center.map(|x| x * scale_by);
                        obb.half = obb.half.map(|x| x * scale_by);
                    }
                    let beyond = other.center.map(|x| x + 3.0 * scale_by);
                    far.push(Obb { center: beyond, ..other });
                    a.push(one);
                    b.push(other);
                }
                for level in SimdLevel::available() {
                    let touching = answers(&kernel, &a, &b, *level);
                    assert!(touching.iter().all(|touches| *touches), "{nearly} {scale_by} {level}");
                    let apart = answers(&kernel, &a, &far, *level);
                    let apart = apart.iter().filter(|touches| !**touches).count();
                    assert!(apart > BOXES * 9 / 10, "{nearly} {scale_by} {level}: {apart}");
                }
            }
        }
    }

    /// What overflows is not apart.
    #[test]
    fn nothing_is_known_of_boxes_without_end() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let small = Obb { center: [0.0; 3], half: [1.0; 3], axes };
        let huge = Obb { half: [f32::INFINITY, 1.0, 1.0], ..small };
        let far = Obb { center: [f32::MAX, -f32::MAX, f32::MAX], half: [f32::MAX; 3], axes };
        for slack in [0.0, f32::INFINITY] {
            let kernel = PlacedBoxes { axes, offset: [f32::MAX; 3], slack };
            for level in SimdLevel::available() {
                let touches = answers(&kernel, &[small, far, huge], &[huge, far, far], *level);
                assert_eq!(touches, [true; 3], "{slack}");
            }
        }
    }
}
