//! Contacts of round shapes held against distances in `f64`, and against exact ones where those
//! are too close to call.

use std::{cmp::Ordering, fmt::Debug};

use jostle_kernels::{
    contact::{Contact, PairTest, Point, contact},
    shape::{Ball, Pack},
};

use super::{
    Exact, Random, agreed,
    draw::Draw,
    evidence, exact, relative, scale,
    solid::{Solid, exactly, inner, length, plus, wide},
    sub,
};

/// What a pair of shapes is held against.
pub(crate) trait Oracle<const D: usize> {
    type A: Solid<D>;
    type B: Solid<D>;

    /// The distance between the shapes if B were at `place`, relative to A; minus the least way
    /// that takes them apart where they overlap.
    fn distance(a: &Self::A, b: &Self::B, place: [f64; D]) -> f64;
    /// How the exact distance between the cores compares to the sum of the radii.
    fn compare(a: &Self::A, b: &Self::B) -> Ordering;
}

/// A ball and another shape.
pub(crate) struct OfBall<B>(B);

impl<B: Solid<D>, const D: usize> Oracle<D> for OfBall<B> {
    type A = Ball<D>;
    type B = B;

    fn distance(a: &Ball<D>, b: &B, place: [f64; D]) -> f64 {
        b.distance(place.map(|x| -x)) - f64::from(a.radius)
    }
    fn compare(a: &Ball<D>, b: &B) -> Ordering {
        let point = sub(&exactly(a.center), &exactly(b.center()));
        b.squares(&point).compare(&radii(a, b))
    }
}

/// The sum of the radii.
pub(crate) fn radii<const D: usize>(a: &impl Solid<D>, b: &impl Solid<D>) -> Exact {
    exact(a.radius()) + exact(b.radius())
}

/// The sum of the sizes of all that goes into a distance.
fn size<const D: usize>(a: &impl Solid<D>, b: &impl Solid<D>, place: [f64; D]) -> f64 {
    let numbers = a.numbers().into_iter().chain(b.numbers()).chain([a.radius(), b.radius()]);
    numbers.map(|x| f64::from(x.abs())).sum::<f64>() + place.iter().map(|x| x.abs()).sum::<f64>()
}

/// The largest number.
fn largest<const D: usize>(shape: &impl Solid<D>) -> f64 {
    let numbers = shape.numbers().into_iter().chain(shape.center()).chain([shape.radius()]);
    numbers.fold(0.0, |most, x| f64::from(x.abs()).max(most))
}

/// The worst of all pairs, and how many there were of some kinds.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The largest gap between shapes that are said to touch, by the largest number in the pair.
    pub(crate) gap: f64,
    /// The largest error of a distance, by the sum of all sizes.
    pub(crate) distance: f64,
    /// The largest error of the length of a normal.
    pub(crate) normal: f64,
    /// How far from touching a pair was after it was moved by its distance, by the sum of all
    /// sizes.
    pub(crate) moved: f64,
    /// The largest distance of a point from its surface, by the sum of all sizes: of a pair with
    /// one point, and of those with more.
    pub(crate) surface: [f64; 2],
    /// The largest error of the distance of a point, and of the least of them, by the sum of all
    /// sizes.
    pub(crate) points: f64,
    /// Pairs that are apart, overlap, or touch exactly.
    pub(crate) apart: usize,
    pub(crate) overlap: usize,
    pub(crate) touch: usize,
    /// Pairs that only exact arithmetic could decide.
    pub(crate) close: usize,
    /// Pairs of several points.
    pub(crate) several: usize,
    /// Pairs by the number of their axis.
    pub(crate) axes: Vec<usize>,
}

fn raise(worst: &mut f64, to: f64) {
    assert!(!to.is_nan());
    *worst = worst.max(to);
}

impl Tally {
    /// Whether the shapes are apart: never said unless it is so.
    fn verdict<O: Oracle<D>, const D: usize, const N: usize>(
        &mut self,
        (a, b): &(O::A, O::B),
        contact: &Contact<D, N>,
    ) {
        let place = plus(wide(b.center()), wide(a.center()), -1.0);
        let (size, distance) = (size(a, b, place), O::distance(a, b, place));
        let order = if distance > 1e-6 * size {
            Ordering::Greater
        } else if distance < -1e-9 * size {
            Ordering::Less
        } else {
            self.close += 1;
            O::compare(a, b)
        };
        let apart = order == Ordering::Greater;
        *match order {
            Ordering::Less => &mut self.overlap,
            Ordering::Equal => &mut self.touch,
            Ordering::Greater => &mut self.apart,
        } += 1;
        if contact.distance > 0.0 {
            assert!(apart, "said to be apart: {a:?} {b:?} {contact:?} {distance}");
        } else if apart {
            raise(&mut self.gap, distance.max(0.0) / largest(a).max(largest(b)));
        }
        raise(&mut self.normal, (length(wide(contact.normal)) - 1.0).abs());
    }

    /// What else is said of how they touch.
    fn measures<O: Oracle<D>, const D: usize, const N: usize>(
        &mut self,
        (a, b): &(O::A, O::B),
        contact: &Contact<D, N>,
    ) {
        let place = plus(wide(b.center()), wide(a.center()), -1.0);
        let size = size(a, b, place).max(f64::MIN_POSITIVE);
        let found = f64::from(contact.distance);
        let lost = a.lost() + b.lost();
        let error = (found - O::distance(a, b, place)).abs() - lost;
        raise(&mut self.distance, error.max(0.0) / size);
        let moved = plus(place, wide(contact.normal), -found);
        raise(&mut self.moved, O::distance(a, b, moved).abs() / size);
        self.points::<O, D, N>((a, b), contact, (place, size, lost));
        let axis = contact.axis as usize;
        self.axes.resize(self.axes.len().max(axis + 1), 0);
        self.axes[axis] += 1;
    }

    fn points<O: Oracle<D>, const D: usize, const N: usize>(
        &mut self,
        (a, b): (&O::A, &O::B),
        contact: &Contact<D, N>,
        (place, size, lost): ([f64; D], f64, f64),
    ) {
        let count = contact.count as usize;
        assert!(count == contact.count as usize && count <= N && (count > 0 || N == 0));
        let several = usize::from(count > 1);
        self.several += several;
        let mut least = f64::INFINITY;
        for (i, point) in contact.points[..count].iter().enumerate() {
            let (on_a, on_b) = (wide(point.on_a), wide(point.on_b));
            let off = a.distance(on_a).abs().max(b.distance(on_b).abs());
            raise(&mut self.surface[several], off / size);
            let along = inner(plus(plus(place, on_b, 1.0), on_a, -1.0), wide(contact.normal));
            let error = (along - f64::from(point.distance)).abs() - lost;
            raise(&mut self.points, error.max(0.0) / size);
            least = least.min(along);
            let others = &contact.points[..i];
            assert!(others.iter().all(|other| other.feature != point.feature), "{contact:?}");
        }
        if count > 0 {
            let error = (least - f64::from(contact.distance)).abs() - lost;
            raise(&mut self.points, error.max(0.0) / size);
        }
    }
}

/// Holds the contacts of so many random pairs against an oracle, and batches against single pairs:
/// pairs of usual sizes, and a tenth as many whose squares are too large or too small for `f32`, of
/// which only the verdict is asked.
pub(crate) fn verify<T, O, const D: usize, const N: usize>(
    of: &str,
    seed: u64,
    count: usize,
    pair: fn(&mut Draw<'_>) -> (O::A, O::B),
) -> Tally
where
    O: Oracle<D>,
    T: PairTest<D, N>,
    T::A: Pack<Of<f32> = O::A>,
    T::B: Pack<Of<f32> = O::B>,
{
    let mut random = Random(seed);
    let (mut extremes, mut tally) = (Tally::default(), Tally::default());
    for _ in 0..scale() {
        let make = |_| pair(&mut Draw::extreme(&mut random));
        let pairs: Vec<_> = (0..count / 10).map(make).collect();
        for (pair, contact) in pairs.iter().zip(agreed::<T, D, N>(&pairs)) {
            extremes.verdict::<O, D, N>(pair, &contact);
        }
        let make = |_| pair(&mut Draw::new(&mut random));
        let pairs: Vec<_> = (0..count).map(make).collect();
        for (pair, contact) in pairs.iter().zip(agreed::<T, D, N>(&pairs)) {
            tally.verdict::<O, D, N>(pair, &contact);
            tally.measures::<O, D, N>(pair, &contact);
        }
    }
    let cases = (count + count / 10) * scale();
    let worst = relative(tally.gap.max(extremes.gap));
    evidence(of, cases, tally.close + extremes.close, worst);
    // Below normal numbers of `f32` a distance is as good as none, in `f64` too.
    assert!(extremes.gap < 2e-7 && extremes.normal < 4e-7, "{extremes:?}");
    assert!(tally.gap < 1e-13, "{tally:?}");
    assert!(tally.normal < 4e-7, "{tally:?}");
    assert!(tally.apart.min(tally.overlap) > count / 10, "{tally:?}");
    assert!(tally.touch > count / 200, "{tally:?}");
    tally
}

/// Asserts that contacts of two of a kind mirror each other if the two trade places.
pub(crate) fn mirrors<T, A, const D: usize, const N: usize>(
    seed: u64,
    pair: fn(&mut Draw<'_>) -> (A, A),
) where
    A: Debug + PartialEq,
    T: PairTest<D, N>,
    T::A: Pack<Of<f32> = A>,
    T::B: Pack<Of<f32> = A>,
{
    let mut random = Random(seed);
    for _ in 0..10_000 * scale() {
        let (a, b) = pair(&mut Draw::new(&mut random));
        if a == b {
            continue;
        }
        let (one, other) = (contact::<T, D, N>(&a, &b), contact::<T, D, N>(&b, &a));
        let points = other.points.map(|point| {
            let Point { on_a, on_b, distance, feature } = point;
            Point { on_a: on_b, on_b: on_a, distance, feature: feature / 32 + feature % 32 * 32 }
        });
        let (normal, axis) = (other.normal.map(|x| -x), T::turned_axis(other.axis as f32) as u32);
        let turned = Contact { normal, axis, points, ..other };
        assert_eq!(one, turned, "{a:?} {b:?}");
    }
}
