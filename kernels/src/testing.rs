//! What the unit tests share: random numbers, boxes of every kind, comparisons by bits, and runs at
//! a level.

use crate::{Aabb, Lanes, bounds::AabbLanes, simd::LANES};

#[path = "../tests/common/random.rs"]
mod random;

pub(crate) use random::Random;

/// Evaluates an expression of lanes at a level, for boxes of the `D` in scope.
macro_rules! at_level {
    ($level:expr, |$lanes:ident, $($name:ident: $type:ty),*| -> $output:ty $body:block) => {{
        struct Op<const D: usize> {
            $($name: $type),*
        }
        impl<const D: usize> $crate::Pass for Op<D> {
            type Output = $output;
            #[inline(always)]
            fn run<L: $crate::Lanes>(self, $lanes: L) -> $output {
                let Self { $($name),* } = self;
                $body
            }
        }
        $level.run(Op::<D> { $($name),* })
    }};
}
pub(crate) use at_level;

/// Coordinates at which comparisons, `min` and `max` are easily got wrong.
pub(crate) const SPECIAL: [f32; 16] = [
    0.0,
    -0.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    1e-45,
    -1e-45,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    1.0,
    -1.0,
    1.000_000_1,
    2.0,
    16_777_216.0,
];

/// A linear congruential generator: D. E. Knuth's MMIX multiplier.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    fn step(&mut self) {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    }

    /// A number below `2^31`.
    pub(crate) fn next(&mut self) -> u32 {
        self.step();
        (self.0 >> 33) as u32
    }

    /// A coordinate in -1..1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.step();
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

impl Random {
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.bits() % end
    }

    /// A coordinate in `-range..range`, of full precision.
    pub(crate) fn within(&mut self, range: f32) -> f32 {
        (self.bits() as f32 / u32::MAX as f32 * 2.0 - 1.0) * range
    }
}

/// Boxes of every kind, a multiple of eight of them: small integer bounds (they touch, contain
/// and coincide often), special bounds, raw bits, and plain ones. Many are inverted.
pub(crate) fn samples<const D: usize>() -> Vec<Aabb<D>> {
    let mut random = Random(D as u64);
    let mut boxes = vec![Aabb::EMPTY, Aabb::EVERYTHING, Aabb::point([0.0; D])];
    while boxes.len() < 2048 {
        let kind = boxes.len() % 4;
        let mut aabb = Aabb::EMPTY;
        for bound in aabb.min.iter_mut().chain(&mut aabb.max) {
            *bound = match kind {
                0 => random.below(5) as f32,
                1 => SPECIAL[random.below(16) as usize],
                2 => f32::from_bits(random.bits()),
                _ => random.within(100.0),
            };
        }
        if kind == 0 && random.below(2) == 0 {
            for axis in 0..D {
                aabb.max[axis] = aabb.max[axis].max(aabb.min[axis]);
            }
        }
        boxes.push(aabb);
    }
    boxes
}

/// Valid, finite boxes of plain size, a multiple of eight of them; some have no extent.
pub(crate) fn valid_samples<const D: usize>() -> Vec<Aabb<D>> {
    let mut random = Random(77);
    let mut boxes = Vec::new();
    while boxes.len() < 2048 {
        let mut aabb = Aabb::EMPTY;
        for axis in 0..D {
            let (a, b) = (random.within(100.0), random.within(100.0));
            (aabb.min[axis], aabb.max[axis]) =
                if boxes.len() % 5 == axis { (a, a) } else { (a.min(b), a.max(b)) };
        }
        boxes.push(aabb);
    }
    boxes
}

/// The boxes by eight.
pub(crate) fn groups<const D: usize>(
    boxes: &[Aabb<D>],
) -> impl Iterator<Item = [Aabb<D>; LANES]> + use<'_, D> {
    boxes.as_chunks().0.iter().copied()
}

/// Groups of boxes against groups of other boxes, many ways round.
pub(crate) fn group_pairs<const D: usize>() -> Vec<([Aabb<D>; LANES], [Aabb<D>; LANES])> {
    let boxes = samples::<D>();
    let mut pairs = Vec::new();
    for shift in [0, 1, 4, 8, 12, 121, 1000] {
        let mut other = boxes.clone();
        other.rotate_left(shift);
        pairs.extend(groups(&boxes).zip(groups(&other)));
    }
    pairs
}

/// Eight boxes into lanes.
#[inline(always)]
pub(crate) fn gather<L: Lanes, const D: usize>(
    lanes: L,
    boxes: &[Aabb<D>; LANES],
) -> AabbLanes<L, D> {
    let (min, max) = columns_of(boxes);
    let (min, max) = (min.map(|c| to_group(&c)), max.map(|c| to_group(&c)));
    AabbLanes::load(lanes, min.each_ref(), max.each_ref())
}

/// Eight boxes out of lanes.
#[inline(always)]
pub(crate) fn scatter<L: Lanes, const D: usize>(
    lanes: L,
    boxes: &AabbLanes<L, D>,
) -> [Aabb<D>; LANES] {
    let (mut min, mut max) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
    boxes.store(lanes, min.each_mut(), max.each_mut());
    let mut out = [Aabb::EMPTY; LANES];
    for (lane, aabb) in out.iter_mut().enumerate() {
        *aabb = Aabb { min: min.map(|column| column[lane]), max: max.map(|column| column[lane]) };
    }
    out
}

/// Points by eight: the minima of the boxes.
#[inline(always)]
pub(crate) fn gather_minima<L: Lanes, const D: usize>(
    lanes: L,
    boxes: &[Aabb<D>; LANES],
) -> [L::Floats; D] {
    gather(lanes, boxes).min
}

/// The boxes as columns.
pub(crate) fn columns_of<const D: usize>(boxes: &[Aabb<D>]) -> ([Vec<f32>; D], [Vec<f32>; D]) {
    let column = |of: &dyn Fn(&Aabb<D>) -> f32| boxes.iter().map(of).collect();
    (
        std::array::from_fn(|axis| column(&|aabb| aabb.min[axis])),
        std::array::from_fn(|axis| column(&|aabb| aabb.max[axis])),
    )
}

fn to_group(column: &[f32]) -> [f32; LANES] {
    let mut group = [0.0; LANES];
    group.copy_from_slice(column);
    group
}

/// Whether two floats have the same bits, or are both NaN: arithmetic leaves a NaN's bits open.
pub(crate) fn same_value(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// Whether two boxes have the same bits, NaN included.
pub(crate) fn same_bits<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    a.min.map(f32::to_bits) == b.min.map(f32::to_bits)
        && a.max.map(f32::to_bits) == b.max.map(f32::to_bits)
}

/// Whether two boxes have the same bits, up to the payload of a NaN.
pub(crate) fn same_values<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    a.min.iter().zip(&b.min).chain(a.max.iter().zip(&b.max)).all(|(a, b)| same_value(*a, *b))
}
