//! Boxes that are turned, and points of theirs.

use jostle::{
    CollisionPipeline, Pair,
    large_world::{LargeBoxColumns, LargeColumns, LocalShapes},
};

use crate::{rotation::axes_in, scene::Scene};

/// What differs by dimension.
pub(crate) trait Turned<const D: usize> {
    /// The boxes as they are given.
    fn boxes_of(&self) -> LargeBoxColumns<'_, D>;
}

macro_rules! turned {
    ($dimension:literal, $parts:literal) => {
        impl Turned<$dimension> for Scene<$dimension> {
            fn boxes_of(&self) -> LargeBoxColumns<'_, $dimension> {
                let centers = self.boxes.centers();
                let halves = self.boxes.second.each_ref().map(Vec::as_slice);
                let boxes = match &self.rotations {
                    None => LargeBoxColumns::aligned(centers, halves),
                    Some(columns) => {
                        let parts: [&[f64]; $parts] =
                            std::array::from_fn(|part| &columns[part][..]);
                        LargeBoxColumns::<$dimension>::new(centers, halves, parts)
                    }
                };
                boxes.expect("as many")
            }
        }
    };
}
turned!(2, 2);
turned!(3, 4);

/// The axes of a rotation, if it is one.
fn axes<const D: usize>(parts: [f64; 4]) -> Option<[[f64; D]; D]> {
    let parts = &parts[..2 * D - 2];
    let square = parts.iter().map(|x| x * x).sum::<f64>();
    (0.95..1.05).contains(&square).then(|| axes_in(parts))
}

/// Points next to the corners of a box, certainly inside of it, if there are any.
fn corners<const D: usize>(center: [f64; D], half: [f64; D], axes: [[f64; D]; D]) -> Vec<[f64; D]> {
    let largest = half.iter().chain(&center).fold(0.0, |most: f64, x| most.max(x.abs()));
    let inside = half.map(|half| half - 16.0 * f64::EPSILON * largest);
    if !inside.iter().all(|half| *half > 0.0) || largest > 1e18 {
        return Vec::new();
    }
    let corner = |number: usize| {
        std::array::from_fn(|k| {
            (0..D).fold(center[k], |sum, axis| {
                let sign = if number >> axis & 1 == 0 { -1.0 } else { 1.0 };
                sum + sign * inside[axis] * axes[axis][k]
            })
        })
    };
    (0..1 << D).map(corner).collect()
}

/// Holds boxes against points next to their corners.
pub(crate) fn check_corners<const D: usize>(scene: &Scene<D>, origin: [f64; D])
where
    Scene<D>: Turned<D>,
{
    let (mut places, mut rows) = ([const { Vec::<f64>::new() }; D], Vec::new());
    for row in 0..scene.boxes.sizes().len() {
        let (center, half, _) = scene.boxes.row(row);
        let is_near = (0..D).all(|axis| (center[axis] - origin[axis]).abs() < 1e18);
        let axes = scene.rotation(row).and_then(axes).filter(|_| is_near);
        for corner in axes.map_or_else(Vec::new, |axes| corners(center, half, axes)) {
            places.iter_mut().zip(corner).for_each(|(column, x)| column.push(x));
            rows.push(row);
        }
    }
    let (points, radii) = (rows.len(), vec![0.0_f32; rows.len()]);
    let centers = places.each_ref().map(Vec::as_slice);
    let columns = LargeColumns::default().with_boxes(scene.boxes_of()).with_balls(centers, &radii);
    let (mut local, mut pipeline) = (LocalShapes::<D>::new(), CollisionPipeline::<D>::new());
    local.update(Some(origin), columns.expect("as many")).expect("the origin is finite");
    pipeline.step(&local).expect("nothing is wrong");
    for (point, row) in rows.into_iter().enumerate() {
        let pair = Pair { a: point as u32, b: (points + row) as u32 };
        let is_found = pipeline.touching().binary_search(&pair).is_ok();
        let at = places.each_ref().map(|column| column[point]);
        let of = (scene.boxes.row(row), scene.rotation(row));
        assert!(is_found, "{at:?} is in {of:?}");
    }
}
