//! Which shapes are near the way of a fast one.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    simd::{LANES, set_bits},
};

use super::{
    footprint::Footprint,
    swept::{ROUNDING, SweptShapes},
};
use crate::{
    Error,
    exec::threads,
    memory::{reserve, reserve_more},
};

/// Shapes that one thread looks at one after the other.
const CHUNK: usize = 4096;

/// One shape in so many may be fast before it is faster to look at all of them.
const FEW: usize = 8;

/// Shapes of which it is asked whether it pays to look at all, and how many of them may be near.
const SAMPLE: usize = 256;
const MOST: usize = 192;

/// Lists the shapes that fast ones may meet. Kept for its memory.
#[derive(Default)]
pub(super) struct Cull<const D: usize> {
    footprint: Footprint<D>,
    chunks: Vec<CullChunk>,
    near: Vec<u32>,
}

/// What was found among some thousand shapes.
struct CullChunk {
    near: Vec<u32>,
    outcome: Result<(), Error>,
}

impl<const D: usize> Cull<D> {
    /// Lists, in order, the shapes that are near the way of one of these, which are fast, and these
    /// themselves.
    pub(super) fn find(
        &mut self,
        level: SimdLevel,
        swept: &SweptShapes<'_, D>,
        ccd: &[u32],
    ) -> Result<&[u32], Error> {
        let what = "the shapes that are near ccd ones";
        let Self { footprint, chunks, near } = self;
        near.clear();
        let few = ccd.len() * FEW < swept.len();
        if few {
            footprint.mark(ccd.iter().filter_map(|index| swept.bounds(*index as usize)))?;
        }
        if !few || crowded(footprint, swept) {
            reserve(near, swept.len(), what)?;
            near.extend(0..swept.len() as u32);
            return Ok(near);
        }
        let used = swept.len().div_ceil(CHUNK);
        reserve(chunks, used, what)?;
        if chunks.len() < used {
            chunks.resize_with(used, || CullChunk { near: Vec::new(), outcome: Ok(()) });
        }
        let chunks = &mut chunks[..used];
        threads::for_each(chunks, |number, chunk| {
            chunk.near.clear();
            chunk.outcome = level.run(CullPass { swept, footprint, first: number * CHUNK, chunk });
        });
        for chunk in chunks.iter() {
            chunk.outcome.clone()?;
        }
        reserve(near, chunks.iter().map(|chunk| chunk.near.len()).sum(), what)?;
        chunks.iter().for_each(|chunk| near.extend_from_slice(&chunk.near));
        Ok(near)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.near.capacity()).sum();
        self.footprint.memory_bytes()
            + self.chunks.capacity() * size_of::<CullChunk>()
            + 4 * (self.near.capacity() + chunks)
    }
}

/// Looks at the shapes of a chunk.
struct CullPass<'a, 'w, const D: usize> {
    swept: &'a SweptShapes<'w, D>,
    footprint: &'a Footprint<D>,
    first: usize,
    chunk: &'a mut CullChunk,
}

impl<const D: usize> Pass for CullPass<'_, '_, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Self { swept, footprint, first, chunk } = self;
        let last = swept.len().min(first + CHUNK);
        let balls = swept.balls();
        let mut at = first;
        while at < last {
            reserve_more(&mut chunk.near, LANES, "the shapes that are near ccd ones")?;
            let bits = if at + LANES <= balls.min(last) {
                let (valid, min, max) = swept.straight(lanes, at);
                valid & footprint.meet(lanes, &min, &max)
            } else {
                let count = LANES.min(last - at);
                let near = |lane: &usize| {
                    swept.bounds(at + lane).is_some_and(|bounds| footprint.meets(&bounds))
                };
                (0..count).filter(near).fold(0, |bits, lane| bits | 1 << lane)
            };
            chunk.near.extend(set_bits(bits).map(|lane| (at + lane) as u32));
            at += LANES;
        }
        Ok(())
    }
}

/// Whether so many shapes are near that it does not pay to look for the others, by a sample.
fn crowded<const D: usize>(footprint: &Footprint<D>, swept: &SweptShapes<'_, D>) -> bool {
    let sample = (0..swept.len()).step_by(swept.len().div_ceil(SAMPLE).max(1));
    let is_near = |index: &usize| {
        let bounds = swept.bounds(*index);
        bounds.is_some_and(|bounds| footprint.meets(&bounds))
    };
    sample.filter(is_near).count() > MOST
}

impl<const D: usize> SweptShapes<'_, D> {
    /// Swept bounds of eight shapes that do not turn, no less than [`bounds`](Self::bounds),
    /// and which of them are valid.
    #[inline(always)]
    fn straight<L: Lanes>(&self, lanes: L, first: usize) -> (u32, [L::Floats; D], [L::Floats; D]) {
        let columns = self.prepared().map(|prepared| prepared.bound_columns());
        let load = |column: &[f32]| {
            lanes.load(column[first..].first_chunk().expect("there are eight of them"))
        };
        let (mut mins, mut maxs) = ([lanes.splat(0.0); D], [lanes.splat(0.0); D]);
        let mut valid = (1 << LANES) - 1;
        for axis in 0..D {
            let [before, now] = columns.map(|[min, max]| [load(min[axis]), load(max[axis])]);
            for [min, max] in [before, now] {
                valid &= lanes.bits(lanes.le(min, max));
            }
            let (min, max) = (lanes.min(before[0], now[0]), lanes.max(before[1], now[1]));
            let negative = |x| lanes.sub(lanes.splat(0.0), x);
            let largest = lanes.max(lanes.max(max, negative(max)), lanes.max(min, negative(min)));
            // Twice as much, since this is rounded as well; and the least number, which is lost in
            // others.
            let margin = lanes.mul(largest, lanes.splat(2.0 * ROUNDING));
            let margin = lanes.max(margin, lanes.splat(f32::MIN_POSITIVE));
            (mins[axis], maxs[axis]) = (lanes.sub(min, margin), lanes.add(max, margin));
        }
        (valid, mins, maxs)
    }
}
