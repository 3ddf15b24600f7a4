//! A single pair of moving shapes.

use bytemuck::cast_slice_mut;
use jostle_kernels::{
    dispatch::impacts::{Column, entry},
    lane::Quad,
};

use super::{Impact, Motion, check_window, chunk::turned, motion::turns, motions::quads_of};
use crate::{
    Error,
    shape::{Packed, Shape, ShapeKind},
};

/// When two moving shapes first touch, from time 0 to `until`, which may be infinite, and which way
/// they face then: what [`Narrow::impacts`](super::Narrow::impacts) finds for the pair, bit for
/// bit.
///
/// ```
/// use jostle::{narrow::{Motion, State, cast}, Shape};
///
/// // A bullet and a thin plate.
/// let bullet = Shape::ball([0.0, 0.0, 0.0], 0.25);
/// let plate = Shape::aligned_box([10.5, 0.0, 0.0], [0.25, 4.0, 4.0]);
/// let found = cast(&bullet, &Motion::straight([80.0, 0.0, 0.0]), &plate, &Motion::REST, 1.0)?;
/// assert_eq!((found.state(), found.time, found.normal), (State::Hit, 0.125, [1.0, 0.0, 0.0]));
/// # Ok::<(), jostle::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] when one of the shapes is none, [`Error::Motion`] when one of the motions is
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
    let test = entry::<D>([first.kind(), second.kind()]).test(turns::<D>(&second.motion));
    let (columns, mut found) = ([first.column::<D>(), second.column::<D>()], [Impact::default()]);
    (test.one)(columns, until, cast_slice_mut(&mut found));
    Ok(if swapped { turned(&found[0]) } else { found[0] })
}

/// A shape and its motion as the kernels take them.
struct Mover {
    shape: Packed,
    motion: [Quad; 2],
}

impl Mover {
    fn new<const D: usize>(shape: &Shape<D>, motion: &Motion<D>) -> Result<Self, Error> {
        let shape = shape.packed()?;
        motion.check().map_err(|reason| Error::Motion { reason })?;
        Ok(Self { shape, motion: motion.quads() })
    }

    fn kind(&self) -> ShapeKind {
        self.shape.kind()
    }

    fn column<const D: usize>(&self) -> Column<'_> {
        Column { shapes: self.shape.quads(), motions: &self.motion[..quads_of(D)] }
    }
}
