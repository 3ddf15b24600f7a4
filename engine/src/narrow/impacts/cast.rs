//! A single pair of moving shapes.

use jostle_kernels::{
    dispatch::{Column, impact_entry},
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
    let swapped = a.kind() > b.kind();
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let kernel = impact_entry([first.kind(), second.kind()]).kernel(turns::<D>(&second.motion));
    let found = (kernel.single)([first.column(), second.column()], until);
    Ok(if swapped { turned(&found) } else { found })
}

/// A shape and its motion as the kernels take them.
struct Mover<const D: usize> {
    shape: Packed<D>,
    motion: [Quad; 2],
}

impl<const D: usize> Mover<D> {
    fn new(shape: &Shape<D>, motion: &Motion<D>) -> Result<Self, Error> {
        let shape = shape.packed()?;
        motion.check().map_err(|reason| Error::Motion { reason })?;
        Ok(Self { shape, motion: motion.quads() })
    }

    fn kind(&self) -> ShapeKind {
        self.shape.kind()
    }

    fn column(&self) -> Column<'_> {
        Column { shapes: self.shape.rows(), motions: &self.motion[..quads_of(D)] }
    }
}
