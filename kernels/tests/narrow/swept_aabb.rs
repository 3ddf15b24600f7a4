//! Axis-aligned boxes that move.

mod cases;
mod truth;

use jostle_kernels::{
    Aabb, Pair, SimdLevel,
    pairs::{
        AxisTimes, AxisTimesOf, Impact, ImpactState, Movers, MovingBox, MovingShape, SweptAabbs,
        SweptBatch, SweptTest, Times, impact_of,
    },
    shape::{Displacement, Pack},
};

use cases::{disturbed, on_grid};
use truth::{Fraction, is_near, le, on_axis, truth};

use crate::support::{
    Random, evidence, exact,
    impacts::{agreed_impacts, mirrored},
    scale,
};

type Box<const D: usize> = MovingShape<Aabb<D>, Displacement<D>>;

/// The times of boxes in bulk are those of single pairs, bit for bit, in any order.
fn agreed_times<const D: usize>(pairs: &[(Box<D>, Box<D>)], expected: &[Impact<D>], end: f32) {
    let pack = |m: &Box<D>| MovingBox::new(m.shape.min, m.shape.max, m.motion.by);
    let (a, b): (Vec<_>, Vec<_>) = pairs.iter().map(|(a, b)| (pack(a), pack(b))).unzip();
    let straight: Vec<_> = (0..pairs.len() as u32).map(|i| Pair { a: i, b: i }).collect();
    let reversed: Vec<_> = straight.iter().rev().copied().collect();
    for level in SimdLevel::available() {
        for pairs in [&straight[..], &reversed].into_iter().chain(straight.chunks(1).step_by(7)) {
            let mut times = vec![0.0; pairs.len()];
            level.run(Times { a: &a, b: &b, end, pairs, out: &mut times });
            for (pair, time) in pairs.iter().zip(times) {
                let expected = expected[pair.a as usize].time;
                assert_eq!(time.to_bits(), expected.to_bits(), "{level} {pair:?}");
            }
        }
    }
}

/// How the cases of a run turned out.
#[derive(Default, Debug)]
struct AabbTally {
    apart: usize,
    hit: usize,
    overlapping: usize,
    touching: usize,
    grazing: usize,
    at_end: usize,
    resting: [usize; 4],
    wrongly_hit: usize,
}

impl AabbTally {
    fn add<const D: usize>(&mut self, (a, b): &(Box<D>, Box<D>), found: &Impact<D>, end: f32) {
        let truth = truth(a, b, end);
        self.touching += usize::from(truth.touching);
        self.grazing += usize::from(truth.grazing);
        self.at_end += usize::from(truth.at_end);
        self.resting[truth.resting_axes] += 1;
        let case = || format!("{a:?} {b:?} {end}\n{found:?}");
        let state = found.state();
        assert_eq!(state == ImpactState::Overlapping, truth.overlapping, "{}", case());
        match &truth.time {
            Some(_) if truth.overlapping => self.overlapping += 1,
            Some(time) => {
                self.hit += 1;
                assert!(state == ImpactState::Hit && is_near(found.time, time), "{}", case());
                self.check_normal(a, b, found, time);
            }
            None if state == ImpactState::Apart => self.apart += 1,
            None => {
                self.wrongly_hit += 1;
                assert!(self.nearly_met(a, b, found), "{}", case());
            }
        }
    }

    /// Whether the boxes, a little larger, do meet.
    fn nearly_met<const D: usize>(&self, a: &Box<D>, b: &Box<D>, found: &Impact<D>) -> bool {
        (0..D).all(|axis| match on_axis(a, b, axis) {
            Err(always) => always,
            Ok([enter, leave]) => {
                let more = |time: f32, by: f64| exact(f64::from(time) * (1.0 + by));
                let time = |by| (more(found.time, by), exact(1.0));
                le(&enter, &time(1e-6)) && le(&time(-1e-6), &leave)
            }
        })
    }

    /// The normal is along an axis on which the boxes begin to touch at that time, from A to B.
    fn check_normal<const D: usize>(
        &self,
        a: &Box<D>,
        b: &Box<D>,
        found: &Impact<D>,
        (over, under): &Fraction,
    ) {
        let axis = found.normal.iter().position(|x| x.abs() == 1.0).expect("an axis");
        let Ok([enter, _]) = on_axis(a, b, axis) else { panic!("{a:?} {b:?} {found:?}") };
        let closing =
            exact(found.normal[axis]) * (exact(a.motion.by[axis]) - exact(b.motion.by[axis]));
        assert_eq!(closing.signum(), 1, "{a:?} {b:?} {found:?}");
        // As near to the exact time as `f32` can tell.
        let off = enter.0 * under.clone() - over.clone() * enter.1.clone();
        let size = over.clone().abs() * enter.1 * exact(4.0 * f32::EPSILON);
        assert!(off.abs() <= size, "{a:?} {b:?} {found:?}");
    }
}

fn against_exact<const D: usize>(of: &str, seed: u64) -> AabbTally
where
    Aabb<D>: Pack<Of<f32> = Aabb<D>>,
    SweptAabbs: SweptTest<D, A = Aabb<D>, B = Aabb<D>, Motion = Displacement<D>>,
{
    let mut random = Random(seed);
    let mut tally = AabbTally::default();
    for end in [1.0, 1.0, 1.0, 0.25, 4.0, 0.0, 1e8, f32::INFINITY] {
        let cases: Vec<_> = (0..12_500 * scale())
            .map(|_| {
                let pair = on_grid::<D>(&mut random);
                if random.below(2) == 0 { pair } else { disturbed(&mut random, pair) }
            })
            .collect();
        let found = agreed_impacts::<SweptAabbs, D>(&cases, end);
        mirrored::<SweptAabbs, D>(&cases, &found, end);
        agreed_times(&cases, &found, end);
        for (case, found) in cases.iter().zip(&found) {
            tally.add(case, found, end.min(3e38));
        }
    }
    println!("{tally:?}");
    let (cases, wrongly) = (100_000 * scale(), tally.wrongly_hit);
    evidence(of, cases, cases, format!("{wrongly} hits, within 1e-6 of the time"));
    tally
}

#[test]
fn times_are_those_of_exact_arithmetic() {
    let [flat, solid] =
        [against_exact::<2>("moving rectangles", 1), against_exact::<3>("moving boxes", 2)];
    for tally in [flat, solid] {
        assert!(tally.apart > 5_000 && tally.hit > 3_000 && tally.overlapping > 3_000, "{tally:?}");
        assert!(tally.touching > 500 && tally.grazing > 500 && tally.at_end > 300, "{tally:?}");
        assert!(tally.resting.iter().take(3).all(|count| *count > 1_000), "{tally:?}");
        assert!(tally.wrongly_hit < 10 * scale(), "{tally:?}");
    }
}

fn box3(min: [f32; 3], max: [f32; 3], by: [f32; 3]) -> Box<3> {
    MovingShape { shape: Aabb::new(min, max), motion: Displacement { by } }
}

#[test]
fn unit_boxes_half_apart_meet_after_a_sixth() {
    let a = box3([0.0; 3], [1.0; 3], [2.0, 0.0, 5.0]);
    let b = box3([1.5, 0.0, 0.0], [2.5, 1.0, 1.0], [-1.0, 0.0, 5.0]);
    let found = impact_of::<SweptAabbs, 3>(&a, &b, 1.0);
    let expected = Impact { normal: [1.0, 0.0, 0.0], time: 1.0 / 6.0, state: 1.0 };
    assert_eq!(found, expected);
    assert_eq!(found.time, 0.166_666_67);
}

#[test]
fn numbers_at_the_edge_of_f32_give_no_nan() {
    let mut random = Random(3);
    let edge = [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-38, 1e30, -2e38, f32::MAX, f32::MIN];
    let sides = [f32::NEG_INFINITY, f32::INFINITY];
    let mut moving = || -> Box<3> {
        let mut shape = Aabb { min: [0.0; 3], max: [0.0; 3] };
        for axis in 0..3 {
            let [x, y] = [random.of(&edge), random.of(&edge)];
            (shape.min[axis], shape.max[axis]) = (x.min(y), x.max(y));
            if random.below(8) == 0 {
                shape.min[axis] = sides[0];
            }
            if random.below(8) == 0 {
                shape.max[axis] = sides[1];
            }
        }
        MovingShape { shape, motion: Displacement { by: [0; 3].map(|_| random.of(&edge)) } }
    };
    let cases: Vec<_> = (0..20_000).map(|_| (moving(), moving())).collect();
    for end in [0.0, 1.0, f32::MAX, f32::INFINITY] {
        // Well-formed impacts have no NaN in them.
        let found = agreed_impacts::<SweptAabbs, 3>(&cases, end);
        agreed_times(&cases, &found, end);
        mirrored::<SweptAabbs, 3>(&cases, &found, end);
        let mut finite = AabbTally::default();
        for (case, found) in cases.iter().zip(&found) {
            let sides = |m: &Box<3>| m.shape.min.into_iter().chain(m.shape.max);
            if sides(&case.0).chain(sides(&case.1)).all(f32::is_finite) {
                finite.add(case, found, end.min(3e38));
            }
        }
        assert!(finite.overlapping > 10 && finite.apart > 1_000, "{finite:?}");
        assert!(end == 0.0 || finite.hit > 50, "{finite:?}");
    }
}

#[test]
fn what_is_no_box_is_not_met() {
    let here = MovingBox::new([0.0; 3], [1.0; 3], [0.0; 3]);
    let boxes = [here, MovingBox::NONE, here];
    let pairs: Vec<_> = (0..9).map(|i| Pair { a: i / 3, b: i % 3 }).collect();
    for level in SimdLevel::available() {
        let mut times = [f32::NAN; 9];
        level.run(Times { a: &boxes, b: &boxes, end: 1.0, pairs: &pairs, out: &mut times });
        for (Pair { a, b }, time) in pairs.iter().zip(times) {
            assert_eq!(time, if *a == 1 || *b == 1 { f32::INFINITY } else { 0.0 });
        }
    }
}

#[test]
fn infinite_boxes_are_met() {
    let floor = [f32::NEG_INFINITY, 0.0, f32::NEG_INFINITY];
    let floor = box3(floor, [f32::INFINITY, 1.0, f32::INFINITY], [0.0; 3]);
    let falling = box3([3.0, 2.0, 0.0], [4.0, 3.0, 1.0], [0.0, -4.0, 0.5]);
    let found = impact_of::<SweptAabbs, 3>(&floor, &falling, 1.0);
    assert_eq!((found.time, found.normal), (0.25, [0.0, 1.0, 0.0]));
    let rising = MovingShape { motion: Displacement { by: [0.0, 4.0, 0.0] }, ..falling };
    assert_eq!(
        impact_of::<SweptAabbs, 3>(&floor, &rising, f32::INFINITY).state(),
        ImpactState::Apart
    );
}

#[test]
fn axis_times_are_those_of_exact_arithmetic() {
    let mut random = Random(4);
    let cases: Vec<_> = (0..8_001)
        .map(|_| {
            let pair = on_grid::<3>(&mut random);
            if random.below(2) == 0 { pair } else { disturbed(&mut random, pair) }
        })
        .collect();
    let shapes = |of: fn(&(Box<3>, Box<3>)) -> Box<3>| -> (Vec<_>, Vec<_>) {
        let moving = cases.iter().map(of);
        moving.map(|m| (<Aabb<3>>::pack(&m.shape), Displacement::pack(&m.motion))).unzip()
    };
    let ((a, motions_a), (b, motions_b)) = (shapes(|case| case.0), shapes(|case| case.1));
    let pairs: Vec<_> = (0..cases.len() as u32).map(|i| Pair { a: i, b: i }).collect();
    for level in SimdLevel::available() {
        let (mut moving, mut resting) = (0, [0; 2]);
        let mut times = vec![AxisTimes::default(); cases.len()];
        let a = Movers { shapes: &a, motions: &motions_a };
        let b = Movers { shapes: &b, motions: &motions_b };
        level.run(SweptBatch { kernel: &AxisTimesOf::<3>, a, b, pairs: &pairs, out: &mut times });
        for ((a, b), times) in cases.iter().zip(&times) {
            for axis in 0..3 {
                let (enter, leave) = (times.enter[axis], times.leave[axis]);
                match on_axis(a, b, axis) {
                    Ok(exact) if enter.is_finite() && leave.is_finite() => {
                        moving += 1;
                        assert!(is_near(enter, &exact[0]), "{a:?} {b:?} {times:?}");
                        assert!(is_near(leave, &exact[1]), "{a:?} {b:?} {times:?}");
                    }
                    Ok(_) => assert!(!enter.is_nan() && !leave.is_nan(), "{a:?} {b:?} {times:?}"),
                    Err(always) => {
                        resting[usize::from(always)] += 1;
                        let unlike = enter == f32::NEG_INFINITY && leave == f32::INFINITY;
                        let alike = enter == leave && enter.is_infinite();
                        assert!(if always { unlike } else { alike }, "{a:?} {b:?} {times:?}");
                    }
                }
            }
        }
        let enough = moving > 15_000 && resting.iter().all(|count| *count > 2_000);
        assert!(enough, "{level}: {moving} {resting:?}");
    }
}
