//! A single pair of moving shapes.

use jostle_kernels::{
    dispatch::{Column, impact_entry},
    shape::Rows,
    simd::Quad,
};

use super::{Impact, Motion, chunk::turned, motion::turns, motions::quads_of};
use crate::{
    Error,
    shape::{Packed, Shape, ShapeKind},
    validate::check_window,
};

/// When two moving shapes first touch, from time 0 to `until`, which may be infinite, and which way
/// they face then: what [`Narrow::impacts`](super::Narrow::impacts) finds for the pair, bit for
/// bit.
///
/// ```
/// use jostle::{narrow::{Motion, ImpactState, cast}, Shape};
///
/// // A bullet and a thin plate.
/// let bullet = Shape::ball([0.0, 0.0, 0.0], 0.25);
/// let plate = Shape::aligned_box([10.5, 0.0, 0.0], [0.25, 4.0, 4.0]);
/// let found = cast(&bullet, &Motion::straight([80.0, 0.0, 0.0]), &plate, &Motion::REST, 1.0)?;
/// assert_eq!(found.state(), ImpactState::Hit);
/// assert_eq!((found.time, found.normal), (0.125, [1.0, 0.0, 0.0]));
/// # Ok::<(), jostle::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] when one of the shapes is invalid, [`Error::Motion`] when one of the motions is
/// not finite, [`Error::Window`] when `until` is negative or NaN.
pub fn cast<const D: usize>(
    a: &Shape<D>,
    motion_a: &Motion<D>,
    b: &Shape<D>,
    motion_b: &Motion<D>,
    until: f32,
) -> Result<Impact<D>, Error> {
    let (a, b) = (Mover::new(a, motion_a)?, Mover::new(b, motion_b)?);
    check_window(until)?;
    Ok(impact([(a.kind(), a.column()), (b.kind(), b.column())], until))
}

/// When two shapes of kinds meet.
fn impact<const D: usize>([a, b]: [(ShapeKind, Column<'_>); 2], until: f32) -> Impact<D> {
    let swapped = a.0 > b.0;
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let kernel = impact_entry([first.0, second.0]).kernel(turns::<D>(second.1.motions));
    let found = (kernel.single)([first.1, second.1], until);
    if swapped { turned(&found) } else { found }
}

/// A shape and its motion as the kernels take them.
pub(crate) struct Mover<const D: usize> {
    shape: Packed<D>,
    motion: [Quad; 2],
}

impl<const D: usize> Mover<D> {
    pub(crate) fn new(shape: &Shape<D>, motion: &Motion<D>) -> Result<Self, Error> {
        let shape = shape.packed()?;
        motion.check().map_err(|reason| Error::Motion { reason })?;
        Ok(Self { shape, motion: motion.quads() })
    }

    /// The shape.
    pub(crate) fn shape(&self) -> &Packed<D> {
        &self.shape
    }

    /// When it meets a shape at rest, which is given in quads.
    pub(crate) fn meets(&self, kind: ShapeKind, shapes: &[Quad], until: f32) -> Impact<D> {
        let rests =
            Column { shapes: Rows { kind, quads: shapes }, motions: &[[0.0; 4]; 2][..quads_of(D)] };
        impact([(self.kind(), self.column()), (kind, rests)], until)
    }

    fn kind(&self) -> ShapeKind {
        self.shape.kind()
    }

    fn column(&self) -> Column<'_> {
        Column { shapes: self.shape.rows(), motions: &self.motion[..quads_of(D)] }
    }
}
