//! Random numbers and shapes.

use jostle_kernels::shape::Obb;

/// A small generator of random bits: Steele, Lea and Flood's SplitMix64 (2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u32
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.bits() % end
    }

    /// One of several.
    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// A number in `0.0..=1.0` of full precision.
    pub(crate) fn unit(&mut self) -> f32 {
        self.bits() as f32 / u32::MAX as f32
    }

    /// A number in `-range..=range`.
    pub(crate) fn within(&mut self, range: f32) -> f32 {
        (self.unit() * 2.0 - 1.0) * range
    }

    /// A vector with components in `-range..=range`.
    pub(crate) fn vector<const D: usize>(&mut self, range: f32) -> [f32; D] {
        std::array::from_fn(|_| self.within(range))
    }

    /// A unit vector, in `f64`.
    pub(crate) fn direction<const D: usize>(&mut self) -> [f64; D] {
        loop {
            let vector: [f64; D] = self.vector::<D>(1.0).map(f64::from);
            let square: f64 = vector.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&square) {
                return vector.map(|x| x / square.sqrt());
            }
        }
    }

    /// A box at `center`, turned at random.
    pub(crate) fn obb3(&mut self, center: [f32; 3], half: [f32; 3]) -> Obb<3> {
        Obb { center, half, axes: rotation(self.direction()) }
    }
}

/// The axes of a rotation by a unit quaternion `[x, y, z, w]`, each component rounded once.
pub(crate) fn rotation([x, y, z, w]: [f64; 4]) -> [[f32; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
    .map(|axis| axis.map(|x| x as f32))
}
