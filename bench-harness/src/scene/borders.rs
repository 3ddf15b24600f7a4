//! The borders of counties, piece by piece.

use std::path::Path;

use super::motion::Scene;
use super::{Build, SceneKind, unknown_pairs};
use crate::boxes::Boxes;
use crate::input::{InputError, raw};
use crate::tiling::{Tiling, moved, range};

pub(super) const BORDERS: SceneKind = SceneKind {
    name: "borders",
    summary: "36696 pieces of the borders of US counties, chained, uneven; copies beyond that",
    build: Build::RecordedTwo("boxes2d/us_county_border_segments.minmax_deg.f32", borders),
    exact: unknown_pairs,
};

/// The first `n` recorded boxes, in the order of the file and in degrees, and behind the last one
/// those of copies on a square grid, which touch nobody else's. A map has nothing to draw at
/// random.
fn borders(path: &Path, n: u32, _seed: u64) -> Result<Scene<2>, InputError> {
    let pieces = raw::read_boxes::<2>(path)?;
    let (n, recorded) = (n as usize, pieces.len());
    if recorded == 0 {
        return Err(InputError::Empty { path: path.to_owned() });
    }
    let ranges =
        [0, 1].map(|axis| range(pieces.min[axis].iter().chain(&pieces.max[axis]).copied()));
    let tiling = Tiling::new(ranges, 0.0, n.div_ceil(recorded));
    let mut boxes = Boxes::with_capacity(n);
    for (row, offset) in tiling.rows(n, recorded) {
        let (min, max) = pieces.corners(row);
        let place = |corner: [f32; 2]| [0, 1].map(|axis| moved(corner[axis], offset[axis]));
        boxes.push(place(min), place(max));
    }
    Ok(Scene::still(BORDERS.name, boxes))
}
