//! Contacts: their values, how they are stored from lanes, and how they turn where A and B trade
//! places.

use bytemuck::{Pod, Zeroable};

use crate::{
    Lanes,
    real::{Real, Wide, vector},
    shape::scatter,
    simd::LANES,
};

/// How two shapes touch, with up to `N` points. See the [module](super).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize, const N: usize, R = f32, I = u32> {
    /// Unit vector from A to B.
    pub normal: [R; D],
    /// The distance along the normal, minus the depth where the shapes overlap.
    ///
    /// It is that of the pair's separation, but for boxes in 3D that overlap along a face and along
    /// an axis across edges by nearly the same: so that they rest on four points, the normal is the
    /// face's, and the depth along it is up to 1/32 and some roundings of all sizes more.
    pub distance: R,
    /// Which axis or feature decided; each test says which are its numbers.
    pub axis: I,
    /// Number of points.
    pub count: I,
    /// The points; those behind the first `count` mean nothing.
    pub points: [ContactPoint<D, R, I>; N],
}

/// A contact as formulas find it, where whole numbers are numbers like all others.
pub type RawContact<const D: usize, const N: usize, R> = Contact<D, N, R, R>;

/// A point of a contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<const D: usize, R = f32, I = u32> {
    /// The point of A, relative to its center, along the axes of the world: it does not turn as A
    /// does.
    pub on_a: [R; D],
    /// The point of B, relative to its center, along the axes of the world.
    pub on_b: [R; D],
    /// The distance of the two along the normal.
    pub distance: R,
    /// Tells the points of a pair apart, also from those of the same pair a little later: points of
    /// shapes at rest keep their numbers. Each test says which they are. For two shapes of a kind
    /// it is the number of a feature of A, below 32, plus 32 times that of one of B; for those that
    /// meet by faces below 65,536, and that many times. The two trade places where A and B do, as
    /// they may where shapes were removed.
    pub feature: I,
}

impl<const D: usize, R: Real> ContactPoint<D, R, R> {
    /// A point with all numbers equal.
    #[inline(always)]
    pub fn splat(value: R) -> Self {
        Self { on_a: [value; D], on_b: [value; D], distance: value, feature: value }
    }

    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            on_a: vector::select(mask, yes.on_a, no.on_a),
            on_b: vector::select(mask, yes.on_b, no.on_b),
            distance: R::select(mask, yes.distance, no.distance),
            feature: R::select(mask, yes.feature, no.feature),
        }
    }
}

impl<const D: usize, const N: usize> Default for Contact<D, N> {
    fn default() -> Self {
        let point = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
        let points = [point; N];
        Self { normal: [0.0; D], distance: f32::INFINITY, axis: 0, count: 0, points }
    }
}

// SAFETY: `repr(C)`, and nothing but `f32` and `u32` in it, so there is neither padding nor a bit
// pattern that is no value.
unsafe impl<const D: usize> Zeroable for ContactPoint<D> {}
// SAFETY: as above.
unsafe impl<const D: usize> Pod for ContactPoint<D> {}
// SAFETY: as above; `ContactPoint` is nothing but such numbers.
unsafe impl<const D: usize, const N: usize> Zeroable for Contact<D, N> {}
// SAFETY: as above.
unsafe impl<const D: usize, const N: usize> Pod for Contact<D, N> {}

/// The most points of a contact.
pub const MAX_POINTS: usize = 4;

/// Number of numbers in a contact with some points.
const fn numbers_of(dimensions: usize, points: usize) -> usize {
    dimensions + 3 + points * (2 * dimensions + 2)
}

/// The most numbers in a contact.
const MAX_NUMBERS: usize = numbers_of(3, MAX_POINTS);

impl<const D: usize, const N: usize> Contact<D, N> {
    /// Number of numbers in a contact.
    const NUMBERS: usize = numbers_of(D, N);

    /// The same contact with room for more points.
    pub(crate) fn with_room<const M: usize>(self) -> Contact<D, M> {
        let Self { normal, distance, axis, count, .. } = self;
        let mut contact = Contact { normal, distance, axis, count, ..Contact::default() };
        contact.points[..N].copy_from_slice(&self.points);
        contact
    }
}

impl<const D: usize, const N: usize> RawContact<D, N, f32> {
    /// As it is stored.
    pub(super) fn stored(&self) -> Contact<D, N> {
        let points = self.points.map(|point| {
            let ContactPoint { on_a, on_b, distance, feature } = point;
            ContactPoint { on_a, on_b, distance, feature: feature as u32 }
        });
        let Self { normal, distance, axis, count, .. } = *self;
        Contact { normal, distance, axis: axis as u32, count: count as u32, points }
    }
}

impl<const D: usize, const N: usize> RawContact<D, N, f64> {
    /// The same contact in `f32`.
    pub(super) fn rounded(&self) -> RawContact<D, N, f32> {
        let points = self.points.map(|point| ContactPoint {
            on_a: point.on_a.map(|x| x as f32),
            on_b: point.on_b.map(|x| x as f32),
            distance: point.distance as f32,
            feature: point.feature as f32,
        });
        Contact {
            normal: self.normal.map(|x| x as f32),
            distance: self.distance as f32,
            axis: self.axis as f32,
            count: self.count as f32,
            points,
        }
    }
}

impl<const D: usize, const N: usize, L: Lanes> RawContact<D, N, Wide<L>> {
    /// Stores lane by lane.
    #[inline(always)]
    pub(super) fn store(&self, lanes: L, to: &mut [Contact<D, N>; LANES]) {
        scatter(lanes, &self.numbers(lanes)[..Contact::<D, N>::NUMBERS], to);
    }

    /// All numbers in the order in which they are stored.
    #[inline(always)]
    fn numbers(&self, lanes: L) -> [Wide<L>; MAX_NUMBERS] {
        const { assert!(Contact::<D, N>::NUMBERS <= MAX_NUMBERS) };
        let int =
            |number: Wide<L>| Wide::new(lanes, lanes.floats_of_bits(lanes.truncate(number.floats)));
        let mut numbers = [self.distance; MAX_NUMBERS];
        numbers[..D].copy_from_slice(&self.normal);
        (numbers[D], numbers[D + 1], numbers[D + 2]) =
            (self.distance, int(self.axis), int(self.count));
        for (index, point) in self.points.iter().enumerate() {
            let numbers = &mut numbers[D + 3 + index * (2 * D + 2)..];
            numbers[..D].copy_from_slice(&point.on_a);
            numbers[D..2 * D].copy_from_slice(&point.on_b);
            (numbers[2 * D], numbers[2 * D + 1]) = (point.distance, int(point.feature));
        }
        numbers
    }
}

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

impl<const D: usize, const N: usize, R: Real> RawContact<D, N, R> {
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
            *point = ContactPoint::select(mask, yes, point);
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
