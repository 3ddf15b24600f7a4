//! Which of the own boxes leave the domain, and which are near copies of others.

use jostle::{Aabb, Bounds};
use rayon::prelude::*;

use crate::{Error, mail::extend};

/// Boxes that a thread looks at, at once.
const CHUNK: usize = 8192;

/// Lists of indices, made by many threads.
#[derive(Default)]
pub(crate) struct Lists {
    chunks: Vec<Vec<u32>>,
    pub(crate) all: Vec<u32>,
}

impl Lists {
    /// Lists the boxes of which something holds, in order. Those that are not valid are left out.
    pub(crate) fn list<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        holds: impl Fn(&Aabb<D>) -> bool + Sync,
    ) -> Result<(), Error> {
        self.all.clear();
        let chunks = bounds.len().div_ceil(CHUNK);
        if self.chunks.len() < chunks {
            self.chunks.resize(chunks, Vec::new());
        }
        let lists = self.chunks[..chunks].par_iter_mut().enumerate();
        lists.try_for_each(|(chunk, list)| {
            list.clear();
            let first = chunk * CHUNK;
            for index in first..bounds.len().min(first + CHUNK) {
                if bounds.get(index).is_ok_and(|aabb| holds(&aabb)) {
                    extend(list, &[index as u32], "boxes at a border")?;
                }
            }
            Ok::<(), Error>(())
        })?;
        for list in &self.chunks[..chunks] {
            extend(&mut self.all, list, "boxes at a border")?;
        }
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let chunks = self.chunks.iter().map(Vec::capacity).sum::<usize>();
        size_of::<u32>() * (chunks + self.all.capacity())
    }
}

/// Whether a box lies within a domain, with its corners.
pub(crate) fn is_inside<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| aabb.min[axis] >= region.min[axis] && aabb.max[axis] < region.max[axis])
}

/// Whether boxes have a point in common.
pub(crate) fn touch<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    (0..D).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
}

/// The box of all; nothing at first.
pub(crate) fn nothing<const D: usize>() -> Aabb<D> {
    Aabb { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] }
}

/// Makes a box hold another one.
pub(crate) fn enclose<const D: usize>(all: &mut Aabb<D>, one: &Aabb<D>) {
    for axis in 0..D {
        all.min[axis] = all.min[axis].min(one.min[axis]);
        all.max[axis] = all.max[axis].max(one.max[axis]);
    }
}
