//! Boxes in columns, and random sets of them.

use jostle::Bounds;

use super::Random;

/// Boxes, one column of minima and one of maxima per axis.
#[derive(Clone, Debug)]
pub(crate) struct Boxes<const D: usize> {
    pub(crate) min: [Vec<f32>; D],
    pub(crate) max: [Vec<f32>; D],
}

impl<const D: usize> Boxes<D> {
    pub(crate) fn new() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Self { min: empty(), max: empty() }
    }

    pub(crate) fn push(&mut self, min: [f32; D], max: [f32; D]) {
        for axis in 0..D {
            self.min[axis].push(min[axis]);
            self.max[axis].push(max[axis]);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.min[0].len()
    }

    pub(crate) fn corners(&self, index: usize) -> ([f32; D], [f32; D]) {
        let of = |columns: &[Vec<f32>; D]| std::array::from_fn(|axis| columns[axis][index]);
        (of(&self.min), of(&self.max))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = ([f32; D], [f32; D])> + '_ {
        (0..self.len()).map(|index| self.corners(index))
    }

    /// Whether box `index` is ordered on every axis, which none with a NaN is.
    pub(crate) fn is_valid(&self, index: usize) -> bool {
        (0..D).all(|axis| self.min[axis][index] <= self.max[axis][index])
    }

    /// Moves every box along every axis by a random distance of at most `by`.
    pub(crate) fn move_all(&mut self, random: &mut Random, by: f32) {
        for index in 0..self.len() {
            for axis in 0..D {
                let step = random.between(-by, by);
                self.min[axis][index] += step;
                self.max[axis][index] += step;
            }
        }
    }

    /// The boxes as the engine takes them.
    pub(crate) fn bounds(&self) -> Bounds<'_, D> {
        Bounds::from_columns(
            std::array::from_fn(|axis| &*self.min[axis]),
            std::array::from_fn(|axis| &*self.max[axis]),
        )
        .expect("all columns have the same length")
    }
}

impl<const D: usize> FromIterator<([f32; D], [f32; D])> for Boxes<D> {
    fn from_iter<I: IntoIterator<Item = ([f32; D], [f32; D])>>(corners: I) -> Self {
        let mut boxes = Self::new();
        corners.into_iter().for_each(|(min, max)| boxes.push(min, max));
        boxes
    }
}

/// Numbers of boxes around the widths of groups, chunks and sorting digits.
pub(crate) fn sizes() -> Vec<usize> {
    let around = [31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 512];
    (0..=17).chain(around).collect()
}

/// `count` boxes with sides up to `size`, spread evenly in a cube of side `side`.
pub(crate) fn uniform<const D: usize>(
    random: &mut Random,
    count: usize,
    side: f32,
    size: f32,
) -> Boxes<D> {
    let mut corners = || {
        let min = random.point(0.0, side);
        (min, min.map(|x| x + random.between(0.0, size)))
    };
    (0..count).map(|_| corners()).collect()
}

/// Boxes at all scales about a point: as large as a share of their distance from it, which is
/// anything from 2^-octaves to 1.
pub(crate) fn at_all_scales<const D: usize>(
    random: &mut Random,
    count: usize,
    (point, octaves): ([f32; D], f32),
    share: f32,
) -> Boxes<D> {
    let mut corners = || {
        let distance = libm::exp2f(random.between(-octaves, 0.0));
        let center: [f32; D] = random.point(-distance, distance);
        let corner = |by: f32| std::array::from_fn(|axis| point[axis] + center[axis] + by);
        (corner(-share * distance), corner(share * distance))
    };
    (0..count).map(|_| corners()).collect()
}

/// How a random set of boxes looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Side of the cube that the plain boxes lie in, when their sides are up to 1.
    pub(crate) side: f32,
    /// What all plain coordinates are multiplied by.
    pub(crate) unit: f32,
    /// Share of special boxes, where 1 is what a set needs to meet them all.
    pub(crate) special: f64,
    /// Percent of boxes that are not valid.
    pub(crate) invalid: f64,
}

/// Random boxes of all kinds: 10 % that share a coordinate with an earlier one, 10 % that equal
/// an earlier one, 5 % each of zero size, nested, with signed zeros, denormal, huge or tiny, and
/// unbounded on an axis, 2 % not valid.
pub(crate) fn mixed<const D: usize>(random: &mut Random, count: usize, style: Style) -> Boxes<D> {
    let mut boxes = Boxes::<D>::new();
    for index in 0..count {
        let (mut min, mut max) = plain(random, style);
        let (old_min, old_max) =
            if index > 0 { boxes.corners(random.below(index)) } else { (min, max) };
        let axis = random.below(D);
        // 0..1000 are 100 %.
        let kind = (f64::from(random.unit()) * 1000.0 / style.special.max(1e-9)) as usize;
        match kind {
            0..100 => {
                let side = max[axis] - min[axis];
                (min[axis], max[axis]) = (old_max[axis], old_max[axis] + side);
            }
            100..200 => (min, max) = (old_min, old_max),
            200..250 => max = min,
            250..300 => {
                (min, max) = (old_min, old_max);
                let middle = (0.5 * min[axis] + 0.5 * max[axis]).max(min[axis]);
                (min[axis], max[axis]) = random.pick(&[(min[axis], middle), (middle, max[axis])]);
            }
            300..350 => {
                let zero = random.pick(&[0.0, -0.0]);
                let ends = [(zero, style.unit), (-style.unit, zero), (zero, -zero), (zero, zero)];
                (min[axis], max[axis]) = random.pick(&ends);
            }
            350..400 => {
                let mut end = || f32::from_bits(random.below(100) as u32);
                (min[axis], max[axis]) = (-end(), end());
            }
            400..450 => {
                let (low, high) = (random.unit(), random.unit());
                let scale = random.pick(&[1e30, 1e-30, f32::MAX]);
                (min[axis], max[axis]) = (-low * scale, high * scale);
            }
            450..500 => {
                let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
                let (a, b) = (min[axis], max[axis]);
                let ends = [(low, high), (low, b), (a, high), (low, low), (high, high)];
                (min[axis], max[axis]) = random.pick(&ends);
            }
            _ => {}
        }
        if random.percent(style.invalid) {
            match random.below(3) {
                0 => min[axis] = f32::NAN,
                1 => max[axis] = -f32::NAN,
                _ => (min[axis], max[axis]) = (1.0, -1.0),
            }
        }
        boxes.push(min, max);
    }
    boxes
}

fn plain<const D: usize>(random: &mut Random, style: Style) -> ([f32; D], [f32; D]) {
    let min: [f32; D] = random.point(-0.5 * style.side, 0.5 * style.side);
    let max = min.map(|x| x + random.unit());
    (min.map(|x| x * style.unit), max.map(|x| x * style.unit))
}
