//! Contacts where A and B trade places.

use super::{Contact, Found, Point};
use crate::real::{Real, vector};

/// What a feature of B counts in the number of a point.
pub(super) const OF_B: f32 = 32.0;

/// The number of a point by the numbers of the features of A and B that meet there.
#[inline(always)]
pub(super) fn feature<R: Real>(of_a: R, of_b: R) -> R {
    of_a + of_b * of_b.of(OF_B)
}

/// The same number where A and B trade places.
#[inline(always)]
pub(super) fn turned_feature<R: Real>(number: R) -> R {
    // Rounded to nearest after half of what A may count is gone: rounded down.
    let middle = number.of(0.5 * (OF_B - 1.0));
    let of_b = ((number - middle) * number.of(1.0 / OF_B)).whole();
    feature(of_b, number - of_b * of_b.of(OF_B))
}

impl<const D: usize, const N: usize, R: Real> Found<D, N, R> {
    /// The same contact where A and B, which are of one kind, trade places in the lanes of a mask;
    /// then the axis has another number.
    #[inline(always)]
    pub(super) fn turned(&self, swapped: R::Mask, turned_axis: R) -> Self {
        let mut turned = *self;
        turned.normal = vector::select(swapped, vector::neg(self.normal), self.normal);
        turned.axis = R::select(swapped, turned_axis, self.axis);
        for (point, turned) in self.points.iter().zip(&mut turned.points) {
            turned.on_a = vector::select(swapped, point.on_b, point.on_a);
            turned.on_b = vector::select(swapped, point.on_a, point.on_b);
            turned.feature = R::select(swapped, turned_feature(point.feature), point.feature);
        }
        turned
    }

    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let mut points = no.points;
        for (point, yes) in points.iter_mut().zip(&yes.points) {
            *point = Point {
                on_a: vector::select(mask, yes.on_a, point.on_a),
                on_b: vector::select(mask, yes.on_b, point.on_b),
                distance: R::select(mask, yes.distance, point.distance),
                feature: R::select(mask, yes.feature, point.feature),
            };
        }
        Contact {
            normal: vector::select(mask, yes.normal, no.normal),
            distance: R::select(mask, yes.distance, no.distance),
            axis: R::select(mask, yes.axis, no.axis),
            count: R::select(mask, yes.count, no.count),
            points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{feature, turned_feature};

    #[test]
    fn features_trade_places() {
        for of_a in 0..32_u8 {
            for of_b in 0..32_u8 {
                let (of_a, of_b) = (f32::from(of_a), f32::from(of_b));
                assert_eq!(turned_feature(feature(of_a, of_b)), feature(of_b, of_a));
                let (of_a, of_b) = (f64::from(of_a), f64::from(of_b));
                assert_eq!(turned_feature(feature(of_a, of_b)), feature(of_b, of_a));
            }
        }
    }
}
