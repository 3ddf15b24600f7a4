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

/// Lists which of many boxes leave a domain, or touch some boxes. Keep it: it reuses its memory.
///
/// ```
/// use jostle::{Aabb, Bounds, domain::Selection};
///
/// let (low, high) = ([0.0, 2.0, 7.0], [1.0, 4.0, 8.0]);
/// let bounds = Bounds::from_columns([&low, &[0.0; 3]], [&high, &[1.0; 3]])?;
/// let mut selection = Selection::new();
/// let domain = Aabb { min: [f32::NEG_INFINITY; 2], max: [4.0, f32::INFINITY] };
/// assert_eq!(selection.leaving(bounds, &domain)?, [1, 2]);
/// let some = [Aabb { min: [1.0, 0.5], max: [1.5, 2.0] }];
/// assert_eq!(selection.touching(bounds, &some)?, [0]);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Default)]
pub struct Selection {
    level: SimdLevel,
    chunks: Vec<Vec<u32>>,
    all: Vec<u32>,
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

    /// Lists the boxes that do not lie within a [region](super::Decomposition::region) of which the
    /// upper borders are no part, in order. Boxes that are not valid are in no list.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn leaving<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        region: &Aabb<D>,
    ) -> Result<&[u32], Error> {
        self.list(bounds, Wanted::Leaving(region))
    }

    /// Lists the boxes that touch one of some boxes, in order. O(boxes · some).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn touching<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        some: &[Aabb<D>],
    ) -> Result<&[u32], Error> {
        self.list(bounds, Wanted::Touching(some))
    }

    /// What was listed last.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        &self.all
    }

    /// Lists nothing.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let chunks = self.chunks.iter().map(Vec::capacity).sum::<usize>();
        size_of::<u32>() * (chunks + self.all.capacity())
    }

    #[inline(never)]
    fn list<const D: usize>(
        &mut self,
        bounds: Bounds<'_, D>,
        wanted: Wanted<'_, D>,
    ) -> Result<&[u32], Error> {
        const WHAT: &str = "the list of chosen boxes";
        self.all.clear();
        let chunks = bounds.len().div_ceil(CHUNK);
        grow_filled(&mut self.chunks, chunks, WHAT)?;
        let (lists, level) = (&mut self.chunks[..chunks], self.level);
        with_source!(bounds, source => {
            threads::try_for_each_chunk(lists, 1, |chunk, lists| {
                let (list, first) = (&mut lists[0], chunk * CHUNK);
                list.clear();
                let last = Source::<D>::len(&source).min(first + CHUNK);
                level.run(SelectPass { source, first, last, wanted, list })
            })
        })?;
        reserve_more(&mut self.all, lists.iter().map(Vec::len).sum(), WHAT)?;
        lists.iter().for_each(|list| self.all.extend_from_slice(list));
        Ok(&self.all)
    }
}

instances![Selection::list::<D>];

/// Which boxes are wanted.
#[derive(Clone, Copy)]
enum Wanted<'a, const D: usize> {
    Leaving(&'a Aabb<D>),
    Touching(&'a [Aabb<D>]),
}

struct SelectPass<'a, S, const D: usize> {
    source: S,
    first: usize,
    last: usize,
    wanted: Wanted<'a, D>,
    list: &'a mut Vec<u32>,
}

impl<S: Source<D>, const D: usize> Pass for SelectPass<'_, S, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Self { source, first, last, wanted, list } = self;
        for first in (first..last).step_by(LANES) {
            let group = source.load(lanes, first);
            let bits = match wanted {
                Wanted::Leaving(region) => !inside(lanes, &group, region),
                Wanted::Touching(some) => {
                    let mut bits = 0;
                    for one in some {
                        bits |= touching(lanes, &group, one);
                    }
                    bits
                }
            };
            let chosen = bits & group.valid;
            if chosen != 0 {
                reserve_more(list, LANES, "the list of chosen boxes")?;
                list.extend(set_bits(chosen).map(|lane| (first + lane) as u32));
            }
        }
        Ok(())
    }
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
fn touching<L: Lanes, const D: usize>(lanes: L, group: &BoxLanes<L, D>, one: &Aabb<D>) -> u32 {
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
