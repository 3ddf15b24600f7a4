//! The bounds of ways.

use crate::{
    Aabb, Bounds, Error,
    error::reserve,
    narrow::{Motion, Motions},
    shape::Columns,
    threads,
};

/// Shapes that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// What bounds are enlarged by, as a share of their largest coordinate: motions are rounded, and so are
/// the places that they lead to.
const ROUNDING: f32 = 4.0 * f32::EPSILON;

/// The bounds of everything that each shape comes across on its way. Those of a shape that is not valid
/// before or behind it are NaN.
#[derive(Default)]
pub(super) struct SweptBounds<const D: usize> {
    /// Minima and maxima; those behind the last shape are of no meaning.
    corners: Vec<[[f32; D]; 2]>,
    len: usize,
}

impl<const D: usize> SweptBounds<D> {
    /// Bounds the ways of shapes with these bounds before and now.
    pub(super) fn update(
        &mut self,
        shapes: &Columns<'_, D>,
        [before, now]: [Bounds<'_, D>; 2],
        motions: &Motions<D>,
    ) -> Result<(), Error> {
        self.len = now.len();
        reserve(&mut self.corners, self.len, "the bounds of the ways of shapes")?;
        self.corners.resize(self.len.max(self.corners.len()), [[f32::NAN; D]; 2]);
        threads::for_each_chunk(&mut self.corners[..self.len], CHUNK, |number, chunk| {
            for (corners, index) in chunk.iter_mut().zip(number * CHUNK..) {
                *corners = match (before.get(index), now.get(index)) {
                    (Ok(before), Ok(now)) => {
                        let motion = motions.get(index);
                        let way = if motion.turns() {
                            turning(shapes.get(index).centre(), &before, &motion).union(&now)
                        } else {
                            before.union(&now)
                        };
                        let Aabb { min, max } = enlarged(&way);
                        [min, max]
                    }
                    _ => [[f32::NAN; D]; 2],
                };
            }
        });
        Ok(())
    }

    pub(super) fn get(&self) -> Bounds<'_, D> {
        Bounds::from_corners(&self.corners[..self.len])
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.corners.capacity() * size_of::<[[f32; D]; 2]>()
    }
}

/// The bounds of a shape that turns about its centre while it moves: of a ball around all of it, on its way.
fn turning<const D: usize>(centre: [f32; D], before: &Aabb<D>, motion: &Motion<D>) -> Aabb<D> {
    let mut square = 0.0;
    for axis in 0..D {
        let [min, max] = [before.min[axis], before.max[axis]].map(f64::from);
        let centre = f64::from(centre[axis]);
        square += (max - centre).max(centre - min).powi(2);
    }
    let reach = (square.sqrt() as f32).next_up();
    let end: [f32; D] = std::array::from_fn(|axis| centre[axis] + motion.by()[axis]);
    Aabb::point(centre).including(end).enlarged_by([reach; D])
}

/// Bounds that are larger by more than what is rounded.
fn enlarged<const D: usize>(aabb: &Aabb<D>) -> Aabb<D> {
    let largest = |axis: usize| aabb.min[axis].abs().max(aabb.max[axis].abs());
    aabb.enlarged_by(std::array::from_fn(|axis| ROUNDING * largest(axis)))
}
