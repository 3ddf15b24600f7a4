//! Laws that the pairs of touching boxes obey, whatever the boxes are: they would catch an error
//! that the engine and its oracle share.

use std::collections::BTreeSet;

use jostle::{BroadPhase, Join, Pair};

use crate::common::{Boxes, Random, Style, best, canonical, mixed, scale};

/// Random sets per law, broad phase and number of dimensions.
const SETS: usize = 60;

/// The answer for one set, as a set.
fn within<const D: usize>(phase: &mut dyn BroadPhase<D>, boxes: &Boxes<D>) -> BTreeSet<Pair> {
    let pairs = canonical(phase, &Join::within(boxes.bounds()));
    // Strictly rising: no pair twice.
    assert!(pairs.windows(2).all(|two| two[0] < two[1]), "a pair twice");
    assert!(pairs.iter().all(|pair| pair.a < pair.b), "a pair the wrong way round");
    pairs.iter().copied().collect()
}

/// Holds a law on random sets in 2D and 3D. The law returns how many pairs it was about.
macro_rules! laws {
    ($($(#[$doc:meta])* $name:ident in $sets:ident: $law:ident;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            fn hold<const D: usize>() {
                let mut pairs = 0;
                for mut phase in best::<D>() {
                    for seed in 0..(SETS * scale()) as u64 {
                        let mut random = Random::seeded(seed << 8 | D as u64);
                        let boxes = $sets::<D>(&mut random, seed as usize);
                        pairs += $law(&mut *phase, &mut random, &boxes);
                    }
                }
                assert!(pairs > 50 * SETS, "the law was held on {pairs} pairs only");
            }
            hold::<2>();
            hold::<3>();
        }
    )*};
}

laws! {
    /// P1
    swapped_sets_give_swapped_pairs in any_set: swap_sets;
    /// P3
    a_power_of_two_as_a_unit_changes_nothing in tame_set: change_unit;
    /// P4
    axes_and_directions_are_alike in any_set: turn;
    /// P5
    whole_steps_on_a_grid_change_nothing in grid_set: translate;
    /// P6
    the_order_of_boxes_changes_nothing in any_set: shuffle;
    /// P7 and P9: the pairs of a subset are those of the whole with both ends in it
    a_subset_has_its_own_pairs in any_set: take_subset;
    /// P8
    inflation_loses_no_pair in tame_set: inflate;
}

/// Boxes of all kinds; every tenth set is large enough for a grid.
fn any_set<const D: usize>(random: &mut Random, index: usize) -> Boxes<D> {
    let (count, special) =
        if index % 10 == 9 { (2500, 0.02) } else { (50 + random.below(250), 0.5) };
    let side = (count as f32).powf(1.0 / D as f32);
    mixed(random, count, Style { side, unit: 1.0, special, invalid: special })
}

/// Boxes whose bounds are zero or of moderate size, so that arithmetic on them is exact enough.
fn tame_set<const D: usize>(random: &mut Random, index: usize) -> Boxes<D> {
    let tame = |x: f32| x == 0.0 || (1e-6..1e6).contains(&x.abs());
    let all = any_set::<D>(random, index);
    all.iter().filter(|(min, max)| min.iter().chain(max).all(|x| tame(*x))).collect()
}

/// Boxes at whole coordinates.
fn grid_set<const D: usize>(random: &mut Random, index: usize) -> Boxes<D> {
    let count = if index % 10 == 9 { 2500 } else { 200 };
    let side = (8.0 * count as f32).powf(1.0 / D as f32);
    let mut corners = || {
        let min: [f32; D] = random.point(0.0, side).map(f32::floor);
        (min, min.map(|x| x + random.below(4) as f32))
    };
    (0..count).map(|_| corners()).collect()
}

fn swap_sets<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let other = any_set::<D>(random, 0);
    let there = canonical(phase, &Join::between(boxes.bounds(), other.bounds()));
    let back = canonical(phase, &Join::between(other.bounds(), boxes.bounds()));
    let swapped: BTreeSet<_> = back.iter().map(|pair| Pair { a: pair.b, b: pair.a }).collect();
    assert!(there.iter().eq(&swapped));
    assert_eq!(back.len(), swapped.len(), "a pair twice");
    there.len()
}

fn change_unit<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let unit = f32::from_bits((127 - 20 + random.below(41) as u32) << 23);
    let scaled =
        boxes.iter().map(|(min, max)| (min.map(|x| x * unit), max.map(|x| x * unit))).collect();
    let before = within(phase, boxes);
    assert!(before == within(phase, &scaled), "unit {unit}");
    before.len()
}

fn turn<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let axes = random.order(D);
    let mirrored: [bool; D] = std::array::from_fn(|_| random.percent(50.0));
    let turned = boxes.iter().map(|(min, max)| {
        let end = |low: &[f32; D], high: &[f32; D]| -> [f32; D] {
            std::array::from_fn(|k| if mirrored[k] { -high[axes[k]] } else { low[axes[k]] })
        };
        (end(&min, &max), end(&max, &min))
    });
    let before = within(phase, boxes);
    assert!(before == within(phase, &turned.collect()), "axes {axes:?}, mirrored {mirrored:?}");
    before.len()
}

fn translate<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let step: [f32; D] = random.point(-4000.0, 4000.0).map(f32::floor);
    let add = |point: [f32; D]| std::array::from_fn(|axis| point[axis] + step[axis]);
    let before = within(phase, boxes);
    let moved = boxes.iter().map(|(min, max)| (add(min), add(max))).collect();
    assert!(before == within(phase, &moved), "moved by {step:?}");
    before.len()
}

fn shuffle<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let order = random.order(boxes.len());
    let shuffled = order.iter().map(|index| boxes.corners(*index)).collect();
    let found = within(phase, &shuffled);
    let original = |index: u32| order[index as usize] as u32;
    let mapped: BTreeSet<_> =
        found.iter().map(|pair| Pair::ordered(original(pair.a), original(pair.b))).collect();
    assert!(mapped == within(phase, boxes));
    mapped.len()
}

fn take_subset<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    // One box less is what removing does; half of them are a set of another size altogether.
    let chance = random.pick(&[50.0, 100.0 / boxes.len() as f64]);
    let kept: Vec<usize> = (0..boxes.len()).filter(|_| !random.percent(chance)).collect();
    let found = within(phase, &kept.iter().map(|index| boxes.corners(*index)).collect());
    let original = |index: u32| kept[index as usize] as u32;
    let mapped: BTreeSet<_> =
        found.iter().map(|pair| Pair { a: original(pair.a), b: original(pair.b) }).collect();
    let is_kept = |index: u32| kept.binary_search(&(index as usize)).is_ok();
    let expected: BTreeSet<_> = within(phase, boxes)
        .into_iter()
        .filter(|pair| is_kept(pair.a) && is_kept(pair.b))
        .collect();
    assert!(mapped == expected);
    mapped.len()
}

fn inflate<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    random: &mut Random,
    boxes: &Boxes<D>,
) -> usize {
    let margin: Vec<f32> = (0..boxes.len()).map(|_| random.pick(&[0.0, 1e-7, 0.1, 3.0])).collect();
    let inflated = boxes.iter().zip(&margin).map(|((min, max), margin)| {
        // A margin must not turn a box that is not valid into one that is.
        let margin = if (0..D).all(|axis| min[axis] <= max[axis]) { *margin } else { 0.0 };
        (min.map(|x| x - margin), max.map(|x| x + margin))
    });
    let after = within(phase, &inflated.collect());
    let before = within(phase, boxes);
    assert!(before.is_subset(&after));
    assert!(boxes.len() < 50 || after.len() > before.len(), "nothing was inflated");
    before.len()
}
