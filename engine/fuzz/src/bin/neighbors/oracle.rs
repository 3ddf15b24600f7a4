//! The neighbors of points by a double loop over points and their images.

use std::cmp::Ordering;

use jostle::neighbors::ListKind;

use crate::{
    asked::Asked,
    common::is_within,
    lattice::{Lattice, ROUNDINGS, dot},
    scene::{PointSet, Scene},
};

/// A neighbor, and by how many times each vector it is moved.
pub(crate) type Image<const D: usize> = (u32, [i32; D]);

/// An image that is within a distance of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near<const D: usize> {
    pub(crate) image: Image<D>,
    square: f64,
    /// Whether it is near whatever was rounded.
    pub(crate) is_sure: bool,
}

/// The neighbors of one point, in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct List<const D: usize> {
    pub(crate) near: Vec<Near<D>>,
    /// Points so far away that no digits tell where their images are.
    pub(crate) unknown: Vec<u32>,
    /// Whether `f64` rounds distances, so that it decides which of two are nearer.
    is_rounded: bool,
}

/// Farthest point in lengths of the cell: as far as shifts are told.
const FARTHEST: f64 = (1_u64 << 29) as f64;

/// Numbers of which `f64` has sums of products exactly.
fn is_on_grid(x: f64) -> bool {
    x.abs() <= 1024.0 && (x * 4096.0).fract() == 0.0
}

/// A frame, and where space repeats itself.
pub(crate) struct Oracle<'a, const D: usize> {
    pub(crate) asked: &'a Asked<D>,
    pub(crate) lattice: &'a Lattice<D>,
    pub(crate) scene: &'a Scene<D>,
}

impl<const D: usize> Oracle<'_, D> {
    /// Whether a point is valid; none if roundings decide.
    pub(crate) fn is_valid(&self, set: &PointSet<D>, index: usize) -> Option<bool> {
        if !set.is_valid(index) {
            return Some(false);
        }
        if !self.asked.has_shifts {
            return Some(true);
        }
        let point = set.points[index].map(f64::from);
        let there = (0..D).filter(|k| self.lattice.vectors[*k].is_some());
        let times = there.map(|k| dot(self.lattice.duals[k], point).abs()).fold(0.0, f64::max);
        // Where the cell begins is not told apart.
        if times < 0.5 * FARTHEST {
            Some(true)
        } else if times > 2.0 * FARTHEST {
            Some(false)
        } else {
            None
        }
    }

    /// The farthest that any pair is listed; none if roundings decide what is valid.
    pub(crate) fn reach(&self) -> Option<f32> {
        let mut largest = [0.0_f32; 2];
        for (largest, set) in largest.iter_mut().zip([self.scene.from(), &self.scene.points]) {
            for index in 0..set.len() {
                if self.is_valid(set, index)? {
                    *largest = largest.max(set.radius(index));
                }
            }
        }
        Some(self.asked.reach(largest[0], largest[1], self.asked.skin))
    }

    /// The list of a point, of what is within the radius and the skin; none if roundings decide
    /// what is valid.
    pub(crate) fn list(&self, index: usize, skin: f32) -> Option<List<D>> {
        let (from, points) = (self.scene.from(), &self.scene.points);
        let mut list = List::default();
        if !self.is_valid(from, index)? {
            return Some(list);
        }
        for other in 0..points.len() {
            if !self.is_valid(points, other)? {
                continue;
            }
            let reach = self.asked.reach(from.radius(index), points.radius(other), skin);
            let begin = list.near.len();
            if !self.images(reach, from.points[index], other as u32, &mut list) {
                list.unknown.push(other as u32);
                list.near.truncate(begin);
            }
        }
        let itself = (index as u32, [0; D]);
        list.near.retain(|near| match (&self.scene.queries, self.asked.kind) {
            (Some(_), _) => true,
            (None, ListKind::Full) => near.image != itself,
            (None, ListKind::Half) => near.image > itself,
        });
        if let Some(most) = self.asked.nearest.filter(|_| list.is_exact(self.asked)) {
            list.near.sort_by(|a, b| match a.square.total_cmp(&b.square) {
                Ordering::Equal => a.image.cmp(&b.image),
                other => other,
            });
            list.near.truncate(most);
        }
        Some(list)
    }

    /// The images of a point that are within a distance of a place; false if no digits tell.
    fn images(&self, reach: f32, from: [f32; D], other: u32, list: &mut List<D>) -> bool {
        let to = self.scene.points.points[other as usize];
        let wide = [from, to].map(|point| point.map(f64::from));
        let apart: [f64; D] = std::array::from_fn(|axis| wide[1][axis] - wide[0][axis]);
        if self.lattice.is_open() {
            if is_within(reach, &from, &to, &to) {
                let (image, square) = ((other, [0; D]), dot(apart, apart));
                list.near.push(Near { image, square, is_sure: true });
            }
            return true;
        }
        let limit = f64::from(reach);
        let numbers = wide.into_iter().flatten();
        let is_exact = numbers.clone().all(is_on_grid) && self.lattice.is_on_grid();
        let largest = numbers.fold(self.lattice.size.max(limit), |most, x| most.max(x.abs()));
        list.is_rounded |= !is_exact;
        let blur = if is_exact { 0.0 } else { largest * ROUNDINGS };
        if blur > 0.25 * self.lattice.thinnest() {
            return false;
        }
        let mut ranges = [(0, 0); D];
        for (k, range) in ranges.iter_mut().enumerate() {
            if self.lattice.vectors[k].is_none() {
                continue;
            }
            let dual = self.lattice.duals[k];
            let (middle, half) = (-dot(dual, apart), (limit + blur) * dot(dual, dual).sqrt());
            if middle.abs() > 4.0 * FARTHEST {
                return false;
            }
            let spare = 1e-6 * (1.0 + half);
            let ends = [middle - half - spare, middle + half + spare];
            *range = (ends[0].ceil() as i32, ends[1].floor() as i32);
        }
        self.each_shift(&ranges, |shift| {
            let mut moved = apart;
            for (vector, times) in self.lattice.vectors.iter().zip(shift) {
                let Some(vector) = vector else { continue };
                moved.iter_mut().zip(vector).for_each(|(x, along)| *x += f64::from(times) * along);
            }
            let square = dot(moved, moved);
            let away = square.sqrt();
            let [is_sure, is_near] = if is_exact {
                [square <= limit * limit; 2]
            } else {
                [away + blur <= limit, away - blur <= limit]
            };
            if is_near {
                list.near.push(Near { image: (other, shift), square, is_sure });
            }
        });
        true
    }

    /// All shifts of some ranges, in ascending order.
    fn each_shift(&self, ranges: &[(i32, i32); D], mut each: impl FnMut([i32; D])) {
        let mut shift = ranges.map(|(first, _)| first);
        if ranges.iter().any(|(first, last)| first > last) {
            return;
        }
        loop {
            each(shift);
            let Some(axis) = (0..D).rev().find(|axis| shift[*axis] < ranges[*axis].1) else {
                return;
            };
            shift[axis] += 1;
            (axis + 1..D).for_each(|later| shift[later] = ranges[later].0);
        }
    }
}

impl<const D: usize> Lattice<D> {
    fn is_on_grid(&self) -> bool {
        self.size <= 1024.0 && self.vectors.iter().flatten().flatten().all(|x| is_on_grid(*x))
    }
}

/// Those of a point, of what is in the order of points.
fn those<T>(all: &[T], point_of: impl Fn(&T) -> u32, point: u32) -> &[T] {
    let end = all.partition_point(|one| point_of(one) <= point);
    &all[all.partition_point(|one| point_of(one) < point)..end]
}

impl<const D: usize> List<D> {
    /// Whether no rounding decides any of it.
    pub(crate) fn is_exact(&self, asked: &Asked<D>) -> bool {
        let is_sorted_by_rounding = asked.nearest.is_some() && self.is_rounded;
        !is_sorted_by_rounding
            && self.unknown.is_empty()
            && self.near.iter().all(|near| near.is_sure)
    }

    /// Asserts that these are the neighbors, by their images or by their numbers alone.
    pub(crate) fn check(&self, found: &[Image<D>], has_shifts: bool, asked: &Asked<D>, what: &str) {
        if self.is_exact(asked) {
            let ids = |image: &Image<D>| (image.0, if has_shifts { image.1 } else { [0; D] });
            let expected: Vec<_> = self.near.iter().map(|near| ids(&near.image)).collect();
            assert_eq!(found, expected, "{what}: {asked:?}");
            return;
        }
        // Both in the order of images, as they may be many.
        let mut found = found.to_vec();
        found.sort_unstable();
        for of in found.chunk_by(|a, b| a.0 == b.0) {
            let other = of[0].0;
            let near = those(&self.near, |near| near.image.0, other);
            if self.unknown.contains(&other) {
                continue;
            }
            assert!(!near.is_empty(), "{what}: {other}");
            let is_near =
                |image: &Image<D>| near.binary_search_by(|of| of.image.cmp(image)).is_ok();
            if has_shifts {
                assert_eq!(of.iter().find(|image| !is_near(image)), None, "{what}: {asked:?}");
            } else {
                assert!(of.len() <= near.len(), "{what}: {other}, {asked:?}");
            }
        }
        if asked.nearest.is_some() {
            return;
        }
        for near in self.near.chunk_by(|a, b| a.image.0 == b.image.0) {
            let (other, mut sure) = (near[0].image.0, near.iter().filter(|near| near.is_sure));
            if has_shifts {
                let missed = sure.find(|near| found.binary_search(&near.image).is_err());
                assert!(missed.is_none(), "{what}: {missed:?}, {asked:?}");
            } else {
                let count = those(&found, |image| image.0, other).len();
                assert!(count >= sure.count(), "{what}: {other}, {asked:?}");
            }
        }
    }
}
