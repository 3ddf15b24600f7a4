//! Classifying all boxes: which of them rest where they were packed, and which have to be binned.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    simd::{LANES, set_bits},
};

use super::packed::PackedEight;
use crate::{
    Aabb, Bounds, Error,
    bounds::{BLOCK, BoxLanes, Source, Written, with_source},
    broad::run_buffer::RunBuffer,
    exec::threads,
    join::part::{bits_of, exclusion},
    memory::{reserve, reserve_one},
    validate::InvalidShape,
};

/// Boxes from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 4096;

/// Some boxes that one thread classifies.
pub(super) struct ClassifyChunk<const D: usize> {
    first: usize,
    last: usize,
    /// Boxes to bin.
    pub(super) moving: RunBuffer<D>,
    /// Boxes that are packed and do not rest there any more.
    pub(super) gone: Vec<(u32, Aabb<D>)>,
    /// Static boxes that are not packed.
    pub(super) pending: usize,
    pub(super) invalid: Vec<InvalidShape>,
    outcome: Result<(), Error>,
}

impl<const D: usize> Default for ClassifyChunk<D> {
    fn default() -> Self {
        Self {
            first: 0,
            last: 0,
            moving: RunBuffer::default(),
            gone: Vec::new(),
            pending: 0,
            invalid: Vec::new(),
            outcome: Ok(()),
        }
    }
}

impl<const D: usize> ClassifyChunk<D> {
    fn clear(&mut self, first: usize, last: usize) -> Result<(), Error> {
        (self.first, self.last, self.pending, self.outcome) = (first, last, 0, Ok(()));
        self.gone.clear();
        self.invalid.clear();
        self.moving.resize(0)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.moving.memory_bytes()
            + self.gone.capacity() * size_of::<(u32, Aabb<D>)>()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}

/// What is known of all boxes, by groups of eight.
pub(super) struct PackedBoxes<'a, const D: usize> {
    /// As they are packed.
    pub(super) packed: &'a mut [PackedEight<D>],
    /// Which of them exist, if all of those rested where they are packed when they were last
    /// classified, or else none.
    pub(super) unchanged: &'a mut [u8],
    /// Which were written since then, where that can be told.
    pub(super) written: Option<Written<'a>>,
}

/// Classifies all boxes, on all threads, and returns in how many chunks. What of those packed does
/// not rest where it was is forgotten.
pub(super) fn classify<const D: usize>(
    level: SimdLevel,
    (bounds, statics): (Bounds<'_, D>, &[bool]),
    known: PackedBoxes<'_, D>,
    chunks: &mut Vec<ClassifyChunk<D>>,
) -> Result<usize, Error> {
    let PackedBoxes { packed, unchanged, written } = known;
    let boxes = statics.len();
    let wanted = (boxes / FEWEST_PER_CHUNK).clamp(1, threads::count());
    let size = boxes.div_ceil(wanted).next_multiple_of(LANES).max(LANES);
    let used = boxes.div_ceil(size);
    if chunks.len() < used {
        reserve(chunks, used, "the chunks of boxes")?;
        chunks.resize_with(used, ClassifyChunk::default);
    }
    let chunks = &mut chunks[..used];
    for (number, chunk) in chunks.iter_mut().enumerate() {
        chunk.clear(number * size, boxes.min((number + 1) * size))?;
    }
    let eights = |chunk: &ClassifyChunk<D>| (chunk.last - chunk.first).div_ceil(LANES);
    with_source!(bounds, source => {
        let of_groups = (packed, unchanged);
        threads::for_each_piece(chunks, of_groups, &eights, &|chunk, (packed, unchanged)| {
            let pass = ClassifyPass { source, statics, packed, unchanged, written, chunk };
            chunk.outcome = level.run(pass);
        });
    });
    let failed = chunks.iter().find_map(|chunk| chunk.outcome.clone().err());
    failed.map_or(Ok(used), Err)
}

struct ClassifyPass<'a, S, const D: usize> {
    source: S,
    statics: &'a [bool],
    packed: &'a mut [PackedEight<D>],
    unchanged: &'a mut [u8],
    written: Option<Written<'a>>,
    chunk: &'a mut ClassifyChunk<D>,
}

impl<S: Source<D>, const D: usize> Pass for ClassifyPass<'_, S, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let ClassifyPass { source, statics, packed, unchanged, written, chunk } = self;
        let begin = chunk.first;
        let mut next = begin;
        while next < chunk.last {
            let (first, group) = (next, (next - begin) / LANES);
            if let Some(written) = written
                && let Some(unchanged) = unchanged[group..].first_chunk::<{ BLOCK / LANES }>()
                && first.is_multiple_of(BLOCK)
                && !written.has_block_of(first)
                && *unchanged == [u8::MAX; BLOCK / LANES]
                && statics[first..first + BLOCK] == [true; BLOCK]
            {
                next += BLOCK;
                continue;
            }
            next += LANES;
            let (packed, unchanged) = (&mut packed[group], &mut unchanged[group]);
            let rest = bits_of(statics, first);
            // Nothing is loaded of eight that rest and were not written: at rest, most boxes cost a
            // byte or two.
            if *unchanged != 0
                && u32::from(*unchanged) == rest
                && let Some(written) = written
                && !written.has_group_of(first)
            {
                continue;
            }
            let count = LANES.min(chunk.last - first);
            let group = source.load(lanes, first);
            let exist = (1 << count) - 1;
            if group.valid != exist {
                mark_invalid(&source, first, exist & !group.valid, chunk)?;
            }
            let resting = group.valid & rest;
            let stay = resting & packed.matching(lanes, &group);
            let gone = packed.holding(lanes) & !stay;
            if gone != 0 {
                take(packed, first, gone, chunk)?;
            }
            *unchanged = if stay == exist { exist as u8 } else { 0 };
            let out = group.valid & !stay;
            chunk.pending += (out & resting).count_ones() as usize;
            append(lanes, &mut chunk.moving, first, &group, (out, resting))?;
        }
        Ok(())
    }
}

/// Appends some boxes of a group, of which some are static, to a list.
#[inline(always)]
fn append<L: Lanes, const D: usize>(
    lanes: L,
    list: &mut RunBuffer<D>,
    first: usize,
    group: &BoxLanes<L, D>,
    (bits, statics): (u32, u32),
) -> Result<(), Error> {
    if bits == 0 {
        return Ok(());
    }
    let len = list.len();
    list.make_room(LANES)?;
    for axis in 0..D {
        for (column, values) in
            [(&mut list.min[axis], group.min[axis]), (&mut list.max[axis], group.max[axis])]
        {
            let column = bytemuck::cast_slice_mut(column);
            lanes.pack_ints(bits, lanes.bits_of_floats(values), lanes_of(column, len));
        }
    }
    let counting = lanes.load_int(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let ids = lanes.add_int(lanes.splat_int(first as u32), counting);
    let added = lanes.pack_ints(bits, ids, lanes_of(&mut list.ids, len));
    let mut motion = [0; LANES];
    set_bits(statics & bits).for_each(|lane| motion[lane] = exclusion::MOTION);
    lanes.pack_ints(bits, lanes.load_int(&motion), lanes_of(&mut list.exclusion, len));
    list.extend_by(added);
    Ok(())
}

#[inline(always)]
fn lanes_of(column: &mut [u32], first: usize) -> &mut [u32; LANES] {
    column[first..].first_chunk_mut().expect("room was made for eight")
}

/// Notes that packed boxes do not rest where they are any more.
#[cold]
fn take<const D: usize>(
    packed: &mut PackedEight<D>,
    first: usize,
    lanes: u32,
    chunk: &mut ClassifyChunk<D>,
) -> Result<(), Error> {
    for lane in set_bits(lanes) {
        if let Some(aabb) = packed.get(lane) {
            reserve_one(&mut chunk.gone, "the boxes that rest no more")?;
            chunk.gone.push(((first + lane) as u32, aabb));
            packed.remove(lane);
        }
    }
    Ok(())
}

#[cold]
fn mark_invalid<S: Source<D>, const D: usize>(
    source: &S,
    first: usize,
    lanes: u32,
    chunk: &mut ClassifyChunk<D>,
) -> Result<(), Error> {
    for lane in set_bits(lanes) {
        if let Err(reason) = source.get(first + lane) {
            InvalidShape::of_first(first + lane, reason).push_to(&mut chunk.invalid)?;
        }
    }
    Ok(())
}
