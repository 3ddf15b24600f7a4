//! Looking at all boxes: which move, and which of those at rest are not where they were.

use jostle_kernels::Record;

use crate::{
    Aabb, Bounds, Error, Quarantined,
    bounds::{Source, with_source},
    error::reserve,
    threads,
};

/// Boxes that one thread looks at one after the other.
pub(super) const CHUNK: usize = 4096;

/// What was seen of some boxes.
#[derive(Debug)]
pub(super) struct Chunk<const D: usize> {
    first: usize,
    len: usize,
    /// Valid boxes that move.
    pub(super) moving: Vec<Record>,
    /// Boxes at rest whose bounds changed, that came to rest or that move again; those that do not rest
    /// have empty bounds.
    pub(super) changed: Vec<(u32, Aabb<D>)>,
    pub(super) quarantined: Vec<Quarantined>,
}

impl<const D: usize> Chunk<D> {
    fn new() -> Self {
        let (moving, changed, quarantined) = (Vec::new(), Vec::new(), Vec::new());
        Self { first: 0, len: 0, moving, changed, quarantined }
    }

    /// Makes room for whatever may be seen, so that later runs need no memory. It costs nothing before
    /// it is used.
    fn restart(&mut self, first: usize, len: usize) -> Result<(), Error> {
        let what = "the boxes that move or rest";
        (self.first, self.len) = (first, len);
        self.moving.clear();
        self.changed.clear();
        self.quarantined.clear();
        reserve(&mut self.moving, CHUNK, what)?;
        reserve(&mut self.changed, CHUNK, what)?;
        reserve(&mut self.quarantined, CHUNK, what)
    }

    fn look(&mut self, source: impl Source<D>, statics: &[bool], known: &mut [Aabb<D>]) {
        let statics = &statics[self.first..][..self.len];
        for ((index, rests), known) in (self.first..).zip(statics).zip(known) {
            let mut resting = Aabb::EMPTY;
            match source.get(index) {
                Err(reason) => self.quarantined.push(Quarantined::of_first(index, reason)),
                Ok(aabb) if *rests => resting = positive(&aabb),
                Ok(aabb) => self.moving.push(Record::of_box(&positive(&aabb), index as u32, 0)),
            }
            if resting != *known {
                *known = resting;
                self.changed.push((index as u32, resting));
            }
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.moving.capacity() * size_of::<Record>()
            + self.changed.capacity() * size_of::<(u32, Aabb<D>)>()
            + self.quarantined.capacity() * size_of::<Quarantined>()
    }
}

/// Looks at all boxes in chunks, on all threads. `known` are the boxes at rest of the run before by index,
/// empty where there is none, and become those of this run.
pub(super) fn look<const D: usize>(
    bounds: Bounds<'_, D>,
    statics: &[bool],
    known: &mut [Aabb<D>],
    chunks: &mut Vec<Chunk<D>>,
) -> Result<(), Error> {
    let used = statics.len().div_ceil(CHUNK);
    if chunks.len() < used {
        reserve(chunks, used, "the boxes that move or rest")?;
        chunks.resize_with(used, Chunk::new);
    }
    let chunks = &mut chunks[..used];
    for (number, chunk) in chunks.iter_mut().enumerate() {
        let first = number * CHUNK;
        chunk.restart(first, CHUNK.min(statics.len() - first))?;
    }
    with_source!(bounds, source => {
        threads::for_each_piece(chunks, known, &|chunk| chunk.len, &|chunk, known| {
            chunk.look(source, statics, known);
        });
    });
    Ok(())
}

/// The same box with positive zeros.
#[inline]
fn positive<const D: usize>(aabb: &Aabb<D>) -> Aabb<D> {
    Aabb { min: aabb.min.map(|x| x + 0.0), max: aabb.max.map(|x| x + 0.0) }
}
