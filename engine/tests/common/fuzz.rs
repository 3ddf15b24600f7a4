//! Bytes taken for boxes and questions, and bytes to take.

use jostle::{
    SimdLevel,
    bvh::{BuildQuality, Bvh},
};

use super::{Boxes, Random, scale};

/// Bytes that are read from the front; zeros behind the end.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn float(&mut self) -> f32 {
        f32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    pub(crate) fn place<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| self.float())
    }

    /// As many boxes as are left, each with its bounds in order by the bits of a byte, or not.
    pub(crate) fn boxes<const D: usize>(&mut self, most: usize) -> Boxes<D> {
        let mut boxes = Boxes::new();
        while !self.0.is_empty() && boxes.len() < most {
            let (flags, mut min, mut max) = (self.byte(), self.place::<D>(), self.place::<D>());
            for axis in 0..D {
                if flags >> axis & 1 == 0 && min[axis] > max[axis] {
                    (min[axis], max[axis]) = (max[axis], min[axis]);
                }
            }
            boxes.push(min, max);
        }
        boxes
    }

    /// A tree of any kind of these boxes.
    pub(crate) fn tree<const D: usize>(&mut self, boxes: &Boxes<D>) -> Bvh<D> {
        let levels = SimdLevel::available();
        let level = levels[usize::from(self.byte()) % levels.len()];
        let build = [BuildQuality::Fast, BuildQuality::Balanced, BuildQuality::Quality]
            [usize::from(self.byte()) % 3];
        let mut tree = Bvh::new().with_level(level).with_build(build);
        tree.build(boxes.bounds()).expect("no boxes are an error");
        tree
    }
}

/// Values by hand.
const NASTY: [f32; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    3.0,
    1.000_000_1,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    1e-40,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    -f32::NAN,
    1e30,
    -1e30,
    1e-30,
    1e18,
];

/// Bytes: any at all, nasty values, small whole numbers, or a mixture.
fn input(random: &mut Random) -> Vec<u8> {
    let (kind, words) = (random.below(5), random.below(400));
    let tame = random.below(4) > 0;
    let mut bytes: Vec<u8> = (0..2).map(|_| random.below(256) as u8).collect();
    for word in 0..words {
        let value = match [kind, random.below(4)][usize::from(kind == 4)] {
            0 => f32::from_bits(random.bits() as u32),
            1 => NASTY[random.below(if tame { 16 } else { NASTY.len() })],
            2 => random.below(9) as f32 - 4.0,
            _ => random.between(-3.0, 3.0),
        };
        bytes.extend(value.to_le_bytes());
        // Boxes begin with a byte of flags: a shift, so that values are read across words as well.
        if tame && word % 7 == 6 || !tame && random.below(9) == 0 {
            bytes.push(random.below(8) as u8);
        }
    }
    bytes
}

/// Each nasty value everywhere, and with every other in turn.
fn by_hand() -> impl Iterator<Item = Vec<u8>> {
    let two = |a: f32, b: f32| {
        let words = (0..260).map(move |word| if word * word % 7 < 3 { a } else { b });
        words.flat_map(f32::to_le_bytes).collect()
    };
    let pairs = NASTY.into_iter().flat_map(|a| NASTY.map(|b| (a, b)));
    let bytes = (0..=255_u8).map(|byte| vec![byte; 900]);
    pairs.map(move |(a, b)| two(a, b)).chain(bytes)
}

/// So many inputs from a seed, and those by hand.
pub(crate) fn corpus(seed: u64, cases: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::seeded(seed);
    (0..cases * scale()).map(move |_| input(&mut random)).chain(by_hand())
}
