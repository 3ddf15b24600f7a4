//! Boxes chosen by where they are, eight at a time.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    simd::{LANES, set_bits},
};

use crate::{
    Aabb, Bounds, Error,
    bounds::{BoxLanes, Source, with_source},
    exec::threads,
    instances::instances,
    memory::{grow_filled, reserve_more},
};

/// Boxes that a thread looks at, at once.
const CHUNK: usize = 8192;

/// Lists which of many boxes leave a domain, and which touch some boxes. Keep it: it reuses its
/// memory.
///
/// ```
/// use jostle::{Aabb, Bounds, domain::Selection};
///
/// let (low, high) = ([0.0, 2.0, 7.0], [1.0, 4.0, 8.0]);
/// let bounds = Bounds::from_columns([&low, &[0.0; 3]], [&high, &[1.0; 3]])?;
/// let mut selection = Selection::new();
/// let domain = Aabb { min: [f32::NEG_INFINITY; 2], max: [4.0, f32::INFINITY] };
/// let some = [Aabb { min: [1.0, 0.5], max: [1.5, 2.0] }];
/// selection.update(bounds, Some(&domain), &some)?;
/// assert_eq!((selection.leaving(), selection.touching()), (&[1, 2][..], &[0][..]));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Default)]
pub struct Selection {
    level: SimdLevel,
    /// Boxes that leave, and that touch, of each chunk, and of all.
    chunks: Vec<[Vec<u32>; 2]>,
    all: [Vec<u32>; 2],
}

impl Selection {
    /// Nothing chosen yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Lists the boxes that leave a region, if there is one, and those that touch one of some
    /// boxes, both in order and in one pass. Boxes that are not valid are in no list.
    /// O(boxes · some).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn update<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        region: Option<&Aabb<D>>,
        some: &[Aabb<D>],
    ) -> Result<(), Error> {
        self.clear();
        self.list(bounds, region, some).inspect_err(|_| self.clear())
    }

    /// The boxes that do not lie within the [region](super::Decomposition::region), of which the
    /// upper borders are no part.
    #[must_use]
    pub fn leaving(&self) -> &[u32] {
        &self.all[0]
    }

    /// The boxes that touch some.
    #[must_use]
    pub fn touching(&self) -> &[u32] {
        &self.all[1]
    }

    /// Lists nothing.
    pub fn clear(&mut self) {
        self.all.iter_mut().for_each(Vec::clear);
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let lists = self.chunks.iter().chain([&self.all]).flatten();
        size_of::<u32>() * lists.map(Vec::capacity).sum::<usize>()
            + size_of::<[Vec<u32>; 2]>() * self.chunks.capacity()
    }

    #[inline(never)]
    fn list<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        region: Option<&Aabb<D>>,
        some: &[Aabb<D>],
    ) -> Result<(), Error> {
        let chunks = bounds.len().div_ceil(CHUNK);
        grow_filled(&mut self.chunks, chunks, WHAT)?;
        let (lists, level) = (&mut self.chunks[..chunks], self.level);
        with_source!(bounds, source => {
            threads::try_for_each_chunk(lists, 1, |chunk, lists| {
                let first = chunk * CHUNK;
                let last = Source::<D>::len(&source).min(first + CHUNK);
                let [leaving, touching] = &mut lists[0];
                leaving.clear();
                touching.clear();
                level.run(SelectPass { source, first, last, region, some, leaving, touching })
            })
        })?;
        for (kind, all) in self.all.iter_mut().enumerate() {
            reserve_more(all, lists.iter().map(|lists| lists[kind].len()).sum(), WHAT)?;
            lists.iter().for_each(|lists| all.extend_from_slice(&lists[kind]));
        }
        Ok(())
    }
}

const WHAT: &str = "the list of chosen boxes";

instances![Selection::list::<D>];

struct SelectPass<'a, S, const D: usize> {
    source: S,
    first: usize,
    last: usize,
    /// What boxes leave, if that is asked.
    region: Option<&'a Aabb<D>>,
    some: &'a [Aabb<D>],
    leaving: &'a mut Vec<u32>,
    touching: &'a mut Vec<u32>,
}

impl<S: Source<D>, const D: usize> Pass for SelectPass<'_, S, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Self { source, first, last, region, some, leaving, touching } = self;
        for first in (first..last).step_by(LANES) {
            let group = source.load(lanes, first);
            if let Some(region) = region {
                let outside = !inside(lanes, &group, region) & group.valid;
                if outside != 0 {
                    add(leaving, first, outside)?;
                }
            }
            let mut near = 0;
            for one in some {
                near |= touch(lanes, &group, one);
            }
            near &= group.valid;
            if near != 0 {
                add(touching, first, near)?;
            }
        }
        Ok(())
    }
}

/// Lists those of a group that are set in a mask.
#[inline(always)]
fn add(list: &mut Vec<u32>, first: usize, mask: u32) -> Result<(), Error> {
    reserve_more(list, LANES, WHAT)?;
    list.extend(set_bits(mask).map(|lane| (first + lane) as u32));
    Ok(())
}

/// Which of eight boxes lie within a region, below its upper borders.
#[inline(always)]
fn inside<L: Lanes, const D: usize>(lanes: L, group: &BoxLanes<L, D>, region: &Aabb<D>) -> u32 {
    let within = |axis: usize| {
        let above = lanes.le(lanes.splat(region.min[axis]), group.min[axis]);
        let below = lanes.lt(group.max[axis], lanes.splat(region.max[axis]));
        lanes.both(above, below)
    };
    let mut mask = within(0);
    for axis in 1..D {
        mask = lanes.both(mask, within(axis));
    }
    lanes.bits(mask)
}

/// Which of eight boxes touch a box.
#[inline(always)]
fn touch<L: Lanes, const D: usize>(lanes: L, group: &BoxLanes<L, D>, one: &Aabb<D>) -> u32 {
    let meet = |axis: usize| {
        let from = lanes.le(group.min[axis], lanes.splat(one.max[axis]));
        let to = lanes.le(lanes.splat(one.min[axis]), group.max[axis]);
        lanes.both(from, to)
    };
    let mut mask = meet(0);
    for axis in 1..D {
        mask = lanes.both(mask, meet(axis));
    }
    lanes.bits(mask)
}
