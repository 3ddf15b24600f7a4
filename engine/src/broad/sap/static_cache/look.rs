//! Looking at all boxes: which of them rest where they were packed, and which have to be binned.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    simd::{LANES, set_bits},
};

use super::eight::Eight;
use crate::{
    Aabb, Bounds, Error,
    bounds::{BoxLanes, Source, with_source},
    broad::{
        part::{bits_of, exclusion},
        run_buffer::RunBuffer,
    },
    memory::{reserve, reserve_one},
    threads,
    validate::InvalidShape,
};

/// Boxes from which a second thread pays.
const FEWEST_PER_SHARD: usize = 4096;

/// What was seen of some boxes, by one thread.
pub(super) struct Shard<const D: usize> {
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

impl<const D: usize> Default for Shard<D> {
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

impl<const D: usize> Shard<D> {
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
pub(super) struct Known<'a, const D: usize> {
    /// As they are packed.
    pub(super) packed: &'a mut [Eight<D>],
    /// Which of them exist, if all of those rested where they are packed when they were looked at,
    /// or else none.
    pub(super) calm: &'a mut [u8],
    /// Which were written since then, where that can be told.
    pub(super) written: Option<&'a [AtomicBool]>,
}

/// Looks at all boxes, on all threads, and returns in how many shards. What of those packed does
/// not rest where it was is forgotten.
pub(super) fn look<const D: usize>(
    level: SimdLevel,
    (bounds, statics): (Bounds<'_, D>, &[bool]),
    known: Known<'_, D>,
    shards: &mut Vec<Shard<D>>,
) -> Result<usize, Error> {
    let Known { packed, calm, written } = known;
    let boxes = statics.len();
    let wanted = (boxes / FEWEST_PER_SHARD).clamp(1, threads::count());
    let size = boxes.div_ceil(wanted).next_multiple_of(LANES).max(LANES);
    let used = boxes.div_ceil(size);
    if shards.len() < used {
        reserve(shards, used, "the shards of boxes")?;
        shards.resize_with(used, Shard::default);
    }
    let shards = &mut shards[..used];
    for (number, shard) in shards.iter_mut().enumerate() {
        shard.clear(number * size, boxes.min((number + 1) * size))?;
    }
    let eights = |shard: &Shard<D>| (shard.last - shard.first).div_ceil(LANES);
    with_source!(bounds, source => {
        threads::for_each_piece(shards, (packed, calm), &eights, &|shard, (packed, calm)| {
            shard.outcome = level.run(Look { source, statics, packed, calm, written, shard });
        });
    });
    let failed = shards.iter().find_map(|shard| shard.outcome.clone().err());
    failed.map_or(Ok(used), Err)
}

struct Look<'a, S, const D: usize> {
    source: S,
    statics: &'a [bool],
    packed: &'a mut [Eight<D>],
    calm: &'a mut [u8],
    written: Option<&'a [AtomicBool]>,
    shard: &'a mut Shard<D>,
}

impl<S: Source<D>, const D: usize> Pass for Look<'_, S, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Look { source, statics, packed, calm, written, shard } = self;
        let firsts = (shard.first..shard.last).step_by(LANES);
        for ((packed, calm), first) in packed.iter_mut().zip(calm).zip(firsts) {
            let rest = bits_of(statics, first);
            // Nothing is loaded of eight that rest and were not written: at rest, most boxes cost a
            // byte or two.
            if *calm != 0
                && u32::from(*calm) == rest
                && let Some(written) = written
                && !written[first / LANES].load(Relaxed)
            {
                continue;
            }
            let count = LANES.min(shard.last - first);
            let group = source.load(lanes, first);
            let exist = (1 << count) - 1;
            if group.valid != exist {
                mark_invalid(&source, first, exist & !group.valid, shard)?;
            }
            let resting = group.valid & rest;
            let stay = resting & packed.matching(lanes, &group);
            let gone = packed.holding(lanes) & !stay;
            if gone != 0 {
                take(packed, first, gone, shard)?;
            }
            *calm = if stay == exist { exist as u8 } else { 0 };
            let out = group.valid & !stay;
            shard.pending += (out & resting).count_ones() as usize;
            append(lanes, &mut shard.moving, first, &group, (out, resting))?;
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
            lanes.pack_ints(bits, lanes.bits_of_floats(values), chunk(column, len));
        }
    }
    let counting = lanes.load_int(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let ids = lanes.add_int(lanes.splat_int(first as u32), counting);
    let added = lanes.pack_ints(bits, ids, chunk(&mut list.ids, len));
    let mut motion = [0; LANES];
    set_bits(statics & bits).for_each(|lane| motion[lane] = exclusion::MOTION);
    lanes.pack_ints(bits, lanes.load_int(&motion), chunk(&mut list.exclusion, len));
    list.extend_by(added);
    Ok(())
}

#[inline(always)]
fn chunk(column: &mut [u32], first: usize) -> &mut [u32; LANES] {
    column[first..].first_chunk_mut().expect("room was made for eight")
}

/// Notes that packed boxes do not rest where they are any more.
#[cold]
fn take<const D: usize>(
    packed: &mut Eight<D>,
    first: usize,
    lanes: u32,
    shard: &mut Shard<D>,
) -> Result<(), Error> {
    for lane in set_bits(lanes) {
        if let Some(aabb) = packed.get(lane) {
            reserve_one(&mut shard.gone, "the boxes that rest no more")?;
            shard.gone.push(((first + lane) as u32, aabb));
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
    shard: &mut Shard<D>,
) -> Result<(), Error> {
    for lane in set_bits(lanes) {
        if let Err(reason) = source.get(first + lane) {
            InvalidShape::of_first(first + lane, reason).push_to(&mut shard.invalid)?;
        }
    }
    Ok(())
}
