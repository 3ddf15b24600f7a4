//! Oriented boxes in 3D: three axes of each, and nine across an edge of each.

use super::deepest::{Deepest, of_the_other, turned_pair};
use crate::{
    contact::{Found, PairTest, Verdict},
    real::{
        Mask, Real,
        vector::{add_scaled, cross, dot, neg, scale, sub, sum_abs},
    },
    shape::{Obb, in_f64},
};

/// Two boxes: the distance along the axis that separates them most or overlaps least, by number:
/// 0 to 2 the axes of A, 3 to 5 those of B, `6 + 3 * i + j` across axis `i` of A and `j` of B.
///
/// Where two axes tell the same, the lower number counts.
///
/// **Rounding.** Along any direction whatever, the projections of the boxes have a gap only if the
/// boxes are apart. So it does not matter how well the direction of an axis is met, but only how
/// well the projections *on the direction that was met* are known, relative to its length. Across
/// nearly parallel edges that direction is mostly noise, and the common formula, which takes the
/// projections from other products of the same matrix, is wrong by more than the length of the
/// axis; here they are taken from the minors (see `Relative`), which makes all errors relative to
/// the length. There is no angle at which an axis has to be left out.
pub struct Obb3;

/// B as A sees it.
pub(crate) struct Relative<R> {
    /// From A to B, along the axes of A.
    pub(crate) t: [R; 3],
    /// From B to A, along the axes of B: all that is said of a face is the same whichever box comes
    /// first.
    back: [R; 3],
    /// `r[i][j]` is the cosine between axis `i` of A and axis `j` of B.
    pub(crate) r: [[R; 3]; 3],
    /// The determinants `r[j][k] * r[l][m] - r[j][m] * r[l][k]` of the rows and columns that are
    /// left without row and column `[i][j]`.
    minors: [[R; 3]; 3],
    /// Half extents of A.
    pub(crate) a: [R; 3],
    /// Half extents of B.
    pub(crate) b: [R; 3],
    /// A bound of what rounding does to distances along axes of length 1.
    pub(crate) slack: R,
}

/// Roundings in a distance along an axis, of the sum of all sizes.
const ROUNDINGS: f32 = 16.0;

/// The index after, and the one after that, around.
pub(super) const AROUND: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

impl<R: Real> Relative<R> {
    #[inline(always)]
    pub(crate) fn new(a: &Obb<3, R>, b: &Obb<3, R>) -> Self {
        let (between, backward) = (sub(b.center, a.center), sub(a.center, b.center));
        let zero = between[0].of(0.0);
        let (mut t, mut back) = ([zero; 3], [zero; 3]);
        let (mut r, mut minors) = ([[zero; 3]; 3], [[zero; 3]; 3]);
        for (i, row) in r.iter_mut().enumerate() {
            t[i] = dot(a.axes[i], between);
            back[i] = dot(b.axes[i], backward);
            for (cosine, axis) in row.iter_mut().zip(b.axes) {
                *cosine = dot(a.axes[i], axis);
            }
        }
        for (i, [i1, i2]) in AROUND.into_iter().enumerate() {
            for (j, [j1, j2]) in AROUND.into_iter().enumerate() {
                minors[i][j] = r[i1][j1] * r[i2][j2] - r[i1][j2] * r[i2][j1];
            }
        }
        let size = sum_abs(between) + (sum_abs(a.half) + sum_abs(b.half));
        let slack = size * zero.of(ROUNDINGS * R::UNIT) + zero.of(f32::MIN_POSITIVE);
        Self { t, back, r, minors, a: a.half, b: b.half, slack }
    }

    /// The distance between the boxes along an axis of A, negative where they overlap.
    #[inline(always)]
    pub(crate) fn along_a(&self, i: usize) -> R {
        let reach = self.b[0] * self.r[i][0].abs()
            + self.b[1] * self.r[i][1].abs()
            + self.b[2] * self.r[i][2].abs();
        self.t[i].abs() - (self.a[i] + reach)
    }

    /// The same along an axis of B.
    #[inline(always)]
    pub(super) fn along_b(&self, j: usize) -> R {
        let reach = self.a[0] * self.r[0][j].abs()
            + self.a[1] * self.r[1][j].abs()
            + self.a[2] * self.r[2][j].abs();
        self.back[j].abs() - (self.b[j] + reach)
    }

    /// The same along the cross product of axis `i` of A with axis `j` of B, times its length.
    #[inline(always)]
    pub(super) fn across(&self, i: usize, j: usize) -> Across<R> {
        let ([i1, i2], [j1, j2]) = (AROUND[i], AROUND[j]);
        let (x, y) = (-self.r[i2][j], self.r[i1][j]);
        let t = self.t[i1] * x + self.t[i2] * y;
        let a = self.a[i1] * x.abs() + self.a[i2] * y.abs();
        let b = self.b[j1] * self.minors[i][j2].abs() + self.b[j2] * self.minors[i][j1].abs();
        Across { x, y, t, distance: t.abs() - (a + b), sum: x.abs() + y.abs() }
    }

    /// The axis among those of A and B along which the boxes are farthest apart or overlap least,
    /// with its direction in the world.
    #[inline(always)]
    pub(crate) fn deepest_face(&self, a: &Obb<3, R>, b: &Obb<3, R>) -> Deepest<3, R> {
        let mut best = Deepest::new(toward(a.axes[0], self.t[0]), self.along_a(0));
        for i in 1..3 {
            best.add(i, toward(a.axes[i], self.t[i]), self.along_a(i));
        }
        for j in 0..3 {
            best.add(3 + j, neg(toward(b.axes[j], self.back[j])), self.along_b(j));
        }
        best
    }

    /// The same among the axes across edges, with its direction in the frame of A; where all edges
    /// are parallel, the first, at a distance of minus infinity.
    #[inline(always)]
    pub(crate) fn deepest_edge(&self) -> Deepest<3, R> {
        let (zero, first) = (self.slack.of(0.0), self.slack.of(6.0));
        let none = zero.of(f32::NEG_INFINITY);
        let mut best = Deepest { distance: none, direction: [zero; 3], axis: first };
        // Not a loop: the compiler would keep it and all that it looks at in memory.
        self.deepest_across(0, &mut best);
        self.deepest_across(1, &mut best);
        self.deepest_across(2, &mut best);
        best
    }

    /// Looks at the axes across an axis of A.
    #[inline(always)]
    fn deepest_across(&self, i: usize, best: &mut Deepest<3, R>) {
        let (zero, one) = (self.slack.of(0.0), self.slack.of(1.0));
        for j in 0..3 {
            let across = self.across(i, j);
            let square = across.x * across.x + across.y * across.y;
            let per_length = one.with_sign_of(across.t) / square.sqrt();
            // Across parallel edges there is no axis; a square that underflows is none either.
            let is_axis = zero.of(f32::MIN_POSITIVE).lt(square);
            let distance = across.distance * per_length.abs();
            let distance = R::select(is_axis, distance, zero.of(f32::NEG_INFINITY));
            let mut direction = [zero; 3];
            direction[AROUND[i][0]] = across.x * per_length;
            direction[AROUND[i][1]] = across.y * per_length;
            best.add(6 + 3 * i + j, direction, distance);
        }
    }

    /// The better of the best axes of both sorts, with its direction in the world.
    #[inline(always)]
    pub(crate) fn deepest(&self, a: &Obb<3, R>, b: &Obb<3, R>) -> Deepest<3, R> {
        let (face, edge) = (self.deepest_face(a, b), self.deepest_edge());
        let direction = in_world(&a.axes, edge.direction);
        Deepest::select(face.distance.lt(edge.distance), Deepest { direction, ..edge }, face)
    }

    /// A bound of what rounding does to the distance of the [deepest](Self::deepest) axis: across
    /// edges it is relative to the sum of the components, up to 1.42 lengths.
    #[inline(always)]
    pub(crate) fn slack_of_deepest(&self) -> R {
        self.slack * self.slack.of(1.5)
    }
}

/// An axis turned to where the other box is.
#[inline(always)]
pub(crate) fn toward<R: Real>(axis: [R; 3], t: R) -> [R; 3] {
    scale(axis, t.of(1.0).with_sign_of(t))
}

/// A direction in the frame of a box, in the world.
#[inline(always)]
pub(crate) fn in_world<R: Real>(axes: &[[R; 3]; 3], [x, y, z]: [R; 3]) -> [R; 3] {
    add_scaled(add_scaled(scale(axes[0], x), axes[1], y), axes[2], z)
}

/// Two boxes along the cross product of two of their edges.
pub(super) struct Across<R> {
    /// The direction in the frame of A: its two components that are not zero.
    x: R,
    y: R,
    /// From A to B along it.
    t: R,
    /// Between the boxes along it.
    pub(super) distance: R,
    /// The sum of its components' sizes.
    pub(super) sum: R,
}

/// What all axes together say.
struct Tally<M> {
    apart: M,
    /// All distances so far say so: one that is NaN does not, one along no direction at all does.
    together: M,
}

impl<M: Mask> Tally<M> {
    #[inline(always)]
    fn add<R: Real<Mask = M>>(&mut self, distance: R, slack: R) {
        self.apart = self.apart | slack.lt(distance);
        self.together = self.together & distance.le(-slack);
    }
}

impl PairTest<3, 0> for Obb3 {
    type A = Obb<3>;
    type B = Obb<3>;

    const SAME: bool = true;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> (Found<3, 0, R>, R) {
        let relative = Relative::new(a, b);
        (relative.deepest(a, b).contact(), relative.slack_of_deepest())
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        let first = axis.of(6.0);
        let across = turned_pair(axis - first) + first;
        R::select(axis.lt(first), of_the_other(axis, 3), across)
    }

    /// Without the lengths of the axes, which only the distance needs.
    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> Verdict<R::Mask> {
        let relative = Relative::new(a, b);
        let slack = relative.slack;
        let first = relative.along_a(0);
        let mut tally = Tally { apart: slack.lt(first), together: first.le(-slack) };
        for i in 1..3 {
            tally.add(relative.along_a(i), slack);
        }
        for j in 0..3 {
            tally.add(relative.along_b(j), slack);
        }
        if !tally.apart.all() {
            for i in 0..3 {
                for j in 0..3 {
                    let across = relative.across(i, j);
                    tally.add(across.distance, slack * across.sum);
                }
            }
        }
        Verdict { apart: tally.apart, unsure: !(tally.apart | tally.together) }
    }

    /// By projections on all axes without shortcuts: also the normals of the faces are taken from
    /// the edges, as the axes are at right angles but for their rounding.
    #[cold]
    fn apart(a: &Obb<3>, b: &Obb<3>) -> bool {
        let (a, b) = (in_f64::<Obb<3>>(a), in_f64::<Obb<3>>(b));
        let between = sub(b.center, a.center);
        let normals = |s: &Obb<3, f64>| AROUND.map(|[i, j]| cross(s.axes[i], s.axes[j]));
        let edges = a.axes.into_iter().flat_map(|i| b.axes.map(|j| cross(i, j)));
        let mut axes = normals(&a).into_iter().chain(normals(&b)).chain(edges);
        axes.any(|axis| {
            let reach = |s: &Obb<3, f64>| -> f64 {
                s.half.iter().zip(s.axes).map(|(half, own)| half * dot(own, axis).abs()).sum()
            };
            let sizes = sum_abs(between) + sum_abs(a.half) + sum_abs(b.half);
            let slack = f64::from(ROUNDINGS * f64::UNIT) * sizes * sum_abs(axis);
            dot(axis, between).abs() - reach(&a) - reach(&b) > slack
        })
    }
}
