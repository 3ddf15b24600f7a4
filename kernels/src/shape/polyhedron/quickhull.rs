//! The convex hull of points, as triangles: quickhull without rounding.
//!
//! A facet is seen from a point that is in front of its plane, and not from one in it, and
//! [`orient3`](crate::geometry::orient3) decides that exactly. What is seen from a point is one
//! patch, then, with one outline: the same as from a place a little farther inside that is in no
//! plane. So no case needs care: points in one plane make several facets of it, and a new facet is
//! never without area, as a point in line with an edge of the outline would be in the plane of the
//! facet that it sees there.

use super::{
    PolyhedronFault,
    facets::{Facet, Facets, NONE},
    list_of, push,
};
use crate::{
    geometry::{orient2, orient3},
    real::vector::{cross, dot, sub},
};

/// The surface while it grows.
struct Quickhull<'a> {
    points: &'a [[f32; 3]],
    facets: Facets,
    /// Points that are kept with one facet are a list: behind each the next.
    next: Vec<u32>,
    /// Facets with points in front of them; some have none any more, or are gone.
    pending: Vec<u32>,
    /// Facets that are seen from the point that is next.
    seen: Vec<u32>,
    /// By the start of each edge of their outline its end, and the facet on the other side.
    outline: Vec<[u32; 2]>,
    /// The facets between the outline and the point.
    new: Vec<u32>,
}

/// The facets of the convex hull of points.
pub(super) fn facets(points: &[[f32; 3]]) -> Result<Facets, PolyhedronFault> {
    let first = tetrahedron(points).ok_or(PolyhedronFault::Flat)?;
    let mut hull = Quickhull {
        points,
        facets: Facets::default(),
        next: list_of(NONE, points.len())?,
        pending: Vec::new(),
        seen: Vec::new(),
        outline: list_of([NONE; 2], points.len())?,
        new: Vec::new(),
    };
    hull.begin(first)?;
    while let Some(facet) = hull.pending.pop() {
        if let Some(farthest) = hull.farthest(facet) {
            hull.grow(facet, farthest)?;
        }
    }
    Ok(hull.facets)
}

/// Four points that are not in one plane, the last behind the other three; none if there are none.
fn tetrahedron(points: &[[f32; 3]]) -> Option<[u32; 4]> {
    let wide = |point: u32| points[point as usize].map(f64::from);
    let numbers = 0..points.len() as u32;
    let largest = |of: &dyn Fn(u32) -> f64| {
        numbers.clone().reduce(|best, point| if of(best) < of(point) { point } else { best })
    };
    let from = |point: u32, start: u32| sub(wide(point), wide(start));
    let length = |vector: [f64; 3]| dot(vector, vector);
    let a = largest(&|point| wide(point)[0])?;
    let b = largest(&|point| length(from(point, a)))?;
    // What seems largest may be nothing but rounding.
    let is_off_line = |point: &u32| {
        let [a, b, c] = [a, b, *point].map(|point| points[point as usize]);
        [[0, 1], [1, 2], [2, 0]].into_iter().any(|[i, j]| {
            let [a, b, c] = [a, b, c].map(|point| [point[i], point[j]]);
            orient2(a, b, c).is_ne()
        })
    };
    let line = from(b, a);
    let c = largest(&|point| length(cross(line, from(point, a))))?;
    let c = if is_off_line(&c) { c } else { numbers.clone().find(is_off_line)? };
    let side = |point: u32| {
        let [a, b, c, d] = [a, b, c, point].map(|point| points[point as usize]);
        orient3(a, b, c, d)
    };
    let normal = cross(line, from(c, a));
    let d = largest(&|point| dot(normal, from(point, a)).abs())?;
    let d = if side(d).is_ne() { d } else { numbers.clone().find(|point| side(*point).is_ne())? };
    Some(if side(d).is_gt() { [a, b, c, d] } else { [a, c, b, d] })
}

impl Quickhull<'_> {
    /// Begins with a tetrahedron, whose last corner is behind the others.
    fn begin(&mut self, [a, b, c, d]: [u32; 4]) -> Result<(), PolyhedronFault> {
        let facets = [
            Facet::new([a, b, c], [1, 2, 3]),
            Facet::new([b, a, d], [0, 3, 2]),
            Facet::new([c, b, d], [0, 1, 3]),
            Facet::new([a, c, d], [0, 2, 1]),
        ];
        for facet in facets {
            let number = self.facets.add(facet)?;
            push(&mut self.new, number)?;
        }
        for point in 0..self.points.len() as u32 {
            self.keep(point);
        }
        self.note_pending()
    }

    /// Keeps a point with one of the new facets that is seen from it; if there is none, it is in
    /// the hull.
    fn keep(&mut self, point: u32) {
        for number in &self.new {
            let facet = self.facets.at_mut(*number);
            if facet.is_seen_from(point, self.points) {
                self.next[point as usize] = facet.outside;
                facet.outside = point;
                return;
            }
        }
    }

    /// Notes the new facets with points in front of them.
    fn note_pending(&mut self) -> Result<(), PolyhedronFault> {
        for number in &self.new {
            if self.facets.at(*number).outside != NONE {
                push(&mut self.pending, *number)?;
            }
        }
        Ok(())
    }

    /// The point that is farthest in front of a facet, as far as `f64` tells: it is all the same to
    /// the hull which one comes next.
    fn farthest(&self, number: u32) -> Option<u32> {
        let facet = self.facets.at(number);
        if !facet.is_alive || facet.outside == NONE {
            return None;
        }
        let [a, b, c] = facet.places(self.points).map(|place| place.map(f64::from));
        let normal = cross(sub(b, a), sub(c, a));
        let (mut best, mut most) = (facet.outside, f64::NEG_INFINITY);
        let mut point = facet.outside;
        while point != NONE {
            let along = dot(normal, self.points[point as usize].map(f64::from));
            if most < along {
                (most, best) = (along, point);
            }
            point = self.next[point as usize];
        }
        Some(best)
    }

    /// Makes a point part of the hull, which sees a facet: in place of all that it sees come facets
    /// between their outline and the point.
    fn grow(&mut self, facet: u32, point: u32) -> Result<(), PolyhedronFault> {
        let start = self.see(facet, point)?;
        self.new.clear();
        let (mut from, mut before) = (start, NONE);
        loop {
            let [to, across] = self.outline[from as usize];
            let number = self.facets.add(Facet::new([from, to, point], [across, NONE, before]))?;
            push(&mut self.new, number)?;
            let across = self.facets.at_mut(across);
            let edge = across.place_of(to);
            across.neighbors[edge] = number;
            if before != NONE {
                self.facets.at_mut(before).neighbors[1] = number;
            }
            (from, before) = (to, number);
            if from == start {
                break;
            }
        }
        self.facets.at_mut(before).neighbors[1] = self.new[0];
        self.facets.at_mut(self.new[0]).neighbors[2] = before;
        for place in 0..self.seen.len() {
            let mut kept = self.facets.at(self.seen[place]).outside;
            while kept != NONE {
                let next = self.next[kept as usize];
                self.keep(kept);
                kept = next;
            }
            self.facets.remove(self.seen[place])?;
        }
        self.note_pending()
    }

    /// Finds what is seen from a point, beginning with a facet that is, and the outline of that, of
    /// which the start of an edge is returned.
    fn see(&mut self, facet: u32, point: u32) -> Result<u32, PolyhedronFault> {
        self.seen.clear();
        push(&mut self.seen, facet)?;
        self.facets.at_mut(facet).seen_from = point;
        let (mut place, mut start) = (0, NONE);
        while let Some(number) = self.seen.get(place) {
            let Facet { corners, neighbors, .. } = *self.facets.at(*number);
            for (edge, across) in neighbors.into_iter().enumerate() {
                let other = self.facets.at_mut(across);
                if other.seen_from == point {
                    continue;
                }
                if other.is_seen_from(point, self.points) {
                    other.seen_from = point;
                    push(&mut self.seen, across)?;
                } else {
                    start = corners[edge];
                    self.outline[start as usize] = [corners[(edge + 1) % 3], across];
                }
            }
            place += 1;
        }
        Ok(start)
    }
}
