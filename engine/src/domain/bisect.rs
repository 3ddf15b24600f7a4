//! Where space is cut.

use super::{Cut, Decomposition, Node};
use crate::{Error, memory::reserve_more};

/// A point with what it counts.
#[derive(Clone, Copy)]
struct Weighted<const D: usize> {
    point: [f32; D],
    weight: f64,
}

impl<const D: usize> Decomposition<D> {
    /// Cuts space so that each domain has about the same share of a sample of points by weight.
    ///
    /// Cuts are across the axis on which the points in question are farthest apart. A weight may be
    /// the time that a point stands for. Points that are not finite, and weights that are not above
    /// 0, do not count; without any points domains are empty but for one. The same sample in the
    /// same order gives the same domains on every machine. O(points log points log domains).
    ///
    /// # Errors
    /// [`Error::Length`] where there is another number of weights, [`Error::Setting`] where there
    /// are to be no domains, [`Error::OutOfMemory`].
    pub fn bisect(sample: &[[f32; D]], weights: &[f32], domains: usize) -> Result<Self, Error> {
        if weights.len() != sample.len() {
            let (expected, found) = (sample.len(), weights.len());
            return Err(Error::Length { what: "weights", expected, found });
        }
        if domains == 0 {
            let found = domains.to_string();
            return Err(Error::Setting { what: "domains", found, range: "at least 1" });
        }
        let mut points = Vec::new();
        reserve_more(&mut points, sample.len(), "a sample of points")?;
        points.extend(sample.iter().zip(weights).filter_map(|(point, weight)| {
            let counts = point.iter().all(|x| x.is_finite()) && *weight > 0.0;
            let weight = f64::from(weight.min(f32::MAX));
            counts.then_some(Weighted { point: *point, weight })
        }));
        let mut cuts = Vec::new();
        reserve_more(&mut cuts, domains - 1, "the cuts of domains")?;
        cuts.resize(domains - 1, Cut { axis: 0, at: 0.0 });
        cut(&mut cuts, Node { cut: 0, first: 0, domains }, &mut points);
        Ok(Self { cuts })
    }
}

fn cut<const D: usize>(cuts: &mut [Cut], node: Node, points: &mut [Weighted<D>]) {
    if node.domains == 1 {
        return;
    }
    let axis = longest_axis(points);
    points.sort_unstable_by(|a, b| a.point[axis].total_cmp(&b.point[axis]));
    let [below, above] = node.halves();
    let share = below.domains as f64 / node.domains as f64;
    let at = quantile(points, axis, share);
    cuts[node.cut] = Cut { axis, at };
    let (left, right) = points.split_at_mut(points.partition_point(|one| one.point[axis] < at));
    cut(cuts, below, left);
    cut(cuts, above, right);
}

/// The axis on which points are farthest apart.
fn longest_axis<const D: usize>(points: &[Weighted<D>]) -> usize {
    let length = |axis: usize| {
        let ends = points.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], one| {
            [low.min(one.point[axis]), high.max(one.point[axis])]
        });
        f64::from(ends[1]) - f64::from(ends[0])
    };
    let lengths: [f64; D] = std::array::from_fn(length);
    (1..D).fold(0, |best, axis| if lengths[axis] > lengths[best] { axis } else { best })
}

/// Where a share of the weight lies below: halfway between two points, if they differ.
fn quantile<const D: usize>(points: &[Weighted<D>], axis: usize, share: f64) -> f32 {
    let wanted = share * points.iter().map(|one| one.weight).sum::<f64>();
    let mut below = 0.0;
    let place = points.iter().position(|one| {
        let is_nearer = below + 0.5 * one.weight >= wanted;
        below += one.weight;
        is_nearer
    });
    let Some(place) = place.or(points.len().checked_sub(1)) else { return 0.0 };
    let above = points[place].point[axis];
    let middle = place.checked_sub(1).map_or(above, |before| {
        let before = points[before].point[axis];
        before + 0.5 * (above - before)
    });
    // What is cut off must not be all, and a difference may overflow.
    if middle.is_finite() { middle } else { above }
}
