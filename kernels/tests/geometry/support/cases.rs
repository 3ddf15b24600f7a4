//! Random points of many kinds.

use super::Random;

/// Numbers at many scales, so that points fall together, lie on lines, nearly so, or anywhere.
pub(crate) struct Cases {
    pub(crate) random: Random,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Small whole multiples of a power of two, so that lines and circles meet exactly.
    Grid(f32),
    /// In a range of this size.
    Range(f32),
    /// Steps of the last digit around a place.
    Close(f32),
    /// Any finite bits.
    Bits,
}

/// A power of two, also a denormal one.
pub(crate) fn power(of: i32) -> f32 {
    2_f64.powi(of) as f32
}

impl Cases {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random(seed), kind: Kind::Grid(1.0) }
    }

    /// Begins another case.
    pub(crate) fn next(&mut self) {
        let power = |random: &mut Random| power(random.of(&[-149, -140, -60, 0, 0, 60, 120]));
        self.kind = match self.random.below(8) {
            0..4 => Kind::Grid(power(&mut self.random)),
            4 | 5 => Kind::Range(power(&mut self.random)),
            6 => Kind::Close(power(&mut self.random)),
            _ => Kind::Bits,
        };
    }

    /// Begins a case of sizes from 1e-18 to 1e18.
    pub(crate) fn next_plain(&mut self) {
        let unit = power(self.random.of(&[-60, -20, 0, 0, 20, 60]));
        self.kind = match self.random.below(4) {
            0 | 1 => Kind::Grid(unit),
            2 => Kind::Range(unit),
            _ => Kind::Close(unit),
        };
    }

    /// Begins a case on a grid.
    pub(crate) fn next_on_grid(&mut self) {
        self.kind = Kind::Grid(power(self.random.of(&[-140, -20, 0, 60, 120])));
    }

    /// Whether numbers are huge or tiny.
    pub(crate) fn is_extreme(&self) -> bool {
        match self.kind {
            Kind::Grid(unit) | Kind::Range(unit) | Kind::Close(unit) => {
                !(1e-30..=1e30).contains(&unit)
            }
            Kind::Bits => true,
        }
    }

    pub(crate) fn number(&mut self) -> f32 {
        match self.kind {
            Kind::Grid(unit) => (self.random.below(13) as f32 - 6.0) * unit,
            Kind::Range(unit) => self.random.within(1.0) * unit,
            Kind::Close(unit) => {
                let steps = self.random.below(5);
                f32::from_bits(unit.to_bits() + steps) * self.random.of(&[1.0, 1.0, 1.5, 3.0])
            }
            Kind::Bits => loop {
                let number = f32::from_bits(self.random.bits());
                if number.is_finite() {
                    break number;
                }
            },
        }
    }

    pub(crate) fn point<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| if self.random.below(40) == 0 { -0.0 } else { self.number() })
    }

    pub(crate) fn points<const D: usize, const N: usize>(&mut self) -> [[f32; D]; N] {
        std::array::from_fn(|_| self.point())
    }

    /// A point on a segment, or as near as rounding lets it be.
    pub(crate) fn on<const D: usize>(&mut self, [a, b]: [[f32; D]; 2]) -> [f32; D] {
        let t = self.random.of(&[0.0, 0.25, 0.5, 0.5, 1.0, 2.0, -1.0]);
        std::array::from_fn(|k| {
            let at = f64::from(a[k]) + (f64::from(b[k]) - f64::from(a[k])) * t;
            (at as f32).clamp(-f32::MAX, f32::MAX)
        })
    }

    /// A point among others: one of them, on a line through two, or any.
    pub(crate) fn among<const D: usize>(&mut self, others: &[[f32; D]]) -> [f32; D] {
        match self.random.below(4) {
            0 => self.random.of(others),
            1 | 2 => {
                let ends = [self.random.of(others), self.random.of(others)];
                self.on(ends)
            }
            _ => self.point(),
        }
    }

    /// A size, at times 0.
    pub(crate) fn size(&mut self) -> f32 {
        if self.random.below(6) == 0 { 0.0 } else { self.number().abs() }
    }
}
