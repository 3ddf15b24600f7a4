//! One shape, packed for the kernels.

use jostle_kernels::{
    lane::{LANES, Quad},
    shape::{MAX_QUADS, Obb, Pack, Polygon, Triangle, Turn, complex_axes, quaternion_axes},
};

use super::{Ball, Capsule, OrientedBox, Rotation, Shape, ShapeKind};
use crate::{Error, error::ShapeFault};

/// One shape, packed as [`PreparedShapes`](super::PreparedShapes) packs those of a frame, bit for
/// bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    kind: ShapeKind,
    quads: [Quad; MAX_QUADS],
    count: usize,
}

impl Packed {
    fn of<S: Pack>(kind: ShapeKind, shape: &S::Of<f32>) -> Self {
        let mut packed = Self { kind, quads: [[0.0; 4]; MAX_QUADS], count: S::QUADS };
        packed.quads[..S::QUADS].copy_from_slice(S::pack(shape).as_ref());
        packed
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> ShapeKind {
        self.kind
    }

    /// Its quads.
    pub(crate) fn quads(&self) -> &[Quad] {
        &self.quads[..self.count]
    }
}

impl<const D: usize> Shape<D> {
    /// The shape as the kernels take it.
    pub(crate) fn packed(&self) -> Result<Packed, Error> {
        let kind = self.kind();
        let refused = |fault| Error::Shape { kind, fault };
        self.check().map_err(|reason| refused(ShapeFault::Value(reason)))?;
        match self {
            Self::Ball(Ball { center, radius }) => {
                let ball = Ball { center: positive(*center), radius: radius + 0.0 };
                Ok(Packed::of::<Ball<D>>(kind, &ball))
            }
            Self::Capsule(Capsule { center, axis, radius }) => {
                let (center, axis) = (positive(*center), positive(*axis));
                let capsule = Capsule { center, axis, radius: radius + 0.0 };
                Ok(Packed::of::<Capsule<D>>(kind, &capsule))
            }
            Self::Box(oriented) if D == 2 => Ok(Packed::of::<Obb<2>>(kind, &plane_box(oriented))),
            Self::Box(oriented) => Ok(Packed::of::<Obb<3>>(kind, &space_box(oriented))),
            Self::Polygon(polygon) if D == 2 => {
                let turn = Turn::new(&eight(polygon.rotation));
                let vertices = polygon.all_vertices().map(|vertex| {
                    let [x, y] = turn.point(&vertex.map(|component| [component; LANES]));
                    [x[0], y[0]]
                });
                let (center, count) = (positive(polygon.center), polygon.vertices().len() as f32);
                Ok(Packed::of::<Polygon>(kind, &Polygon { center, count, vertices }))
            }
            Self::Triangle(Triangle { vertices }) if D == 3 => {
                let triangle = Triangle { vertices: vertices.map(positive) };
                Ok(Packed::of::<Triangle>(kind, &triangle))
            }
            Self::Polygon(_) | Self::Triangle(_) => Err(refused(ShapeFault::Dimension)),
        }
    }
}

/// Zeros without a sign, as the gate makes them.
fn positive<const D: usize>(numbers: [f32; D]) -> [f32; D] {
    numbers.map(|number| number + 0.0)
}

/// The numbers of a rotation in all lanes, scaled as a set scales what it takes in.
fn eight<const D: usize, const N: usize>(rotation: Rotation<D>) -> [[f32; LANES]; N] {
    let mut numbers = [[0.0; LANES]; N];
    for (lanes, part) in numbers.iter_mut().zip(rotation.normalized().parts()) {
        lanes.fill(*part);
    }
    numbers
}

pub(crate) fn plane_box<const D: usize>(oriented: &OrientedBox<D>) -> Obb<2> {
    let axes = complex_axes(&eight(oriented.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
    let first = |of: [f32; D]| [of[0] + 0.0, of[1] + 0.0];
    Obb { center: first(oriented.center), half: first(oriented.half), axes }
}

pub(crate) fn space_box<const D: usize>(oriented: &OrientedBox<D>) -> Obb<3> {
    let axes = quaternion_axes(&eight(oriented.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
    let first = |of: [f32; D]| [of[0] + 0.0, of[1] + 0.0, of[D - 1] + 0.0];
    Obb { center: first(oriented.center), half: first(oriented.half), axes }
}
