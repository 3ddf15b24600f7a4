//! The split, plane by plane and box by box.

use super::super::{Axes, BINS, FAR, Options};
use crate::{Record, grid::AxisBins, lane::LANES};

/// What a split comes to.
pub(super) struct Outcome {
    /// All records, those of the left side first.
    pub(super) records: Vec<Record>,
    pub(super) left: usize,
    pub(super) left_weight: u32,
    pub(super) half_areas: [f64; 2],
    pub(super) axis: usize,
    /// Last bin of the left side.
    pub(super) bin: usize,
    /// Planes between two sides that are not empty.
    pub(super) planes: usize,
}

/// The cheapest of all planes; the first of several.
pub(super) fn split<const D: usize>(records: &[Record], options: Options) -> Option<Outcome> {
    let centers: [Vec<f32>; D] =
        std::array::from_fn(|axis| records.iter().map(|r| twice_center::<D>(r, axis)).collect());
    let ends = centers.each_ref().map(|centers| {
        let low = centers.iter().copied().fold(f32::INFINITY, f32::min);
        (low, centers.iter().copied().fold(f32::NEG_INFINITY, f32::max))
    });
    let extent = |axis: usize| ends[axis].1 - ends[axis].0;
    let widest = (0..D).rev().max_by(|a, b| extent(*a).total_cmp(&extent(*b))).unwrap();
    let bins = options.bins.clamp(LANES, BINS);
    let all: Vec<&Record> = records.iter().collect();
    let longest = extents::<D>(&all).into_iter().fold(0.0, f32::max);
    let scale = (1.0 / longest).min(2f32.powi(127));
    let weight = |side: &[&Record]| -> u32 { side.iter().map(|r| options.weights.of(r)).sum() };
    let mut best: Option<(f32, Outcome)> = None;
    let mut planes = 0;
    for axis in (0..D).filter(|axis| options.axes == Axes::All || *axis == widest) {
        let ruler = AxisBins::new(ends[axis].0, ends[axis].1, bins as u32);
        let strips: Vec<usize> = centers[axis].iter().map(|c| ruler.strip(*c) as usize).collect();
        for bin in 0..bins {
            let side = |is_left: bool| -> Vec<&Record> {
                let on_side = records.iter().zip(&strips);
                on_side.filter(|(_, s)| (**s <= bin) == is_left).map(|(r, _)| r).collect()
            };
            let (left, right) = (side(true), side(false));
            if left.is_empty() || right.is_empty() {
                continue;
            }
            planes += 1;
            let areas = [&left, &right].map(|side| scaled_half_area::<D>(side, scale));
            let groups = [&left, &right].map(|side| weight(side).div_ceil(8) as f32);
            let cost = areas[0] * groups[0] + areas[1] * groups[1];
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                let unit = 1.0 / f64::from(scale);
                let unit = if D == 2 { unit } else { unit * unit };
                let outcome = Outcome {
                    left: left.len(),
                    left_weight: weight(&left),
                    half_areas: areas.map(|area| f64::from(area) * unit),
                    records: left.into_iter().chain(right).copied().collect(),
                    axis,
                    bin,
                    planes: 0,
                };
                best = Some((cost, outcome));
            }
        }
    }
    best.map(|(_, outcome)| Outcome { planes, ..outcome })
}

fn twice_center<const D: usize>(record: &Record, axis: usize) -> f32 {
    record.min::<D>(axis).clamp(-FAR, FAR) + record.max::<D>(axis).clamp(-FAR, FAR)
}

/// Extents of the union of some boxes, cut to what is finite.
fn extents<const D: usize>(side: &[&Record]) -> [f32; D] {
    std::array::from_fn(|axis| {
        let min = side.iter().map(|r| r.min::<D>(axis)).fold(f32::INFINITY, f32::min);
        let max = side.iter().map(|r| r.max::<D>(axis)).fold(f32::NEG_INFINITY, f32::max);
        // Both may lie at the same infinity, and their difference not be a number.
        if max > min { (max - min).min(2.0 * FAR) } else { 0.0 }
    })
}

fn scaled_half_area<const D: usize>(side: &[&Record], scale: f32) -> f32 {
    let e = extents::<D>(side).map(|extent| extent * scale);
    if D == 2 { e[0] + e[1] } else { e[0] * e[1] + e[1] * e[2] + e[2] * e[0] }
}
