//! Three axes turned around so that one of them comes first.

use crate::real::Real;

/// A cyclic turn of three axes that brings one of them to the front.
pub(super) struct Turn<R: Real> {
    is_0: R::Mask,
    is_1: R::Mask,
}

impl<R: Real> Turn<R> {
    /// Brings axis 0, 1 or 2 to the front.
    #[inline(always)]
    pub(super) fn to_front(axis: R) -> Self {
        Self { is_0: axis.lt(axis.of(0.5)), is_1: axis.lt(axis.of(1.5)) }
    }

    #[inline(always)]
    fn pick(&self, first: R, second: R, third: R) -> R {
        R::select(self.is_0, first, R::select(self.is_1, second, third))
    }

    /// The same numbers in the order of the turned axes.
    #[inline(always)]
    pub(super) fn turn(&self, [x, y, z]: [R; 3]) -> [R; 3] {
        [self.pick(x, y, z), self.pick(y, z, x), self.pick(z, x, y)]
    }

    /// The same rows in the order of the turned axes.
    #[inline(always)]
    pub(super) fn turn_rows(&self, rows: &[[R; 3]; 3]) -> [[R; 3]; 3] {
        let mut turned = *rows;
        for column in 0..3 {
            let [x, y, z] = self.turn([rows[0][column], rows[1][column], rows[2][column]]);
            (turned[0][column], turned[1][column], turned[2][column]) = (x, y, z);
        }
        turned
    }
}
