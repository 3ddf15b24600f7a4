//! The bounds of the ways of some shapes.

use super::ways::Ways;
use crate::{Aabb, Bounds, Error, exec::threads, memory::reserve};

/// Shapes that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// The bounds of everything that some shapes come across on their ways, in their order. Those of a
/// shape that was not valid or is not are NaN.
#[derive(Default)]
pub(super) struct SweptBounds<const D: usize> {
    /// Minima and maxima; those behind the last shape are of no meaning.
    corners: Vec<[[f32; D]; 2]>,
    len: usize,
}

impl<const D: usize> SweptBounds<D> {
    /// Bounds the ways of shapes with these indices.
    pub(super) fn update(&mut self, ways: &Ways<'_, D>, indices: &[u32]) -> Result<(), Error> {
        self.len = indices.len();
        reserve(&mut self.corners, self.len, "the bounds of the ways of shapes")?;
        self.corners.resize(self.len.max(self.corners.len()), [[f32::NAN; D]; 2]);
        threads::for_each_chunk(&mut self.corners[..self.len], CHUNK, |number, chunk| {
            for (corners, index) in chunk.iter_mut().zip(&indices[number * CHUNK..]) {
                let nowhere = [[f32::NAN; D]; 2];
                let corners_of = |Aabb { min, max }| [min, max];
                *corners = ways.bounds(*index as usize).map_or(nowhere, corners_of);
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
