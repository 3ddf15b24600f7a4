mod reference;
mod scenes;

use super::*;
use crate::{
    Lanes, Pass, Record, SimdLevel,
    bounds::testing::{Random, SPECIAL},
    lane::LANES,
};

/// A split of some records, in buffers that are as long as they must be and no longer.
struct Op<'a, const D: usize> {
    records: &'a mut [Record],
    options: Options,
}

impl<const D: usize> Pass for Op<'_, D> {
    type Output = Option<Split>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<Split> {
        let room = self.records.len() + LANES;
        let mut centers: [Vec<f32>; D] = std::array::from_fn(|_| vec![f32::NAN; room]);
        let mut strips: [Vec<u32>; D] = std::array::from_fn(|_| vec![u32::MAX; room]);
        let mut right = vec![Record::default(); room];
        let mut buffers = Buffers {
            centers: centers.each_mut().map(|c| &mut c[..]),
            strips: strips.each_mut().map(|s| &mut s[..]),
            right: &mut right,
        };
        split(lanes, self.records, self.options, &mut buffers)
    }
}

/// All ways to split: bins, axes, weights.
fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for bins in [8, 16] {
        for axes in [Axes::All, Axes::Widest] {
            for weights in [Weights::One, Weights::Lacks] {
                all.push(Options { bins, axes, weights });
            }
        }
    }
    all
}

/// What the tests came across.
#[derive(Debug, Default)]
struct Seen {
    splits: usize,
    none: usize,
    /// Splits on each axis, and with the plane in the upper half of sixteen bins.
    axes: [usize; 3],
    upper: usize,
    /// More than one plane to choose from.
    choices: usize,
    /// The order of the records changed.
    moved: usize,
    /// An area of 0, and one that is cut to what is finite.
    flat: usize,
    far: usize,
}

/// Splits at every level, and compares with the reference.
fn check<const D: usize>(records: &[Record], options: Options, seen: &mut Seen) {
    let expected = reference::split::<D>(records, options);
    for level in SimdLevel::available() {
        let mut after = records.to_vec();
        let found = level.run(Op::<D> { records: &mut after, options });
        let Some(expected) = &expected else {
            assert!(found.is_none(), "{level}: {found:?} of {records:?}");
            assert_eq!(after, records, "{level}: moved without a split");
            continue;
        };
        let found = found.unwrap_or_else(|| panic!("{level}: no split of {records:?}"));
        assert!(found.left > 0 && found.left < records.len(), "{level}: a side is empty");
        assert_eq!(found.left, expected.left, "{level} {options:?} {records:?}");
        assert_eq!(after, expected.records, "{level} {options:?} {records:?}");
        assert_eq!(found.left_weight, expected.left_weight, "{level}");
        let bits = |areas: [f64; 2]| areas.map(f64::to_bits);
        assert_eq!(bits(found.half_areas), bits(expected.half_areas), "{level} {records:?}");
        assert!(found.half_areas.iter().all(|area| area.is_finite() && *area >= 0.0), "{level}");
    }
    let Some(expected) = expected else {
        seen.none += 1;
        return;
    };
    seen.splits += 1;
    seen.axes[expected.axis] += 1;
    seen.upper += usize::from(expected.bin >= LANES);
    seen.choices += usize::from(expected.planes > 1);
    seen.moved += usize::from(expected.records != records);
    seen.flat += usize::from(expected.half_areas.contains(&0.0));
    seen.far += usize::from(expected.half_areas.iter().any(|area| *area > 1e18));
}

fn all_shapes<const D: usize>() -> Seen {
    let (mut random, mut seen) = (Random(D as u64), Seen::default());
    for len in (1..=34).chain([63, 64, 65, 200]) {
        for kind in scenes::KINDS {
            let records = scenes::records::<D>(kind, len, &mut random);
            all_options().into_iter().for_each(|options| check::<D>(&records, options, &mut seen));
        }
    }
    seen
}

#[test]
fn all_levels_equal_the_reference() {
    for (dim, seen) in [(2, all_shapes::<2>()), (3, all_shapes::<3>())] {
        assert!(seen.splits > 2000 && seen.none > 300, "{seen:?}");
        assert!(seen.axes[..dim].iter().all(|splits| *splits > 200), "{seen:?}");
        assert!(seen.upper > 200 && seen.choices > 1000 && seen.moved > 1000, "{seen:?}");
        assert!(seen.flat > 100 && seen.far > 100, "{seen:?}");
    }
}

#[test]
fn bins_out_of_range_are_cut_to_it() {
    let records = scenes::records::<3>(scenes::Kind::Plain(1.0), 100, &mut Random(5));
    for (bins, as_if) in [(0, 8), (1, 8), (17, 16), (usize::MAX, 16)] {
        let options = |bins| Options { bins, axes: Axes::All, weights: Weights::One };
        for level in SimdLevel::available() {
            let (mut cut, mut plain) = (records.clone(), records.clone());
            level.run(Op::<3> { records: &mut cut, options: options(bins) }).unwrap();
            level.run(Op::<3> { records: &mut plain, options: options(as_if) }).unwrap();
            assert_eq!(cut, plain);
        }
    }
}

/// The areas that a split reports are those of its sides.
#[test]
fn areas_are_those_of_the_sides() {
    let mut random = Random(9);
    let mut compared = 0;
    for exponent in -30..=18 {
        let kind = scenes::Kind::Plain(10_f32.powi(exponent));
        let mut records = scenes::records::<3>(kind, 150, &mut random);
        let options = Options { bins: 16, axes: Axes::All, weights: Weights::One };
        let split = SimdLevel::detect().run(Op::<3> { records: &mut records, options }).unwrap();
        let sides = records.split_at(split.left);
        for (side, reported) in [sides.0, sides.1].into_iter().zip(split.half_areas) {
            let mut union = EMPTY;
            for record in side {
                let row = scenes::row::<3>(record);
                union = std::array::from_fn(|lane| row[lane].min(union[lane]));
            }
            let exact = half_area::<3>(&union);
            assert!((reported / exact - 1.0).abs() < 1e-5, "{reported} {exact} 1e{exponent}");
            compared += 1;
        }
    }
    assert_eq!(compared, 98);
}

#[test]
fn half_areas_are_finite_for_every_box() {
    assert_eq!(half_area::<2>(&EMPTY), 0.0);
    assert_eq!(half_area::<3>(&EMPTY), 0.0);
    let ends: Vec<f32> = SPECIAL.into_iter().filter(|x| !x.is_nan()).collect();
    let sides: Vec<(f32, f32)> = ends
        .iter()
        .flat_map(|min| ends.iter().map(|max| (*min, *max)))
        .filter(|(min, max)| min <= max)
        .collect();
    assert!(sides.contains(&(f32::INFINITY, f32::INFINITY)));
    for x in &sides {
        for y in &sides {
            let area = half_area::<2>(&[x.0, y.0, -x.1, -y.1, 0.0, 0.0, 0.0, 0.0]);
            assert!(area.is_finite() && area >= 0.0, "{x:?} {y:?}: {area}");
            for z in &sides {
                let area = half_area::<3>(&[x.0, y.0, z.0, -x.1, -y.1, -z.1, 0.0, 0.0]);
                assert!(area.is_finite() && area >= 0.0, "{x:?} {y:?} {z:?}: {area}");
            }
        }
    }
}

#[test]
fn half_areas_are_right() {
    assert_eq!(half_area::<3>(&[1.0, 2.0, 3.0, -2.0, -4.0, -7.0, 9.0, 9.0]), 2.0 + 8.0 + 4.0);
    assert_eq!(half_area::<2>(&[1.0, 2.0, -2.0, -4.0, 9.0, 9.0, 9.0, 9.0]), 3.0);
}
