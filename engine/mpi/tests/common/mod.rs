//! Scenes that many ranks share, and what one machine makes of them.

#![allow(dead_code, reason = "each test uses some of it")]

use jostle::{
    Aabb, Bounds, BroadPhase, Filter, Join, Pairs,
    broad::{BoxSet, BruteForce},
};

/// A generator of random numbers: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) fn point<const D: usize>(&mut self, low: f32, high: f32) -> [f32; D] {
        std::array::from_fn(|_| self.between(low, high))
    }
}

/// A box with all that is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<const D: usize> {
    pub(crate) id: u64,
    pub(crate) aabb: Aabb<D>,
    pub(crate) category: u32,
    pub(crate) mask: u32,
    pub(crate) group: i32,
    pub(crate) is_static: bool,
}

/// Boxes of many sizes in clusters and between them: giants, some without end, some that are not
/// valid, many with equal coordinates. Ids ascend, and do not fit into 32 bits where `wide`.
pub(crate) fn items<const D: usize>(count: usize, seed: u64, wide: bool) -> Vec<Item<D>> {
    let mut random = Random(seed);
    (0..count)
        .map(|number| {
            let mut min: [f32; D] = match number % 4 {
                0 => random.point(0.0, 2.0),
                1 => random.point::<D>(0.0, 10.0).map(f32::floor),
                _ => random.point(0.0, 10.0),
            };
            let size = match number % 97 {
                0 => 8.0,
                1..20 => 0.0,
                _ => random.between(0.1, 0.6),
            };
            let mut max = min.map(|x| x + size);
            match number % 211 {
                0 => min[0] = f32::NAN,
                1 => max[0] = f32::INFINITY,
                2 => min[D - 1] = f32::NEG_INFINITY,
                3 => (min, max) = ([f32::INFINITY; D], [f32::INFINITY; D]),
                4 => std::mem::swap(&mut min[0], &mut max[0]),
                _ => {}
            }
            let id = number as u64 * if wide { 0x1_0000_0003 } else { 1 };
            let group = [0, 0, 0, 0, 1, -1, 2][(random.next() % 7) as usize];
            Item {
                id,
                aabb: Aabb { min, max },
                category: 1 << (random.next() % 3),
                mask: (random.next() % 8) as u32 | 1,
                group,
                is_static: random.next().is_multiple_of(4),
            }
        })
        .collect()
}

/// Columns of some boxes.
#[derive(Default)]
pub(crate) struct Boxes {
    pub(crate) ids: Vec<u64>,
    pub(crate) corners: Vec<f32>,
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    statics: Vec<bool>,
}

impl Boxes {
    pub(crate) fn new<'a, const D: usize>(items: impl Iterator<Item = &'a Item<D>>) -> Self {
        let mut all = Self::default();
        for item in items {
            all.ids.push(item.id);
            all.corners.extend(item.aabb.min.iter().chain(&item.aabb.max));
            all.categories.push(item.category);
            all.masks.push(item.mask);
            all.groups.push(item.group);
            all.statics.push(item.is_static);
        }
        all
    }

    pub(crate) fn set<const D: usize>(&self, filtered: bool) -> BoxSet<'_, D> {
        let maxima = self.corners.get(D..).unwrap_or_default();
        let bounds = Bounds::from_strided((&self.corners, 2 * D), (maxima, 2 * D));
        let filter = Filter::default()
            .with_categories(&self.categories, &self.masks)
            .with_groups(&self.groups)
            .with_statics(&self.statics);
        let filter = if filtered { filter } else { Filter::default() };
        BoxSet { bounds: bounds.expect("they are as long"), filter }
    }
}

/// The ids of all pairs, in order, found by brute force on one machine.
pub(crate) fn pairs_of_all<const D: usize>(items: &[Item<D>], filtered: bool) -> Vec<[u64; 2]> {
    let boxes = Boxes::new(items.iter());
    let mut pairs = Pairs::new();
    BruteForce::<D>::new().pairs(&Join::within(boxes.set(filtered)), &mut pairs).expect("memory");
    let mut ids: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let mut ids = [pair.a, pair.b].map(|index| boxes.ids[index as usize]);
            ids.sort_unstable();
            ids
        })
        .collect();
    ids.sort_unstable();
    ids
}
