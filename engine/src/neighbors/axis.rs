//! Cells along one axis, for any coordinates.
//!
//! No extent and no number of cells enters: a cell is as wide as asked for while there are several
//! `f32` in it, and where numbers are farther apart than that, each number is a cell of its own. So
//! a far outlier widens nothing, and nothing is ever out of range.

/// How coordinates are numbered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axis {
    /// Cells in a unit.
    scale: f64,
    /// From here on, on both sides of 0, each `f32` is a cell. A power of two.
    turn: f32,
    /// The number of the cell that begins at the turn.
    at_turn: i64,
}

/// The number of the cell that begins at 0.
const MIDDLE: i64 = 1 << 31;

/// The narrowest cells. Narrower ones on both sides of 0 would be more than `u32` can number.
const NARROWEST: f64 = f32::from_bits(8) as f64;

impl Axis {
    /// Cells such that coordinates at most `reach` apart are in cells at most `cells` apart.
    ///
    /// Proof. The cells are wider than `reach / cells` by 2^-20 of it. Below the turn, which is at
    /// most 2^25 cells away, two roundings of the position in `f64` are 2^-27 cells or less, which
    /// is less than that. From the turn on numbers are at least two cells apart, so what the whole
    /// cells count there is at most half the distance, which makes up for the cell in which the
    /// turn lies.
    pub(super) fn new(reach: f64, cells: u32) -> Self {
        let width =
            (reach / f64::from(cells) * (1.0 + f64::from(f32::EPSILON) * 8.0)).max(NARROWEST);
        // At least 2^24 and less than 2^25 widths; infinite where all of f32 is nearer.
        let turn = 2.0_f64.powi(24 + libm::log2(width).ceil() as i32) as f32;
        Self { scale: width.recip(), turn, at_turn: (f64::from(turn) / width) as i64 }
    }

    /// The cell of a coordinate, which must be finite. Never decreases with it.
    #[inline(always)]
    pub(super) fn cell(&self, x: f32) -> u32 {
        let size = x.abs();
        let number = if size < self.turn {
            (f64::from(x) * self.scale).floor() as i64
        } else {
            let beyond = self.at_turn + i64::from(size.to_bits() - self.turn.to_bits());
            // The cell that begins at -0.5 is the one before that of 0.
            if x > 0.0 { beyond } else { -1 - beyond }
        };
        (number + MIDDLE) as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Numbers around which something changes.
    fn edges(axis: &Axis) -> Vec<f32> {
        let around = |x: f32| [x.next_down(), x, x.next_up()];
        let turn = if axis.turn.is_finite() { axis.turn } else { f32::MAX };
        let mut all: Vec<f32> = [0.0, turn, 0.5 * turn, 2.0 * turn, f32::MIN_POSITIVE, f32::MAX]
            .into_iter()
            .flat_map(|x| [x, -x])
            .flat_map(around)
            .filter(|x| x.is_finite())
            .collect();
        all.push(-0.0);
        all
    }

    proptest! {
        #[test]
        fn what_is_near_is_in_near_cells(
            bits in any::<u32>(), steps in prop::collection::vec(any::<i16>(), 8),
            reach in any::<u32>(), cells in 1_u32..5,
        ) {
            let reach = f32::from_bits(reach & 0x7fff_ffff);
            prop_assume!(reach.is_finite());
            let axis = Axis::new(f64::from(reach), cells);
            let mut all = edges(&axis);
            let any = f32::from_bits(bits);
            if any.is_finite() {
                all.push(any);
            }
            for x in all.clone() {
                all.push(x + reach);
                all.push(x - reach);
                let bits = |step: &i16| x.to_bits().wrapping_add_signed(i32::from(*step));
                let step = |step: &i16| f32::from_bits(bits(step));
                all.extend(steps.iter().map(step));
            }
            all.retain(|x| x.is_finite());
            all.sort_by(f32::total_cmp);
            let numbers: Vec<_> = all.iter().map(|x| axis.cell(*x)).collect();
            prop_assert!(numbers.is_sorted());
            for (i, x) in all.iter().enumerate() {
                for (j, y) in all.iter().enumerate().skip(i) {
                    if f64::from(*y) - f64::from(*x) <= f64::from(reach) {
                        prop_assert!(numbers[j] - numbers[i] <= cells, "{x:e} {y:e} {reach:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_as_wide_as_asked_for() {
        let axis = Axis::new(1.0, 2);
        let cells =
            [-1.0, -0.6, -0.1, -0.0, 0.0, 0.4, 0.6, 1.1].map(|x| i64::from(axis.cell(x)) - MIDDLE);
        assert_eq!(cells, [-2, -2, -1, 0, 0, 0, 1, 2]);
        // However far, numbers that differ by more than the reach are told apart.
        for x in [1e8_f32, -1e8, 1e30, -f32::MAX] {
            assert_ne!(axis.cell(x), axis.cell(x.next_up()));
        }
        let all = Axis::new(0.0, 1);
        assert!(all.cell(f32::MAX) > all.cell(1.0) && all.cell(-f32::MAX) < all.cell(-1.0));
    }
}
