//! Categories, masks, groups and statics, in one set and between two: the pairs that are left are
//! those that a plain loop over all touching pairs leaves.

use jostle::{Error, Filter, Join, Pair, broad::BoxSet};

use crate::common::{Boxes, Engines, Random, best, naive_between, naive_within, uniform};

/// Filters of a set, owned.
struct Owned {
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    statics: Vec<bool>,
}

/// Which filters a set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    None,
    Categories,
    Statics,
    Groups,
    All,
}

const KINDS: [Kind; 5] = [Kind::None, Kind::Categories, Kind::Statics, Kind::Groups, Kind::All];

/// What a filter looks at of a box.
#[derive(Clone, Copy)]
struct Looks {
    category: u32,
    mask: u32,
    group: i32,
    is_static: bool,
}

impl Owned {
    fn new(random: &mut Random, count: usize) -> Self {
        let mut bits = || 1 << random.below(4) | 1 << random.below(4);
        Self {
            categories: (0..count).map(|_| bits()).collect(),
            masks: (0..count).map(|_| bits()).collect(),
            groups: (0..count).map(|_| random.below(5) as i32 - 2).collect(),
            statics: (0..count).map(|_| random.percent(60.0)).collect(),
        }
    }

    fn filter(&self, kind: Kind) -> Filter<'_> {
        let none = Filter::default();
        match kind {
            Kind::None => none,
            Kind::Categories => none.with_categories(&self.categories, &self.masks),
            Kind::Statics => none.with_statics(&self.statics),
            Kind::Groups => none.with_groups(&self.groups),
            Kind::All => none
                .with_statics(&self.statics)
                .with_groups(&self.groups)
                .with_categories(&self.categories, &self.masks),
        }
    }

    /// What a kind of filter looks at of a box.
    fn of(&self, kind: Kind, index: u32) -> Looks {
        let index = index as usize;
        let (category, mask) = match kind {
            Kind::Categories | Kind::All => (self.categories[index], self.masks[index]),
            Kind::None | Kind::Statics | Kind::Groups => (u32::MAX, u32::MAX),
        };
        let has_groups = matches!(kind, Kind::Groups | Kind::All);
        let group = if has_groups { self.groups[index] } else { 0 };
        let is_static = matches!(kind, Kind::Statics | Kind::All) && self.statics[index];
        Looks { category, mask, group, is_static }
    }
}

/// What the documentation of the filters says.
fn is_wanted(a: Looks, b: Looks) -> bool {
    let by_category = a.category & b.mask != 0 && b.category & a.mask != 0;
    let wanted = match (a.group, b.group) {
        (1, 1) | (2, 2) => true,
        (-1, -1) | (-2, -2) => false,
        _ => by_category,
    };
    wanted && !(a.is_static && b.is_static)
}

/// Small scenes of one cell, and one with a grid and large boxes.
fn scenes<const D: usize>(random: &mut Random) -> Vec<Boxes<D>> {
    let side = |density: f32| density.powf(1.0 / D as f32);
    let mut with_large = uniform(random, 1500, side(1500.0), 1.0);
    let large = uniform::<D>(random, 40, side(1500.0), side(500.0));
    large.iter().for_each(|(min, max)| with_large.push(min, max));
    let mut small = uniform(random, 300, side(60.0), 1.0);
    small.push([f32::NAN; D], [1.0; D]);
    vec![Boxes::new(), uniform(random, 1, 1.0, 1.0), small, with_large]
}

fn check_within<const D: usize>() {
    let mut random = Random::seeded(31);
    let mut engines = Engines::<D>::new();
    let (mut kept, mut left_out, mut overruled) = (0, 0, 0);
    for boxes in scenes(&mut random) {
        let owned = Owned::new(&mut random, boxes.len());
        let all = naive_within(&boxes);
        for kind in KINDS {
            let wanted = |pair: &&Pair| is_wanted(owned.of(kind, pair.a), owned.of(kind, pair.b));
            let expected: Vec<Pair> = all.iter().filter(wanted).copied().collect();
            let set = BoxSet { bounds: boxes.bounds(), filter: owned.filter(kind) };
            engines.check(&Join::within(set), &expected, &|| format!("{kind:?}"));
            kept += expected.len();
            left_out += all.len() - expected.len();
        }
        let of = |index| owned.of(Kind::All, index);
        let ungrouped = |index| Looks { group: 0, ..of(index) };
        overruled += all
            .iter()
            .filter(|Pair { a, b }| {
                is_wanted(of(*a), of(*b)) != is_wanted(ungrouped(*a), ungrouped(*b))
            })
            .count();
    }
    assert!(kept > 3000 && left_out > 3000, "{kept} pairs kept, {left_out} left out");
    assert!(overruled > 100, "groups overrule categories for {overruled} pairs");
}

fn check_between<const D: usize>() {
    let mut random = Random::seeded(32);
    let mut engines = Engines::<D>::new();
    let (mut kept, mut left_out) = (0, 0);
    let seconds = scenes(&mut random);
    for (first, second) in scenes(&mut random).iter().zip(&seconds) {
        let (of_first, of_second) =
            (Owned::new(&mut random, first.len()), Owned::new(&mut random, second.len()));
        let all = naive_between(first, second);
        for (kind, other) in KINDS.into_iter().flat_map(|kind| KINDS.map(|other| (kind, other))) {
            let wanted =
                |pair: &&Pair| is_wanted(of_first.of(kind, pair.a), of_second.of(other, pair.b));
            let expected: Vec<Pair> = all.iter().filter(wanted).copied().collect();
            let a = BoxSet { bounds: first.bounds(), filter: of_first.filter(kind) };
            let b = BoxSet { bounds: second.bounds(), filter: of_second.filter(other) };
            engines.check(&Join::between(a, b), &expected, &|| format!("{kind:?} and {other:?}"));
            kept += expected.len();
            left_out += all.len() - expected.len();
        }
    }
    assert!(kept > 3000 && left_out > 3000, "{kept} pairs kept, {left_out} left out");
}

#[test]
fn filters_within_a_set() {
    check_within::<2>();
    check_within::<3>();
}

#[test]
fn filters_between_two_sets() {
    check_between::<2>();
    check_between::<3>();
}

#[test]
fn static_sets_have_no_pairs() {
    let boxes = uniform::<3>(&mut Random::seeded(33), 5000, 10.0, 1.0);
    let (all, none) = (vec![true; 5000], vec![false; 5000]);
    let set = |statics| BoxSet {
        bounds: boxes.bounds(),
        filter: Filter::default().with_statics(statics),
    };
    for mut phase in best() {
        assert_eq!(phase.count(&Join::within(set(&all))).unwrap().pairs, 0);
        assert_eq!(phase.count(&Join::between(set(&all), set(&all))).unwrap().pairs, 0);
        let pairs = phase.count(&Join::within(set(&none))).unwrap().pairs;
        assert!(pairs > 5000);
        // Each box with itself, and every pair both ways round.
        let between = phase.count(&Join::between(set(&all), set(&none))).unwrap().pairs;
        assert_eq!(between, 2 * pairs + 5000);
    }
}

#[test]
fn a_wrong_number_of_filters_is_an_error() {
    let boxes = uniform::<2>(&mut Random::seeded(34), 10, 1.0, 1.0);
    let (words, flags, groups) = (vec![1; 11], vec![true; 9], vec![1; 12]);
    let none = Filter::default();
    let cases = [
        (none.with_categories(&words, &words[..10]), "categories", 11),
        (none.with_categories(&words[..10], &words[..3]), "masks", 3),
        (none.with_groups(&groups), "groups", 12),
        (none.with_statics(&flags), "statics", 9),
    ];
    for (filter, what, found) in cases {
        let bad = BoxSet { bounds: boxes.bounds(), filter };
        let good = boxes.bounds();
        for join in [Join::within(bad), Join::between(good, bad), Join::between(bad, good)] {
            for mut phase in best() {
                let error = phase.count(&join).unwrap_err();
                assert_eq!(error, Error::Length { what, expected: 10, found });
                assert_eq!(
                    error.to_string(),
                    format!("'{what}' has {found} entries where 10 are needed")
                );
            }
        }
    }
}
