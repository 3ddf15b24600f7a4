//! Where boxes come from: one reader per memory layout.

use bytemuck::Pod;
use jostle_kernels::{
    Lanes,
    simd::{LANES, prefetch::for_reading},
};

use crate::{
    Aabb, Error,
    validate::{InvalidReason, are_balls, check_ball, check_bounds, ordered},
};

/// Up to eight boxes as lanes, and which of them are valid.
pub(crate) struct BoxLanes<L: Lanes, const D: usize> {
    pub(crate) min: [L::Floats; D],
    pub(crate) max: [L::Floats; D],
    /// Bit per lane: the box exists and is valid.
    pub(crate) valid: u32,
}

/// A layout that boxes are read from.
pub(crate) trait Source<const D: usize>: Copy + Send + Sync {
    /// Number of boxes.
    fn len(&self) -> usize;

    /// Asks for a box before it is needed, if there is one of this index.
    fn prefetch(&self, index: usize);

    /// The eight boxes from `first` on, all of which exist.
    fn load_full<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D>;

    /// The box at `index`, or why it is not valid.
    fn get(&self, index: usize) -> Result<Aabb<D>, InvalidReason>;

    /// The boxes from `first` on, eight or as many as there are.
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        if first + LANES <= self.len() {
            self.load_full(lanes, first)
        } else {
            self.load_tail(lanes, first)
        }
    }

    /// The last boxes, where fewer than eight are left.
    #[inline(always)]
    fn load_tail<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let (mut min, mut max) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
        let mut valid = 0;
        for lane in 0..self.len() - first {
            if let Ok(aabb) = self.get(first + lane) {
                valid |= 1 << lane;
                for axis in 0..D {
                    min[axis][lane] = aabb.min[axis];
                    max[axis][lane] = aabb.max[axis];
                }
            }
        }
        BoxLanes { min: load_axes(lanes, &min), max: load_axes(lanes, &max), valid }
    }
}

#[inline(always)]
fn load_axes<L: Lanes, const D: usize>(lanes: L, axes: &[[f32; LANES]; D]) -> [L::Floats; D] {
    let mut out = [lanes.load(&axes[0]); D];
    for axis in 1..D {
        out[axis] = lanes.load(&axes[axis]);
    }
    out
}

#[inline(always)]
fn eight(column: &[f32], first: usize) -> &[f32; LANES] {
    column[first..].first_chunk().expect("the caller checked that eight boxes are left")
}

/// A field of `f32`s in records, as floats and a stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<'a> {
    pub(crate) floats: &'a [f32],
    /// In floats.
    pub(crate) offset: usize,
    /// In floats.
    pub(crate) stride: usize,
}

impl<'a> Strided<'a> {
    /// The field of `count` floats at byte `offset` of each record.
    pub(crate) fn of<T: Pod>(
        records: &'a [T],
        what: &'static str,
        offset: usize,
        count: usize,
    ) -> Result<Self, Error> {
        const FLOAT: usize = size_of::<f32>();
        let record = size_of::<T>();
        let error = Error::Layout { what, offset, record };
        let fits = offset.checked_add(count * FLOAT).is_some_and(|end| end <= record);
        if !fits || !offset.is_multiple_of(FLOAT) || !record.is_multiple_of(FLOAT) {
            return Err(error);
        }
        let floats = bytemuck::try_cast_slice(records).map_err(|_| error)?;
        Ok(Self { floats, offset: offset / FLOAT, stride: record / FLOAT })
    }

    /// The first `N` of each `stride` numbers, and how many records there are.
    pub(crate) fn of_numbers<const N: usize>(
        floats: &'a [f32],
        what: &'static str,
        stride: usize,
    ) -> Result<(Self, usize), Error> {
        const FLOAT: usize = size_of::<f32>();
        if stride < N {
            let record = stride.saturating_mul(FLOAT);
            return Err(Error::Layout { what, offset: 0, record });
        }
        // No place of a record, nor of one that is fetched ahead, is too large for a number then.
        let stride = stride.min(floats.len().max(1));
        // The last one may end with its field.
        let len = floats.len().checked_sub(N).map_or(0, |behind| behind / stride + 1);
        Ok((Self { floats, offset: 0, stride }, len))
    }

    #[inline(always)]
    pub(crate) fn at<const N: usize>(&self, index: usize) -> &[f32; N] {
        let start = index * self.stride + self.offset;
        self.floats[start..].first_chunk().expect("the constructor checked the field's extent")
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        for_reading(self.floats, index * self.stride + self.offset);
    }

    /// The field of eight records from `first` on, as lanes.
    #[inline(always)]
    fn load<L: Lanes, const N: usize>(&self, lanes: L, first: usize) -> [L::Floats; N] {
        let mut columns = [[0.0; LANES]; N];
        for lane in 0..LANES {
            let field: &[f32; N] = self.at(first + lane);
            for (column, coordinate) in columns.iter_mut().zip(field) {
                column[lane] = *coordinate;
            }
        }
        load_axes(lanes, &columns)
    }
}

/// Minima and maxima, one slice per axis each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbColumns<'a, const D: usize> {
    pub(crate) min: [&'a [f32]; D],
    pub(crate) max: [&'a [f32]; D],
    pub(crate) len: usize,
}

impl<const D: usize> Source<D> for AabbColumns<'_, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn load_full<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let mut min = [lanes.load(eight(self.min[0], first)); D];
        let mut max = [lanes.load(eight(self.max[0], first)); D];
        for axis in 1..D {
            min[axis] = lanes.load(eight(self.min[axis], first));
            max[axis] = lanes.load(eight(self.max[axis], first));
        }
        BoxLanes { valid: lanes.bits(ordered(lanes, &min, &max)), min, max }
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        for axis in 0..D {
            for_reading(self.min[axis], index);
            for_reading(self.max[axis], index);
        }
    }

    fn get(&self, index: usize) -> Result<Aabb<D>, InvalidReason> {
        let (min, max) = (self.min.map(|axis| axis[index]), self.max.map(|axis| axis[index]));
        check_bounds(min, max).map(|()| Aabb { min, max })
    }
}

/// Minima and maxima in records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbRecords<'a, const D: usize> {
    pub(crate) min: Strided<'a>,
    pub(crate) max: Strided<'a>,
    pub(crate) len: usize,
}

impl<const D: usize> Source<D> for AabbRecords<'_, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn load_full<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let (min, max) = (self.min.load(lanes, first), self.max.load(lanes, first));
        BoxLanes { valid: lanes.bits(ordered(lanes, &min, &max)), min, max }
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        self.min.prefetch(index);
        self.max.prefetch(index);
    }

    fn get(&self, index: usize) -> Result<Aabb<D>, InvalidReason> {
        let (min, max) = (*self.min.at(index), *self.max.at(index));
        check_bounds(min, max).map(|()| Aabb { min, max })
    }
}

/// Bounds of eight balls, and which of them are valid.
#[inline(always)]
fn balls<L: Lanes, const D: usize>(
    lanes: L,
    center: [L::Floats; D],
    radius: L::Floats,
) -> BoxLanes<L, D> {
    let valid = lanes.bits(are_balls(lanes, &center, radius));
    let (mut min, mut max) = (center, center);
    for axis in 0..D {
        min[axis] = lanes.sub(center[axis], radius);
        max[axis] = lanes.add(center[axis], radius);
    }
    BoxLanes { min, max, valid }
}

/// Bounds of one ball. Rounding keeps balls that touch touching: it is monotone, so
/// `a + r <= b - s` holds for the rounded values whenever it holds for the exact ones.
#[inline]
fn ball<const D: usize>(center: [f32; D], radius: f32) -> Result<Aabb<D>, InvalidReason> {
    check_ball(center, radius)?;
    Ok(Aabb { min: center.map(|x| x - radius), max: center.map(|x| x + radius) })
}

/// Centers, one slice per axis, and radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallColumns<'a, const D: usize> {
    pub(crate) center: [&'a [f32]; D],
    pub(crate) radius: &'a [f32],
}

impl<const D: usize> Source<D> for BallColumns<'_, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.radius.len()
    }

    #[inline(always)]
    fn load_full<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let mut center = [lanes.load(eight(self.center[0], first)); D];
        for (lane, column) in center.iter_mut().zip(self.center) {
            *lane = lanes.load(eight(column, first));
        }
        balls(lanes, center, lanes.load(eight(self.radius, first)))
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        for axis in 0..D {
            for_reading(self.center[axis], index);
        }
        for_reading(self.radius, index);
    }

    fn get(&self, index: usize) -> Result<Aabb<D>, InvalidReason> {
        ball(self.center.map(|axis| axis[index]), self.radius[index])
    }
}

/// Centers and radii in records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallRecords<'a, const D: usize> {
    pub(crate) center: Strided<'a>,
    pub(crate) radius: Strided<'a>,
    pub(crate) len: usize,
}

impl<const D: usize> Source<D> for BallRecords<'_, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn load_full<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let [radius] = self.radius.load(lanes, first);
        balls(lanes, self.center.load(lanes, first), radius)
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        self.center.prefetch(index);
        self.radius.prefetch(index);
    }

    fn get(&self, index: usize) -> Result<Aabb<D>, InvalidReason> {
        let [radius] = *self.radius.at(index);
        ball(*self.center.at(index), radius)
    }
}
