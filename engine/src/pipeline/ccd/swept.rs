//! How shapes moved since the step before, and what bounds that.

use crate::{
    Aabb, Bounds, Error,
    exec::threads,
    memory::reserve,
    narrow::Motion,
    shape::{Columns, PreparedShapes, ShapeKind},
};

/// What bounds are enlarged by, as a share of their largest coordinate: motions are rounded, and so
/// are the places that they lead to.
pub(super) const ROUNDING: f32 = 4.0 * f32::EPSILON;

/// The shapes as they were and as they are.
pub(super) struct SweptShapes<'a, const D: usize> {
    columns: [&'a Columns<'a, D>; 2],
    prepared: [&'a PreparedShapes<D>; 2],
    bounds: [Bounds<'a, D>; 2],
}

impl<'a, const D: usize> SweptShapes<'a, D> {
    pub(super) fn new(
        before: (&'a Columns<'a, D>, &'a PreparedShapes<D>),
        now: (&'a Columns<'a, D>, &'a PreparedShapes<D>),
    ) -> Self {
        Self {
            columns: [before.0, now.0],
            prepared: [before.1, now.1],
            bounds: [before.1.bounds(), now.1.bounds()],
        }
    }

    /// Number of shapes.
    pub(super) fn len(&self) -> usize {
        self.prepared[1].len()
    }

    /// The shapes, made ready.
    pub(super) fn prepared(&self) -> [&'a PreparedShapes<D>; 2] {
        self.prepared
    }

    /// Number of balls, which come first and do not turn.
    pub(super) fn balls(&self) -> usize {
        self.prepared[1].ranges().of(ShapeKind::Ball).end
    }

    /// How a shape moved, in a unit of time.
    pub(super) fn motion(&self, index: usize) -> Motion<D> {
        Motion::between(&self.columns[0].get(index), &self.columns[1].get(index))
    }

    /// The bounds of everything that a shape comes across on its way; none where it is invalid now
    /// or was before.
    pub(super) fn bounds(&self, index: usize) -> Option<Aabb<D>> {
        let [before, now] = self.bounds.map(|bounds| bounds.get(index));
        let (before, now) = (before.ok()?, now.ok()?);
        let mut way = before.union(&now);
        if index >= self.balls() {
            let motion = self.motion(index);
            if motion.turns() {
                way = turning(self.columns[0].get(index).center(), &before, &motion).union(&now);
            }
        }
        Some(enlarged(&way))
    }
}

/// The bounds of a shape that turns about its center while it moves: of a ball around all of it, on
/// its way.
fn turning<const D: usize>(center: [f32; D], before: &Aabb<D>, motion: &Motion<D>) -> Aabb<D> {
    let mut square = 0.0;
    for axis in 0..D {
        let [min, max] = [before.min[axis], before.max[axis]].map(f64::from);
        let center = f64::from(center[axis]);
        square += (max - center).max(center - min).powi(2);
    }
    let reach = (square.sqrt() as f32).next_up();
    let end: [f32; D] = std::array::from_fn(|axis| center[axis] + motion.by()[axis]);
    Aabb::point(center).including(end).enlarged_by([reach; D])
}

/// Bounds that are larger by more than what is rounded.
fn enlarged<const D: usize>(aabb: &Aabb<D>) -> Aabb<D> {
    let largest = |axis: usize| aabb.min[axis].abs().max(aabb.max[axis].abs());
    aabb.enlarged_by(std::array::from_fn(|axis| ROUNDING * largest(axis)))
}

/// Shapes that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// The swept bounds of some shapes, in their order. Those of a
/// shape that was not valid or is not are NaN.
#[derive(Default)]
pub(super) struct SweptBounds<const D: usize> {
    /// Minima and maxima; those behind the last shape are of no meaning.
    corners: Vec<[[f32; D]; 2]>,
    len: usize,
}

impl<const D: usize> SweptBounds<D> {
    /// Bounds the sweeps of shapes with these indices.
    pub(super) fn update(
        &mut self,
        swept: &SweptShapes<'_, D>,
        indices: &[u32],
    ) -> Result<(), Error> {
        self.len = indices.len();
        reserve(&mut self.corners, self.len, "the swept bounds of shapes")?;
        self.corners.resize(self.len.max(self.corners.len()), [[f32::NAN; D]; 2]);
        threads::for_each_chunk(&mut self.corners[..self.len], CHUNK, |number, chunk| {
            for (corners, index) in chunk.iter_mut().zip(&indices[number * CHUNK..]) {
                let nowhere = [[f32::NAN; D]; 2];
                let corners_of = |Aabb { min, max }| [min, max];
                *corners = swept.bounds(*index as usize).map_or(nowhere, corners_of);
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
