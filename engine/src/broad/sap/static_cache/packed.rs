//! Boxes as they are packed, by index.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    simd::{LANES, set_bits},
};

use crate::{
    Aabb, Bounds,
    bounds::{BoxLanes, Source, with_source},
    exec::threads,
    join::part::bits_of,
};

/// Groups of eight that one thread reads one after the other.
const CHUNK: usize = 1024;

/// Eight boxes by index: as they are packed, or empty where they are not.
#[derive(Clone, Copy)]
pub(super) struct PackedEight<const D: usize> {
    min: [[f32; LANES]; D],
    max: [[f32; LANES]; D],
}

impl<const D: usize> PackedEight<D> {
    pub(super) const EMPTY: Self =
        Self { min: [[f32::INFINITY; LANES]; D], max: [[f32::NEG_INFINITY; LANES]; D] };

    /// The box in a lane, if it is packed.
    pub(super) fn get(&self, lane: usize) -> Option<Aabb<D>> {
        let aabb = Aabb { min: self.min.map(|x| x[lane]), max: self.max.map(|x| x[lane]) };
        (aabb.min[0] <= aabb.max[0]).then_some(aabb)
    }

    /// Forgets the box in a lane.
    pub(super) fn remove(&mut self, lane: usize) {
        for axis in 0..D {
            self.min[axis][lane] = f32::INFINITY;
            self.max[axis][lane] = f32::NEG_INFINITY;
        }
    }

    /// Which boxes are, bit for bit, as they are packed.
    #[inline(always)]
    pub(super) fn matching<L: Lanes>(&self, lanes: L, group: &BoxLanes<L, D>) -> u32 {
        let equal = |a: &[f32; LANES], b| {
            lanes.eq_int(lanes.bits_of_floats(lanes.load(a)), lanes.bits_of_floats(b))
        };
        let mut mask = equal(&self.max[0], group.max[0]);
        for axis in 0..D {
            mask = lanes.both(mask, equal(&self.min[axis], group.min[axis]));
        }
        for axis in 1..D {
            mask = lanes.both(mask, equal(&self.max[axis], group.max[axis]));
        }
        lanes.bits(mask)
    }

    /// Which boxes are packed.
    #[inline(always)]
    pub(super) fn holding<L: Lanes>(&self, lanes: L) -> u32 {
        lanes.bits(lanes.le(lanes.load(&self.min[0]), lanes.load(&self.max[0])))
    }
}

/// Notes that the static boxes, and only they, are packed as they are. On all threads.
pub(super) fn adopt<const D: usize>(
    level: SimdLevel,
    bounds: Bounds<'_, D>,
    statics: &[bool],
    packed: &mut [PackedEight<D>],
) {
    with_source!(bounds, source => {
        threads::for_each_chunk(packed, CHUNK, |number, packed| {
            level.run(Adopt { source, statics, packed, first: number * CHUNK * LANES });
        });
    });
}

struct Adopt<'a, S, const D: usize> {
    source: S,
    statics: &'a [bool],
    packed: &'a mut [PackedEight<D>],
    first: usize,
}

impl<S: Source<D>, const D: usize> Pass for Adopt<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Adopt { source, statics, packed, first } = self;
        for (packed, first) in packed.iter_mut().zip((first..statics.len()).step_by(LANES)) {
            let group = source.load(lanes, first);
            for axis in 0..D {
                lanes.store(group.min[axis], &mut packed.min[axis]);
                lanes.store(group.max[axis], &mut packed.max[axis]);
            }
            let resting = group.valid & bits_of(statics, first);
            set_bits(!resting & 0xff).for_each(|lane| packed.remove(lane));
        }
    }
}
