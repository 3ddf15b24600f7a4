//! Convex shapes in the plane: decided without rounding, by other means than separating axes.

use std::{
    cell::{Cell, OnceCell},
    cmp::Ordering,
};

use jostle_kernels::shape::{Obb, Polygon};

use super::{Exact, exact};

/// A point that is known roughly, and exactly when somebody asks.
#[derive(Clone, Debug)]
struct Corner {
    near: [f64; 2],
    /// `center + terms[0].0 * terms[0].1 + terms[1].0 * terms[1].1`.
    center: [f32; 2],
    terms: [(f32, [f32; 2]); 2],
    exact: OnceCell<[Exact; 2]>,
}

impl Corner {
    fn new(origin: [f32; 2], center: [f32; 2], terms: [(f32, [f32; 2]); 2]) -> Self {
        let near = [0, 1].map(|axis| {
            let between = f64::from(center[axis]) - f64::from(origin[axis]);
            terms.iter().fold(between, |sum, (by, v)| sum + f64::from(*by) * f64::from(v[axis]))
        });
        Self { near, center, terms, exact: OnceCell::new() }
    }

    fn exact(&self) -> &[Exact; 2] {
        self.exact.get_or_init(|| {
            [0, 1].map(|axis| {
                let terms = self.terms.iter().map(|(by, v)| exact(*by) * exact(v[axis]));
                terms.fold(exact(self.center[axis]), |sum, term| sum + term)
            })
        })
    }
}

/// Two convex hulls, seen from the center of the first shape.
pub(crate) struct Hulls {
    a: Vec<Corner>,
    b: Vec<Corner>,
    /// How far the farthest corner is off in any direction, with its parts.
    pub(crate) size: f64,
    /// Whether the corners go counter-clockwise without a single turn to the right, exactly.
    pub(crate) is_convex: bool,
    /// Whether the last verdict took arithmetic without rounding.
    was_close: Cell<bool>,
}

/// The corners of a box.
pub(crate) type Terms = Vec<([f32; 2], [(f32, [f32; 2]); 2])>;

/// What has corners.
pub(crate) trait Corners {
    /// Center and terms of each corner.
    fn corners(&self) -> Terms;
    /// The center.
    fn center(&self) -> [f32; 2];
}

impl Corners for Obb<2> {
    fn corners(&self) -> Terms {
        let [x, y] = self.half;
        let signs = [(x, y), (-x, y), (-x, -y), (x, -y)];
        let corner = |(x, y)| (self.center, [(x, self.axes[0]), (y, self.axes[1])]);
        signs.into_iter().map(corner).collect()
    }
    fn center(&self) -> [f32; 2] {
        self.center
    }
}

impl Corners for Polygon {
    fn corners(&self) -> Terms {
        let vertices = &self.vertices[..self.count as usize];
        vertices.iter().map(|v| (self.center, [(1.0, *v), (0.0, *v)])).collect()
    }
    fn center(&self) -> [f32; 2] {
        self.center
    }
}

impl Hulls {
    pub(crate) fn new(a: &impl Corners, b: &impl Corners) -> Self {
        let origin = a.center();
        let near = |terms: Terms| -> Vec<Corner> {
            terms.into_iter().map(|(center, terms)| Corner::new(origin, center, terms)).collect()
        };
        let (a, b) = (near(a.corners()), near(b.corners()));
        let terms = |c: &Corner| -> f64 {
            let between = [0, 1].map(|x| f64::from(c.center[x]) - f64::from(origin[x]));
            let part = |(by, [x, y]): &(f32, [f32; 2])| {
                f64::from(by.abs()) * (f64::from(x.abs()) + f64::from(y.abs()))
            };
            between.iter().map(|x| x.abs()).sum::<f64>() + c.terms.iter().map(part).sum::<f64>()
        };
        let size = a.iter().chain(&b).map(terms).fold(0.0, f64::max);
        let mut hulls = Self { a, b, size, is_convex: true, was_close: Cell::new(false) };
        hulls.is_convex = [&hulls.a, &hulls.b].into_iter().all(|corners| {
            let next = |i: usize| &corners[i % corners.len()];
            (0..corners.len()).all(|i| hulls.side(&corners[i], next(i + 1), next(i + 2)) >= 0)
        });
        (hulls.a, hulls.b) = (hulls.hull(&hulls.a), hulls.hull(&hulls.b));
        hulls
    }

    /// On which side of the way from `p` to `q` is `r`: 1 to the left.
    fn side(&self, p: &Corner, q: &Corner, r: &Corner) -> i32 {
        let [u, v] = [q, r].map(|to| [to.near[0] - p.near[0], to.near[1] - p.near[1]]);
        let near = u[0] * v[1] - u[1] * v[0];
        // The corners are known to 4 roundings of the size each.
        if near.abs() > 1e-14 * self.size * self.size {
            return if near > 0.0 { 1 } else { -1 };
        }
        self.was_close.set(true);
        let [u, v] = [q, r].map(|to| super::sub(to.exact(), p.exact()));
        let [[a, b], [c, d]] = [u, v];
        (a * d - b * c).signum()
    }

    /// Which of two corners has the smaller coordinate.
    fn compare(&self, p: &Corner, q: &Corner, axis: usize) -> Ordering {
        let difference = p.near[axis] - q.near[axis];
        if difference.abs() > 1e-14 * self.size {
            return difference.total_cmp(&0.0);
        }
        self.was_close.set(true);
        p.exact()[axis].cmp(&q.exact()[axis])
    }

    /// The convex hull, counter-clockwise: A. M. Andrew's monotone chain (1979). It is a segment or
    /// a point where the corners are.
    fn hull(&self, corners: &[Corner]) -> Vec<Corner> {
        let mut sorted = corners.to_vec();
        sorted.sort_by(|p, q| self.compare(p, q, 0).then_with(|| self.compare(p, q, 1)));
        let half = |corners: &mut dyn Iterator<Item = &Corner>| {
            let mut chain: Vec<Corner> = Vec::new();
            for corner in corners {
                while let [.., p, q] = &chain[..] {
                    if self.side(p, q, corner) > 0 {
                        break;
                    }
                    chain.pop();
                }
                chain.push(corner.clone());
            }
            chain.pop();
            chain
        };
        let mut hull = half(&mut sorted.iter());
        hull.extend(half(&mut sorted.iter().rev()));
        if hull.is_empty() { sorted[..1].to_vec() } else { hull }
    }

    /// Whether a corner is in a hull.
    fn contains(&self, hull: &[Corner], corner: &Corner) -> bool {
        let around = |axis| {
            let order = |with: Ordering| hull.iter().any(|c| self.compare(c, corner, axis) != with);
            order(Ordering::Greater) && order(Ordering::Less)
        };
        around(0) && around(1) && edges(hull).all(|(p, q)| self.side(p, q, corner) >= 0)
    }

    /// Whether the hulls have a point in common, exactly: a corner of one is in the other, or edges
    /// cross.
    pub(crate) fn meet(&self) -> bool {
        self.was_close.set(false);
        let crosses = |(p, q): (&Corner, &Corner)| {
            edges(&self.b).any(|(r, s)| {
                self.side(p, q, r) * self.side(p, q, s) < 0
                    && self.side(r, s, p) * self.side(r, s, q) < 0
            })
        };
        self.b.iter().any(|corner| self.contains(&self.a, corner))
            || self.a.iter().any(|corner| self.contains(&self.b, corner))
            || edges(&self.a).any(crosses)
    }

    /// Whether the last time that was told it took arithmetic without rounding.
    pub(crate) fn was_close(&self) -> bool {
        self.was_close.get()
    }

    /// How far hulls that do not meet are apart, but for rounding.
    pub(crate) fn gap(&self) -> f64 {
        let from = |points: &[Corner], hull: &[Corner]| -> f64 {
            let gaps = points.iter().flat_map(|point| {
                edges(hull).map(|(p, q)| to_segment(point.near, [p.near, q.near]))
            });
            gaps.fold(f64::INFINITY, f64::min)
        };
        from(&self.a, &self.b).min(from(&self.b, &self.a))
    }

    /// How far B is from A along a direction, negative where they overlap, but for rounding.
    pub(crate) fn along(&self, [x, y]: [f64; 2]) -> f64 {
        let place = |corner: &Corner| corner.near[0] * x + corner.near[1] * y;
        let start = self.b.iter().map(place).fold(f64::INFINITY, f64::min);
        start - self.a.iter().map(place).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same hulls with B moved.
    pub(crate) fn moved(&self, by: [f64; 2]) -> Self {
        let mut b = self.b.clone();
        for corner in &mut b {
            corner.near = [corner.near[0] + by[0], corner.near[1] + by[1]];
        }
        Self { a: self.a.clone(), b, was_close: self.was_close.clone(), ..*self }
    }

    /// The largest distance along the normal of any edge of the hulls; all are such that it is
    /// minus the depth where they overlap.
    pub(crate) fn separation(&self) -> f64 {
        let normals = |hull: &[Corner], sign: f64| -> Vec<[f64; 2]> {
            edges(hull).map(|(p, q)| normal(p.near, q.near).map(|x| x * sign)).collect()
        };
        let all = [normals(&self.a, 1.0), normals(&self.b, -1.0)].concat();
        all.into_iter()
            .filter(|n| *n != [0.0; 2])
            .map(|n| self.along(n))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// How far a point is from the boundary of a hull: of A, or of B.
    pub(crate) fn off_boundary(&self, of_a: bool, point: [f64; 2]) -> f64 {
        let hull = if of_a { &self.a } else { &self.b };
        let off = edges(hull).map(|(p, q)| to_segment(point, [p.near, q.near]));
        off.fold(f64::INFINITY, f64::min)
    }
}

fn edges(hull: &[Corner]) -> impl Iterator<Item = (&Corner, &Corner)> {
    hull.iter().zip(hull.iter().cycle().skip(1))
}

/// The unit vector to the right of a way, or zero.
pub(crate) fn normal(p: [f64; 2], q: [f64; 2]) -> [f64; 2] {
    let [x, y] = [q[0] - p[0], q[1] - p[1]];
    let length = x.hypot(y);
    if length == 0.0 { [0.0; 2] } else { [y / length, -x / length] }
}

/// The distance from a point to a segment.
fn to_segment(point: [f64; 2], [p, q]: [[f64; 2]; 2]) -> f64 {
    let (u, v) = ([q[0] - p[0], q[1] - p[1]], [point[0] - p[0], point[1] - p[1]]);
    let length = u[0].hypot(u[1]);
    if length == 0.0 {
        return v[0].hypot(v[1]);
    }
    let unit = [u[0] / length, u[1] / length];
    let along = (v[0] * unit[0] + v[1] * unit[1]).clamp(0.0, length);
    (v[0] - unit[0] * along).hypot(v[1] - unit[1] * along)
}
