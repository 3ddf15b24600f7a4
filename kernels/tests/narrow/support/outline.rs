//! Boxes and polygons in the plane as [solids](super::solid).

use jostle_kernels::shape::{MAX_VERTICES, Obb, Polygon};

use super::{
    Exact, exact,
    solid::{Solid, exactly, from_edge, length, plus, wide},
    squares::Squares,
    sub,
};

/// The corners of a convex outline, and from a point of any: the exact squares.
fn from_outline(point: &[Exact; 2], corners: &[[Exact; 2]]) -> Squares {
    let mut squares = Squares::default();
    let left = |from: &[Exact; 2], to: &[Exact; 2]| {
        let ([x, y], [u, v]) = (sub(to, from), sub(point, from));
        (x * v - y * u).signum()
    };
    for i in 0..corners.len() {
        let ends = [&corners[i], &corners[(i + 1) % corners.len()]];
        squares.edge(point, ends);
    }
    for i in 1..corners.len() - 1 {
        let [a, b, c] = [&corners[0], &corners[i], &corners[i + 1]];
        let signs = [left(a, b), left(b, c), left(c, a)];
        // A fan of triangles, of which those without an area count by their edges only.
        let within = |sign: i32| signs.iter().all(|s| *s == sign || *s == 0);
        let [x, y] = [sub(b, a), sub(c, a)];
        let [[xx, xy], [yx, yy]] = [x, y];
        let area = (xx * yy - xy * yx).signum();
        if area != 0 && within(area) {
            squares.zero();
        }
    }
    squares
}

/// The distance from a point to a convex outline in counter-clockwise order, negative inside.
fn outline(point: [f64; 2], corners: &[[f64; 2]]) -> f64 {
    let (mut least, mut inside) = (f64::INFINITY, true);
    for (i, from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        least = least.min(length(from_edge(point, *from, to)));
        let ([x, y], [u, v]) = (plus(to, *from, -1.0), plus(point, *from, -1.0));
        inside &= x * v - y * u >= 0.0;
    }
    let area = |i: usize| {
        let ([x, y], [u, v]) =
            (plus(corners[i], corners[0], -1.0), plus(corners[i + 1], corners[0], -1.0));
        x * v - y * u
    };
    let has_area = (1..corners.len() - 1).any(|i| area(i) > 0.0);
    if inside && has_area { -least } else { least }
}

/// The corners of a 2D box in counter-clockwise order, as numbers of any kind.
fn corners<N: Clone + std::ops::Add<Output = N> + std::ops::Neg<Output = N>>(
    [x, y]: [[N; 2]; 2],
    turns_left: bool,
) -> [[N; 2]; 4] {
    let y = if turns_left { y } else { y.map(|component| -component) };
    let of = |sx: bool, sy: bool| {
        std::array::from_fn(|i| {
            let (x, y) = (x[i].clone(), y[i].clone());
            (if sx { x } else { -x }) + (if sy { y } else { -y })
        })
    };
    [of(true, true), of(false, true), of(false, false), of(true, false)]
}

impl Solid<2> for Obb<2> {
    fn center(&self) -> [f32; 2] {
        self.center
    }
    fn radius(&self) -> f32 {
        0.0
    }
    fn numbers(&self) -> Vec<f32> {
        self.half.to_vec()
    }
    fn distance(&self, point: [f64; 2]) -> f64 {
        let [x, y] = [0, 1].map(|i| wide(self.axes[i]).map(|c| c * f64::from(self.half[i])));
        outline(point, &corners([x, y], turns_left(self)))
    }
    fn squares(&self, point: &[Exact; 2]) -> Squares {
        let [x, y] = [0, 1].map(|i| self.axes[i].map(|c| exact(c) * exact(self.half[i])));
        from_outline(point, &corners([x, y], turns_left(self)))
    }
}

/// Whether the second axis of a box is to the left of the first.
fn turns_left(shape: &Obb<2>) -> bool {
    let [[a, b], [c, d]] = shape.axes.map(wide);
    a * d - b * c > 0.0
}

impl Solid<2> for Polygon {
    fn center(&self) -> [f32; 2] {
        self.center
    }
    fn radius(&self) -> f32 {
        0.0
    }
    fn numbers(&self) -> Vec<f32> {
        self.vertices.concat()
    }
    fn lost(&self) -> f64 {
        let vertices = &self.vertices[..self.count as usize];
        let next = vertices.iter().cycle().skip(1);
        let edges = vertices.iter().zip(next).map(|(a, b)| length(plus(wide(*b), wide(*a), -1.0)));
        let longest = edges.filter(|length| *length < 1e-18).fold(0.0, f64::max);
        longest * MAX_VERTICES as f64
    }
    fn distance(&self, point: [f64; 2]) -> f64 {
        outline(
            point,
            &self.vertices[..self.count as usize].iter().map(|v| wide(*v)).collect::<Vec<_>>(),
        )
    }
    fn squares(&self, point: &[Exact; 2]) -> Squares {
        let vertices = self.vertices[..self.count as usize].iter().map(|v| exactly(*v));
        from_outline(point, &vertices.collect::<Vec<_>>())
    }
}
