//! Every broad phase finds exactly the pairs that a plain double loop finds: in 2D and 3D, within
//! a set and between two, at every SIMD level, on every number of threads, listed, counted and
//! streamed; on random scenes of all kinds and on raw bits.

use std::collections::BTreeSet;

use jostle::{
    Join, SimdLevel,
    validate::{InvalidReason, InvalidShape, JoinSide},
};
use proptest::{prelude::*, test_runner::RngSeed};

use crate::common::{
    Boxes, Engines, Random, Style, best, mixed, naive_between, naive_within, scale, sizes,
};

/// Scenes per number of dimensions; fewer where each assertion within takes its time.
const SCENES: usize = if cfg!(debug_assertions) { 300 } else { 800 };

/// What was met, so that a test of nothing does not pass.
#[derive(Debug, Default)]
struct Met {
    scenes: usize,
    pairs: usize,
    invalid: usize,
    large_scenes: usize,
    levels: BTreeSet<&'static str>,
}

/// A scene of a random size and style. Most are small; one in forty has thousands of boxes with
/// few special ones among them, so that the grids of the broad phases get many cells.
fn scene<const D: usize>(random: &mut Random, index: usize) -> Boxes<D> {
    let large = index % 40 == 39;
    let count = if large { 1000 + random.below(4000) } else { random.pick(&sizes()) };
    let crowding = random.pick(&[0.3, 1.0, 3.0, 30.0]);
    let side = (count as f32 / crowding).powf(1.0 / D as f32) + random.pick(&[0.0, 1.0]);
    let special = if large { random.pick(&[0.0, 0.02]) } else { random.pick(&[0.0, 0.1, 1.0]) };
    let unit = random.pick(&[1.0, 1.0, 1e-3, 1e6, 1e-30, 1e30]);
    mixed(random, count, Style { side, unit, special, invalid: 2.0 * special.min(1.0) })
}

fn check_scene<const D: usize>(engines: &mut Engines<D>, seed: u64, index: usize, met: &mut Met) {
    let mut random = Random::seeded(seed << 32 | index as u64);
    let boxes = scene::<D>(&mut random, index);
    let what = || format!("scene {index} of {} boxes in {D}D", boxes.len());
    met.scenes += 1;
    met.large_scenes += usize::from(boxes.len() >= 1000);
    met.invalid += (0..boxes.len()).filter(|index| !boxes.is_valid(*index)).count();
    let levels = if index % 3 == 2 {
        let other = scene::<D>(&mut random, index);
        let expected = naive_between(&boxes, &other);
        met.pairs += expected.len();
        engines.check(&Join::between(boxes.bounds(), other.bounds()), &expected, &what)
    } else {
        let expected = naive_within(&boxes);
        met.pairs += expected.len();
        engines.check(&Join::within(boxes.bounds()), &expected, &what)
    };
    met.levels.extend(levels);
}

fn check_scenes<const D: usize>() {
    let (mut engines, mut met) = (Engines::<D>::new(), Met::default());
    for index in 0..SCENES * scale() {
        check_scene(&mut engines, D as u64, index, &mut met);
    }
    assert!(met.pairs > 100 * met.scenes, "hardly any pairs: {met:?}");
    assert!(met.invalid > met.scenes / 4, "hardly any invalid boxes: {met:?}");
    assert!(met.large_scenes >= met.scenes / 40, "hardly any grids: {met:?}");
    assert_eq!(met.levels, levels_of_this_processor(), "a level was not tested");
}

#[test]
fn random_scenes_in_2d() {
    check_scenes::<2>();
}

#[test]
fn random_scenes_in_3d() {
    check_scenes::<3>();
}

/// Found out by the features of the processor, not by asking for the levels that are available.
fn levels_of_this_processor() -> BTreeSet<&'static str> {
    let has_all = |name: &&str| SimdLevel::features(name).is_some_and(|(_, has_all)| has_all);
    SimdLevel::NAMES.into_iter().filter(has_all).collect()
}

/// Why a box of these bits is not valid, by the bits and in a wider type.
fn classify<const D: usize>(min: [f32; D], max: [f32; D]) -> Option<InvalidReason> {
    let is_nan = |x: &f32| x.to_bits() & 0x7fff_ffff > 0x7f80_0000;
    if min.iter().chain(&max).any(is_nan) {
        return Some(InvalidReason::NotANumber);
    }
    let inverted = (0..D).any(|axis| f64::from(min[axis]) > f64::from(max[axis]));
    inverted.then_some(InvalidReason::Inverted)
}

/// Boxes of raw bits. `order` swaps the bounds of an axis where they are the wrong way round: of
/// boxes made of bits alone hardly any is valid.
fn raw_boxes<const D: usize>() -> impl Strategy<Value = Boxes<D>> {
    let axis = || (any::<u32>(), any::<u32>(), prop::bool::weighted(0.9));
    let aabb = prop::collection::vec(axis(), D).prop_map(|axes| {
        let ends = |k: usize| {
            let (a, b, order) = axes[k];
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            if order && a > b { (b, a) } else { (a, b) }
        };
        (std::array::from_fn(|k| ends(k).0), std::array::from_fn(|k| ends(k).1))
    });
    prop::collection::vec(aabb, 0..70).prop_map(|corners| corners.into_iter().collect())
}

fn check_raw<const D: usize>(first: &Boxes<D>, second: &Boxes<D>) {
    let mut engines = Engines::<D>::new();
    let expected = naive_within(first);
    engines.check(&Join::within(first.bounds()), &expected, &|| "raw bits".into());
    let join = Join::between(first.bounds(), second.bounds());
    engines.check(&join, &naive_between(first, second), &|| "two sets of raw bits".into());
    let of = |side, boxes: &Boxes<D>| -> Vec<InvalidShape> {
        let reasons = boxes.iter().enumerate();
        reasons
            .filter_map(|(index, (min, max))| {
                classify(min, max).map(|reason| InvalidShape { side, index: index as u32, reason })
            })
            .collect()
    };
    let invalid = [of(JoinSide::First, first), of(JoinSide::Second, second)].concat();
    for mut phase in best::<D>() {
        phase.count(&join).unwrap();
        assert_eq!(phase.invalid(), invalid, "{}", phase.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150 * scale() as u32,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn raw_bits_in_2d(first in raw_boxes::<2>(), second in raw_boxes::<2>()) {
        check_raw(&first, &second);
    }

    #[test]
    fn raw_bits_in_3d(first in raw_boxes::<3>(), second in raw_boxes::<3>()) {
        check_raw(&first, &second);
    }
}
