use bytemuck::Pod;
use jostle_kernels::{Aabb, SimdLevel};

use super::StaticCacheSap;
use crate::{
    Bounds, BroadPhase, Filter, Join, Pairs, Sap,
    bounds::Ledger,
    broad::BruteForce,
    join::BoxSet,
    testing::{Random, on_threads},
};

/// Boxes, some of which rest.
struct CacheScene<const D: usize> {
    random: Random,
    boxes: Vec<Aabb<D>>,
    statics: Vec<bool>,
    side: f32,
    /// Tells which boxes were written since the check before, with the boxes as they were then.
    ledger: Option<(Ledger, Vec<Aabb<D>>)>,
}

impl<const D: usize> CacheScene<D>
where
    Aabb<D>: Pod,
{
    fn new(seed: u64, boxes: usize, resting: f32) -> Self {
        let side = 3.0 * (boxes as f32).sqrt();
        let random = Random::seeded(seed);
        let (boxes_of, statics) = (Vec::new(), Vec::new());
        let mut scene = Self { random, boxes: boxes_of, statics, side, ledger: None };
        (0..boxes).for_each(|_| scene.add(resting));
        scene
    }

    /// Most boxes are small, a few are giant. In 3D they lie in a thin slab, which is cut into as
    /// many bins.
    fn some_box(&mut self) -> Aabb<D> {
        let size = match self.random.next() {
            x if x < 0.994 => 1.0 + x,
            _ => 0.7 * self.side,
        };
        let mut min = [0.0; D].map(|_: f32| self.random.next() * self.side);
        if D == 3 {
            min[2] *= 0.02;
        }
        Aabb { min, max: min.map(|x| x + size * (0.5 + self.random.next())) }
    }

    fn add(&mut self, resting: f32) {
        let aabb = self.some_box();
        self.boxes.push(aabb);
        self.statics.push(self.random.chance(resting));
    }

    /// Moves those that do not rest.
    fn step(&mut self, by: f32) {
        for (aabb, rests) in self.boxes.iter_mut().zip(&self.statics) {
            if !rests {
                let way = [0.0; D].map(|_: f32| by * (self.random.next() - 0.5));
                *aabb = moved(aabb, way);
            }
        }
    }

    /// Lets some come to rest, wake up, move in their sleep, become invalid, come and go.
    fn stir(&mut self, share: f32) {
        for index in 0..self.boxes.len() {
            if self.random.chance(share) {
                match (4.0 * self.random.next()) as u32 {
                    0 | 1 => self.statics[index] = !self.statics[index],
                    2 => self.boxes[index] = self.some_box(),
                    _ => self.boxes[index].min[0] = f32::NAN,
                }
            }
        }
        let change = (share * self.boxes.len() as f32 * self.random.next()) as usize;
        if self.random.chance(0.5) {
            (0..change).for_each(|_| self.add(0.5));
        } else {
            self.boxes.truncate(self.boxes.len() - change);
            self.statics.truncate(self.boxes.len());
        }
    }

    fn join(&self) -> Join<'_, D> {
        let bounds = Bounds::from_records(&self.boxes, 0, 4 * D).expect("a box is its corners");
        let changes = self.ledger.as_ref().map(|(ledger, _)| ledger.changes());
        let bounds = Bounds { changes, ..bounds };
        Join::within(BoxSet { bounds, filter: Filter::default().with_statics(&self.statics) })
    }

    /// Takes down which boxes were written since the last time, if there is a ledger.
    fn take_down(&mut self) {
        let Some((ledger, before)) = &mut self.ledger else { return };
        let is_filled = before.len() == self.boxes.len();
        ledger.begin(self.boxes.len()).expect("there is memory");
        if !is_filled {
            ledger.note_all(0..self.boxes.len());
        }
        let both = before.iter().zip(&self.boxes).enumerate();
        let written = both.filter(|(_, (a, b))| bytemuck::bytes_of(*a) != bytemuck::bytes_of(*b));
        written.for_each(|(index, _)| {
            ledger.from(0).note(index, 1);
            ledger.from(0).note_blocks(index, 1);
        });
        before.clone_from(&self.boxes);
    }

    /// Checks a run against another broad phase.
    fn check(&self, static_cache: &mut StaticCacheSap<D>, oracle: &mut dyn BroadPhase<D>) {
        let (mut found, mut expected) = (Pairs::new(), Pairs::new());
        static_cache.pairs(&self.join(), &mut found).expect("nothing is wrong");
        oracle.pairs(&self.join(), &mut expected).expect("nothing is wrong");
        found.sort_canonical().expect("there is memory");
        expected.sort_canonical().expect("there is memory");
        assert!(found[..] == expected[..], "{} pairs, not {}", found.len(), expected.len());
        assert_eq!(static_cache.invalid(), oracle.invalid());
    }
}

fn moved<const D: usize>(aabb: &Aabb<D>, way: [f32; D]) -> Aabb<D> {
    let add = |corner: [f32; D]| std::array::from_fn(|axis| corner[axis] + way[axis]);
    Aabb { min: add(aabb.min), max: add(aabb.max) }
}

/// What became of the boxes at rest in some runs.
#[derive(Debug, Default)]
struct Seen {
    packed: usize,
    kept: usize,
    alone: usize,
    pending: usize,
    classes: usize,
    large_at_rest: usize,
}

impl Seen {
    /// Looks at the last run, before which boxes had been packed so many runs ago.
    fn note<const D: usize>(&mut self, static_cache: &StaticCacheSap<D>) {
        let is_fresh = static_cache.policy.runs == 0;
        self.alone += usize::from(static_cache.alone);
        self.packed += usize::from(!static_cache.alone && is_fresh);
        self.kept += usize::from(!static_cache.alone && !is_fresh);
        self.pending += static_cache.chunks.iter().map(|chunk| chunk.pending).sum::<usize>();
        self.classes = self.classes.max(static_cache.cache.layers().count());
        let large = static_cache.cache.layers().map(|(layer, _)| layer.statics.large.len());
        self.large_at_rest += large.sum::<usize>();
    }
}

fn churn<const D: usize>(share: f32, level: SimdLevel, tells_changes: bool) -> Seen
where
    Aabb<D>: Pod,
{
    let mut scene = CacheScene::<D>::new(1, 12_000, 0.8);
    scene.ledger = tells_changes.then(|| (Ledger::new(), Vec::new()));
    let (mut static_cache, mut oracle) =
        (StaticCacheSap::new().with_level(level), BruteForce::new());
    let mut seen = Seen::default();
    for run in 0..24 {
        scene.step(3.0);
        if run % 2 == 1 {
            scene.stir(share);
        }
        scene.take_down();
        if run % 7 == 5 {
            // The next run has missed what was written in this one.
            continue;
        }
        if run % 8 == 6 {
            on_threads(2, || scene.check(&mut static_cache, &mut oracle));
        } else {
            scene.check(&mut static_cache, &mut oracle);
        }
        seen.note(&static_cache);
    }
    let expected = oracle.count(&scene.join()).expect("nothing is wrong").pairs;
    assert_eq!(static_cache.count(&scene.join()).expect("nothing is wrong").pairs, expected);
    seen
}

#[test]
fn boxes_that_come_and_go_are_followed() {
    let best = [SimdLevel::detect()];
    // Where each assertion within takes its time, other levels are left to the tests of all phases.
    let levels = if cfg!(debug_assertions) { &best[..] } else { SimdLevel::available() };
    for (share, level) in levels.iter().map(|level| (0.03, *level)).chain([(0.002, best[0])]) {
        on_threads(3, || {
            for tells in [false, true] {
                for seen in [churn::<2>(share, level, tells), churn::<3>(share, level, tells)] {
                    assert!(seen.packed >= 1 && seen.kept >= 12 && seen.alone == 0, "{seen:?}");
                    assert!(seen.pending > 100 && seen.classes >= 2, "{seen:?}");
                    assert!(seen.large_at_rest > 0, "{seen:?}");
                }
            }
        });
    }
}

#[test]
fn boxes_at_rest_that_were_not_written_are_not_looked_at() {
    let mut scene = CacheScene::<2>::new(8, 2000, 1.0);
    // The first eight rest; a box that moves touches the first one.
    scene.statics.fill(true);
    scene.statics[9] = false;
    scene.boxes[9] = scene.boxes[0];
    scene.ledger = Some((Ledger::new(), Vec::new()));
    let (mut static_cache, mut brute) = (StaticCacheSap::new(), BruteForce::new());
    for _ in 0..2 {
        scene.take_down();
        scene.check(&mut static_cache, &mut brute);
    }
    let has_first = |scene: &CacheScene<2>, static_cache: &mut StaticCacheSap<2>| {
        let mut pairs = Pairs::new();
        static_cache.pairs(&scene.join(), &mut pairs).expect("nothing is wrong");
        pairs.iter().any(|pair| (pair.a, pair.b) == (0, 9))
    };
    assert!(has_first(&scene, &mut static_cache));
    // It goes away and nothing is said of it: that it is found where it was shows that it was not
    // read.
    scene.boxes[0] = moved(&scene.boxes[0], [1e6; 2]);
    if let Some((ledger, _)) = &mut scene.ledger {
        ledger.begin(2000).expect("there is memory");
    }
    assert!(has_first(&scene, &mut static_cache));
    // Another set of which no more is known is read.
    let (ledger, _) = scene.ledger.take().expect("there is one");
    assert!(!has_first(&scene, &mut static_cache));
    scene.ledger = Some((ledger, Vec::new()));
    assert!(!has_first(&scene, &mut static_cache));
}

#[test]
fn boxes_that_are_static_in_name_only_are_seldom_packed() {
    let mut scene = CacheScene::<2>::new(3, 3000, 0.7);
    let (mut static_cache, mut brute) = (StaticCacheSap::new(), BruteForce::new());
    let mut seen = Seen::default();
    for _ in 0..100 {
        scene.boxes.iter_mut().for_each(|aabb| *aabb = moved(aabb, [0.25; 2]));
        scene.check(&mut static_cache, &mut brute);
        seen.note(&static_cache);
    }
    assert!(seen.packed >= 3 && seen.packed < 10 && seen.alone > 90, "{seen:?}");
    // Now they keep their word.
    (0..150).for_each(|_| scene.check(&mut static_cache, &mut brute));
    assert!(!static_cache.alone);
}

#[test]
fn sets_with_few_static_boxes_are_swept() {
    let mut scene = CacheScene::<3>::new(4, 1000, 0.1);
    let (mut static_cache, mut brute) = (StaticCacheSap::new(), BruteForce::new());
    scene.check(&mut static_cache, &mut brute);
    assert!(static_cache.alone && static_cache.cache.is_empty());
    scene.statics.fill(true);
    scene.check(&mut static_cache, &mut brute);
    assert!(!static_cache.alone && !static_cache.cache.is_empty());
    scene.statics.fill(false);
    scene.check(&mut static_cache, &mut brute);
    assert!(static_cache.alone && static_cache.cache.is_empty());
}

#[test]
fn moving_boxes_that_gather_get_other_cells() {
    let mut scene = CacheScene::<2>::new(5, 20_000, 0.8);
    let (mut static_cache, mut sap) = (StaticCacheSap::new(), Sap::new());
    (0..3).for_each(|_| scene.check(&mut static_cache, &mut sap));
    assert_eq!(static_cache.policy.runs, 2);
    let middle = scene.side / 2.0;
    let movers = scene.boxes.iter_mut().zip(&scene.statics).filter(|(_, rests)| !**rests);
    for ((aabb, _), number) in movers.zip(0_u16..) {
        aabb.min = [middle + f32::from(number) * 0.02, middle + f32::from(number % 50) * 0.1];
        aabb.max = aabb.min.map(|x| x + 0.1);
    }
    scene.check(&mut static_cache, &mut sap);
    assert_eq!(static_cache.policy.runs, 0);
    scene.check(&mut static_cache, &mut sap);
    assert_eq!(static_cache.policy.runs, 1);
}

#[test]
fn moving_boxes_that_grow_get_grids_of_their_own() {
    let mut scene = CacheScene::<2>::new(6, 20_000, 0.8);
    // None is large.
    scene.boxes.iter_mut().for_each(|aabb| aabb.max = aabb.min.map(|x| x + 1.0));
    let (mut static_cache, mut sap) = (StaticCacheSap::new(), Sap::new());
    (0..2).for_each(|_| scene.check(&mut static_cache, &mut sap));
    let giant = Aabb { min: [0.0; 2], max: [scene.side; 2] };
    let movers: Vec<_> = (0..20_000).filter(|index| !scene.statics[*index]).collect();
    for index in &movers[..3] {
        scene.boxes[*index] = giant;
    }
    scene.check(&mut static_cache, &mut sap);
    let packed = |static_cache: &StaticCacheSap<2>| {
        static_cache.cache.layers().map(|(_, packed)| packed).collect()
    };
    assert_eq!((packed(&static_cache), static_cache.policy.runs), (vec![true, false], 2));
}

#[test]
fn moving_boxes_that_are_too_large_for_the_cells_get_others() {
    let mut scene = CacheScene::<2>::new(7, 6000, 0.6);
    scene.boxes.iter_mut().for_each(|aabb| aabb.max = aabb.min.map(|x| x + 1.0));
    let (mut static_cache, mut sap) = (StaticCacheSap::new(), Sap::new());
    (0..2).for_each(|_| scene.check(&mut static_cache, &mut sap));
    assert_eq!(static_cache.policy.runs, 1);
    let movers = scene.boxes.iter_mut().zip(&scene.statics).filter(|(_, rests)| !**rests);
    movers.for_each(|(aabb, _)| aabb.max = aabb.min.map(|x| x + 0.2 * scene.side));
    scene.check(&mut static_cache, &mut sap);
    assert_eq!(static_cache.policy.runs, 0);
}

#[test]
fn rows_that_fill_a_cell_are_swept_by_all_threads() {
    on_threads(4, || {
        let mut scene = CacheScene::<2>::new(7, 0, 0.0);
        for index in 0..160_000 {
            let x = index as f32;
            scene.boxes.push(Aabb { min: [x, 0.0], max: [x + 1.5, 1.0] });
            scene.statics.push(index % 2 == 0);
        }
        for rests in [true, false] {
            scene.boxes.push(Aabb { min: [0.0; 2], max: [5000.0, 1.0] });
            scene.statics.push(rests);
        }
        let (mut static_cache, mut sap) = (StaticCacheSap::new(), Sap::new());
        for run in 0..3 {
            scene.check(&mut static_cache, &mut sap);
            assert!(!static_cache.alone, "{run}");
            scene.step(0.0);
        }
        let heavy = static_cache.cache.layers().map(|(layer, _)| layer.class.heavy_cells().count());
        assert_eq!(heavy.max(), Some(1));
    });
}
