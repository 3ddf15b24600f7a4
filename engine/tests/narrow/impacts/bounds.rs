//! Boxes of a broad phase that move.

use jostle::{
    Bounds, Error, Pair, Shape, Shapes, SimdLevel,
    narrow::{BoxSides, Motion, MotionColumns, Motions, MovingBoxes, Narrow},
    shape::PreparedShapes,
    validate::InvalidReason,
};

use crate::common::{Random, pairs_of, pool};

/// Boxes by axis, and how they move.
struct Columns<const D: usize> {
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
    by: [Vec<f32>; D],
}

impl<const D: usize> Columns<D> {
    /// Boxes on a grid, so that many touch, and others.
    fn random(random: &mut Random, count: usize) -> Self {
        let mut column = |low: f32, high: f32| -> Vec<f32> {
            let mut number = || random.between(low, high);
            (0..count).map(|i| if i % 2 == 0 { number() } else { number().round() }).collect()
        };
        let min: [_; D] = std::array::from_fn(|_| column(-5.0, 5.0));
        let max = std::array::from_fn(|axis| {
            let sizes = column(0.0, 3.0);
            min[axis].iter().zip(sizes).map(|(min, size)| min + size).collect()
        });
        Self { min, max, by: std::array::from_fn(|_| column(-9.0, 9.0)) }
    }

    fn slices(of: &[Vec<f32>; D]) -> [&[f32]; D] {
        of.each_ref().map(Vec::as_slice)
    }

    fn packed(&self) -> MovingBoxes<D> {
        let bounds = Bounds::from_columns(Self::slices(&self.min), Self::slices(&self.max));
        let mut boxes = MovingBoxes::new();
        boxes.update(bounds.expect("lengths fit"), Self::slices(&self.by)).expect("lengths fit");
        boxes
    }

    /// When two boxes meet, in `f64`.
    fn time(&self, Pair { a, b }: Pair, until: f64) -> f64 {
        let (a, b) = (a as usize, b as usize);
        let (mut enter, mut leave) = (0.0_f64, until);
        for axis in 0..D {
            let at = |of: &[Vec<f32>; D], index: usize| f64::from(of[axis][index]);
            let speed = at(&self.by, a) - at(&self.by, b);
            let low = at(&self.min, b) - at(&self.max, a);
            let high = at(&self.max, b) - at(&self.min, a);
            if speed == 0.0 && (low > 0.0 || high < 0.0) {
                return f64::INFINITY;
            }
            if speed != 0.0 {
                enter = enter.max((low / speed).min(high / speed));
                leave = leave.min((low / speed).max(high / speed));
            }
        }
        if enter <= leave { enter } else { f64::INFINITY }
    }
}

fn check<const D: usize>(seed: u64, until: f32) {
    let mut random = Random::seeded(seed);
    let columns = Columns::<D>::random(&mut random, 90);
    let boxes = columns.packed();
    assert_eq!((boxes.invalid(), boxes.len()), (&[][..], 90));
    let pairs = pairs_of(&mut random, 90, 90, false);
    let mut first = Vec::new();
    let (mut apart, mut hit, mut overlapping) = (0, 0, 0);
    for level in SimdLevel::available() {
        for threads in [1, 3] {
            let (mut narrow, mut times) = (Narrow::new().with_level(*level), Vec::new());
            let report = pool(threads)
                .install(|| narrow.swept_bounds(&boxes, &pairs, until, &mut times))
                .expect("the call is valid");
            let meeting = times.iter().filter(|time| **time < f32::INFINITY).count();
            let total = report.total();
            assert_eq!((total.candidates, total.touching), (8100, meeting as u64));
            let bits: Vec<_> = times.iter().map(|time| time.to_bits()).collect();
            if first.is_empty() {
                first = bits.clone();
            }
            assert_eq!(bits, first, "{level} {threads}");
        }
    }
    for (pair, bits) in pairs.iter().zip(first) {
        let (found, exact) = (f64::from(f32::from_bits(bits)), columns.time(*pair, until.into()));
        let near = found == exact || (found - exact).abs() <= 2e-7 * exact;
        assert!(near, "{pair:?}: {found}, but {exact}");
        apart += usize::from(found == f64::INFINITY);
        overlapping += usize::from(found == 0.0);
        hit += usize::from(found > 0.0 && found < f64::INFINITY);
    }
    assert!([apart, hit, overlapping].into_iter().all(|count| count > 100), "{apart} {hit}");
}

#[test]
fn times_are_those_of_the_slab_test() {
    for until in [1.0, 0.3, f32::INFINITY] {
        check::<2>(1, until);
        check::<3>(2, until);
    }
}

#[test]
fn unit_boxes_half_apart_meet_after_a_sixth() {
    let (min, max) = ([0.0, 1.5], [1.0, 2.5]);
    let (zero, one) = ([0.0; 2], [1.0; 2]);
    let bounds = Bounds::from_columns([&min, &zero, &zero], [&max, &one, &one]);
    let mut boxes = MovingBoxes::new();
    boxes.update(bounds.expect("lengths fit"), [&[2.0, -1.0], &zero, &zero]).expect("they fit");
    let (pairs, mut times) = ([Pair { a: 0, b: 1 }, Pair { a: 1, b: 0 }], Vec::new());
    let mut narrow = Narrow::new();
    let sixth = 1.0_f32 / 6.0;
    // The end of the window is part of it.
    for (until, expected) in
        [(1.0, sixth), (sixth, sixth), (sixth.next_down(), f32::INFINITY), (0.0, f32::INFINITY)]
    {
        narrow.swept_bounds(&boxes, &pairs, until, &mut times).expect("the call is valid");
        assert_eq!(times, [expected; 2], "{until}");
    }
}

#[test]
fn shapes_do_not_meet_before_their_bounds() {
    let mut random = Random::seeded(3);
    let mut shapes = Shapes::<3>::new();
    for _ in 0..60 {
        let ball = Shape::ball(random.point(-5.0, 5.0), random.between(0.5, 1.0));
        shapes.insert(ball).expect("the shape is valid");
    }
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    let by: [Vec<f32>; 3] = std::array::from_fn(|_| random.point::<60>(-9.0, 9.0).to_vec());
    let by = by.each_ref().map(Vec::as_slice);
    let (mut boxes, mut motions) = (MovingBoxes::new(), Motions::new());
    boxes.update(prepared.bounds(), by).expect("lengths fit");
    motions.update(MotionColumns::straight(by).expect("lengths fit")).expect("there is memory");
    let pairs = pairs_of(&mut random, 60, 60, true);
    let (mut times, mut impacts, mut narrow) = (Vec::new(), Vec::new(), Narrow::new());
    narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times).expect("the call is valid");
    narrow.impacts(&prepared, &motions, &pairs, 1.0, &mut impacts).expect("the call is valid");
    let mut hits = 0;
    for (time, impact) in times.iter().zip(&impacts) {
        assert!(*time <= impact.time * (1.0 + 1e-5), "{time} {impact:?}");
        hits += usize::from(impact.time > 0.0 && impact.time < f32::INFINITY);
    }
    assert!(hits > 30, "{hits}");
}

#[test]
fn invalid_boxes_meet_nothing() {
    let (min, nan, inf) = ([0.0; 4], f32::NAN, f32::INFINITY);
    let max = [[1.0, -1.0, 1.0, 1.0], [1.0, 1.0, nan, inf]];
    let bounds = Bounds::from_columns([&min, &min], [&max[0], &max[1]]).expect("lengths fit");
    let mut boxes = MovingBoxes::new();
    boxes.update(bounds, [&[0.0, 0.0, 0.0, 0.0], &[0.0, 0.0, 0.0, 0.0]]).expect("they fit");
    let found = |boxes: &MovingBoxes<2>| -> Vec<_> {
        boxes.invalid().iter().map(|found| (found.index, found.reason)).collect()
    };
    assert_eq!(found(&boxes), [(1, InvalidReason::Inverted), (2, InvalidReason::NotANumber)]);
    let pairs = [0, 1, 2, 3].map(|b| Pair { a: 0, b });
    let (mut times, mut narrow) = (Vec::new(), Narrow::new());
    narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times).expect("the call is valid");
    // An infinite box is one.
    assert_eq!(times, [0.0, inf, inf, 0.0]);
    boxes.update(bounds, [&[inf, 0.0, 0.0, 0.0], &[0.0, 0.0, 0.0, nan]]).expect("they fit");
    let reasons = [
        InvalidReason::Infinite,
        InvalidReason::Inverted,
        InvalidReason::NotANumber,
        InvalidReason::NotANumber,
    ];
    assert_eq!(found(&boxes), [0, 1, 2, 3].map(|i| (i, reasons[i as usize])));
    narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times).expect("the call is valid");
    assert_eq!(times, [inf; 4]);
}

#[test]
fn bad_calls_are_errors() {
    let (zero, one) = ([0.0; 2], [1.0; 2]);
    let bounds = Bounds::from_columns([&zero, &zero], [&one, &one]).expect("lengths fit");
    let mut boxes = MovingBoxes::new();
    let error = boxes.update(bounds, [&zero, &[0.0; 3]]).unwrap_err();
    assert_eq!(error, Error::Length { what: "displacements", expected: 2, found: 3 });
    boxes.update(bounds, [&zero, &zero]).expect("lengths fit");
    let (mut times, mut narrow) = (Vec::new(), Narrow::new());
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 2, b: 1 }];
    let error = narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times).unwrap_err();
    assert_eq!(error, Error::NoShape { pair: 1, index: 2, shapes: 2 });
    let none = MovingBoxes::new();
    let sides = BoxSides::between(&boxes, &none);
    assert!(narrow.swept_bounds(sides, &pairs[..1], 1.0, &mut times).is_err());
    let asked = narrow.swept_bounds(&boxes, &pairs[..1], f32::NAN, &mut times);
    assert_eq!(asked, Err(Error::Window));
    assert_eq!(Motion::<2>::REST.by(), [0.0; 2]);
}
