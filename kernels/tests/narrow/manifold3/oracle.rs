//! What two faces have in common, by I. E. Sutherland and G. W. Hodgman, *Reentrant polygon
//! clipping*, 1974, and what follows from it about a contact.

use jostle_kernels::shape::Obb;

pub(super) type V = [f64; 3];

pub(super) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub(super) fn cross(a: V, b: V) -> V {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}
pub(super) fn sum(a: V, b: V, by: f64) -> V {
    std::array::from_fn(|i| a[i] + b[i] * by)
}
pub(super) fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// A box in `f64`, relative to the center of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) center: V,
    pub(super) half: V,
    pub(super) axes: [V; 3],
}

impl Solid {
    /// Both boxes of a pair.
    pub(super) fn pair(a: &Obb<3>, b: &Obb<3>) -> [Self; 2] {
        [a, b].map(|s| Self {
            center: std::array::from_fn(|i| f64::from(s.center[i]) - f64::from(a.center[i])),
            half: s.half.map(f64::from),
            axes: s.axes.map(|axis| axis.map(f64::from)),
        })
    }

    /// The largest distance along a direction of any point from the origin.
    pub(super) fn support(&self, direction: V) -> f64 {
        let reach: f64 = (0..3).map(|i| self.half[i] * dot(self.axes[i], direction).abs()).sum();
        dot(self.center, direction) + reach
    }

    /// The four corners of the face that looks along a direction most, in order around it; and how
    /// much less the next face does.
    fn face_along(&self, direction: V) -> (Vec<V>, f64) {
        let mut cosines: Vec<_> = (0..3).map(|i| (dot(self.axes[i], direction).abs(), i)).collect();
        cosines.sort_by(|a, b| b.0.total_cmp(&a.0));
        (self.face(cosines[0].1, direction), cosines[0].0 - cosines[1].0)
    }

    /// The four corners of the face across axis `i` that looks along a direction.
    fn face(&self, i: usize, direction: V) -> Vec<V> {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let out = self.half[i].copysign(dot(self.axes[i], direction));
        let center = sum(self.center, self.axes[i], out);
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|[u, v]| {
                sum(sum(center, self.axes[j], u * self.half[j]), self.axes[k], v * self.half[k])
            })
            .to_vec()
    }
}

/// Keeps the part of a polygon where `normal * x <= offset`.
fn clipped(polygon: &[V], normal: V, offset: f64) -> Vec<V> {
    let mut kept = Vec::new();
    for (number, end) in polygon.iter().enumerate() {
        let start = polygon[(number + polygon.len() - 1) % polygon.len()];
        let (before, after) = (dot(start, normal) - offset, dot(*end, normal) - offset);
        if (before <= 0.0) != (after <= 0.0) {
            let along = sum(*end, start, -1.0);
            kept.push(sum(start, along, before / (before - after)));
        }
        if after <= 0.0 {
            kept.push(*end);
        }
    }
    kept
}

/// What a reference face and an incident face have in common.
#[derive(Debug)]
pub(super) struct Common {
    /// Its corners on the incident face, with their heights above the reference face.
    pub(super) corners: Vec<(V, f64)>,
    /// How much the incident face looks at the reference face more than any other one does.
    pub(super) margin: f64,
}

impl Common {
    /// `normal` looks from the reference to the incident box, along axis `i` of the reference,
    /// whose face is taken as larger by `more` on each side.
    pub(super) fn new(reference: &Solid, i: usize, incident: &Solid, normal: V, more: f64) -> Self {
        let (mut polygon, margin) = incident.face_along(normal.map(|x| -x));
        for j in [(i + 1) % 3, (i + 2) % 3] {
            for sign in [-1.0, 1.0] {
                let out = reference.axes[j].map(|x| x * sign);
                polygon =
                    clipped(&polygon, out, dot(out, reference.center) + reference.half[j] + more);
            }
        }
        let out = reference.axes[i].map(|x| x.copysign(x * dot(reference.axes[i], normal)));
        let top = dot(reference.center, out) + reference.half[i];
        let corners = polygon.iter().map(|corner| (*corner, dot(*corner, out) - top)).collect();
        Self { corners, margin }
    }

    /// The height of the lowest corner.
    pub(super) fn lowest(&self) -> f64 {
        self.corners.iter().fold(f64::INFINITY, |least, (_, height)| least.min(*height))
    }

    /// The area that those corners span that are no higher than `height`.
    pub(super) fn area(&self, normal: V, height: f64) -> f64 {
        let low = self.corners.iter().filter(|(_, above)| *above <= height);
        area(low.map(|(corner, _)| *corner).collect(), normal)
    }
}

/// The area that the corners of a convex polygon span, seen along `normal`: in order of the angle
/// around their mean, by the shoelace formula.
pub(super) fn area(mut corners: Vec<V>, normal: V) -> f64 {
    let share = 1.0 / corners.len().max(1) as f64;
    let mean = corners.iter().fold([0.0; 3], |mean, corner| sum(mean, *corner, share));
    let first = if normal[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let (u, v) = (cross(normal, first), cross(normal, cross(normal, first)));
    let angle = |corner: &V| {
        let out = sum(*corner, mean, -1.0);
        dot(out, v).atan2(dot(out, u))
    };
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    let next = corners.iter().cycle().skip(1);
    let twice = |(a, b): (&V, &V)| dot(cross(sum(*a, mean, -1.0), sum(*b, mean, -1.0)), normal);
    corners.iter().zip(next).map(twice).sum::<f64>().abs() / 2.0
}
