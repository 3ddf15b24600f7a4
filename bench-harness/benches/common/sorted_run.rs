//! A sorted run of boxes, as the sweep takes it.

#![allow(dead_code, reason = "each program that sweeps it uses a part of it")]

use jostle_kernels::{
    Pair,
    sweep::{PADDING, Ranges, Run},
};

/// Boxes in the run, about what a cell of the sweep and prune holds.
pub(crate) const BOXES: usize = 2_500;

/// Mean size of a box per axis as a part of the space. On the axis of the sweep it makes a hundred
/// candidates per query; on the others one candidate in twenty touches.
const SIZE: [f32; 3] = [0.04, 0.12, 0.12];

/// A sorted run, owned, and the end of the candidates of each box.
pub(crate) struct Scene {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
    ids: Vec<u32>,
    exclusion: Vec<u32>,
    ends: Vec<u32>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        let spread = |index: usize, factor: f32| (index as f32 * factor).fract();
        let corner = |index: usize| [0.618_034, 0.754_878, 0.569_84].map(|f| spread(index, f));
        let mut corners: Vec<[f32; 3]> = (0..BOXES).map(corner).collect();
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]));
        // The padding touches nothing: its minimum on axis 0 is NaN.
        corners.extend([[f32::NAN; 3]; PADDING]);
        let size = |index, axis: usize| SIZE[axis] * (0.5 + spread(index, 0.819_173));
        let min: [Vec<f32>; 3] =
            std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).collect());
        let max: [Vec<f32>; 3] = std::array::from_fn(|axis| {
            corners.iter().enumerate().map(|(index, c)| c[axis] + size(index, axis)).collect()
        });
        let first = &min[0][..BOXES];
        let end = |max: &f32| first.partition_point(|min| min <= max) as u32;
        let ends = max[0][..BOXES].iter().map(end).collect();
        let ids = (0..).take(BOXES + PADDING).collect();
        Self { min, max, ids, exclusion: vec![0; BOXES + PADDING], ends }
    }

    pub(crate) fn run(&self) -> Run<'_, 3> {
        let min = self.min.each_ref().map(Vec::as_slice);
        let max = self.max.each_ref().map(Vec::as_slice);
        Run::new(min, max, &self.ids, &self.exclusion, BOXES).expect("the columns are padded")
    }

    pub(crate) fn ranges(&self) -> Ranges<'_> {
        Ranges::Behind { ends: &self.ends }
    }

    pub(crate) fn candidates(&self) -> u64 {
        self.ends.iter().zip(1..).map(|(end, behind): (_, u64)| u64::from(*end) - behind).sum()
    }

    /// Hands every touching pair to `take`.
    #[inline(always)]
    pub(crate) fn scalar(&self, mut take: impl FnMut(Pair)) {
        for query in 0..BOXES {
            for target in query + 1..self.ends[query] as usize {
                let touch = (0..3).all(|axis| {
                    self.min[axis][target] <= self.max[axis][query]
                        && self.min[axis][query] <= self.max[axis][target]
                });
                if touch && self.exclusion[query] & self.exclusion[target] == 0 {
                    take(Pair::ordered(self.ids[query], self.ids[target]));
                }
            }
        }
    }
}
